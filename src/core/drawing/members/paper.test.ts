import { describe, expect, it } from 'vitest';
import type { Problem } from '../types.ts';
import { checkPaper, samePaper, WHITE } from './paper.ts';

function paths(value: unknown): string[] {
  const problems: Problem[] = [];
  expect(checkPaper(value, '/paper', problems)).toBe(problems.length === 0);
  return problems.map(({ path }) => path);
}

describe('drawing: paper', () => {
  it.each([WHITE, { color: '#000000' }, { color: '#25211c' }])('takes %j', (paper) => {
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
    ['a member of a newer version', { color: '#000000', pattern: 'grid' }, ['/paper/pattern']],
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
});
