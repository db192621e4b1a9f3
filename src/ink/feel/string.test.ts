import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Point } from '../../core/drawing/types.ts';
import { PulledString } from './string.ts';

/** Where the line goes while the pointer goes through these places. */
function pulled(points: readonly Point[], steady: number): Point[] {
  const string = new PulledString(steady);
  string.begin(...points[0]!);
  return points.map(([x, y]): Point => {
    string.pull(x, y);
    return [string.x, string.y];
  });
}

const coordinate = fc.double({ min: -2000, max: 2000, noNaN: true });
const path = fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 50 });
const steadiness = fc.double({ min: 0.01, max: 1, noNaN: true });

describe('ink: the string that steadies a line', () => {
  test('without a string the line is where the pointer is, exactly', () => {
    fc.assert(
      fc.property(path, (points) => {
        expect(pulled(points, 0)).toEqual(points);
      }),
    );
  });

  test('the line stays within the string of the pointer, and never beyond a straight way', () => {
    fc.assert(
      fc.property(path, steadiness, (points, steady) => {
        pulled(points, steady).forEach(([x, y], i) => {
          const [px, py] = points[i]!;
          expect(Math.hypot(px - x, py - y)).toBeLessThanOrEqual(64 * steady * steady + 1e-6);
        });
      }),
    );
  });

  test('a straight line stays straight', () => {
    const points = Array.from({ length: 80 }, (_, i): Point => [5 * i, 3 * i]);
    const line = pulled(points, 0.7);
    for (const [x, y] of line) expect(Math.abs(3 * x - 5 * y)).toBeLessThan(1e-6);
    expect(line.at(-1)![0]).toBeGreaterThan(340);
  });

  test('the steadier, the less is left of a shaking hand', () => {
    const shaking = Array.from({ length: 400 }, (_, i): Point => [i, 6 * Math.sin(i / 3)]);
    const bend = (steady: number) => {
      const settled = pulled(shaking, steady).slice(200, 330);
      return Math.max(...settled.map(([, y]) => y)) - Math.min(...settled.map(([, y]) => y));
    };
    const bends = [0, 0.3, 0.6, 1].map(bend);
    expect(bends[0]).toBeGreaterThan(11.5);
    expect(bends[1]).toBeLessThan(0.7 * bends[0]!);
    expect(bends[2]).toBeLessThan(0.6 * bends[1]!);
    expect(bends[3]).toBeLessThan(0.6 * bends[2]!);
  });
});
