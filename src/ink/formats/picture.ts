/** Draws a drawing as a PNG, and computes its size. */
import type { Layer, Stroke } from '../../core/drawing/types.ts';
import { paintingCoats } from '../brush/field/paint-coats.ts';
import { blankPixels, type Pixels, straightBytes, wholeOf } from '../brush/field/pixels.ts';
import { asFlatStroke } from '../brush/flat-stroke.ts';
import { coatsOf } from '../brush/wet-wash.ts';
import { type Bounds, grow, overlap, strokeBounds, strokesBounds } from '../geometry/bounds.ts';
import { watchLoss } from '../view/lost-canvas.ts';

/** Space around the ink, drawing units. */
const MARGIN = 24;
/** Most pixels of one canvas: every browser draws as many, on phones too. */
const PIXELS_MAX = 16_000_000;
const LONGEST_SIDE = 8_192;

/** The area that an export shows: the ink and a margin. Undefined for an empty drawing. */
export function exportArea(strokes: readonly Stroke[]): Bounds | undefined {
  const bounds = strokesBounds(strokes);
  return bounds && grow(bounds, MARGIN);
}

export interface PictureSize {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Pixels per drawing unit; less than was asked for if the picture would be too large. */
  readonly scale: number;
  readonly isSmaller: boolean;
}

/** @param asked pixels per drawing unit */
export function pictureSize({ minX, minY, maxX, maxY }: Bounds, asked: number): PictureSize {
  const [width, height] = [maxX - minX, maxY - minY];
  const most = Math.min(LONGEST_SIDE / Math.max(width, height), Math.sqrt(PIXELS_MAX / (width * height)));
  const scale = Math.min(asked, most);
  // Rounded down, so that rounding never exceeds PIXELS_MAX.
  const pixels = (units: number) => Math.max(1, Math.floor(units * scale + 1e-6));
  return { width: pixels(width), height: pixels(height), scale, isSmaller: scale < asked };
}

/** The browser made no picture: it lost it while it was drawn, or it cannot make one of this size. */
export class PictureFailed extends Error {
  readonly reason: 'lost' | 'unsupported';

  constructor(reason: 'lost' | 'unsupported') {
    super(reason);
    this.reason = reason;
  }
}

/** How many coats one step draws. */
const STEP = 40;
/** Pixels that are drawn at a time, in strips as wide as the picture. */
const STRIP_PIXELS = 1_000_000;
/** How far a stroke may show beyond its bounds, px. */
const EDGE = 2;

/** @param pause called between steps with the part of the strip that is done, 0..1 */
async function paintStrip(
  strip: Pixels,
  coats: readonly (readonly Stroke[])[],
  layers: readonly Layer[] | undefined,
  scale: number,
  pause: (done: number) => Promise<void>,
): Promise<void> {
  const area = {
    minX: strip.left / scale,
    minY: strip.top / scale,
    maxX: (strip.left + strip.width) / scale,
    maxY: (strip.top + strip.height) / scale,
  };
  const seen = grow(area, EDGE / scale);
  const near = coats
    .map((coat) => coat.filter((stroke) => overlap(strokeBounds(stroke), seen)))
    .filter((coat) => coat.length > 0);
  let painted = 0;
  for (const _ of paintingCoats(strip, scale, near, asFlatStroke, layers)) {
    painted += 1;
    if (painted % STEP === 0) await pause(painted / near.length);
  }
  await pause(1);
}

/**
 * A PNG of the area. Pauses between steps, when the caller may stop it.
 * @param paper CSS colour; undefined leaves the paper transparent
 * @param paintUnder paints what lies between ink and paper: what it paints first is on top
 * @param pause resolves once the page has had time for other work; rejects to stop
 * @throws PictureFailed if the browser makes no picture
 */
export async function drawPicture(
  strokes: readonly Stroke[],
  layers: readonly Layer[] | undefined,
  area: Bounds,
  { width, height, scale }: PictureSize,
  paper: string | undefined,
  pause: (done: number) => Promise<void>,
  paintUnder?: (context: CanvasRenderingContext2D) => void,
): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  try {
    const context = canvas.getContext('2d');
    if (!context) throw new PictureFailed('unsupported');
    const isLost = watchLoss(context);
    const [left, top] = [Math.round(area.minX * scale), Math.round(area.minY * scale)];
    const coats = coatsOf(strokes);
    const tall = Math.max(1, Math.floor(STRIP_PIXELS / width));
    for (let y = 0; y < height; y += tall) {
      const strip = blankPixels(left, top + y, width, Math.min(tall, height - y));
      await paintStrip(strip, coats, layers, scale, (part) => pause((y + part * strip.height) / height));
      const image = context.createImageData(strip.width, strip.height);
      straightBytes(strip, wholeOf(strip), image.data);
      context.putImageData(image, 0, y);
    }
    // What comes later goes under the ink: so it shows through where strokes erase.
    context.globalCompositeOperation = 'destination-over';
    paintUnder?.(context);
    if (paper !== undefined) {
      context.fillStyle = paper;
      context.fillRect(0, 0, width, height);
    }
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (isLost()) throw new PictureFailed('lost');
    if (!blob) throw new PictureFailed('unsupported');
    return blob;
  } finally {
    // Frees the memory of the canvas at once, also when the export was stopped.
    canvas.width = 0;
  }
}
