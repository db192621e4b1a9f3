/** The colour of the ink that one sees at a place. */
import type { Stroke } from '../../core/drawing/types.ts';
import { leavesInk } from '../brush/brushes.ts';
import { paintPixels } from '../brush/field/paint-stroke.ts';
import { blankPixels } from '../brush/field/pixels.ts';
import { asFlatStroke } from '../brush/flat-stroke.ts';
import type { Bounds, Position } from '../geometry/bounds.ts';

/** Red, green and blue, 0..255. */
export type Rgb = readonly [number, number, number];

/** So many pixels a side are averaged: grain has no single colour. */
const SIDE = 3;
/** The pixel of the place itself. */
const MIDDLE = (SIDE * SIDE - 1) / 2;

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

/** Differences up to this are not seen, of 255. */
const UNSEEN = 6;

/**
 * The colour, `#rrggbb`, to draw with so that it looks the same: that of the strokes if they have one, however little
 * of it they lay, and where several are seen their mixture. Undefined where no ink is seen. The same numbers as in the
 * tiles make it, so no canvas is read.
 * @param strokes those that may touch `seenArea`, bottom first
 * @param at drawing units
 */
export function seenColor(
  strokes: readonly Stroke[],
  at: Position,
  scale: number,
  paper: Rgb,
): string | undefined {
  const { minX, minY } = seenArea(at, scale);
  const paint = (some: readonly Stroke[]) => {
    const pixels = blankPixels(Math.round(minX * scale), Math.round(minY * scale), SIDE, SIDE);
    const near = some.filter((stroke) => paintPixels(pixels, scale, asFlatStroke(stroke)));
    return { near, words: pixels.words };
  };
  const { near, words } = paint(strokes);
  const colors = new Set(near.filter(({ tool }) => leavesInk(tool)).map(solidOf));
  // The pixel itself first: a fine line has other ink beside it. Where grain leaves it bare, those around it.
  for (const part of [words.subarray(MIDDLE, MIDDLE + 1), words]) {
    if (part.every((word) => word >>> 24 <= UNSEEN)) continue;
    const all = meanOf(part, paper);
    const [only] = colors;
    if (colors.size === 1) return only;
    const seen = [...colors].filter((color) => {
      const others = paint(near.filter((stroke) => !leavesInk(stroke.tool) || solidOf(stroke) !== color));
      const from = part.length === 1 ? MIDDLE : 0;
      const without = meanOf(others.words.subarray(from, from + part.length), paper);
      return all.some((value, i) => Math.abs(value - without[i]!) > UNSEEN);
    });
    return seen.length === 1 ? seen[0] : hexOf(meanOf(words, paper));
  }
  return undefined;
}

/** The mean colour of pixels on the paper. */
function meanOf(words: Uint32Array, paper: Rgb): Rgb {
  let [red, green, blue, alpha] = [0, 0, 0, 0];
  for (const word of words) {
    red += word & 0xff;
    green += (word >>> 8) & 0xff;
    blue += (word >>> 16) & 0xff;
    alpha += word >>> 24;
  }
  const through = 1 - alpha / words.length / 255;
  const over = (sum: number, ground: number) => sum / words.length + ground * through;
  return [over(red, paper[0]), over(green, paper[1]), over(blue, paper[2])];
}

/** A stroke's colour without its opacity, `#rrggbb`. */
function solidOf({ color }: Stroke): string {
  if (color.length >= 7) return color.slice(0, 7).toLowerCase();
  const [, red = '', green = '', blue = ''] = color.toLowerCase();
  return `#${red}${red}${green}${green}${blue}${blue}`;
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
