/** Whether there is ink in a part of the paper. Pure. */
import type { Point, Stroke } from '../../core/drawing/types.ts';
import { leavesInk, reachOf } from '../brush/brushes.ts';
import { type Bounds, contains, grow, overlap, strokeBounds } from '../geometry/bounds.ts';
import { distanceBetweenSegments } from '../geometry/hit-test.ts';

/**
 * True if any ink lies in the area. The newest strokes are tested first: people mostly look at what they drew
 * last.
 */
export function isInSight(strokes: readonly Stroke[], area: Bounds): boolean {
  return strokes.findLast((stroke) => leavesInk(stroke.tool) && inkLiesIn(stroke, area)) !== undefined;
}

/** True if the drawing has ink, but none in the area. An empty drawing is never out of sight. */
export function isOutOfSight(strokes: readonly Stroke[], area: Bounds): boolean {
  return strokes.some(({ tool }) => leavesInk(tool)) && !isInSight(strokes, area);
}

/** True if any ink of the stroke lies in the block, by its line and not by its bounds. */
export function inkLiesIn(stroke: Stroke, block: Bounds): boolean {
  const bounds = strokeBounds(stroke);
  if (!overlap(bounds, block)) return false;
  if (contains(block, bounds)) return true;
  const reach = reachOf(stroke.tool, stroke.size, stroke.pressure !== undefined, stroke.tilt !== undefined);
  const around = grow(block, reach);
  const corners: readonly [Point, Point, Point, Point] = [
    [block.minX, block.minY],
    [block.maxX, block.minY],
    [block.maxX, block.maxY],
    [block.minX, block.maxY],
  ];
  const { points } = stroke;
  return points.some((a, i) => {
    const [x, y] = a;
    if (x >= block.minX && x <= block.maxX && y >= block.minY && y <= block.maxY) return true;
    const b = points[i + 1] ?? a;
    const piece = {
      minX: Math.min(x, b[0]),
      minY: Math.min(y, b[1]),
      maxX: Math.max(x, b[0]),
      maxY: Math.max(y, b[1]),
    };
    if (!overlap(piece, around)) return false;
    return corners.some((from, k) => distanceBetweenSegments(a, b, from, corners[(k + 1) % 4]!) <= reach);
  });
}
