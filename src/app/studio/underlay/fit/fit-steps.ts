/** In which sizes and qualities a picture is written, until it is small enough. */

/** Pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Step extends Size {
  /** 0 to 1; PNG has none. */
  readonly quality: number;
}

/** First a little quality goes, which is not seen under ink, then size. */
const QUALITIES = [0.9, 0.8, 0.7];
/** Each size has about half the pixels of the one before. */
const SMALLER = 0.7;
/** The last size is a tenth of the first. */
const SIZES = 7;

/** The largest size with sides of at most `most`, in the same proportions; never larger than the picture. */
export function sizeWithin({ width, height }: Size, most: number): Size {
  const scale = Math.min(1, most / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** What is tried, best first. */
export function* steps(picture: Size, most: number): Generator<Step> {
  const first = sizeWithin(picture, most);
  for (let i = 0; i < SIZES; i++) {
    const size = sizeWithin(first, Math.max(first.width, first.height) * SMALLER ** i);
    for (const quality of QUALITIES) yield { ...size, quality };
  }
}
