/**
 * Blends a colour onto pixels, with an opacity for each: whole numbers only, rounded the same everywhere. The loops that
 * most strokes need call nothing: where a call is not compiled into a loop, as in Firefox, nothing stays in a register.
 */
import type { Brush, Field } from '../brush.ts';
import { EDGE, FAR } from './depths.ts';

/** Every second byte of a pixel: red and blue, or green and alpha once shifted. */
const LANES = 0xff00ff;
/** Half a step in both lanes, for rounding. */
const HALF = 0x800080;

/** Both lanes times `by` / 255, rounded. `by` is 0..255. */
function scaled(lanes: number, by: number): number {
  const product = Math.imul(lanes, by) + HALF;
  return ((product + ((product >>> 8) & LANES)) >>> 8) & LANES;
}

/** A colour at each opacity from 0 to 255, as pixels. */
export type Tones = Int32Array<ArrayBuffer>;

/**
 * The same pixels as signed numbers. Unsigned ones may not fit into a whole number as compilers have it: Firefox's makes
 * fractions of them all.
 */
function signed(words: Uint32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  return new Int32Array(words.buffer, words.byteOffset, words.length);
}

/**
 * @param solid the colour as a pixel of full opacity
 * @param alpha the opacity of the whole stroke, 0..255, by which each is multiplied
 */
export function tonesOf(solid: number, alpha: number): Tones {
  const tones = new Int32Array(256);
  for (let cover = 0; cover < 256; cover++) {
    const by = scaled(cover, alpha);
    tones[cover] = scaled(solid & LANES, by) | (scaled((solid >>> 8) & LANES, by) << 8);
  }
  return tones;
}

/** Blends the colour onto the pixels of the field's runs, each with the opacity that it has there, and clears the field. */
export function blend(
  mode: Brush['blend'],
  field: Field,
  words: Uint32Array<ArrayBuffer>,
  tones: Tones,
): void {
  const pixels = signed(words);
  if (mode === 'over') over(field, pixels, tones);
  else if (mode === 'under') under(field, pixels, tones);
  else if (mode === 'multiply') multiply(field, pixels, tones);
  else erase(field, pixels);
}

function over({ values, covers, runs, runsEnd }: Field, words: Int32Array, tones: Tones): void {
  for (let run = 0; run < runsEnd; run += 2) {
    const to = runs[run + 1]!;
    for (let i = runs[run]!; i < to; i++) {
      // No choices: grain makes neighbouring pixels differ.
      const tone = tones[covers[i]!]!;
      values[i] = FAR;
      const rest = 255 - (tone >>> 24);
      const word = words[i]!;
      const redBlue = Math.imul(word & LANES, rest) + HALF;
      const greenAlpha = Math.imul((word >>> 8) & LANES, rest) + HALF;
      words[i] =
        tone +
        ((((redBlue + ((redBlue >>> 8) & LANES)) >>> 8) & LANES) |
          ((greenAlpha + ((greenAlpha >>> 8) & LANES)) & ~LANES));
    }
  }
}

/** What `shadeFlat` and `over` do, in one pass: most strokes are drawn so. */
export function blendFlat(
  { values, runs, runsEnd }: Field,
  pixels: Uint32Array<ArrayBuffer>,
  tones: Tones,
): void {
  const words = signed(pixels);
  for (let run = 0; run < runsEnd; run += 2) {
    const to = runs[run + 1]!;
    for (let i = runs[run]!; i < to; i++) {
      const v = values[i]!;
      values[i] = FAR;
      if (v >= EDGE) continue;
      const cover = v <= -EDGE ? 255 : ((EDGE - v) * 255 + 0.5) | 0;
      if (cover === 0) continue;
      const tone = tones[cover]!;
      const rest = 255 - (tone >>> 24);
      const word = words[i]!;
      if (rest === 0 || word === 0) {
        words[i] = tone;
        continue;
      }
      const redBlue = Math.imul(word & LANES, rest) + HALF;
      const greenAlpha = Math.imul((word >>> 8) & LANES, rest) + HALF;
      words[i] =
        tone +
        ((((redBlue + ((redBlue >>> 8) & LANES)) >>> 8) & LANES) |
          ((greenAlpha + ((greenAlpha >>> 8) & LANES)) & ~LANES));
    }
  }
}

