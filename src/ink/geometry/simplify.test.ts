import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { realStrokes } from '../../../tests/support/drawing/strokes.ts';
import { POINTS_MAX } from '../../core/drawing/limits.ts';
import type { Point, Stroke } from '../../core/drawing/types.ts';
import { paintPixels } from '../brush/field/paint-stroke.ts';
import { blankPixels } from '../brush/field/pixels.ts';
import { asFlatStroke } from '../brush/flat-stroke.ts';
import { distanceToSegment } from './hit-test.ts';
import { decimalsAt, type StoredInk, storedInk } from './simplify.ts';
import type { StrokeSamples } from './stroke-samples.ts';

function trace(
  points: readonly Point[],
  pressure: readonly number[] = [],
  tilt: readonly number[] = [],
): StrokeSamples {
  return { x: points.map(([x]) => x), y: points.map(([, y]) => y), pressure: [...pressure], tilt: [...tilt] };
}

/** The farthest distance of a sample from the stored line, screen px. */
function farthest({ x, y }: StrokeSamples, runs: readonly StoredInk[], zoom: number): number {
  let worst = 0;
  for (let i = 0; i < x.length; i++) {
    let nearest = Number.POSITIVE_INFINITY;
    for (const { points } of runs) {
      for (let k = 0; k < Math.max(1, points.length - 1); k++) {
        const d = distanceToSegment(x[i]!, y[i]!, points[k]!, points[Math.min(k + 1, points.length - 1)]!);
        nearest = Math.min(nearest, d);
      }
    }
    worst = Math.max(worst, nearest);
  }
  return worst * zoom;
}

const ZOOMS = [0.05, 0.1, 0.33, 1, 2.5, 7, 20];
const LIMIT = 0.15;

