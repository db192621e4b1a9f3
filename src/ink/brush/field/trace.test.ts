import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stroke } from '../../../../tests/support/drawing/any-stroke.ts';
import type { Point, Stroke } from '../../../core/drawing/types.ts';
import { distanceToSegment } from '../../geometry/hit-test.ts';
import { asFlatStroke } from '../flat-stroke.ts';
import { pen } from '../kinds/pen.ts';
import { wash } from '../kinds/wash.ts';
import { traceOf } from './trace.ts';

/** Wide, and without bends, so that its line goes through its points. */
const wide = { ...wash, bends: false };

const traced = (points: Stroke['points'], size: number, scale: number, pressure?: number[], brush = pen) => {
  const line = { ...stroke(0), points, size, ...(pressure ? { pressure } : {}) };
  const { count, x, y, radius } = traceOf(asFlatStroke(line), brush, scale);
  return Array.from({ length: count }, (_, i) => [x[i], y[i], radius[i]]);
};
const along = (...xs: number[]): Stroke['points'] => xs.map((x) => [x, 0]);

describe('brush: the trace of a stroke', () => {
  test('brush: points lie on 1/256 px of the scale, so their differences are exact', () => {
    for (const [x, y] of traced(along(0.1, 10.123_456, -99.999), 2, 0.73)) {
      expect([x! * 256, y! * 256].every(Number.isInteger)).toBe(true);
    }
  });

  test('brush: points closer than half a pixel, or a tenth of the radius, are left out, but never the last', () => {
    expect(traced(along(0, 0.4, 0.6, 1.0, 5, 5.1), 2, 1).map(([x]) => Math.round(x! * 10) / 10)).toEqual([
      0, 0.6, 5, 5.1,
    ]);
    expect(traced(along(0, 1, 1.9, 2, 3, 9), 40, 1).map(([x]) => x)).toEqual([0, 2, 9]);
  });

  test('brush: a point that is much wider than its neighbour is kept, however close', () => {
    const radii = traced(along(0, 0, 0), 20, 1, [0, 1, 0]).map(([, , radius]) => radius);
    expect(radii).toEqual([4, 16, 4]);
  });

  test('brush: however wide the stroke, points 6 px apart are kept, and those whose radius differs by a pixel', () => {
    expect(traced(along(0, 3, 5, 6, 9, 13), 100, 1, undefined, wash).map(([x]) => x)).toEqual([0, 6, 13]);
    const swelling = traced(along(0, 1, 2, 3, 4), 100, 1, [0.5, 0.51, 0.54, 0.55, 0.58], wash);
    expect(swelling.map(([x]) => x)).toEqual([0, 2, 4]);
  });

  test('brush: a corner is kept however close it is to the point before, if a long piece follows', () => {
    const places = (points: Stroke['points']) =>
      traced(points, 40, 1, undefined, wide).map(([x, y]) => [x, y]);
    const corner: Stroke['points'] = [
      [0, 0],
      [30, 0],
      [30, 5],
      [110, 5],
    ];
    expect(places(corner)).toEqual(corner);
    const toAndFro = along(0, 30, 34, 31, -40);
    expect(places(toAndFro)).toEqual(along(0, 30, 34, -40));
    // Straight on nothing would be seen of it.
    expect(places(along(0, 30, 35, 110))).toEqual(along(0, 30, 110));
  });

  test('brush: of several points that are left out, the line cuts off none', () => {
    for (const side of [1, -1]) {
      // Each line would pass one of the two, but not the other.
      const [ahead, back] = [0.45 * side, -0.45 * side];
      for (const line of [
        [
          [0, 0],
          [3, 0],
          [3.1, ahead],
          [100, 28 * side],
        ],
        [
          [0, 0],
          [3, 0],
          [3.1, back],
          [100, 14 * side],
        ],
      ] as Stroke['points'][])
        expect(traced(line, 40, 1, undefined, wide)).toHaveLength(3);
      const passed: Stroke['points'] = [
        [0, 0],
        [3, 0],
        [3.1, ahead],
        [100, 7 * side],
      ];
      expect(traced(passed, 40, 1, undefined, wide)).toHaveLength(2);
    }
  });

  test('brush: the line of a wide stroke passes each point that is left out within half a pixel', () => {
    // Whole numbers, since most doubles in a range lie close to 0.
    const part = (min: number, max: number) =>
      fc.integer({ min: 100 * min, max: 100 * max }).map((n) => n / 100);
    const length = fc.oneof(part(0, 1), part(0, 1), part(0, 6), part(0, 90));
    const turn = fc.oneof(fc.constant(0), part(-3, 3));
    let leftOut = 0;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(length, turn), { minLength: 1, maxLength: 40 }),
        // How much it turns at each point besides: a tight curl of many points, each of which turns little.
        fc.oneof(
          fc.constant(0),
          fc.integer({ min: -60, max: 60 }).map((n) => n / 100),
        ),
        part(8, 90),
        fc.integer({ min: 50, max: 400 }).map((n) => n / 100),
        (steps, curl, size, scale) => {
          let [x, y, heading] = [0, 0, 0];
          const points = steps.map(([length, turn]): Point => {
            heading += curl + turn;
            x += (length * Math.cos(heading)) / scale;
            y += (length * Math.sin(heading)) / scale;
            return [x, y];
          });
          const line = traced(points, size, scale, undefined, wide).map(([x, y]): Point => [x!, y!]);
          leftOut += points.length - line.length;
          for (const [x, y] of points) {
            const pieces = line.map((to, i) =>
              distanceToSegment(x * scale, y * scale, line[i - 1] ?? to, to),
            );
            expect(Math.min(...pieces)).toBeLessThan(0.5 + 1 / 256);
          }
        },
      ),
      { numRuns: 400 },
    );
    expect(leftOut).toBeGreaterThan(300);
  });
});
