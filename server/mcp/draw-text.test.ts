import { describe, expect, it } from 'vitest';
import { stroke } from '../../tests/support/any-stroke.ts';
import { boundsOf, POINTS_SHOWN, strokesFrom, tally, thumbnailOf } from './draw-summary.ts';
import { drawingText, listText, quoted } from './draw-text.ts';

const entry = {
  id: '6f9619ff-8b86-4d01-b42d-00c04fc964ff',
  rev: 3,
  title: 'Quay',
  trashed: false,
  createdAt: '2026-09-28T01:00:00.000Z',
  updatedAt: '2026-09-28T02:00:00.000Z',
};
const long = { ...stroke(1), points: Array.from({ length: POINTS_SHOWN - 1 }, (_, i) => [i, 0] as const) };

describe('mcp stdio: a drawing in words', () => {
  it('bounds all points, and nothing where there are none', () => {
    expect(boundsOf([])).toBeNull();
    expect(boundsOf([stroke(-4), stroke(9)])).toEqual({ minX: -4, minY: 0, maxX: 9, maxY: 0 });
  });

  it('counts the most used first, and says how many it leaves out', () => {
    expect(tally(['b', 'a', 'b', 'c'])).toEqual({
      top: [
        ['b', 2],
        ['a', 1],
        ['c', 1],
      ],
      more: 0,
    });
    const many = tally(Array.from({ length: 25 }, (_, i) => `#${i}`));
    expect(many.top).toHaveLength(20);
    expect(many.more).toBe(5);
  });

  it('gives whole strokes, as many as were asked for and fit', () => {
    const strokes = [stroke(0), long, stroke(2), stroke(3)];
    expect(strokesFrom(strokes, 0, 2)).toEqual([stroke(0), long]);
    expect(strokesFrom(strokes, 0, 4)).toEqual([stroke(0), long]);
    expect(strokesFrom(strokes, 2, 1)).toEqual([stroke(2)]);
    expect(strokesFrom(strokes, 9, 1)).toEqual([]);
  });

  it('takes the picture out of its data URL', () => {
    expect(thumbnailOf({ thumb: '' })).toBeUndefined();
    expect(thumbnailOf({ thumb: 'data:image/png;base64,AAAA' })).toBe('AAAA');
  });

  it('quotes a title so that it can end neither its quotes nor its line', () => {
    expect(quoted('')).toBe('Untitled');
    expect(quoted('a"\n- b\u2028c')).toBe('"a\\"\\n- b c"');
  });

  it('says what is in a list, and what is not', () => {
    expect(listText([], false, null)).toBe('There are none.');
    expect(listText([], true, null)).toBe('There are none in the trash.');
    const text = listText([{ ...entry, strokeCount: 1 }], true, 'abc');
    expect(text).toMatch(/^In the trash, the newest change first:\n- "Quay": .*, rev 3, 1 stroke, /);
    expect(text).toMatch(/call again with cursor abc$/);
  });

  it('says how many strokes are left out, and where to go on', () => {
    const strokes = [stroke(0), stroke(1), stroke(2)];
    const said = (given: { from: number; count: number } | undefined, of = strokes) =>
      drawingText({
        drawing: { ...entry, strokes: of, thumb: '' },
        bounds: boundsOf(of),
        tools: tally(of.map(({ tool }) => tool)),
        colors: tally(of.map(({ color }) => color)),
        given,
      });
    expect(said(undefined)).toContain('Its strokes are left out (3)');
    expect(said({ from: 0, count: 3 })).toContain('All strokes are in the structured result.');
    expect(said({ from: 1, count: 1 })).toContain(
      '1 to 1 are in the structured result; 2 are left out. Go on with from: 2.',
    );
    expect(said({ from: 2, count: 1 })).toMatch(/2 are left out\.$/);
    expect(said({ from: 7, count: 0 })).toContain('There is no stroke 7: the last is 2.');
    expect(said({ from: 1, count: 0 })).toContain(
      'too large to give. All 3 are left out. Go on with from: 2.',
    );
    expect(said(undefined, [])).toMatch(
      /Nothing is drawn in it\.\nNo thumbnail is stored.*\nThere are no strokes/,
    );
    expect(said(undefined)).toContain(
      'Bounds: x 0 to 2, y 0 to 0 (drawing units).\nTools: pen (3). Colours: #000 (3).',
    );
  });
});
