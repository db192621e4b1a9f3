/** The small picture of a drawing, for lists. */
import { THUMB_MAX } from '../../core/drawing/limits.ts';
import type { Layer, Stroke } from '../../core/drawing/types.ts';
import { paintingCoats } from '../brush/field/paint-coats.ts';
import { blankPixels, type Pixels, straightBytes, wholeOf } from '../brush/field/pixels.ts';
import { asFlatStroke } from '../brush/flat-stroke.ts';
import { coatsOf } from '../brush/wet-wash.ts';
import { type Bounds, strokesBounds } from '../geometry/bounds.ts';
import { inSlices } from '../tiles/slices.ts';
import { type Camera, fitBounds, type Size, visibleBounds } from '../view/camera.ts';
import { watchLoss } from '../view/lost-canvas.ts';

/** Widths to try, in pixels, one after the other until the text is short enough. */
const WIDTHS = [320, 240, 160, 96];
/** Height divided by width: landscape. */
const ASPECT = 3 / 4;
const PADDING = 12;
const POINTS_PER_STEP = 1_500;

function sizeOf(width: number): Size {
  return { width, height: Math.round(width * ASPECT) };
}

function cameraOn(bounds: Bounds, width: number): Camera {
  const edge = (PADDING * width) / 320;
  return fitBounds(bounds, sizeOf(width), { top: edge, right: edge, bottom: edge, left: edge });
}

/** The part of the paper that a thumbnail of this width shows, for a drawing with these bounds. */
export function thumbnailArea(bounds: Bounds, width: number): Bounds {
  return visibleBounds(cameraOn(bounds, width), sizeOf(width));
}

/**
 * A PNG data URL of at most 320 px and 400 KB, on transparent paper; `""` for a drawing without strokes;
 * undefined where the browser refuses. Drawn in slices.
 * @param layers undefined for a drawing that names none
 * @param go called before each step; may throw to stop the drawing
 */
export async function thumbnail(
  strokes: readonly Stroke[],
  layers: readonly Layer[] | undefined,
  go: () => void = () => {},
): Promise<string | undefined> {
  const bounds = strokesBounds(strokes);
  if (!bounds) return '';
  const coats = coatsOf(strokes);
  for (const width of WIDTHS) {
    const { height } = sizeOf(width);
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d');
    if (!context) return undefined;
    const isLost = watchLoss(context);
    const { x, y, zoom } = cameraOn(bounds, width);
    const pixels = blankPixels(Math.round(x * zoom), Math.round(y * zoom), width, height);
    await paintAll(pixels, coats, layers, zoom, go);
    const image = context.createImageData(width, height);
    straightBytes(pixels, wholeOf(pixels), image.data);
    context.putImageData(image, 0, 0);
    const url = canvas.toDataURL('image/png');
    // The canvas was lost halfway: try the next width on a new one.
    if (isLost()) continue;
    if (url.startsWith('data:image/png;base64,') && url.length <= THUMB_MAX) return url;
  }
  return undefined;
}

/** The least width of a line, px: thinner ones would vanish at this scale. */
const THINNEST = 0.9;

function paintAll(
  pixels: Pixels,
  coats: readonly (readonly Stroke[])[],
  layers: readonly Layer[] | undefined,
  zoom: number,
  go: () => void,
): Promise<void> {
  const flat = (stroke: Stroke) => {
    const thin = stroke.size * zoom < THINNEST && !stroke.pressure;
    return asFlatStroke(thin ? { ...stroke, size: THINNEST / zoom } : stroke);
  };
  return new Promise((resolve, reject) => {
    const painting = paintingCoats(pixels, zoom, coats, flat, layers);
    inSlices(() => {
      try {
        go();
      } catch (error) {
        reject(error);
        return true;
      }
      let budget = POINTS_PER_STEP;
      let isDone = false;
      while (!isDone && budget > 0) {
        const { done, value } = painting.next();
        isDone = done === true;
        for (const { points } of value ?? []) budget -= points.length;
      }
      if (isDone) resolve();
      return isDone;
    });
  });
}
