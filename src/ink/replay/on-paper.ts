/** Pixels on their paper, as canvases and encoders take them. */
import type { Box, Pixels } from '../brush/field/pixels.ts';

/**
 * A part of the pixels, with the paper under it: opaque, four bytes for each pixel (RGBA).
 * @param paper `#rrggbb`
 */
export function onPaper(pixels: Pixels, box: Box, paper: string): Uint8ClampedArray<ArrayBuffer> {
  const bytes = new Uint8ClampedArray(4 * box.width * box.height);
  const opaque = new Uint32Array(bytes.buffer);
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(paper.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ];
  const blank = (255 << 24) | (blue << 16) | (green << 8) | red;
  for (let y = 0; y < box.height; y++) {
    let from = ((box.top - pixels.top + y) | 0) * pixels.width + ((box.left - pixels.left) | 0);
    let at = y * box.width;
    for (const end = from + box.width; from < end; from++, at++) {
      const word = pixels.words[from]! | 0;
      const rest = 255 - (word >>> 24);
      if (word === 0) opaque[at] = blank;
      else if (rest === 0) opaque[at] = word;
      else {
        const r = (word & 0xff) + (((red * rest) / 255 + 0.5) | 0);
        const g = ((word >>> 8) & 0xff) + (((green * rest) / 255 + 0.5) | 0);
        const b = ((word >>> 16) & 0xff) + (((blue * rest) / 255 + 0.5) | 0);
        opaque[at] = (255 << 24) | (Math.min(b, 255) << 16) | (Math.min(g, 255) << 8) | Math.min(r, 255);
      }
    }
  }
  return bytes;
}
