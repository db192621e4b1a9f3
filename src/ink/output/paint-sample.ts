/** Samples of brushes, for the page's controls: painted as on the paper. */
import type { Stroke } from '../../core/drawing/types.ts';
import { paintPixels } from '../brush/field/paint-stroke.ts';
import { blankPixels, straightBytes, wholeOf } from '../brush/field/pixels.ts';
import { asFlatStroke } from '../brush/flat-stroke.ts';

/**
 * Paints one stroke onto a canvas, which shows only it, on transparent paper.
 * @param stroke in drawing units from the upper left corner of the canvas
 * @param scale device px per drawing unit
 */
export function paintSample(canvas: HTMLCanvasElement, stroke: Stroke, scale: number): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const pixels = blankPixels(0, 0, canvas.width, canvas.height);
  paintPixels(pixels, scale, asFlatStroke(stroke));
  const image = context.createImageData(canvas.width, canvas.height);
  straightBytes(pixels, wholeOf(pixels), image.data);
  context.putImageData(image, 0, 0);
}
