/** Where the view lies on the grid of its scale. Tiles and the stroke being drawn agree on it, pixel by pixel. */
import { type Camera, type Size, snap } from './camera.ts';

/** Most device pixels of one canvas: beyond this, some phones give an empty one. */
const PIXELS_MAX = 16_000_000;

/** A place of the view on the paper, in whole device pixels from the drawing's origin. */
export interface Viewport {
  /** Device pixels per drawing unit. */
  readonly scale: number;
  readonly left: number;
  readonly top: number;
}

/** The device pixels per CSS px that a canvas of this size can have. `ratio`: those of the screen. */
export function usableRatio({ width, height }: Size, ratio: number): number {
  return Math.min(ratio, Math.sqrt(PIXELS_MAX / Math.max(1, width * height)));
}

/** Device pixels of a view; at least one. */
export function pixelsOf({ width, height }: Size, ratio: number): Size {
  return { width: Math.max(1, Math.round(width * ratio)), height: Math.max(1, Math.round(height * ratio)) };
}

export function viewportOf(camera: Camera, ratio: number): Viewport {
  const scale = camera.zoom * ratio;
  const { x, y } = snap(camera, ratio);
  return { scale, left: Math.round(x * scale), top: Math.round(y * scale) };
}
