import { describe, expect, test } from 'vitest';
import { COORDINATE_MAX } from '../../../core/drawing/limits.ts';
import { type Placing, pasteMove } from './place.ts';

const view = { minX: 100, minY: 200, maxX: 500, maxY: 400 };
const bounds = { minX: 110, minY: 210, maxX: 150, maxY: 230 };
const there: Placing = { bounds, view, zoom: 1, pasted: 0, own: 'there' };

describe('studio: where pasted strokes go', () => {
  test('in their own drawing each copy lies a little beside the one before', () => {
    expect([0, 1, 2].map((pasted) => pasteMove({ ...there, pasted }))).toEqual([
      { dx: 16, dy: 16 },
      { dx: 32, dy: 32 },
      { dx: 48, dy: 48 },
    ]);
    expect(pasteMove({ ...there, zoom: 4 })).toEqual({ dx: 4, dy: 4 });
  });

  test('what was cut comes back to its place', () => {
    expect(pasteMove({ ...there, own: 'cut' })).toEqual({ dx: 0, dy: 0 });
    expect(pasteMove({ ...there, own: 'cut', pasted: 1 })).toEqual({ dx: 16, dy: 16 });
  });

  test('in another drawing, or where their place is out of view, they lie in the middle of the view', () => {
    const middle = { dx: 170, dy: 80 };
    expect(pasteMove({ ...there, own: 'elsewhere' })).toEqual(middle);
    expect(pasteMove({ ...there, own: 'elsewhere', pasted: 2 })).toEqual({ dx: 202, dy: 112 });
    const right = { minX: 510, minY: 210, maxX: 550, maxY: 230 };
    const left = { ...right, minX: 50, maxX: 90 };
    for (const own of ['there', 'cut'] as const) {
      expect(pasteMove({ ...there, bounds: right, own })).toEqual({ dx: -230, dy: 80 });
      expect(pasteMove({ ...there, bounds: left, own })).toEqual({ dx: 230, dy: 80 });
    }
  });

  test('a move is on the grid of the points, and ends at the edge of the paper', () => {
    const odd = { ...there, own: 'elsewhere', zoom: 0.9, bounds: { ...bounds, maxX: 150.333 } } as const;
    expect(pasteMove(odd).dx).toBe(169.8);
    const far = { minX: COORDINATE_MAX - 10, minY: -COORDINATE_MAX, maxX: COORDINATE_MAX, maxY: 0 };
    expect(pasteMove({ ...there, bounds: far, view: far })).toEqual({ dx: 0, dy: 16 });
  });
});
