/** Finds a place in the view where something can be put without covering ink. Drawing units. Pure. */
import type { Stroke } from '../../core/drawing/types.ts';
import { leavesInk } from '../brush/brushes.ts';
import { type Bounds, grow, overlap, type Position, strokeBounds } from '../geometry/bounds.ts';
import type { Size } from './camera.ts';
import { inkLiesIn } from './in-sight.ts';

/** When the corners are taken, this many places are tried between two edges. */
const TRIED = 8;

/**
 * The top left corner of a free place for a block of this size. Tried in this order: the lower right of `view`,
 * its other corners, anywhere else in it. Where nothing is free, the place that covers the fewest strokes.
 * `margin` is kept from the edges of the view, and half of it from ink. A block larger than the view begins at
 * its upper left.
 * @param taken parts of the view that something else covers
 */
export function freeCorner(
  strokes: readonly Stroke[],
  view: Bounds,
  { width, height }: Size,
  margin: number,
  taken: readonly Bounds[] = [],
): Position {
  const seen = strokes.filter((stroke) => leavesInk(stroke.tool) && overlap(strokeBounds(stroke), view));
  const left = view.minX + margin;
  const top = view.minY + margin;
  const right = Math.max(left, view.maxX - margin - width);
  const bottom = Math.max(top, view.maxY - margin - height);
  /** How much the block would cover at a place. Covering `taken` is worse than covering any ink. */
  const coveredAt = ({ x, y }: Position): number => {
    const block = grow({ minX: x, minY: y, maxX: x + width, maxY: y + height }, margin / 2);
    const under = taken.filter((area) => overlap(area, block)).length;
    return under * (seen.length + 1) + seen.filter((stroke) => inkLiesIn(stroke, block)).length;
  };
  let best = { x: right, y: bottom };
  let least = Infinity;
  for (const place of places(left, top, right, bottom)) {
    const covered = coveredAt(place);
    if (covered < least) [best, least] = [place, covered];
    if (covered === 0) break;
  }
  return best;
}

/** The corners first, then all places from the lower right on. */
function* places(left: number, top: number, right: number, bottom: number): Generator<Position> {
  yield { x: right, y: bottom };
  yield { x: left, y: bottom };
  yield { x: right, y: top };
  yield { x: left, y: top };
  for (let row = 0; row <= TRIED; row++) {
    for (let column = 0; column <= TRIED; column++) {
      yield { x: right - ((right - left) * column) / TRIED, y: bottom - ((bottom - top) * row) / TRIED };
    }
  }
}
