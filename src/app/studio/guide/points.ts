/** Where vanishing points are put, and how a hand moves them. */
import { COORDINATE_MAX } from '../../../core/drawing/limits.ts';
import type { Point } from '../../../core/drawing/types.ts';
import type { Bounds, Guide } from '../../../ink/index.ts';

/**
 * Where the points of a new guide lie, as parts of the width and height of the visible paper. Several lie one screen
 * beyond it: nearer ones distort what is drawn between them.
 */
const PLACES: readonly (readonly Point[])[] = [
  [],
  [[0.5, 0.45]],
  [
    [-1, 0.45],
    [2, 0.45],
  ],
  [
    [-1, 0.25],
    [2, 0.25],
    [0.5, 2],
  ],
];

/** A point that a drawing can have. */
function pointAt(x: number, y: number): Point {
  const sound = (v: number) => Math.min(COORDINATE_MAX, Math.max(-COORDINATE_MAX, Math.round(v * 100) / 100));
  return [sound(x), sound(y)];
}

/**
 * A guide with `count` points: those that there are, and new ones around the visible paper for those that are missing. One point is the only one of a
 * perspective of its own, so it keeps none of several, and none of them keeps it.
 * @param visible the visible paper
 */
export function guideWith(count: number, visible: Bounds, now: Guide = []): Guide {
  const kept = count > 1 && now.length > 1 ? now.slice(0, count) : [];
  const { minX, minY, maxX, maxY } = visible;
  const fresh = (PLACES[count] ?? []).map(([x, y]) =>
    pointAt(minX + x * (maxX - minX), minY + y * (maxY - minY)),
  );
  return [...kept, ...fresh.slice(kept.length)];
}

/** The guide with one of its points elsewhere. */
export function withPoint(guide: Guide, i: number, x: number, y: number): Guide {
  return guide.with(i, pointAt(x, y));
}

/** The edges between which handles stay, CSS px of the canvas. */
export interface Room {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Where the handle of a point is that lies at `x`, `y`: there, or at the edge on a level with it, so that a hand which brings
 * the point nearer does not tilt the horizon.
 */
export function handleAt(x: number, y: number, { left, top, right, bottom }: Room) {
  const at = {
    x: Math.min(right, Math.max(left, x)),
    y: Math.min(bottom, Math.max(top, y)),
  };
  return { ...at, isOut: at.x !== x || at.y !== y };
}
