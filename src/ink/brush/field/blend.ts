/** Blends a colour onto pixels, with an opacity for each: whole numbers only, rounded the same everywhere. */
import type { Brush, Field } from '../brush.ts';
import { FAR } from './depths.ts';

/** Every second byte of a pixel: red and blue, or green and alpha once shifted. */
const LANES = 0xff00ff;

/** Both lanes times `by` / 255, rounded. `by` is 0..255. */
function scaled(lanes: number, by: number): number {
  const product = Math.imul(lanes, by) + 0x800080;
  return ((product + ((product >>> 8) & LANES)) >>> 8) & LANES;
}

/**
 * Blends the colour onto the pixels of the field's runs, each with the opacity that the field has there, and clears the
 * field.
 * @param solid the colour as a pixel of full opacity
 * @param alpha the opacity of the whole stroke, 0..255
 */
export function blend(
  mode: Brush['blend'],
  field: Field,
  words: Uint32Array<ArrayBuffer>,
  solid: number,
  alpha: number,
): void {
  if (mode === 'over') over(field, words, solid, alpha);
  else if (mode === 'under') under(field, words, solid, alpha);
  else if (mode === 'multiply') multiply(field, words, solid, alpha);
  else erase(field, words, alpha);
}

function over({ values, runs, runsEnd }: Field, words: Uint32Array, solid: number, alpha: number): void {
  const low = solid & LANES;
  const high = (solid >>> 8) & LANES;
  for (let run = 0; run < runsEnd; run += 2) {
    const to = runs[run + 1]!;
    for (let i = runs[run]!; i < to; i++) {
      const covers = (values[i]! * alpha + 0.5) | 0;
      values[i] = FAR;
      if (covers === 0) continue;
      if (covers === 255) {
        words[i] = solid;
        continue;
      }
      const word = words[i]!;
      const rest = 255 - covers;
      const redBlue = scaled(low, covers) + scaled(word & LANES, rest);
      const greenAlpha = scaled(high, covers) + scaled((word >>> 8) & LANES, rest);
      words[i] = redBlue | (greenAlpha << 8);
    }
  }
}

function under({ values, runs, runsEnd }: Field, words: Uint32Array, solid: number, alpha: number): void {
  const low = solid & LANES;
  const high = (solid >>> 8) & LANES;
  for (let run = 0; run < runsEnd; run += 2) {
    const to = runs[run + 1]!;
    for (let i = runs[run]!; i < to; i++) {
      const covers = (values[i]! * alpha + 0.5) | 0;
      values[i] = FAR;
      if (covers === 0) continue;
      const word = words[i]!;
      const free = scaled(covers, 255 - (word >>> 24));
      if (free === 0) continue;
      const redBlue = scaled(low, free) + (word & LANES);
      const greenAlpha = scaled(high, free) + ((word >>> 8) & LANES);
      words[i] = redBlue | (greenAlpha << 8);
    }
  }
}

/** Where nothing lies below, the colour itself shows; where something does, each channel is their product. */
function multiply({ values, runs, runsEnd }: Field, words: Uint32Array, solid: number, alpha: number): void {
  const low = solid & LANES;
  const high = (solid >>> 8) & LANES;
  for (let run = 0; run < runsEnd; run += 2) {
    const to = runs[run + 1]!;
    for (let i = runs[run]!; i < to; i++) {
      const covers = (values[i]! * alpha + 0.5) | 0;
      values[i] = FAR;
      if (covers === 0) continue;
      const redBlue = scaled(low, covers);
      const greenAlpha = scaled(high, covers);
      const word = words[i]!;
      if (word === 0) {
        words[i] = redBlue | (greenAlpha << 8);
        continue;
      }
      const free = 255 - (word >>> 24);
      const rest = 255 - covers;
      const red = product(redBlue & 0xff, word & 0xff, free, rest);
      const green = product(greenAlpha & 0xff, (word >>> 8) & 0xff, free, rest);
      const blue = product(redBlue >>> 16, (word >>> 16) & 0xff, free, rest);
      const both = product(covers, word >>> 24, free, rest);
      words[i] = (both << 24) | (blue << 16) | (green << 8) | red;
    }
  }
}

/**
 * One channel of two colours that multiply, each times its opacity: what each shows where the other is not, and the
 * product where both are. At most the same of their opacities, because it is rounded once.
 */
function product(above: number, below: number, free: number, rest: number): number {
  const sum = above * (free + below) + below * rest + 128;
  return (sum + (sum >>> 8)) >>> 8;
}

function erase({ values, runs, runsEnd }: Field, words: Uint32Array, alpha: number): void {
  for (let run = 0; run < runsEnd; run += 2) {
    const to = runs[run + 1]!;
    for (let i = runs[run]!; i < to; i++) {
      const rest = 255 - ((values[i]! * alpha + 0.5) | 0);
      values[i] = FAR;
      const word = words[i]!;
      if (word === 0 || rest === 255) continue;
      words[i] = scaled(word & LANES, rest) | (scaled((word >>> 8) & LANES, rest) << 8);
    }
  }
}