function under({ values, covers, runs, runsEnd }: Field, words: Int32Array, tones: Tones): void {
  for (let run = 0; run < runsEnd; run += 2) {
    const to = runs[run + 1]!;
    for (let i = runs[run]!; i < to; i++) {
      const cover = covers[i]!;
      values[i] = FAR;
      if (cover === 0) continue;
      const tone = tones[cover]!;
      const word = words[i]!;
      const free = 255 - (word >>> 24);
      if (free === 0) continue;
      const redBlue = scaled(tone & LANES, free) + (word & LANES);
      const greenAlpha = scaled((tone >>> 8) & LANES, free) + ((word >>> 8) & LANES);
      words[i] = redBlue | (greenAlpha << 8);
    }
  }
}

/** Where nothing lies below, the colour itself shows; where something does, each channel is their product. */
function multiply({ values, covers, runs, runsEnd }: Field, words: Int32Array, tones: Tones): void {
  for (let run = 0; run < runsEnd; run += 2) {
    const to = runs[run + 1]!;
    for (let i = runs[run]!; i < to; i++) {
      const tone = tones[covers[i]!]!;
      const word = words[i]!;
      values[i] = FAR;
      if (word === 0) {
        words[i] = tone;
        continue;
      }
      // `multiplied`, written out: in Firefox the call made washes an eighth slower. The test holds both to one formula.
      const free = 255 - (word >>> 24);
      const rest = 255 - (tone >>> 24);
      const redBlue =
        Math.imul(word & LANES, rest) +
        Math.imul(tone & 0xff, free + (word & 0xff)) +
        (Math.imul((tone >>> 16) & 0xff, free + ((word >>> 16) & 0xff)) << 16) +
        HALF;
      const greenAlpha =
        Math.imul((word >>> 8) & LANES, rest) +
        Math.imul((tone >>> 8) & 0xff, free + ((word >>> 8) & 0xff)) +
        (Math.imul(tone >>> 24, 255) << 16) +
        HALF;
      words[i] =
        (((redBlue + ((redBlue >>> 8) & LANES)) >>> 8) & LANES) |
        ((greenAlpha + ((greenAlpha >>> 8) & LANES)) & ~LANES);
    }
  }
}

/**
 * Two pixels that multiply, each times its opacity. A channel is what each shows where the other is not, and the product
 * where both are: at most the same of their opacities, because it is rounded once.
 */
function multiplied(tone: number, word: number): number {
  const free = 255 - (word >>> 24);
  const rest = 255 - (tone >>> 24);
  // Where the pixel below is not, and where it is: of its opacity, both are the whole.
  const redBlue =
    Math.imul(word & LANES, rest) +
    Math.imul(tone & 0xff, free + (word & 0xff)) +
    (Math.imul((tone >>> 16) & 0xff, free + ((word >>> 16) & 0xff)) << 16) +
    HALF;
  const greenAlpha =
    Math.imul((word >>> 8) & LANES, rest) +
    Math.imul((tone >>> 8) & 0xff, free + ((word >>> 8) & 0xff)) +
    (Math.imul(tone >>> 24, 255) << 16) +
    HALF;
  return (
    (((redBlue + ((redBlue >>> 8) & LANES)) >>> 8) & LANES) |
    ((greenAlpha + ((greenAlpha >>> 8) & LANES)) & ~LANES)
  );
}

/**
 * Lays pixels onto others of the same rectangle.
 * @param alpha opacity of what is laid, 0..255
 */
export function layPixels(
  mode: 'over' | 'multiply',
  words: Uint32Array<ArrayBuffer>,
  above: Uint32Array<ArrayBuffer>,
  alpha: number,
): void {
  for (let i = 0; i < words.length; i++) {
    const full = above[i]!;
    if (full === 0) continue;
    const tone =
      alpha === 255 ? full : scaled(full & LANES, alpha) | (scaled((full >>> 8) & LANES, alpha) << 8);
    const word = words[i]!;
    const rest = 255 - (tone >>> 24);
    if (word === 0) words[i] = tone;
    else if (mode === 'over') {
      const redBlue = (tone & LANES) + scaled(word & LANES, rest);
      const greenAlpha = ((tone >>> 8) & LANES) + scaled((word >>> 8) & LANES, rest);
      words[i] = redBlue | (greenAlpha << 8);
    } else words[i] = multiplied(tone, word);
  }
}

function erase({ values, covers, runs, runsEnd }: Field, words: Int32Array): void {
  for (let run = 0; run < runsEnd; run += 2) {
    const to = runs[run + 1]!;
    for (let i = runs[run]!; i < to; i++) {
      const rest = 255 - covers[i]!;
      values[i] = FAR;
      const word = words[i]!;
      if (word === 0 || rest === 255) continue;
      words[i] = scaled(word & LANES, rest) | (scaled((word >>> 8) & LANES, rest) << 8);
    }
  }
}
