/** The camera that shows all of a drawing. */
import type { Bounds } from '../geometry/bounds.ts';
import { type Camera, fitBounds, type Insets, type Size } from './camera.ts';

/** Space around the drawing, CSS px. */
const PADDING = 28;

/** Shows all of `bounds`, with some paper around, in the part of the view that `covered` leaves free. */
export function fitDrawing(bounds: Bounds, view: Size, covered: Insets): Camera {
  return fitBounds(bounds, view, {
    top: covered.top + PADDING,
    right: covered.right + PADDING,
    bottom: covered.bottom + PADDING,
    left: covered.left + PADDING,
  });
}
