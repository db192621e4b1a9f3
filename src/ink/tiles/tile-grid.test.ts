import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Bounds, overlap } from '../geometry/bounds.ts';
import {
  type Cell,
  cellBounds,
  cellCount,
  cellsOver,
  cellsTouched,
  INK_EDGE,
  inSpan,
  nearestFirst,
  type Span,
} from './tile-grid.ts';

const scales = fc.double({ min: 0.05, max: 60, noNaN: true });
const areas = fc
  .record({
    x: fc.double({ min: -1e5, max: 1e5, noNaN: true }),
    y: fc.double({ min: -1e5, max: 1e5, noNaN: true }),
    width: fc.double({ min: 0.5, max: 4000, noNaN: true }),
    height: fc.double({ min: 0.5, max: 4000, noNaN: true }),
  })
  .map(({ x, y, width, height }): Bounds => ({ minX: x, minY: y, maxX: x + width, maxY: y + height }));

/** The cells of a span and a ring of neighbours around them. */
function around({ left, top, right, bottom }: Span, scale: number): Cell[] {
  return nearestFirst({ left: left - 1, top: top - 1, right: right + 1, bottom: bottom + 1 }, scale);
}

describe('ink: the grid of tiles', () => {
  test('the tiles over a view cover all of it, and none of them lies beside it', () => {
    fc.assert(
      fc.property(areas, scales, (view, scale) => {
        const span = cellsOver(view, scale);
        fc.pre(cellCount(span) < 400);
        const first = cellBounds({ scale, x: span.left, y: span.top });
        const last = cellBounds({ scale, x: span.right, y: span.bottom });
        const slack =
          1e-9 * (Math.abs(view.minX) + Math.abs(view.maxX) + Math.abs(view.minY) + Math.abs(view.maxY));
        expect(first.minX).toBeLessThanOrEqual(view.minX + slack);
        expect(first.minY).toBeLessThanOrEqual(view.minY + slack);
        expect(last.maxX).toBeGreaterThanOrEqual(view.maxX - slack);
        expect(last.maxY).toBeGreaterThanOrEqual(view.maxY - slack);
        for (const cell of nearestFirst(span, scale)) expect(overlap(cellBounds(cell), view)).toBe(true);
        expect(nearestFirst(span, scale)).toHaveLength(cellCount(span));
      }),
    );
  });

  test("a stroke's tiles are exactly those that its bounds, and the edge of its ink, touch", () => {
    fc.assert(
      fc.property(areas, scales, (bounds, scale) => {
        const span = cellsTouched(bounds, scale);
        fc.pre(cellCount(span) < 400);
        for (const cell of around(span, scale)) {
          const box = cellBounds(cell);
          const edge = INK_EDGE / scale;
          // More, or less, than rounding.
          const slack = 1e-7 / scale + 1e-9 * (Math.abs(bounds.minX) + Math.abs(bounds.minY) + 4000);
          const by = Math.min(
            box.maxX - (bounds.minX - edge),
            bounds.maxX + edge - box.minX,
            box.maxY - (bounds.minY - edge),
            bounds.maxY + edge - box.minY,
          );
          if (by > slack) expect(inSpan(span, cell)).toBe(true);
          if (by < -slack) expect(inSpan(span, cell)).toBe(false);
        }
      }),
    );
  });

  test('cells of a grid meet without a gap, and are ordered from the middle outwards', () => {
    const cells = nearestFirst({ left: -2, top: -1, right: 3, bottom: 2 }, 1.3);
    const away = cells.map(({ x, y }) => Math.hypot(x - 0.5, y - 0.5));
    expect(away).toEqual(away.toSorted((a, b) => a - b));
    expect(cellBounds({ scale: 1.3, x: 1, y: 0 }).minX).toBe(cellBounds({ scale: 1.3, x: 0, y: 0 }).maxX);
  });
});
