/** A drawing in a few lines: an assistant has little room, and a drawing may be megabytes. */
import type { Drawing, Stroke } from '../../src/core/drawing/types.ts';

/** Points that an answer may carry: about what fits beside everything else in an assistant's limit for one. */
export const POINTS_SHOWN = 2000;
/** Entries of a tally. */
const TALLY_MAX = 20;

export interface Bounds {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** Bounding box of all points; null without any. */
export function boundsOf(strokes: readonly Stroke[]): Bounds | null {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { points } of strokes) {
    for (const [x, y] of points) {
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
    }
  }
  return minX > maxX ? null : { minX, minY, maxX, maxY };
}

export interface Tally {
  /** Value and how many strokes have it, the most used first. */
  readonly top: readonly (readonly [value: string, strokes: number])[];
  /** How many values are left out. */
  readonly more: number;
}

export function tally(values: Iterable<string>): Tally {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const all = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return { top: all.slice(0, TALLY_MAX), more: Math.max(0, all.length - TALLY_MAX) };
}

/**
 * Strokes from an index on: at most so many, and none after the one that would exceed POINTS_SHOWN. Whole strokes
 * only: a stroke without its end would be another stroke.
 */
export function strokesFrom(strokes: readonly Stroke[], from: number, atMost: number): readonly Stroke[] {
  let points = 0;
  const given: Stroke[] = [];
  for (const stroke of strokes.slice(from, from + atMost)) {
    points += stroke.points.length;
    if (points > POINTS_SHOWN) break;
    given.push(stroke);
  }
  return given;
}

/** Base64 of the stored thumbnail; undefined without one. */
export function thumbnailOf({ thumb }: Pick<Drawing, 'thumb'>): string | undefined {
  return thumb === '' ? undefined : thumb.slice(thumb.indexOf(',') + 1);
}
