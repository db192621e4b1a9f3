/** Moving, scaling, turning and mirroring strokes, alike in both directions: a circle stays a circle. */
import { COORDINATE_MAX, SIZE_MAX } from '../../core/drawing/limits.ts';
import type { Point, Stroke } from '../../core/drawing/types.ts';
import { type Bounds, contains, type Position } from './bounds.ts';
import { roundTo, storedCoordinate } from './simplify.ts';

/** Mirrors a place, if so, then turns and scales it about 0, 0, then moves it. Drawing units. */
export interface Transform {
  readonly scale: number;
  /** Cosine and sine of the turn, clockwise on the screen. */
  readonly cos: number;
  readonly sin: number;
  /** True if left and right are exchanged, before the turn. */
  readonly mirrored: boolean;
  readonly dx: number;
  readonly dy: number;
}

/** Left and right exchanged, or above and below. */
export type Mirror = 'horizontal' | 'vertical';

export const NO_TRANSFORM: Transform = { scale: 1, cos: 1, sin: 0, mirrored: false, dx: 0, dy: 0 };

/** The least width after scaling, drawing units. */
const SIZE_MIN = 0.1;
/** Decimals to keep: sums of decimal fractions are not exact. */
const DECIMALS = 6;
/** Decimals of a scaled or turned point: a thousandth cannot be seen at any zoom. */
const SCALED_DECIMALS = 3;

const PAPER: Bounds = {
  minX: -COORDINATE_MAX,
  minY: -COORDINATE_MAX,
  maxX: COORDINATE_MAX,
  maxY: COORDINATE_MAX,
};

/** Cosine and sine of whole quarter turns, exactly. */
const QUARTERS: readonly (readonly [cos: number, sin: number])[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

export function movedBy(dx: number, dy: number): Transform {
  return { ...NO_TRANSFORM, dx, dy };
}

/** Scales by `scale`; `anchor` stays where it is. */
export function scaledAbout(anchor: Position, scale: number): Transform {
  return about(anchor, { ...NO_TRANSFORM, scale });
}

/** Turns clockwise; `pivot` stays where it is. */
export function turnedAbout(pivot: Position, degrees: number): Transform {
  const radians = (degrees * Math.PI) / 180;
  const quarter = QUARTERS[(((degrees / 90) % 4) + 4) % 4];
  const [cos, sin] = quarter ?? [Math.cos(radians), Math.sin(radians)];
  return about(pivot, { ...NO_TRANSFORM, cos, sin });
}

/** Mirrors; `pivot` stays where it is. */
export function mirroredAbout(pivot: Position, mirror: Mirror): Transform {
  const cos = mirror === 'horizontal' ? 1 : -1;
  return about(pivot, { ...NO_TRANSFORM, cos, mirrored: true });
}

/** The transform, which leaves 0, 0 in place, moved so that it leaves `fixed` in place. */
function about(fixed: Position, transform: Transform): Transform {
  const { x, y } = placed(fixed, transform);
  return { ...transform, dx: fixed.x - x, dy: fixed.y - y };
}

/** Where the transform puts a place. */
export function placed({ x, y }: Position, { scale, cos, sin, mirrored, dx, dy }: Transform): Position {
  const from = mirrored ? -x : x;
  return { x: scale * (cos * from - sin * y) + dx, y: scale * (sin * from + cos * y) + dy };
}

/** One transform that does `first`, then `then`. */
export function composed(first: Transform, then: Transform): Transform {
  const { cos } = first;
  // To mirror what was turned is to turn the other way what was mirrored.
  const sin = then.mirrored ? -first.sin : first.sin;
  const { x, y } = placed({ x: first.dx, y: first.dy }, then);
  return {
    scale: first.scale * then.scale,
    cos: then.cos * cos - then.sin * sin,
    sin: then.sin * cos + then.cos * sin,
    mirrored: first.mirrored !== then.mirrored,
    dx: x,
    dy: y,
  };
}

/** True if it moves and scales at most. */
export function isUpright({ cos, sin, mirrored }: Transform): boolean {
  return cos === 1 && sin === 0 && !mirrored;
}

/** True if it leaves everything as it is. */
export function isNothing(transform: Transform): boolean {
  const { scale, dx, dy } = transform;
  return isUpright(transform) && scale === 1 && dx === 0 && dy === 0;
}

/**
 * The same transform, limited so that strokes of these bounds keep to the limits of coordinates and widths. One that
 * turns or mirrors cannot be limited: see `staysOnPaper`.
 */
export function limitTransform(
  transform: Transform,
  bounds: Bounds,
  thinnest: number,
  widest: number,
): Transform {
  if (!isUpright(transform)) return transform;
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
    ...transform,
    scale: fits,
    dx: shift(transform.dx, bounds.minX, bounds.maxX),
    dy: shift(transform.dy, bounds.minY, bounds.maxY),
  };
}

/**
 * True if all points of the strokes keep to the limit of coordinates.
 * @param bounds of all the strokes
 */
export function staysOnPaper(strokes: readonly Stroke[], bounds: Bounds, transform: Transform): boolean {
  if (contains(PAPER, placedBounds(bounds, transform))) return true;
  return strokes.every(({ points }) =>
    points.every(([x, y]) => {
      const at = placed({ x, y }, transform);
      return Math.abs(at.x) <= COORDINATE_MAX && Math.abs(at.y) <= COORDINATE_MAX;
    }),
  );
}

/** The bounds of a transformed rectangle. */
export function placedBounds({ minX, minY, maxX, maxY }: Bounds, transform: Transform): Bounds {
  const corners = [
    [minX, minY],
    [maxX, minY],
    [maxX, maxY],
    [minX, maxY],
  ].map(([x = 0, y = 0]) => placed({ x, y }, transform));
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  return { minX: Math.min(...xs), minY: Math.min(...ys), maxX: Math.max(...xs), maxY: Math.max(...ys) };
}

/**
 * The stroke, transformed. Everything but points and size stays: tilt and pressure have no direction, and the drawing
 * time makes the grain of some brushes.
 */
export function transformed(stroke: Stroke, transform: Transform): Stroke {
  const { scale, cos, sin } = transform;
  // Moves, mirrors and quarter turns leave points on their grid.
  const decimals = scale === 1 && cos * sin === 0 ? DECIMALS : SCALED_DECIMALS;
  const points = stroke.points.map(([x, y]): Point => {
    const at = placed({ x, y }, transform);
    return [storedCoordinate(at.x, decimals), storedCoordinate(at.y, decimals)];
  });
  if (scale === 1) return { ...stroke, points };
  const size = Math.min(SIZE_MAX, stroke.size * scale);
  return { ...stroke, points, size: roundTo(size, SCALED_DECIMALS) || size };
}
