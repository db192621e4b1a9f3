/** Turning a picture upright on a canvas, by the orientation of its Exif: 1 to 8. */
import type { Size } from './fit-steps.ts';

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** The size upright of a picture that lies in its file with this size. */
export function uprightSize({ width, height }: Size, orientation: number): Size {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

/** The transform of a canvas, upright and of this size, that turns what is drawn on it. */
export function turnOf({ width, height }: Size, orientation: number): Matrix {
  switch (orientation) {
    case 2:
      return [-1, 0, 0, 1, width, 0];
    case 3:
      return [-1, 0, 0, -1, width, height];
    case 4:
      return [1, 0, 0, -1, 0, height];
    case 5:
      return [0, 1, 1, 0, 0, 0];
    case 6:
      return [0, 1, -1, 0, width, 0];
    case 7:
      return [0, -1, -1, 0, width, height];
    case 8:
      return [0, -1, 1, 0, 0, height];
    default:
      return [1, 0, 0, 1, 0, 0];
  }
}

/** Draws a picture so that it fills a canvas of this size, upright. */
export function drawUpright(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  picture: CanvasImageSource,
  size: Size,
  orientation: number,
): void {
  context.setTransform(...turnOf(size, orientation));
  // As it lies in the file.
  const { width, height } = uprightSize(size, orientation);
  context.drawImage(picture, 0, 0, width, height);
}
