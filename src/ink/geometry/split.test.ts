import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { realStrokes } from '../../../tests/support/drawing/strokes.ts';
import type { Point, Stroke } from '../../core/drawing/types.ts';
import { radiusOf } from '../brush/kinds/width.ts';
import { distanceToSegment } from './hit-test.ts';
import { type EraserMove, splitStroke } from './split.ts';

const line = (points: readonly Point[], size = 2, pressure?: readonly number[]): Stroke => ({
  tool: 'pen',
  color: '#000',
  size,
  points,
  ...(pressure && { pressure }),
});

const rub = (from: Point, to: Point = from, radius = 5, zoom = 1): EraserMove => ({ from, to, radius, zoom });

/** Half of the stroke's width at a point. */
const half = ({ size, pressure }: Stroke, i: number) => size * radiusOf(pressure?.[i] ?? 0.5);

/** Places along the stroke, close together, each with half of the width there. */
function inkOf(stroke: Stroke): { readonly x: number; readonly y: number; readonly half: number }[] {
  const { points } = stroke;
  if (points.length === 1) return [{ x: points[0]![0], y: points[0]![1], half: half(stroke, 0) }];
  return points.slice(1).flatMap(([bx, by], i) => {
    const [ax, ay] = points[i]!;
    return Array.from({ length: 9 }, (_, k) => {
      const t = k / 8;
      return {
        x: ax + t * (bx - ax),
        y: ay + t * (by - ay),
        half: half(stroke, i) * (1 - t) + half(stroke, i + 1) * t,
      };
    });
  });
}

function distanceToStroke({ points }: Stroke, x: number, y: number): number {
  const pieces = points.map((a, i) =>
    distanceToSegment(x, y, a, points[Math.min(i + 1, points.length - 1)]!),
  );
  return Math.min(...pieces);
}

const some = realStrokes(400);
const coordinate = fc.double({ min: 0, max: 1, noNaN: true });
/** A real stroke, with or without pressure, and a segment eraser's move over it. */
const cases = fc
  .record({
    which: fc.nat(some.length - 1),
    pressed: fc.boolean(),
    where: fc.tuple(coordinate, coordinate, coordinate, coordinate),
    radius: fc.double({ min: 0.5, max: 30, noNaN: true }),
    zoom: fc.constantFrom(0.3, 1, 4),
  })
  .map(({ which, pressed, where, radius, zoom }) => {
    const real = some[which]!;
    const pressure = real.points.map((_, i) => Math.round((Math.sin(i / 5) + 1) * 500) / 1000);
    const stroke: Stroke = pressed ? { ...real, pressure } : real;
    const xs = stroke.points.map(([x]) => x);
    const ys = stroke.points.map(([, y]) => y);
    const [left, top] = [Math.min(...xs) - 10, Math.min(...ys) - 10];
    const [width, height] = [Math.max(...xs) + 10 - left, Math.max(...ys) + 10 - top];
    const at = (a: number, b: number): Point => [left + a * width, top + b * height];
    // Begins near the stroke itself in most cases.
    const [x, y] = stroke.points[Math.floor(where[0] * (stroke.points.length - 1))]!;
    const from: Point = where[1] < 0.7 ? [x + radius * where[2], y] : at(where[0], where[1]);
    return { stroke, rub: rub(from, where[3] < 0.5 ? from : at(where[2], where[3]), radius, zoom) };
  });

