/** The colour of a photo at a place of the view: its own, however faded it lies there. */
import type { Underlay } from '../../../core/drawing/types.ts';
import { type Camera, toWorld } from '../../../ink/index.ts';
import { photoPixelAt } from './place.ts';

/** So many pixels a side are averaged, as of ink: a photo has grain. */
const SIDE = 3;
/** Less of a pixel than this is seen through, 0..255. */
const SOLID = 128;

/**
 * `#rrggbb`; undefined beside the photo, and where it is transparent.
 * @param at CSS px in the view
 */
export function colorOfPhoto(
  image: CanvasImageSource,
  photo: Underlay,
  camera: Camera,
  at: { readonly x: number; readonly y: number },
): string | undefined {
  const pixel = photoPixelAt(photo, photo, toWorld(camera, at.x, at.y));
  if (!pixel) return undefined;
  const canvas = Object.assign(document.createElement('canvas'), { width: SIDE, height: SIDE });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return undefined;
  // At least its own pixels, at most what is seen as so many on the screen.
  const side = Math.max(SIDE, SIDE / (photo.scale * camera.zoom));
  context.drawImage(image, pixel.x - side / 2, pixel.y - side / 2, side, side, 0, 0, SIDE, SIDE);
  return meanColor(context.getImageData(0, 0, SIDE, SIDE).data);
}

/** The mean of pixels of 4 bytes, each as much as it is opaque; undefined if mostly nothing is there. */
export function meanColor(bytes: Uint8ClampedArray): string | undefined {
  let [red, green, blue, alpha] = [0, 0, 0, 0];
  for (let i = 0; i < bytes.length; i += 4) {
    const opaque = bytes[i + 3]!;
    red += bytes[i]! * opaque;
    green += bytes[i + 1]! * opaque;
    blue += bytes[i + 2]! * opaque;
    alpha += opaque;
  }
  if (alpha / (bytes.length / 4) < SOLID) return undefined;
  const hex = [red, green, blue].map((sum) =>
    Math.round(sum / alpha)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${hex.join('')}`;
}
