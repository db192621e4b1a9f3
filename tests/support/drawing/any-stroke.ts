import fc from 'fast-check';
import { AT_MAX, COORDINATE_MAX, SIZE_MAX } from '../../../src/core/drawing/limits.ts';
import type { Stroke } from '../../../src/core/drawing/types.ts';

const coordinate = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.double({ min: -COORDINATE_MAX, max: COORDINATE_MAX, noNaN: true }),
  fc.constantFrom(-0, 5e-324, 1e-7, 0.1 + 0.2, COORDINATE_MAX, -COORDINATE_MAX),
);
const unit = fc.double({ min: 0, max: 1, noNaN: true });

/** Any stroke that the contract allows. */
export const anyStroke: fc.Arbitrary<Stroke> = fc
  .record({
    tool: fc.oneof(fc.constantFrom('pen', 'marker', 'eraser'), fc.stringMatching(/^[a-z][a-z0-9-]{0,31}$/)),
    color: fc.stringMatching(/^#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/),
    size: fc.oneof(
      fc.integer({ min: 1, max: SIZE_MAX }),
      fc.double({ min: 0, max: SIZE_MAX, minExcluded: true, noNaN: true }),
    ),
    points: fc.array(fc.tuple(coordinate, coordinate, unit, unit), { minLength: 1, maxLength: 12 }),
    pressed: fc.boolean(),
    tilted: fc.boolean(),
    opacity: fc.option(fc.double({ min: 0, max: 1, minExcluded: true, noNaN: true }), { nil: undefined }),
    layer: fc.option(fc.stringMatching(/^[a-z0-9]{1,8}$/), { nil: undefined }),
    at: fc.option(fc.oneof(fc.nat({ max: AT_MAX }), fc.constantFrom(0, -0, AT_MAX)), { nil: undefined }),
  })
  .map(({ tool, color, size, points, pressed, tilted, opacity, layer, at }) => ({
    tool,
    color,
    size,
    points: points.map(([x, y]) => [x, y] as const),
    ...(pressed && { pressure: points.map(([, , pressure]) => pressure) }),
    ...(tilted && { tilt: points.map(([, , , tilt]) => tilt) }),
    ...(opacity !== undefined && { opacity }),
    ...(layer !== undefined && { layer }),
    ...(at !== undefined && { at }),
  }));

/** A small stroke with a number, for tests of order and identity. */
export function stroke(n: number): Stroke {
  return { tool: 'pen', color: '#000', size: 1, points: [[n, 0]] };
}

/** The numbers of strokes that `stroke` made. */
export function numbers(strokes: readonly Stroke[]): (number | undefined)[] {
  return strokes.map(({ points }) => points[0]?.[0]);
}