describe('ink: rubbing out a part', () => {
  test('a line is cut where the circle begins and ends, its own round ends included', () => {
    const stroke = line([
      [0, 0],
      [100, 0],
    ]);
    const [left, right, ...more] = splitStroke(stroke, rub([50, 0]));
    expect(more).toEqual([]);
    // The circle's radius of 5 and half of the line's width, 1, and almost nothing more.
    expect(left?.points).toEqual([
      [0, 0],
      [expect.closeTo(43.98, 1), 0],
    ]);
    expect(right?.points).toEqual([
      [expect.closeTo(56.02, 1), 0],
      [100, 0],
    ]);
    expect(left).toMatchObject({ tool: 'pen', color: '#000', size: 2 });
    expect(left).not.toHaveProperty('pressure');
  });

  test('what the circle sweeps over on its way goes, and not what lies beside it', () => {
    const stroke = line([
      [0, 0],
      [100, 0],
    ]);
    const parts = splitStroke(stroke, rub([30, 0], [70, 0]));
    expect(parts.map(({ points }) => points.length)).toEqual([2, 2]);
    expect(parts[0]!.points[1]![0]).toBeCloseTo(23.98, 1);
    expect(parts[1]!.points[0]![0]).toBeCloseTo(76.02, 1);
    expect(splitStroke(stroke, rub([50, 6.5]))).toEqual([stroke]);
    expect(splitStroke(stroke, rub([50, 6.5]))[0]).toBe(stroke);
  });

  test('pressure is shared out where the line is cut', () => {
    const stroke = line(
      [
        [0, 0],
        [100, 0],
      ],
      2,
      [0, 1],
    );
    const [left, right] = splitStroke(stroke, rub([50, 0]));
    expect(left?.pressure).toEqual([0, expect.closeTo(left!.points[1]![0] / 100, 2)]);
    expect(right?.pressure).toEqual([expect.closeTo(right!.points[0]![0] / 100, 2), 1]);
    // With more pressure the line is wider, so it is cut further away.
    expect(right!.points[0]![0] - 50).toBeGreaterThan(50 - left!.points[1]![0]);
  });

  test('a dot goes whole, and so does what would be left as a crumb', () => {
    expect(splitStroke(line([[0, 0]]), rub([3, 0]))).toEqual([]);
    expect(splitStroke(line([[0, 0]]), rub([7, 0]))).toHaveLength(1);
    const short = line([
      [0, 0],
      [6.3, 0],
    ]);
    expect(splitStroke(short, rub([0, 0]))).toEqual([]);
    expect(splitStroke(short, rub([0, 0], [0, 0], 5, 4))).toHaveLength(1);
  });

  test('every part keeps the tilt of its points, the opacity, the layer and the time of its stroke', () => {
    const rest = { tool: 'chalk', color: '#abc', size: 4, opacity: 0.5, layer: 'ink2', at: 70 };
    const points: Point[] = [
      [0, 0],
      [10, 0],
      [90, 0],
      [100, 0],
    ];
    const stroke: Stroke = { ...rest, points, pressure: [0.1, 0.2, 0.6, 0.7], tilt: [0, 0.1, 0.5, 1] };
    const parts = splitStroke(stroke, rub([50, 0]));
    expect(parts).toHaveLength(2);
    for (const part of parts) expect(part).toMatchObject(rest);
    const [before, after] = parts;
    expect(before?.tilt?.slice(0, 2)).toEqual([0, 0.1]);
    expect(after?.tilt?.slice(-2)).toEqual([0.5, 1]);
    // Where it was cut, the tilt lies between those of its neighbours, like the pressure.
    expect(before?.tilt?.at(-1)).toBeCloseTo(before!.pressure!.at(-1)! - 0.1, 2);
    expect([before?.tilt?.length, after?.tilt?.length]).toEqual([3, 3]);
  });

  test('of real strokes, all that is left comes from them, and none of it lies within the circle', () => {
    let cuts = 0;
    fc.assert(
      fc.property(cases, ({ stroke, rub }) => {
        const parts = splitStroke(stroke, rub);
        if (parts[0] !== stroke) cuts++;
        const fine = 10 ** -2 / Math.min(1, rub.zoom);
        for (const part of parts) {
          expect(part.pressure?.length).toBe(stroke.pressure && part.points.length);
          for (const value of part.pressure ?? []) expect(value >= 0 && value <= 1).toBe(true);
          for (const { x, y, half } of inkOf(part)) {
            expect(distanceToStroke(stroke, x, y)).toBeLessThanOrEqual(fine * 2);
            const away = distanceToSegment(x, y, rub.from, rub.to) - half;
            expect(away).toBeGreaterThanOrEqual(rub.radius - 1e-6);
          }
        }
      }),
      { numRuns: 200 },
    );
    expect(cuts).toBeGreaterThan(60);
  });

  test('of real strokes, nothing goes that lies clear of the circle, and what is left keeps its points and order', () => {
    fc.assert(
      fc.property(cases, ({ stroke, rub }) => {
        const parts = splitStroke(stroke, rub);
        const fine = 10 ** -2 / Math.min(1, rub.zoom);
        const kept = new Set(parts.flatMap(({ points }) => points));
        const crumb = 0.5 / rub.zoom;
        /** True if the stroke ends, or is rubbed out, within a piece that is too short to keep. */
        const endsSoon = (from: number, by: 1 | -1): boolean => {
          let way = 0;
          for (let i = from; ; i += by) {
            const [a, b] = [stroke.points[i]!, stroke.points[i + by]];
            if (!b) return true;
            const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
            const steps = Math.ceil((16 * length) / crumb) + 1;
            for (let t = 0; t <= 1; t += 1 / steps) {
              if (way + t * length > crumb + fine) return false;
              const [x, y] = [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
              const width = half(stroke, i) * (1 - t) + half(stroke, i + by) * t;
              if (distanceToSegment(x, y, rub.from, rub.to) - width - rub.radius < fine + 0.1) return true;
            }
            way += length;
          }
        };
        for (const [i, point] of stroke.points.entries()) {
          if (!endsSoon(i, 1) || !endsSoon(i, -1)) expect(kept.has(point)).toBe(true);
        }
        const order = parts.flatMap(({ points }) =>
          points.map((point) => stroke.points.indexOf(point)).filter((i) => i >= 0),
        );
        expect(order).toEqual(order.toSorted((a, b) => a - b));
      }),
      { numRuns: 300 },
    );
  });
});