describe('ink: what is stored of a stroke', () => {
  test('every sample of real strokes lies within 0.15 screen px of what is stored, at every zoom', () => {
    for (const [i, { points }] of realStrokes(400).entries()) {
      const zoom = ZOOMS[i % ZOOMS.length]!;
      // Samples drawn on the screen at this zoom, with fractions as a real digitiser sends them.
      const samples = trace(points.map(([x, y]): Point => [(x + 0.317) / zoom, (y - 0.743) / zoom]));
      expect(farthest(samples, storedInk(samples, zoom, 4), zoom)).toBeLessThanOrEqual(LIMIT);
    }
  });

  test('any samples at all lie within 0.15 screen px, those that run back over themselves too', () => {
    const coordinate = fc.oneof(
      fc.double({ min: -300, max: 300, noNaN: true }),
      fc.integer({ min: -3, max: 3 }),
    );
    const samples = fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(samples, fc.constantFrom(...ZOOMS), (points, zoom) => {
        const drawn = trace(points.map(([x, y]): Point => [x / zoom, y / zoom]));
        return farthest(drawn, storedInk(drawn, zoom, 4), zoom) <= LIMIT;
      }),
    );
  });

  test('real strokes become shorter, and keep their ends', () => {
    let before = 0;
    let after = 0;
    for (const { points } of realStrokes(200)) {
      const [run] = storedInk(trace(points), 1, 4);
      before += points.length;
      after += run!.points.length;
      const [first, last] = [points[0]!, points.at(-1)!];
      expect(Math.hypot(run!.points[0]![0] - first[0], run!.points[0]![1] - first[1])).toBeLessThan(0.08);
      expect(Math.hypot(run!.points.at(-1)![0] - last[0], run!.points.at(-1)![1] - last[1])).toBeLessThan(
        0.08,
      );
    }
    expect(after).toBeLessThan(before);
  });

  test('coordinates have no more decimals than a tenth of a pixel needs, and no -0', () => {
    expect([0.05, 0.1, 1, 2, 10, 20].map(decimalsAt)).toEqual([0, 0, 1, 2, 2, 3]);
    const [run] = storedInk(
      trace([
        [-0.01, 12.3456],
        [50, -0.04],
      ]),
      1,
      4,
    );
    expect(run!.points).toEqual([
      [0, 12.3],
      [50, 0],
    ]);
    expect(Object.is(run!.points[0]![0], -0) || Object.is(run!.points[1]![1], -0)).toBe(false);
    expect(JSON.parse(JSON.stringify(run))).toStrictEqual(run);
  });

  test('a tap is one point, and no samples are no stroke', () => {
    expect(
      storedInk(
        trace([
          [5, 5],
          [5.01, 5.01],
          [5, 5],
        ]),
        1,
        4,
      ),
    ).toEqual([{ points: [[5, 5]] }]);
    expect(storedInk(trace([]), 1, 4)).toEqual([]);
  });

  test('pressure keeps the points at which the width changes visibly', () => {
    const points = Array.from({ length: 101 }, (_, i): Point => [i, 0]);
    const bump = points.map((_, i) => (i === 50 ? 1 : 0.2));
    const [run] = storedInk(trace(points, bump), 1, 8);
    expect(run!.points.some(([x]) => x === 50)).toBe(true);
    expect(run!.pressure).toHaveLength(run!.points.length);
    expect(
      storedInk(
        trace(
          points,
          points.map(() => 0.3),
        ),
        1,
        8,
      )[0]!.points,
    ).toHaveLength(2);
  });

  test('tilt keeps the points at which the pen leans over, one value for each, and rounds them as pressure', () => {
    const points = Array.from({ length: 101 }, (_, i): Point => [i, 0]);
    const leaning = points.map((_, i) => (i < 40 ? 0.1 : i > 60 ? 0.7004 : 0.1 + 0.03 * (i - 40)));
    const [run] = storedInk(trace(points, [], leaning), 1, 8);
    const at = (place: number) => run!.tilt![run!.points.findIndex(([x]) => x === place)];
    expect([at(0), at(40), at(60), at(100)]).toEqual([0.1, 0.1, 0.7, 0.7]);
    expect(run!.points.length).toBeLessThan(8);
    expect(run!.tilt).toHaveLength(run!.points.length);
    expect(run).not.toHaveProperty('pressure');
  });

  test('a pen that is upright, or a sensor that trembles, adds neither values nor points', () => {
    const points = Array.from({ length: 101 }, (_, i): Point => [i, 0]);
    const upright = points.map((_, i) => (i % 2) / 10);
    expect(storedInk(trace(points, [], upright), 1, 8)).toEqual([
      {
        points: [
          [0, 0],
          [100, 0],
        ],
      },
    ]);
    const trembles = points.map((_, i) => 0.4 + (i % 2) * 0.018);
    expect(storedInk(trace(points, [], trembles), 1, 8)[0]!.tilt).toEqual([0.4, 0.4]);
  });

  test('pressure and tilt of any samples belong to the point that was sampled with them', () => {
    const part = fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000);
    const sample = fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 }), part, part);
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1, maxLength: 40 }), (samples) => {
        const points = samples.map(([x, y]): Point => [x, y]);
        const [pressure, tilt] = [samples.map(([, , p]) => p), samples.map(([, , , t]) => t)];
        const [run] = storedInk(trace(points, pressure, tilt), 1, 6);
        const known = new Set(samples.map(([x, y, p, t]) => [x, y, p, t].join()));
        const leans = tilt.some((one) => one > 0.1);
        expect(run!.tilt?.length).toBe(leans ? run!.points.length : undefined);
        run!.points.forEach(([x, y], i) => {
          const now = [x, y, run!.pressure![i], run!.tilt?.[i]];
          const has = leans
            ? known.has(now.join())
            : samples.some(([a, b, p]) => a === x && b === y && p === now[2]);
          expect(has).toBe(true);
        });
      }),
    );
  });

  test('a stroke longer than the limit becomes several that join', () => {
    const points = Array.from({ length: 25_000 }, (_, i): Point => [i, i % 2 === 0 ? 0 : 40]);
    const runs = storedInk(trace(points), 1, 4);
    expect(runs.map((run) => run.points.length)).toEqual([POINTS_MAX, POINTS_MAX, 5_002]);
    expect(runs[1]!.points[0]).toEqual(runs[0]!.points.at(-1));
    expect(runs[2]!.points[0]).toEqual(runs[1]!.points.at(-1));
  });

  test('coordinates beyond the paper are held at its edge', () => {
    expect(storedInk(trace([[2e6, -2e6]]), 1, 4)[0]!.points).toEqual([[1e6, -1e6]]);
  });

  // The streaks of a dry brush lie along the way, which is a little longer or shorter after each corner.
  test.each([
    ['wash', 0.0005],
    ['chalk', 0.0005],
    ['dry', 0.003],
  ])('%s: a sharp turn looks as it did while it was drawn', (tool, most) => {
    const [zoom, steps] = [1.7, 128];
    const corners: readonly Point[] = [
      [10, 20],
      [110, 30],
      [60, 66],
      [20, 60],
      [113, 83],
    ];
    // Samples every few pixels, as the stroke being drawn has them.
    const drawn = corners.slice(1).flatMap(([x, y], i): Point[] => {
      const [ax, ay] = corners[i]!;
      return Array.from({ length: steps }, (_, k) => [
        ax + ((x - ax) * (k + 1)) / steps,
        ay + ((y - ay) * (k + 1)) / steps,
      ]);
    });
    const samples = trace([corners[0]!, ...drawn]);
    const painted = (points: Stroke['points']) => {
      const pixels = blankPixels(0, 0, 220, 180);
      paintPixels(pixels, zoom, asFlatStroke({ tool, color: '#000000', size: 18, points, at: 0 }));
      return pixels.words.map((word) => word >>> 24);
    };
    const [stored] = storedInk(samples, zoom, 18);
    const before = painted([corners[0]!, ...drawn]);
    const after = painted(stored!.points);
    const inked = before.filter((alpha) => alpha > 0).length;
    const differing = before.filter((alpha, i) => Math.abs(alpha - after[i]!) > 24).length;
    expect(inked).toBeGreaterThan(5000);
    expect(differing / inked).toBeLessThan(most);
  });
});
