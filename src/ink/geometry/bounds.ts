/** Rectangles in drawing units, and the bounds of strokes. */
import type { Stroke } from '../../core/drawing/types.ts';
import { reachOf } from '../brush/brushes.ts';

/** A point in drawing units on the paper, or in CSS px in a view. Each function that takes one says which. */
export interface Position {
  readonly x: number;
  readonly y: number;
}

export interface Bounds {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

const known = new WeakMap<Stroke, Bounds>();

/** The bounds of a stroke, its width included. Cached for each stroke, because strokes never change. */
export function strokeBounds(stroke: Stroke): Bounds {
  const before = known.get(stroke);
  if (before) return before;
  const bounds = computeBounds(stroke);
  known.set(stroke, bounds);
  return bounds;
}

function computeBounds(stroke: Stroke): Bounds {
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  const { points } = stroke;
  for (let i = 0; i < points.length; i++) {
    const point = points[i]!;
    const x = point[0];
    const y = point[1];
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  const reach = reachOf(stroke.tool, stroke.size, stroke.pressure !== undefined, stroke.tilt !== undefined);
  return { minX: minX - reach, minY: minY - reach, maxX: maxX + reach, maxY: maxY + reach };
}

/** True if a segment of the stroke, with all its width, may come near the area. Its bounds may do so without one. */
export function passes(stroke: Stroke, area: Bounds): boolean {
  const { tool, size, points, pressure, tilt } = stroke;
  const { minX, minY, maxX, maxY } = grow(
    area,
    reachOf(tool, size, pressure !== undefined, tilt !== undefined),
  );
  let a = points[0]!;
  for (let i = 0; i < points.length; i++) {
    const b = points[i]!;
    if (
      (a[0] >= minX || b[0] >= minX) &&
      (a[0] <= maxX || b[0] <= maxX) &&
      (a[1] >= minY || b[1] >= minY) &&
      (a[1] <= maxY || b[1] <= maxY)
    )
      return true;
    a = b;
  }
  return false;
}

/** The bounds of all strokes together; undefined when there are none. */
export function strokesBounds(strokes: readonly Stroke[]): Bounds | undefined {
  let all: Bounds | undefined;
  for (const stroke of strokes) all = union(all, strokeBounds(stroke));
  return all;
}

export function union(a: Bounds | undefined, b: Bounds): Bounds {
  if (!a) return b;
  return {
    minX: Math.min(a.minX, b.minX),
    minY: Math.min(a.minY, b.minY),
    maxX: Math.max(a.maxX, b.maxX),
    maxY: Math.max(a.maxY, b.maxY),
  };
}

export function overlap(a: Bounds, b: Bounds): boolean {
  return a.minX <= b.maxX && a.maxX >= b.minX && a.minY <= b.maxY && a.maxY >= b.minY;
}

export function contains(outer: Bounds, inner: Bounds): boolean {
  return (
    outer.minX <= inner.minX &&
    outer.minY <= inner.minY &&
    outer.maxX >= inner.maxX &&
    outer.maxY >= inner.maxY
  );
}

export function grow(bounds: Bounds, by: number): Bounds {
  return { minX: bounds.minX - by, minY: bounds.minY - by, maxX: bounds.maxX + by, maxY: bounds.maxY + by };
}
