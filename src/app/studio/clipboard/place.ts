/** Where pasted strokes go. Drawing units. */
import { COORDINATE_MAX } from '../../../core/drawing/limits.ts';
import { type Bounds, decimalsAt, roundTo } from '../../../ink/index.ts';

/** Offset of a copy, CSS px. */
const COPY_OFF = 16;

export interface Placing {
  /** Of the strokes that are pasted. */
  readonly bounds: Bounds;
  /** The visible paper. */
  readonly view: Bounds;
  /** CSS px per drawing unit. */
  readonly zoom: number;
  /** How often they were pasted before. */
  readonly pasted: number;
  /** What lies in their own place in this drawing: themselves, nothing where they were cut, or they are from elsewhere. */
  readonly own: 'there' | 'cut' | 'elsewhere';
}

/**
 * How far to move pasted strokes: in their own drawing beside where they were, if that is in view, else into the middle
 * of the view. Each copy lies a little beside the one before. Rounded to the grid of the points, and within the limits.
 */
export function pasteMove({ bounds, view, zoom, pasted, own }: Placing): { dx: number; dy: number } {
  const stays =
    own !== 'elsewhere' &&
    bounds.minX < view.maxX &&
    bounds.maxX > view.minX &&
    bounds.minY < view.maxY &&
    bounds.maxY > view.minY;
  const off = (COPY_OFF * (pasted + (stays && own === 'there' ? 1 : 0))) / zoom;
  const along = (least: number, most: number, from: number, to: number) => {
    const by = (stays ? 0 : (from + to - least - most) / 2) + off;
    return roundTo(Math.min(COORDINATE_MAX - most, Math.max(-COORDINATE_MAX - least, by)), decimalsAt(zoom));
  };
  return {
    dx: along(bounds.minX, bounds.maxX, view.minX, view.maxX),
    dy: along(bounds.minY, bounds.maxY, view.minY, view.maxY),
  };
}
