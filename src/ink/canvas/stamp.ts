/** Puts strokes onto a canvas with the pixels that their tiles will have. */
import type { Stroke } from '../../core/drawing/types.ts';
import { brushOf } from '../brush/brushes.ts';
import { paintCoat } from '../brush/field/paint-stroke.ts';
import { blankPixels, straightBytes, wholeOf } from '../brush/field/pixels.ts';
import { asFlatStroke } from '../brush/flat-stroke.ts';
import { strokesBounds } from '../geometry/bounds.ts';
import { hasLost } from '../view/lost-canvas.ts';
import type { Viewport } from '../view/viewport.ts';
import { COMPOSITE } from './paint.ts';

/** The stroke is painted in squares of this side, px: those that it does not touch cost little. */
const SIDE = 256;
/** How far a stroke may show beyond its bounds, px. */
const EDGE = 2;

let block: { readonly context: CanvasRenderingContext2D; readonly image: ImageData } | undefined;

function emptyBlock() {
  if (block && !hasLost(block.context)) return block;
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser gives no 2D canvas.');
  block = { context, image: context.createImageData(SIDE, SIDE) };
  return block;
}

/**
 * Draws the stroke over what the canvas shows, as its brush meets ink. Leaves the canvas's transform untouched.
 * @param veil a picture in the canvas's place of what the layers make of its colour, which it is drawn with
 */
export function stampStroke(
  target: CanvasRenderingContext2D,
  stroke: Stroke,
  look: Viewport,
  veil?: CanvasImageSource,
): void {
  stampCoat(target, [stroke], look, veil);
}

/** The same of a stroke, or of the strokes of one wash. */
export function stampCoat(
  target: CanvasRenderingContext2D,
  coat: readonly Stroke[],
  { scale, left, top }: Viewport,
  veil?: CanvasImageSource,
): void {
  const brush = brushOf(coat[0]!.tool);
  const erases = brush.blend === 'erase';
  const { minX, minY, maxX, maxY } = strokesBounds(coat)!;
  const { width, height } = target.canvas;
  const x0 = Math.max(0, Math.floor(minX * scale) - left - EDGE);
  const y0 = Math.max(0, Math.floor(minY * scale) - top - EDGE);
  const x1 = Math.min(width, Math.ceil(maxX * scale) - left + EDGE);
  const y1 = Math.min(height, Math.ceil(maxY * scale) - top + EDGE);
  if (x0 >= x1 || y0 >= y1) return;
  const all = erases ? coat.map((stroke) => ({ ...stroke, color: '#000', opacity: 1 })) : coat;
  const { context, image } = emptyBlock();
  target.save();
  target.setTransform(1, 0, 0, 1, 0, 0);
  target.globalAlpha = 1;
  target.globalCompositeOperation = COMPOSITE[veil ? 'over' : brush.blend];
  for (let y = y0; y < y1; y += SIDE) {
    for (let x = x0; x < x1; x += SIDE) {
      const pixels = blankPixels(left + x, top + y, SIDE, SIDE);
      if (!paintCoat(pixels, scale, all, asFlatStroke, { ...brush, blend: 'over' })) continue;
      straightBytes(pixels, wholeOf(pixels), image.data);
      context.putImageData(image, 0, 0);
      if (veil) {
        context.globalCompositeOperation = 'source-atop';
        context.drawImage(veil, -x, -y);
        context.globalCompositeOperation = 'source-over';
      }
      target.drawImage(context.canvas, x, y);
    }
  }
  target.restore();
}
