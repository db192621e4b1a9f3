/**
 * Adapts a drawing to another paper: ink that would not be seen there gets the mirrored lightness and keeps its hue.
 */
import type { Stroke } from '../../core/drawing/types.ts';
import { colorOf, fromHex } from './common/colors.ts';

/** The least contrast of a line with dark paper (WCAG 2.2, 1.4.11). */
const ON_DARK = 3;
/** And with light paper, where markers and washes are light on purpose, but chalk is not seen. */
const ON_LIGHT = 1.5;
/** Luminance below which paper is dark: white ink then has more contrast than black. */
const DARK = 0.18;
/** How much white, on light paper black, is mixed in at a time while a colour is not seen yet. */
const STEP = 0.1;
const STEPS_MAX = 40;

/** @param paper `#rrggbb` */
export function forPaper(strokes: readonly Stroke[], paper: string): Stroke[] {
  const known = new Map<string, string>();
  const ground = luminance(channels(paper));
  return strokes.map((stroke) => {
    const { color } = stroke;
    let seen = known.get(color);
    if (seen === undefined) {
      seen = visible(color, ground);
      known.set(color, seen);
    }
    return seen === color ? stroke : { ...stroke, color: seen };
  });
}

function visible(color: string, ground: number): string {
  const { hex, alpha } = fromHex(color);
  const rgb = channels(hex);
  const [far, least] = ground < DARK ? [1, ON_DARK] : [0, ON_LIGHT];
  if (contrast(luminance(rgb), ground) >= least) return color;
  // Mirrored lightness: the distance of the largest channel to white becomes that of the smallest to black, and
  // the reverse.
  const shift = 1 - Math.max(...rgb) - Math.min(...rgb);
  let seen = rgb.map((v) => v + shift);
  for (let n = 0; n < STEPS_MAX && contrast(luminance(seen), ground) < least; n++) {
    seen = seen.map((v) => v + (far - v) * STEP);
  }
  const bytes = seen.map((v) =>
    Math.round(v * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return colorOf({ hex: `#${bytes.join('')}`, alpha });
}

function channels(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
}

function luminance(rgb: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = rgb.map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}
