/** Pictures as bytes, on the grid of one scale. */

/**
 * A rectangle on the grid of a scale (device px per drawing unit), whole px. Pixel 0, 0 is where the drawing's origin
 * lies, so the same pixel has the same place in every tile, part and thread.
 */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A rectangle of pixels. */
export interface Pixels extends Box {
  /** Rows of pixels; the bytes of each are red, green, blue and alpha, the first three multiplied by alpha. */
  readonly words: Uint32Array<ArrayBuffer>;
}

/** A blank rectangle. */
export function blankPixels(left: number, top: number, width: number, height: number): Pixels {
  return { left, top, width, height, words: new Uint32Array(width * height) };
}

/** What a byte is divided by to be no longer multiplied by this alpha. */
const PER_ALPHA = Float64Array.from({ length: 256 }, (_, alpha) => (alpha === 0 ? 0 : 255 / alpha));

/** A part of a rectangle, whole px from its corner. */
export interface Part {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The part that is all of it. */
export function wholeOf({ width, height }: Pixels): Part {
  return { left: 0, top: 0, right: width, bottom: height };
}

/**
 * Writes a part of the pixels as a canvas takes them (ImageData), not multiplied by alpha. A canvas multiplies them
 * again, to the same bytes.
 * @param into four bytes for each pixel of the part
 */
export function straightBytes(pixels: Pixels, part: Part, into: Uint8ClampedArray<ArrayBuffer>): void {
  const straight = new Uint32Array(into.buffer, into.byteOffset, into.length / 4);
  const wide = part.right - part.left;
  for (let y = part.top; y < part.bottom; y++) {
    const from = y * pixels.width + part.left;
    straightRun(pixels.words, from, wide, straight, (y - part.top) * wide);
  }
}

/** The same for `count` pixels from `from` on. `straight`: four bytes for each pixel, as whole numbers. */
export function straightRun(
  words: Uint32Array,
  from: number,
  count: number,
  straight: Uint32Array,
  at: number,
): void {
  for (let i = 0; i < count; i++) {
    const word = words[from + i]!;
    const alpha = word >>> 24;
    if (alpha === 0 || alpha === 255) {
      straight[at + i] = word;
      continue;
    }
    const per = PER_ALPHA[alpha]!;
    const red = ((word & 0xff) * per + 0.5) | 0;
    const green = (((word >>> 8) & 0xff) * per + 0.5) | 0;
    const blue = (((word >>> 16) & 0xff) * per + 0.5) | 0;
    straight[at + i] = (alpha << 24) | (blue << 16) | (green << 8) | red;
  }
}

/** Takes the pixels of a canvas (ImageData), which are not multiplied by alpha. The reverse of `straightBytes`. */
export function takeStraight(words: Uint32Array<ArrayBuffer>, bytes: Uint8ClampedArray<ArrayBuffer>): void {
  const straight = new Uint32Array(bytes.buffer, bytes.byteOffset, words.length);
  for (let i = 0; i < words.length; i++) {
    const word = straight[i]!;
    const alpha = word >>> 24;
    if (alpha === 0) words[i] = 0;
    else if (alpha === 255) words[i] = word;
    else {
      const red = (((word & 0xff) * alpha) / 255 + 0.5) | 0;
      const green = ((((word >>> 8) & 0xff) * alpha) / 255 + 0.5) | 0;
      const blue = ((((word >>> 16) & 0xff) * alpha) / 255 + 0.5) | 0;
      words[i] = (alpha << 24) | (blue << 16) | (green << 8) | red;
    }
  }
}

/** Puts the pixels of a smaller rectangle of the same grid in their place. */
export function putPart(whole: Pixels, part: Pixels): void {
  const { width, words } = part;
  const corner = (part.top - whole.top) * whole.width + part.left - whole.left;
  for (let y = 0; y < part.height; y++) {
    whole.words.set(words.subarray(y * width, (y + 1) * width), corner + y * whole.width);
  }
}
