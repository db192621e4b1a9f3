/** Moving and scaling strokes, by the same factor in both directions: a circle stays a circle. */
import { COORDINATE_MAX, SIZE_MAX } from '../../core/drawing/limits.ts';
import type { Point, Stroke } from '../../core/drawing/types.ts';
import type { Bounds, Position } from './bounds.ts';
import { roundTo, storedCoordinate } from './simplify.ts';

/** Multiplies a place by `scale`, then moves it. Drawing units. */
export interface Transform {
  readonly scale: number;
  readonly dx: number;
  readonly dy: number;
}

export const NO_TRANSFORM: Transform = { scale: 1, dx: 0, dy: 0 };

/** The least width after scaling, drawing units. */
const SIZE_MIN = 0.1;
/** Decimals to keep: sums of decimal fractions are not exact. */
const DECIMALS = 6;
/** Decimals of a scaled point: a thousandth cannot be seen at any zoom. */
const SCALED_DECIMALS = 3;

export function movedBy(dx: number, dy: number): Transform {
  return { scale: 1, dx, dy };
}

/** Scales by `scale`; `anchor` stays where it is. */
export function scaledAbout(anchor: Position, scale: number): Transform {
  return { scale, dx: anchor.x * (1 - scale), dy: anchor.y * (1 - scale) };
}

/** One transform that does `first`, then `then`. */
export function composed(first: Transform, then: Transform): Transform {
  return {
    scale: first.scale * then.scale,
    dx: first.dx * then.scale + then.dx,
    dy: first.dy * then.scale + then.dy,
  };
}

/** The same transform, limited so that strokes of these bounds keep to the limits of coordinates and widths. */
export function limitTransform(
  transform: Transform,
  bounds: Bounds,
  thinnest: number,
  widest: number,
): Transform {
  const scale = Math.min(SIZE_MAX / widest, Math.max(Math.min(1, SIZE_MIN / thinnest), transform.scale));
  const far = Math.max(
    Math.abs(bounds.minX),
    Math.abs(bounds.minY),
    Math.abs(bounds.maxX),
    Math.abs(bounds.maxY),
  );
  const fits = Math.min(scale, far * scale > COORDINATE_MAX ? Math.max(1, COORDINATE_MAX / far) : scale);
  // A limited scale still leaves its anchor in place.
  const kept = transform.scale === 1 ? 1 : (1 - fits) / (1 - transform.scale);
  const shift = (by: number, least: number, most: number) =>
    Math.min(COORDINATE_MAX - most * fits, Math.max(-COORDINATE_MAX - least * fits, by * kept));
  return {
    scale: fits,
    dx: shift(transform.dx, bounds.minX, bounds.maxX),
    dy: shift(transform.dy, bounds.minY, bounds.maxY),
  };
}

export function transformed(stroke: Stroke, { scale, dx, dy }: Transform): Stroke {
  const decimals = scale === 1 ? DECIMALS : SCALED_DECIMALS;
  const points = stroke.points.map(
    ([x, y]): Point => [
      storedCoordinate(x * scale + dx, decimals),
      storedCoordinate(y * scale + dy, decimals),
    ],
  );
  if (scale === 1) return { ...stroke, points };
  const size = Math.min(SIZE_MAX, stroke.size * scale);
  return { ...stroke, points, size: roundTo(size, SCALED_DECIMALS) || size };
}
