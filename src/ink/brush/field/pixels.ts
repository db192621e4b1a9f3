/** Pictures as bytes, on the grid of one scale. */

/**
 * A rectangle of pixels. On the grid of a scale (device px per drawing unit), pixel 0, 0 is where the drawing's origin
 * lies, so the same pixel has the same place in every tile, part and thread.
 */
export interface Pixels {
  /** The rectangle's place on the grid, whole px. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Rows of pixels; the bytes of each are red, green, blue and alpha, the first three multiplied by alpha. */
  readonly words: Uint32Array<ArrayBuffer>;
}

/** A blank rectangle. */
export function blankPixels(left: number, top: number, width: number, height: number): Pixels {
  return { left, top, width, height, words: new Uint32Array(width * height) };
}

/** What a byte is divided by to be no longer multiplied by this alpha. */
const PER_ALPHA = Float64Array.from({ length: 256 }, (_, alpha) => (alpha === 0 ? 0 : 255 / alpha));

/**
 * The same pixels as a canvas takes them (ImageData), not multiplied by alpha. A canvas multiplies them again, to the
 * same bytes.
 */
export function straightBytes({ words }: Pixels, into: Uint8ClampedArray<ArrayBuffer>): void {
  const straight = new Uint32Array(into.buffer, into.byteOffset, words.length);
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    const alpha = word >>> 24;
    if (alpha === 0 || alpha === 255) {
      straight[i] = word;
      continue;
    }
    const per = PER_ALPHA[alpha]!;
    const red = ((word & 0xff) * per + 0.5) | 0;
    const green = (((word >>> 8) & 0xff) * per + 0.5) | 0;
    const blue = (((word >>> 16) & 0xff) * per + 0.5) | 0;
    straight[i] = (alpha << 24) | (blue << 16) | (green << 8) | red;
  }
}
