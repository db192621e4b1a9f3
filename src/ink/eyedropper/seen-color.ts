/** The colour of a place as one sees it: ink over paper. */
import type { Stroke } from '../../core/drawing/types.ts';
import { paintPixels } from '../brush/field/paint-stroke.ts';
import { blankPixels } from '../brush/field/pixels.ts';
import { asFlatStroke } from '../brush/flat-stroke.ts';
import type { Bounds, Position } from '../geometry/bounds.ts';

/** Red, green and blue, 0..255. */
export type Rgb = readonly [number, number, number];

/** So many pixels a side are averaged: grain has no single colour. */
const SIDE = 3;

/** The pixels around a place that are looked at, in drawing units. @param scale device px per drawing unit */
export function seenArea({ x, y }: Position, scale: number): Bounds {
  const left = Math.floor(x * scale) - (SIDE - 1) / 2;
  const top = Math.floor(y * scale) - (SIDE - 1) / 2;
  return {
    minX: left / scale,
    minY: top / scale,
    maxX: (left + SIDE) / scale,
    maxY: (top + SIDE) / scale,
  };
}

/**
 * The colour, `#rrggbb`. The same numbers as in the tiles make it, so no canvas is read.
 * @param strokes those that may touch `seenArea`, bottom first
 * @param at drawing units
 */
export function seenColor(strokes: readonly Stroke[], at: Position, scale: number, paper: Rgb): string {
  const { minX, minY } = seenArea(at, scale);
  const pixels = blankPixels(Math.round(minX * scale), Math.round(minY * scale), SIDE, SIDE);
  for (const stroke of strokes) paintPixels(pixels, scale, asFlatStroke(stroke));
  let [red, green, blue, alpha] = [0, 0, 0, 0];
  for (const word of pixels.words) {
    red += word & 0xff;
    green += (word >>> 8) & 0xff;
    blue += (word >>> 16) & 0xff;
    alpha += word >>> 24;
  }
  const count = SIDE * SIDE;
  const through = 1 - alpha / count / 255;
  const over = (sum: number, ground: number) => sum / count + ground * through;
  return hexOf([over(red, paper[0]), over(green, paper[1]), over(blue, paper[2])]);
}

function hexOf(rgb: Rgb): string {
  const parts = rgb.map((part) => Math.min(255, Math.round(part)).toString(16).padStart(2, '0'));
  return `#${parts.join('')}`;
}

/** The colour of an element's background, as the browser computed it; white if it has none that is opaque. */
export function backgroundOf(element: Element): Rgb {
  const [red, green, blue, alpha = 1] = (
    /^rgba?\((.*)\)$/.exec(getComputedStyle(element).backgroundColor)?.[1]?.split(/[\s,/]+/) ?? []
  ).map(Number);
  if (red === undefined || green === undefined || blue === undefined || alpha < 1) return [255, 255, 255];
  return [red, green, blue];
}
