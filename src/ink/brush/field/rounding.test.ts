import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stroke } from '../../../../tests/support/drawing/any-stroke.ts';
import type { Point } from '../../../core/drawing/types.ts';
import { asFlatStroke } from '../flat-stroke.ts';
import { pen } from '../kinds/pen.ts';
import { traceOf } from './trace.ts';

/** The places of the trace, drawing units. */
function traced(points: readonly Point[], scale: number, pressure?: number[]): Point[] {
  const line = { ...stroke(0), size: 2, points, ...(pressure && { pressure }) };
  const { count, x, y } = traceOf(asFlatStroke(line), pen, scale);
  return Array.from({ length: count }, (_, i) => [x[i]! / scale, y[i]! / scale]);
}

/** A circle around 0, 0 as so many points. */
const circle = (radius: number, count: number): Point[] =>
  Array.from({ length: count + 1 }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });

/** The largest turn from one piece to the next, degrees. */
function sharpest(points: readonly Point[]): number {
  const turns = points.slice(2).map(([x, y], i) => {
    const [[ax, ay], [bx, by]] = [points[i]!, points[i + 1]!];
    const [ux, uy, vx, vy] = [bx - ax, by - ay, x - bx, y - by];
    return (Math.abs(Math.atan2(ux * vy - uy * vx, ux * vx + uy * vy)) * 180) / Math.PI;
  });
  return Math.max(...turns);
}

/** How far a place lies from a line. */
function distance(line: readonly Point[], [x, y]: Point): number {
  const each = line.slice(1).map(([bx, by], i) => {
    const [ax, ay] = line[i]!;
    const [dx, dy] = [bx - ax, by - ay];
    const t = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy);
    const part = Math.min(1, Math.max(0, t));
    return Math.hypot(ax + part * dx - x, ay + part * dy - y);
  });
  return Math.min(...each);
}

describe('brush: a line that turns a little', () => {
  test('brush: a curl that was drawn small has no facets at eight times the zoom', () => {
    // A curl of 3 units, stored as a hand's is at 80 %: within a tenth of a pixel.
    const curl = circle(3, 9);
    expect(sharpest(curl)).toBeCloseTo(40);
    const shown = traced(curl, 8);
    expect(sharpest(shown)).toBeLessThan(20);
    for (const [x, y] of shown) expect(Math.abs(Math.hypot(x, y) - 3)).toBeLessThan(0.25);
  });

  test('brush: where no facet could be seen, the line has the stored points and no others', () => {
    const fine = circle(40, 90);
    expect(traced(fine, 1)).toHaveLength(fine.length);
  });

  test('brush: a right angle stays one, at any zoom, and so does a straight line', () => {
    const square: Point[] = [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
    ];
    expect(traced(square, 20)).toEqual(square);
    const straight: Point[] = [
      [0, 0],
      [10, 5],
      [20, 10],
    ];
    expect(traced(straight, 20)).toEqual(straight);
  });

  test('brush: a large octagon keeps its sides, and passes its corners at about half a unit', () => {
    const corners = circle(100, 8);
    const shown = traced(corners, 10);
    // Where the line begins and ends, nothing is rounded.
    for (const corner of corners.slice(1, -1)) {
      expect(distance(shown, corner)).toBeGreaterThan(0.2);
      expect(distance(shown, corner)).toBeLessThan(0.53);
    }
    const [[ax, ay], [bx, by]] = [corners[0]!, corners[1]!];
    expect(distance(shown, [(ax + bx) / 2, (ay + by) / 2])).toBeLessThan(0.01);
  });

  test('brush: it stays within the bounds of its points, and begins and ends where they do', () => {
    const place = fc.double({ min: -30, max: 30, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(place, place, fc.double({ min: 0, max: 1, noNaN: true })), {
          minLength: 2,
          maxLength: 30,
        }),
        fc.double({ min: 0.1, max: 20, noNaN: true }),
        (samples, scale) => {
          const points = samples.map(([x, y]): Point => [x, y]);
          const pressure = samples.map(([, , pressed]) => pressed);
          const shown = traced(points, scale, pressure);
          const grid = 1 / 256 / scale;
          for (const axis of [0, 1] as const) {
            const given = points.map((point) => point[axis]);
            const [least, most] = [Math.min(...given) - grid, Math.max(...given) + grid];
            for (const point of shown) {
              expect(point[axis]).toBeGreaterThanOrEqual(least);
              expect(point[axis]).toBeLessThanOrEqual(most);
            }
            expect(Math.abs(shown[0]![axis] - given[0]!)).toBeLessThan(grid);
            expect(Math.abs(shown.at(-1)![axis] - given.at(-1)!)).toBeLessThan(grid);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
