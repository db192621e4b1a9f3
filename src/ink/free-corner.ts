/** Where something can be put down in a corner of what is seen without covering ink. Drawing units. Pure. */
import type { Stroke } from '../core/drawing/types.ts';
import { type Bounds, grow, overlap, strokesBounds } from './bounds.ts';
import type { Position, Size } from './camera.ts';
import { inkLiesIn } from './in-sight.ts';

/**
 * The top left corner of the place for a block of this size: at the lower right of `view` where that is free, else in
 * another of its corners, else under the whole drawing. `margin` is kept from the edges of the view and from ink.
 * @param taken parts of the view that are covered by something else
 */
export function freeCorner(
  strokes: readonly Stroke[],
  view: Bounds,
  { width, height }: Size,
  margin: number,
  taken: readonly Bounds[] = [],
): Position {
  const inked = strokes.filter(({ tool }) => tool !== 'eraser');
  const left = view.minX + margin;
  const top = view.minY + margin;
  const right = view.maxX - margin - width;
  const bottom = view.maxY - margin - height;
  if (right >= left && bottom >= top) {
    const corners = [
      { x: right, y: bottom },
      { x: left, y: bottom },
      { x: right, y: top },
      { x: left, y: top },
    ];
    const free = corners.find(({ x, y }) => {
      const block = grow({ minX: x, minY: y, maxX: x + width, maxY: y + height }, margin / 2);
      return !taken.some((area) => overlap(area, block)) && !inked.some((stroke) => inkLiesIn(stroke, block));
    });
    if (free) return free;
  }
  const bounds = strokesBounds(inked);
  if (!bounds) return { x: left, y: Math.max(top, bottom) };
  return { x: Math.max(bounds.minX, bounds.maxX - width), y: bounds.maxY + margin };
}
