import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyStroke } from '../../../tests/support/drawing/any-stroke.ts';
import { realStrokes } from '../../../tests/support/drawing/strokes.ts';
import { COORDINATE_MAX, SIZE_MAX } from '../../core/drawing/limits.ts';
import type { Stroke } from '../../core/drawing/types.ts';
import { strokeBounds } from './bounds.ts';
import {
  composed as followedBy,
  limitTransform,
  movedBy,
  scaledAbout,
  type Transform,
  transformed,
} from './transform.ts';

/** The stroke, transformed as far as the limits allow. */
function done(stroke: Stroke, transform: Transform): Stroke {
  return transformed(stroke, limitTransform(transform, strokeBounds(stroke), stroke.size, stroke.size));
}

describe('ink: moving and scaling', () => {
  test('a moved stroke is the same one elsewhere, and no fraction grows a tail', () => {
    const stroke: Stroke = {
      tool: 'pen',
      color: '#000',
      size: 3,
      points: [
        [0.1, 0.2],
        [10.1, 0.2],
      ],
      pressure: [0.2, 1],
    };
    expect(done(stroke, movedBy(0.2, 0.1))).toEqual({
      ...stroke,
      points: [
        [0.3, 0.3],
        [10.3, 0.3],
      ],
    });
    for (const real of realStrokes(50)) {
      const there = done(real, movedBy(123.4, -77.7));
      expect(done(there, movedBy(-123.4, 77.7))).toEqual(real);
    }
  });

  test('scaling keeps proportions: every distance and the width grow alike, and the anchor stays', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...realStrokes(80)),
        fc.double({ min: 0.2, max: 5, noNaN: true }),
        (stroke, factor) => {
          const [x, y] = stroke.points[0]!;
          const scaled = done(stroke, scaledAbout({ x, y }, factor));
          expect(scaled.points[0]![0]).toBeCloseTo(x, 2);
          expect(scaled.points[0]![1]).toBeCloseTo(y, 2);
          expect(scaled.size / stroke.size).toBeCloseTo(factor, 2);
          expect(scaled.points).toHaveLength(stroke.points.length);
          for (const [i, [px, py]] of stroke.points.entries()) {
            expect(Math.abs(scaled.points[i]![0] - x - factor * (px - x))).toBeLessThanOrEqual(0.002);
            expect(Math.abs(scaled.points[i]![1] - y - factor * (py - y))).toBeLessThanOrEqual(0.002);
          }
        },
      ),
    );
  });

  test('whatever is asked for, the stroke stays one that can be stored', () => {
    const far = fc.double({ min: -3 * COORDINATE_MAX, max: 3 * COORDINATE_MAX, noNaN: true });
    const factor = fc.double({ min: 0.001, max: 1000, noNaN: true });
    fc.assert(
      fc.property(anyStroke, far, far, factor, (stroke, x, y, scale) => {
        for (const transform of [movedBy(x, y), scaledAbout({ x: x / 3, y: y / 3 }, scale)]) {
          const there = done(stroke, transform);
          expect(there.size).toBeGreaterThan(0);
          expect(there.size).toBeLessThanOrEqual(SIZE_MAX);
          for (const [px, py] of there.points) {
            expect(Math.abs(px)).toBeLessThanOrEqual(COORDINATE_MAX);
            expect(Math.abs(py)).toBeLessThanOrEqual(COORDINATE_MAX);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  test('one after the other is what both make together', () => {
    const [stroke] = realStrokes(1);
    const [first, then] = [
      followedBy(movedBy(3, 4), scaledAbout({ x: 30, y: 40 }, 1.5)),
      scaledAbout({ x: -9, y: 12 }, 0.4),
    ];
    const at = (t: Transform, [x, y]: readonly [number, number]) =>
      [x * t.scale + t.dx, y * t.scale + t.dy] as const;
    for (const point of stroke!.points) {
      const [x, y] = at(then, at(first, point));
      expect(at(followedBy(first, then), point)[0]).toBeCloseTo(x, 9);
      expect(at(followedBy(first, then), point)[1]).toBeCloseTo(y, 9);
    }
  });
});
