import { describe, expect, it } from 'vitest';
import { checkStroke, checkStrokes, checkTitle } from './guard.ts';
import type { Problem } from './types.ts';

const pen = { tool: 'pen', color: '#123456', size: 2, points: [[0, 0]] };

/** The problems of one stroke, and whether the guard accepted it. */
function check(value: unknown): { sound: boolean; problems: Problem[] } {
  const problems: Problem[] = [];
  return { sound: checkStroke(value, '/s', problems), problems };
}

function paths(value: unknown): string[] {
  const { sound, problems } = check(value);
  expect(sound).toBe(problems.length === 0);
  return problems.map(({ path }) => path);
}

describe('drawing: stroke guard', () => {
  it.each([
    ['the least', pen],
    [
      'pressure',
      {
        ...pen,
        points: [
          [0, 0],
          [1, 1],
        ],
        pressure: [0, 1],
      },
    ],
    ['the extremes', { ...pen, size: 512, points: [[-1_000_000, 1_000_000]] }],
    ['an unknown tool', { ...pen, tool: `x${'-'.repeat(31)}` }],
    ['#rgb', { ...pen, color: '#AbC' }],
    ['#rgba', { ...pen, color: '#abcd' }],
    ['#rrggbbaa', { ...pen, color: '#12345678' }],
    ['10,000 points', { ...pen, points: Array(10_000).fill([1, 2]) }],
    ['tilt', { ...pen, tilt: [1] }],
    ['the smallest opacity', { ...pen, opacity: Number.MIN_VALUE }],
    ['opacity 1', { ...pen, opacity: 1 }],
    ['a layer of eight', { ...pen, layer: 'a1b2c3d4' }],
    ['the latest time', { ...pen, at: 2 ** 31 - 1 }],
    ['every member', { ...pen, pressure: [0.5], tilt: [0], opacity: 0.5, layer: '0', at: 0 }],
    ['members in another order', { points: [[0, 0]], size: 1, color: '#000', tool: 'pen' }],
  ])('takes %s', (_, stroke) => {
    expect(paths(stroke)).toEqual([]);
  });

  it.each([
    ['null', null, ['/s']],
    ['an array', [], ['/s']],
    ['a string', 'pen', ['/s']],
    ['nothing', {}, ['/s/tool', '/s/color', '/s/size', '/s/points']],
    ['an unknown member', { ...pen, 'a/b~': 1 }, ['/s/a~1b~0']],
    [
      '__proto__ as a member',
      JSON.parse(`{"__proto__":{"x":1},${JSON.stringify(pen).slice(1)}`),
      ['/s/__proto__'],
    ],
    ['constructor as a member', { ...pen, constructor: 1 }, ['/s/constructor']],
    [
      'an unknown member in the place of one',
      { tool: 'pen', color: '#000', size: 1, Points: [[0, 0]] },
      ['/s/Points', '/s/points'],
    ],
    ['an empty tool', { ...pen, tool: '' }, ['/s/tool']],
    ['an upper-case tool', { ...pen, tool: 'Pen' }, ['/s/tool']],
    ['a tool with a line feed', { ...pen, tool: 'pen\n' }, ['/s/tool']],
    ['a tool with NUL', { ...pen, tool: 'pen\0' }, ['/s/tool']],
    ['a tool of 33 characters', { ...pen, tool: 'a'.repeat(33) }, ['/s/tool']],
    ['a colour by name', { ...pen, color: 'red' }, ['/s/color']],
    ['a colour of 5 digits', { ...pen, color: '#12345' }, ['/s/color']],
    ['size 0', { ...pen, size: 0 }, ['/s/size']],
    ['size 512.1', { ...pen, size: 512.1 }, ['/s/size']],
    ['size NaN', { ...pen, size: Number.NaN }, ['/s/size']],
    ['size 1e999', JSON.parse('{"tool":"pen","color":"#000","size":1e999,"points":[[0,0]]}'), ['/s/size']],
    ['size as text', { ...pen, size: '2' }, ['/s/size']],
    ['no points', { ...pen, points: [] }, ['/s/points']],
    ['10,001 points', { ...pen, points: Array(10_001).fill([1, 2]) }, ['/s/points']],
    ['points as an object', { ...pen, points: { 0: [0, 0], length: 1 } }, ['/s/points']],
    [
      'a point of three',
      {
        ...pen,
        points: [
          [0, 0],
          [1, 2, 3],
        ],
      },
      ['/s/points/1'],
    ],
    ['a point of one', { ...pen, points: [[0]] }, ['/s/points/0']],
    ['a point of null', { ...pen, points: [[0, 0], null, [1, null]] }, ['/s/points/1', '/s/points/2']],
    ['a point too far', { ...pen, points: [[0, 1_000_000.1]] }, ['/s/points/0']],
    ['a point at 1e999', { ...pen, points: [[JSON.parse('-1e999'), 0]] }, ['/s/points/0']],
    ['pressure shorter than points', { ...pen, pressure: [] }, ['/s/pressure']],
    ['pressure null', { ...pen, pressure: null }, ['/s/pressure']],
    ['pressure above 1', { ...pen, pressure: [1.01] }, ['/s/pressure/0']],
    ['tilt longer than points', { ...pen, tilt: [0, 0] }, ['/s/tilt']],
    ['tilt as a number', { ...pen, tilt: 0.5 }, ['/s/tilt']],
    ['tilt below 0', { ...pen, tilt: [-0.01] }, ['/s/tilt/0']],
    ['opacity 0', { ...pen, opacity: 0 }, ['/s/opacity']],
    ['opacity 1.1', { ...pen, opacity: 1.1 }, ['/s/opacity']],
    ['opacity NaN', { ...pen, opacity: Number.NaN }, ['/s/opacity']],
    ['opacity as text', { ...pen, opacity: '0.5' }, ['/s/opacity']],
    ['an empty layer', { ...pen, layer: '' }, ['/s/layer']],
    ['a layer of nine', { ...pen, layer: 'a1b2c3d4e' }, ['/s/layer']],
    ['a layer in capitals', { ...pen, layer: 'A' }, ['/s/layer']],
    ['a layer with a line feed', { ...pen, layer: 'a\n' }, ['/s/layer']],
    ['a negative time', { ...pen, at: -1 }, ['/s/at']],
    ['half a millisecond', { ...pen, at: 0.5 }, ['/s/at']],
    ['a time too late', { ...pen, at: 2 ** 31 }, ['/s/at']],
    ['a time of null', { ...pen, at: null }, ['/s/at']],
    [
      'several faults at once',
      { ...pen, tilt: [2], opacity: 2, layer: '-', at: 1.5 },
      ['/s/tilt/0', '/s/opacity', '/s/layer', '/s/at'],
    ],
    ['pressure NaN', { ...pen, pressure: [Number.NaN] }, ['/s/pressure/0']],
  ])('refuses %s, naming the place', (_, stroke, expected) => {
    expect(paths(stroke)).toEqual(expected);
  });

  it('lists twenty problems, and still refuses the list beyond them', () => {
    const problems: Problem[] = [];
    expect(checkStrokes(Array(100).fill({ ...pen, size: 0 }), '/strokes', problems)).toBe(false);
    expect(problems).toHaveLength(20);
    expect(problems[19]?.path).toBe('/strokes/19/size');
    expect(checkStroke({ ...pen, size: 0 }, '', problems)).toBe(false);
    expect(problems).toHaveLength(20);
  });

  it('accepts 20,000 strokes and refuses 20,001', () => {
    const problems: Problem[] = [];
    expect(checkStrokes(Array(20_000).fill(pen), '/strokes', problems)).toBe(true);
    expect(checkStrokes(Array(20_001).fill(pen), '/strokes', problems)).toBe(false);
    expect(problems.map(({ path }) => path)).toEqual(['/strokes']);
  });
});

describe('drawing: title guard', () => {
  it('counts code points, not code units', () => {
    expect(checkTitle('🐦'.repeat(200), '/title', [])).toBe(true);
    const problems: Problem[] = [];
    expect(checkTitle('🐦'.repeat(201), '/title', problems)).toBe(false);
    expect(problems).toEqual([{ path: '/title', message: 'must not be longer than 200 characters' }]);
  });

  it.each([
    ['a number', 7],
    ['null', null],
    ['NUL', 'a\0b'],
    ['a lone high surrogate', 'a\ud83d'],
    ['a lone low surrogate', '\udc26a'],
    ['201 characters', 'a'.repeat(201)],
  ])('refuses %s', (_, title) => {
    const problems: Problem[] = [];
    expect(checkTitle(title, '/title', problems)).toBe(false);
    expect(problems).toHaveLength(1);
  });
});
