import { describe, expect, it } from 'vitest';
import { COORDINATE_MAX, STEP_MAX, STEP_MIN } from '../limits.ts';
import type { Paper, Problem } from '../types.ts';
import { checkPaper, STEP, samePaper, WHITE } from './paper.ts';

function paths(value: unknown): string[] {
  const problems: Problem[] = [];
  expect(checkPaper(value, '/paper', problems)).toBe(problems.length === 0);
  return problems.map(({ path }) => path);
}

describe('drawing: paper', () => {
  it.each([
    WHITE,
    { color: '#000000' },
    { color: '#25211c' },
    { ...WHITE, pattern: 'dots' },
    { ...WHITE, pattern: 'isometric', step: STEP_MIN },
    { ...WHITE, step: STEP_MAX },
    { ...WHITE, guide: [[0, -0.5]] },
    {
      ...WHITE,
      guide: [
        [-COORDINATE_MAX, 0],
        [COORDINATE_MAX, 0],
        [0, 9],
      ],
    },
  ])('takes %j', (paper) => {
    expect(paths(paper)).toEqual([]);
  });

  it.each<[string, unknown, string[]]>([
    ['null', null, ['/paper']],
    ['a colour alone', '#000000', ['/paper']],
    ['an array', ['#000000'], ['/paper']],
    ['no colour', {}, ['/paper/color']],
    ['a colour by name', { color: 'black' }, ['/paper/color']],
    ['capitals', { color: '#25211C' }, ['/paper/color']],
    ['a short colour', { color: '#000' }, ['/paper/color']],
    ['a colour one can see through', { color: '#00000080' }, ['/paper/color']],
    ['a line feed', { color: '#000000\n' }, ['/paper/color']],
    ['a number', { color: 0 }, ['/paper/color']],
    ['a member of a newer version', { color: '#000000', grain: 'rough' }, ['/paper/grain']],
    ['a pattern of a newer version', { color: '#000000', pattern: 'hexagons' }, ['/paper/pattern']],
    ['no pattern by a word', { color: '#000000', pattern: null }, ['/paper/pattern']],
    ['a pattern by a name of objects', { color: '#000000', pattern: 'constructor' }, ['/paper/pattern']],
    ['a step too small', { color: '#000000', step: STEP_MIN - 0.01 }, ['/paper/step']],
    ['a step too large', { color: '#000000', step: STEP_MAX + 0.01 }, ['/paper/step']],
    ['a step that is not finite', { color: '#000000', step: Number.NaN }, ['/paper/step']],
    ['a step as text', { color: '#000000', step: '32' }, ['/paper/step']],
    ['no vanishing point', { color: '#000000', guide: [] }, ['/paper/guide']],
    ['four', { color: '#000000', guide: Array.from({ length: 4 }, () => [0, 0]) }, ['/paper/guide']],
    ['one too far away', { color: '#000000', guide: [[0, COORDINATE_MAX + 1]] }, ['/paper/guide']],
    ['one of three numbers', { color: '#000000', guide: [[0, 0, 0]] }, ['/paper/guide']],
    ['one that is not finite', { color: '#000000', guide: [[0, Infinity]] }, ['/paper/guide']],
    ['one without brackets', { color: '#000000', guide: [0, 0] }, ['/paper/guide']],
    ['several faults', { colour: 1, 'a/b': 2 }, ['/paper/colour', '/paper/a~1b', '/paper/color']],
  ])('refuses %s, naming the place', (_, value, expected) => {
    expect(paths(value)).toEqual(expected);
  });

  it('is white where none is named', () => {
    expect(samePaper(undefined, undefined)).toBe(true);
    expect(samePaper(undefined, { ...WHITE })).toBe(true);
    expect(samePaper({ ...WHITE }, undefined)).toBe(true);
    expect(samePaper({ color: '#000000' }, undefined)).toBe(false);
    expect(samePaper({ color: '#000000' }, { color: '#000001' })).toBe(false);
  });

  it('is another with another pattern, step or vanishing point', () => {
    const papers: Paper[] = [
      WHITE,
      { ...WHITE, pattern: 'grid' },
      { ...WHITE, pattern: 'dots' },
      { ...WHITE, pattern: 'dots', step: 16 },
      { ...WHITE, guide: [[0, 0]] },
      { ...WHITE, guide: [[0, 1]] },
      {
        ...WHITE,
        guide: [
          [0, 0],
          [0, 1],
        ],
      },
    ];
    for (const [i, a] of papers.entries()) {
      for (const [j, b] of papers.entries()) expect(samePaper(a, structuredClone(b))).toBe(i === j);
    }
    expect(samePaper({ ...WHITE, pattern: 'grid', step: STEP }, { ...WHITE, pattern: 'grid' })).toBe(true);
  });
});
