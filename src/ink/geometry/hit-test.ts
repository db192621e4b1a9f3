/** Which strokes a moving eraser touches. All lengths in drawing units. */
import type { Point, Stroke } from '../../core/drawing/types.ts';
import { EVEN, UPRIGHT } from '../brush/brush.ts';
import { brushOf, reachOf } from '../brush/brushes.ts';
import { strokeBounds } from './bounds.ts';

/** Distance from a point to the line segment from `a` to `b`. */
export function distanceToSegment(px: number, py: number, a: Point, b: Point): number {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const length2 = dx * dx + dy * dy;
  const t = length2 === 0 ? 0 : Math.min(1, Math.max(0, ((px - a[0]) * dx + (py - a[1]) * dy) / length2));
  const offX = px - a[0] - t * dx;
  const offY = py - a[1] - t * dy;
  // Many times faster than Math.hypot, which guards against numbers that no drawing has.
  return Math.sqrt(offX * offX + offY * offY);
}

/** Distance between two line segments; 0 where they cross. */
export function distanceBetweenSegments(a: Point, b: Point, c: Point, d: Point): number {
  if (cross(a, b, c, d)) return 0;
  return Math.min(
    distanceToSegment(a[0], a[1], c, d),
    distanceToSegment(b[0], b[1], c, d),
    distanceToSegment(c[0], c[1], a, b),
    distanceToSegment(d[0], d[1], a, b),
  );
}

function cross(a: Point, b: Point, c: Point, d: Point): boolean {
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

/** Its sign tells on which side of the line from `a` to `b` the point lies. */
function side(a: Point, b: Point, p: Point): number {
  return Math.sign((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]));
}

/** True if a circle of this radius, moving straight from `from` to `to`, touches the stroke as it is drawn. */
export function touches(stroke: Stroke, from: Point, to: Point, radius: number): boolean {
  const { tool, points, pressure, tilt, size } = stroke;
  const brush = brushOf(tool);
  const reach = (i: number) => radius + size * brush.radius(pressure?.[i] ?? EVEN, tilt?.[i] ?? UPRIGHT);
  if (points.length === 1) return distanceToSegment(points[0]![0], points[0]![1], from, to) <= reach(0);
  // Most segments are far away: four comparisons rule them out.
  const most = radius + reachOf(tool, size, pressure !== undefined, tilt !== undefined);
  const left = Math.min(from[0], to[0]) - most;
  const top = Math.min(from[1], to[1]) - most;
  const right = Math.max(from[0], to[0]) + most;
  const bottom = Math.max(from[1], to[1]) + most;
  for (let i = 1; i < points.length; i++) {
    const a = points[i - 1]!;
    const b = points[i]!;
    if ((a[0] < left && b[0] < left) || (a[0] > right && b[0] > right)) continue;
    if ((a[1] < top && b[1] < top) || (a[1] > bottom && b[1] > bottom)) continue;
    const wide = Math.max(reach(i - 1), reach(i));
    if (distanceBetweenSegments(a, b, from, to) <= wide) return true;
  }
  return false;
}

/** True if two strokes touch, with their widths. */
export function meets(one: Stroke, other: Stroke): boolean {
  const { tool, points, pressure, tilt, size } = one;
  const brush = brushOf(tool);
  const bounds = strokeBounds(other);
  const radius = (i: number) => size * brush.radius(pressure?.[i] ?? EVEN, tilt?.[i] ?? UPRIGHT);
  let from = points[0]!;
  for (let i = 0; i < points.length; i++) {
    const to = points[i]!;
    const wide = Math.max(radius(Math.max(0, i - 1)), radius(i));
    const isNear =
      Math.min(from[0], to[0]) - wide <= bounds.maxX &&
      Math.max(from[0], to[0]) + wide >= bounds.minX &&
      Math.min(from[1], to[1]) - wide <= bounds.maxY &&
      Math.max(from[1], to[1]) + wide >= bounds.minY;
    if (isNear && touches(other, from, to, wide)) return true;
    from = to;
  }
  return false;
}
