/**
 * Where a line turns a little from one point to the next, it goes round the point instead of over it: the points that are
 * stored of a curve are as few as the scale needs at which it was drawn, and would be facets at a larger one. What turns
 * more is a corner, and stays one. The line never leaves the hull of its points, so bounds and tiles need not know of it.
 */
import { makeRoom, measure, type Trace, toGrid } from './trace-points.ts';

/** A line that would pass a point at no more than this is not seen to, px: it stays as it is. */
const SEEN = 0.25;
/** The farthest from a point that a line passes it, drawing units: large shapes of straight lines keep theirs. */
const FARTHEST = 0.5;
/** How far the pieces of a bend may lie from it, px. */
const EVEN = 0.1;
/** Points closer than this are one, px. */
const CLOSE = 0.5;
/** Cosine of the turn from which on a point is a corner: 60 degrees. */
const CORNER = 0.5;

/**
 * How far before and behind its middle point a line of three points begins and ends its bend, px; 0 if it has none.
 * Up to the first point, but half of the way to the third at most: the other half is for the bend there.
 * @param scale device px per drawing unit
 */
export function bendOf(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  scale: number,
): number {
  const ux = x1 - x0;
  const uy = y1 - y0;
  const vx = x2 - x1;
  const vy = y2 - y1;
  const cross = ux * vy - uy * vx;
  const vv = vx * vx + vy * vy;
  // Nearly all points, without a root: whatever is wanted to be seen turns more than this.
  if (cross * cross <= 12 * SEEN * SEEN * vv) return 0;
  const before = Math.sqrt(ux * ux + uy * uy);
  const after = Math.sqrt(vv);
  const cos = (ux * vx + uy * vy) / (before * after);
  if (cos < CORNER) return 0;
  const reach = Math.min(before, after / 2);
  const passes = (reach * Math.sqrt((1 - cos) / 2)) / 2;
  const most = Math.min(passes, FARTHEST * scale);
  return most > SEEN ? (reach * most) / passes : 0;
}

/**
 * Replaces the last point of a trace by a bend around it, towards a point that follows. Returns the new count.
 * @param reach of the bend, px
 * @param to x, y, radius, pressure and lean
 */
export function bend(trace: Trace, n: number, reach: number, to: ArrayLike<number>): number {
  const { x, y, radius, pressure, lean } = trace;
  const from = n - 2;
  const at = n - 1;
  const [px, py] = [x[at]!, y[at]!];
  const [ux, uy, vx, vy] = [px - x[from]!, py - y[from]!, to[0]! - px, to[1]! - py];
  // Parts of both pieces, which the bend takes.
  const before = Math.sqrt(ux * ux + uy * uy);
  const a = reach / before;
  const b = reach / Math.sqrt(vx * vx + vy * vy);
  const [mx, my] = [b * vx - a * ux, b * vy - a * uy];
  const passes = Math.sqrt(mx * mx + my * my) / 4;
  const pieces = Math.max(2, Math.ceil(Math.sqrt(passes / (2 * EVEN))));
  const middle = [px, py, radius[at]!, pressure[at]!, lean[at]!] as const;
  const first = [x[from]!, y[from]!, radius[from]!, pressure[from]!, lean[from]!] as const;
  makeRoom(trace, at + pieces + 1);
  const columns = [trace.x, trace.y, trace.radius, trace.pressure, trace.lean];
  // Where it begins, the one before may end.
  const skipped = before - reach < CLOSE ? 1 : 0;
  for (let k = skipped; k <= pieces; k++) {
    const i = at + k - skipped;
    const t = k / pieces;
    const ahead = b * t * t;
    const behind = a * (1 - t) * (1 - t);
    for (let c = 0; c < columns.length; c++) {
      const value = middle[c]! + ahead * (to[c]! - middle[c]!) + behind * (first[c]! - middle[c]!);
      columns[c]![i] = c < 2 ? toGrid(value) : value;
    }
    measure(trace, i);
  }
  return at + pieces + 1 - skipped;
}
