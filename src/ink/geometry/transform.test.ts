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
  mirroredAbout,
  movedBy,
  NO_TRANSFORM,
  placed,
  scaledAbout,
  staysOnPaper,
  type Transform,
  transformed,
  turnedAbout,
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

  test('one after the other is what both make together, mirrors and turns too', () => {
    const middle = { x: 30, y: 40 };
    const steps = [
      followedBy(movedBy(3, 4), scaledAbout(middle, 1.5)),
      scaledAbout({ x: -9, y: 12 }, 0.4),
      turnedAbout(middle, 33),
      mirroredAbout({ x: 5, y: 6 }, 'horizontal'),
      turnedAbout({ x: -1, y: 2 }, -120),
      mirroredAbout(middle, 'vertical'),
    ];
    const both = steps.reduce(followedBy, NO_TRANSFORM);
    const [stroke] = realStrokes(1);
    for (const [x, y] of stroke!.points) {
      const one = steps.reduce((at, step) => placed(at, step), { x, y });
      expect(placed({ x, y }, both).x).toBeCloseTo(one.x, 9);
      expect(placed({ x, y }, both).y).toBeCloseTo(one.y, 9);
    }
  });
});

/** A stroke with every member. */
const full: Stroke = {
  tool: 'pencil',
  color: '#123456',
  size: 3,
  points: [
    [10, 20],
    [14.5, 20.25],
  ],
  pressure: [0.2, 0.9],
  tilt: [0.3, 0.4],
  opacity: 0.5,
  layer: 'sky',
  at: 4_000,
};

describe('ink: turning and mirroring', () => {
  const pivot = { x: 12, y: 20.5 };

  test('a quarter turn is clockwise and exact, and everything but the points stays', () => {
    expect(transformed(full, turnedAbout(pivot, 90))).toEqual({
      ...full,
      points: [
        [12.5, 18.5],
        [12.25, 23],
      ],
    });
    expect(transformed(full, turnedAbout(pivot, -270))).toEqual(transformed(full, turnedAbout(pivot, 90)));
    expect(transformed(full, turnedAbout(pivot, 720))).toEqual(full);
  });

  test('a mirror exchanges left and right, or above and below', () => {
    const points = (transform: Transform) => transformed(full, transform).points;
    expect(points(mirroredAbout(pivot, 'horizontal'))).toEqual([
      [14, 20],
      [9.5, 20.25],
    ]);
    expect(points(mirroredAbout(pivot, 'vertical'))).toEqual([
      [10, 21],
      [14.5, 20.75],
    ]);
  });

  const real = fc.constantFrom(...realStrokes(80));
  const place = fc.record({
    x: fc.double({ min: -500, max: 500, noNaN: true }),
    y: fc.double({ min: -500, max: 500, noNaN: true }),
  });
  const angle = fc.double({ min: -360, max: 360, noNaN: true });

  test('turned there and back, every point is where it was on a grid of hundredths', () => {
    fc.assert(
      fc.property(real, place, angle, (stroke, pivot, degrees) => {
        const there = transformed(stroke, turnedAbout(pivot, degrees));
        const back = transformed(there, turnedAbout(pivot, -degrees));
        expect({ ...back, points: [] }).toEqual({ ...stroke, points: [] });
        for (const [i, [x, y]] of stroke.points.entries()) {
          expect(Math.abs(back.points[i]![0] - x)).toBeLessThan(0.005);
          expect(Math.abs(back.points[i]![1] - y)).toBeLessThan(0.005);
        }
      }),
    );
  });

  test('mirrored twice, and turned by four quarters, a stroke is the same to the last digit', () => {
    fc.assert(
      fc.property(real, fc.integer(), fc.integer(), (stroke, x, y) => {
        const pivot = { x: (x % 5_000) / 10, y: (y % 5_000) / 10 };
        for (const mirror of ['horizontal', 'vertical'] as const) {
          const step = mirroredAbout(pivot, mirror);
          expect(transformed(transformed(stroke, step), step)).toEqual(stroke);
        }
        let turned = stroke;
        for (let i = 0; i < 4; i++) turned = transformed(turned, turnedAbout(pivot, 90));
        expect(turned).toEqual(stroke);
      }),
    );
  });

  test('a turn keeps every length and the width', () => {
    fc.assert(
      fc.property(real, place, angle, (stroke, pivot, degrees) => {
        const turned = transformed(stroke, turnedAbout(pivot, degrees));
        expect(turned.size).toBe(stroke.size);
        const [[ax, ay], [bx, by]] = [stroke.points[0]!, turned.points[0]!];
        for (const [i, [x, y]] of stroke.points.entries()) {
          const [tx, ty] = turned.points[i]!;
          expect(Math.abs(Math.hypot(tx - bx, ty - by) - Math.hypot(x - ax, y - ay))).toBeLessThan(0.003);
        }
      }),
    );
  });

  test('what would leave the paper is known before, to the point', () => {
    const far: Stroke = {
      ...full,
      points: [
        [COORDINATE_MAX, 0],
        [COORDINATE_MAX - 10, 0],
      ],
      pressure: [1, 1],
      tilt: [0, 0],
    };
    const stays = (transform: Transform) => staysOnPaper([far], strokeBounds(far), transform);
    expect(stays(mirroredAbout({ x: 0, y: 0 }, 'horizontal'))).toBe(true);
    expect(stays(turnedAbout({ x: 0, y: 0 }, 45))).toBe(true);
    expect(stays(turnedAbout({ x: 0, y: 10 }, 90))).toBe(false);
    expect(stays(turnedAbout({ x: 0, y: 10 }, 180))).toBe(true);
    expect(stays(turnedAbout({ x: 10, y: 0 }, 180))).toBe(true);
    expect(stays(turnedAbout({ x: -10, y: 0 }, 180))).toBe(false);
    expect(stays(mirroredAbout({ x: -0.5, y: 0 }, 'horizontal'))).toBe(false);
    // Neither has a limit that could make it fit.
    const turn = turnedAbout({ x: -10, y: 0 }, 180);
    expect(limitTransform(turn, strokeBounds(far), 3, 3)).toEqual(turn);
  });
});
