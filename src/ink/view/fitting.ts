/** Where the view stands when all of the drawing is shown. */
import type { Bounds } from '../geometry/bounds.ts';
import { type Camera, framed, type Insets, type Size } from './camera.ts';

/** CSS px around the drawing when all of it is shown. */
const PADDING = 28;

/** Shows all of `bounds`, with some paper around it, beside what covers the edges of the view. */
export function fitting(bounds: Bounds, view: Size, covered: Insets): Camera {
  return framed(bounds, view, {
    top: covered.top + PADDING,
    right: covered.right + PADDING,
    bottom: covered.bottom + PADDING,
    left: covered.left + PADDING,
  });
}
