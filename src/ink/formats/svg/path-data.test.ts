import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Point } from '../../../core/drawing/types.ts';
import { parsePath } from './path-data.ts';

const ends = (d: string) => parsePath(d).map((run) => run.at(-1));

/** The greatest distance of `points` from the segments of `line`. */
function farthest(points: readonly Point[], line: readonly Point[]): number {
  return Math.max(
    ...points.map(([px, py]) =>
      Math.min(
        ...line.slice(1).map(([bx, by], i) => {
          const [ax, ay] = line[i]!;
          const [dx, dy] = [bx - ax, by - ay];
          const squared = dx * dx + dy * dy;
          const t = squared === 0 ? 0 : Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / squared));
          return Math.hypot(px - ax - t * dx, py - ay - t * dy);
        }),
      ),
    ),
  );
}

const many = (at: (t: number) => Point) => Array.from({ length: 401 }, (_, i) => at(i / 400));

describe('studio: SVG path data', () => {
  test('M L H V Z, absolute and relative, say the same', () => {
    const wanted = [
      [
        [1, 2],
        [4, 6],
        [9, 6],
        [9, 1],
        [1, 2],
      ],
    ];
    expect(parsePath('M1 2L4 6H9V1Z')).toEqual(wanted);
    expect(parsePath('m1,2l3,4h5v-5z')).toEqual(wanted);
    expect(parsePath('M1 2 4 6 9 6 9 1z')).toEqual(wanted);
  });

  test('numbers need nothing between them where they can be told apart', () => {
    expect(parsePath('M.5.5-1-2L1e1+2.5')).toEqual([
      [
        [0.5, 0.5],
        [-1, -2],
        [10, 2.5],
      ],
    ]);
    expect(ends('M0 0a1 1 0 0110 5')).toEqual([[10, 5]]);
  });

  test('after a closed run the next one begins where that began', () => {
    expect(parsePath('M1 1h4v4z l2 3')).toEqual([
      [
        [1, 1],
        [5, 1],
        [5, 5],
        [1, 1],
      ],
      [
        [1, 1],
        [3, 4],
      ],
    ]);
    expect(parsePath('M1 1h4zz')).toHaveLength(1);
  });

  test('a moveto alone draws nothing, and a line of no length a dot', () => {
    expect(parsePath('M1 1M2 2h0')).toEqual([
      [
        [2, 2],
        [2, 2],
      ],
    ]);
    expect(parsePath('')).toEqual([]);
  });

  test('C and S, Q and T: the handle of the one before is mirrored, and only its own kind', () => {
    expect(parsePath('M0 0C0 5 10 5 10 0S20-5 20 0')).toEqual(parsePath('M0 0C0 5 10 5 10 0C10-5 20-5 20 0'));
    expect(parsePath('M0 0q5 10 10 0t10 0')).toEqual(parsePath('M0 0Q5 10 10 0Q15-10 20 0'));
    expect(parsePath('M0 0Q5 10 10 0S20 5 20 0')).toEqual(parsePath('M0 0Q5 10 10 0C10 0 20 5 20 0'));
    expect(parsePath('M0 0L10 0T20 0')).toEqual(parsePath('M0 0L10 0Q10 0 20 0'));
  });

  test('any curve is flattened within 0.1 px, at any scale that it is drawn at', () => {
    const v = fc.double({ min: -800, max: 800, noNaN: true });
    const p = fc.tuple(v, v);
    fc.assert(
      fc.property(p, p, p, p, fc.double({ min: 0.01, max: 30, noNaN: true }), (a, b, c, d, scale) => {
        const [run] = parsePath(`M${a.join()}C${[b, c, d].join()}`, [scale, 0, 0, scale, 0, 0]);
        const at = (t: number): Point => {
          const s = 1 - t;
          const [i, j, k, l] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
          const on = (n: 0 | 1) => scale * (i * a[n] + j * b[n] + k * c[n] + l * d[n]);
          return [on(0), on(1)];
        };
        expect(farthest(many(at), run!)).toBeLessThan(0.1);
      }),
      { numRuns: 60 },
    );
  });

  test('any arc is the part of the ellipse that it says, within 0.1 px', () => {
    const r = fc.integer({ min: 1, max: 900 });
    const degrees = fc.integer({ min: -180, max: 180 });
    fc.assert(
      fc.property(
        r,
        r,
        degrees,
        degrees,
        fc.integer({ min: 5, max: 355 }),
        fc.boolean(),
        (rx, ry, tilt, from, turn, sweep) => {
          const [cos, sin] = [Math.cos((tilt * Math.PI) / 180), Math.sin((tilt * Math.PI) / 180)];
          const at = (t: number): Point => {
            const angle = ((from + (sweep ? 1 : -1) * turn * t) * Math.PI) / 180;
            const [x, y] = [rx * Math.cos(angle), ry * Math.sin(angle)];
            return [x * cos - y * sin, x * sin + y * cos];
          };
          const flags = `${turn > 180 ? 1 : 0} ${sweep ? 1 : 0}`;
          const [run] = parsePath(`M${at(0).join()}A${rx} ${ry} ${tilt} ${flags} ${at(1).join()}`);
          expect(farthest(many(at), run!)).toBeLessThan(0.1);
          expect(farthest(run!, many(at))).toBeLessThan(0.15);
        },
      ),
      { numRuns: 80 },
    );
  });

  test('an arc whose radii are too small is grown, one without a radius is a line, one that goes nowhere nothing', () => {
    const [half] = parsePath('M0 0A1 1 0 0 1 10 0');
    expect(Math.min(...half!.map(([, y]) => y))).toBeCloseTo(-5, 1);
    expect(parsePath('M0 0A0 5 0 0 1 10 0')).toEqual([
      [
        [0, 0],
        [10, 0],
      ],
    ]);
    expect(parsePath('M3 3A5 5 0 0 1 3 3')).toEqual([]);
  });

  test.each([
    'L1 1',
    'M1',
    'M1 1L',
    'M0 0X3',
    'M0 0A1 1 0 2 0 5 5',
    'M0 0L1 1,',
    'M0 0 L NaN 1',
    'M0 0L1e400 0',
  ])('“%s” is refused with the place where it cannot be read', (d) => {
    if (d.endsWith(',')) expect(parsePath(d)).toHaveLength(1);
    else expect(() => parsePath(d)).toThrow(/"code":"path","at":\d+/);
  });

  test('points are told as they come', () => {
    let told = 0;
    const runs = parsePath('M0 0h5v5C0 0 50 50 100 0zM1 1A5 5 0 0 1 9 9', undefined, (points) => {
      told += points;
    });
    expect(told).toBe(runs.reduce((sum, run) => sum + run.length, 0));
  });
});
