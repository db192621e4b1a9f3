/** Whether the strokes of a selection have rings around them, or the selection its frame alone. Pure. */
import type { Stroke } from '../../core/drawing/types.ts';
import { strokeBounds } from '../geometry/bounds.ts';

/** With more points than this, rings take too long. */
const RINGED_POINTS = 60_000;
/** As large as a ring still leaves the stroke's own shape to be seen, CSS px. */
const SMALL = 20;
/** So many small strokes may have rings: the few that somebody picks out of a drawing. */
const FEW = 24;

/** False where the rings of many small strokes would run into each other, as those of letters do, and hide what is selected. */
export function areRinged(strokes: readonly Stroke[], zoom: number): boolean {
  if (strokes.reduce((sum, stroke) => sum + stroke.points.length, 0) > RINGED_POINTS) return false;
  const small = strokes.filter((stroke) => {
    const { minX, minY, maxX, maxY } = strokeBounds(stroke);
    return Math.max(maxX - minX, maxY - minY) * zoom < SMALL;
  });
  return small.length <= FEW || 2 * small.length <= strokes.length;
}
