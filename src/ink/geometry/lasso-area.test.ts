import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { realStrokes } from '../../../tests/support/drawing/strokes.ts';
import type { Point, Stroke } from '../../core/drawing/types.ts';
import { LassoArea } from './lasso-area.ts';

const stroke = (points: readonly Point[]): Stroke => ({ tool: 'pen', color: '#000', size: 2, points });
const square = new LassoArea([
  [0, 0],
  [100, 0],
  [100, 100],
  [0, 100],
]);

/** The same question by summing turning angles, which LassoArea does not use. */
function winds(points: readonly Point[], x: number, y: number): boolean {
  let sum = 0;
  for (const [i, [ax, ay]] of points.entries()) {
    const [bx, by] = points[(i + 1) % points.length]!;
    const cross = (ax - x) * (by - y) - (bx - x) * (ay - y);
    const dot = (ax - x) * (bx - x) + (ay - y) * (by - y);
    sum += Math.atan2(cross, dot);
  }
  return Math.abs(sum) > Math.PI;
}

describe('ink: the loop of the lasso', () => {
  test('it takes a stroke of which at least half lies in it, by length and not by points', () => {
    expect(
      square.takes(
        stroke([
          [50, 50],
          [80, 50],
        ]),
      ),
    ).toBe(true);
    expect(
      square.takes(
        stroke([
          [60, 50],
          [139, 50],
        ]),
      ),
    ).toBe(true);
    expect(
      square.takes(
        stroke([
          [60, 50],
          [143, 50],
        ]),
      ),
    ).toBe(false);
    // Many points on a short way inside, few on a long way outside.
    const many = Array.from({ length: 50 }, (_, i): Point => [50 + i / 50, 50]);
    expect(square.takes(stroke([...many, [300, 50]]))).toBe(false);
    // Straight through the loop, with both ends outside.
    expect(
      square.takes(
        stroke([
          [-40, 50],
          [140, 50],
        ]),
      ),
    ).toBe(true);
    expect(
      square.takes(
        stroke([
          [-60, 50],
          [160, 50],
        ]),
      ),
    ).toBe(false);
  });

  test('a dot lies in it or not', () => {
    expect(square.takes(stroke([[50, 50]]))).toBe(true);
    expect(square.takes(stroke([[150, 50]]))).toBe(false);
    expect(
      square.takes(
        stroke([
          [50, 50],
          [50, 50],
        ]),
      ),
    ).toBe(true);
  });

  test('it is closed by itself, and what it runs around twice is in it', () => {
    const eight = new LassoArea([
      [0, 0],
      [100, 100],
      [100, 0],
      [0, 100],
    ]);
    expect([eight.holds(10, 50), eight.holds(90, 50), eight.holds(50, 10), eight.holds(50, 90)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const twice = new LassoArea([
      [0, 0],
      [100, 0],
      [100, 100],
      [0, 100],
      [0, 0],
      [100, 0],
      [100, 100],
      [0, 100],
    ]);
    expect(twice.holds(50, 50)).toBe(true);
  });

  test('any loop holds what it winds around', () => {
    const place = fc.integer({ min: 0, max: 60 });
    const points = fc.array(fc.tuple(place, place), { minLength: 3, maxLength: 30 });
    fc.assert(
      fc.property(points, fc.array(fc.tuple(place, place), { minLength: 5, maxLength: 20 }), (around, at) => {
        const loop = new LassoArea(around);
        // Off the grid, so that no place lies exactly on the line.
        for (const [x, y] of at) {
          expect(loop.holds(x + 0.317, y + 0.413)).toBe(winds(around, x + 0.317, y + 0.413));
        }
      }),
      { numRuns: 300 },
    );
  });

  test('drawn around real strokes it takes them all, and beside them none', () => {
    for (const one of realStrokes(150)) {
      const xs = one.points.map(([x]) => x);
      const ys = one.points.map(([, y]) => y);
      const [left, top, right, bottom] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
      const around = (dx: number): Point[] => [
        [left - 5 + dx, top - 5],
        [right + 5 + dx, top - 5],
        [right + 5 + dx, bottom + 5],
        [left - 5 + dx, bottom + 5],
      ];
      expect(new LassoArea(around(0)).takes(one)).toBe(true);
      expect(new LassoArea(around(right - left + 10.5)).takes(one)).toBe(false);
    }
  });
});
