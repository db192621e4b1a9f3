import type { Box } from './kept-view.ts';

/**
 * The smallest box around the pixels of a picture that have ink; its first pixel if none has.
 * @param data RGBA, not premultiplied
 */
export function inkBox({ data, width, height }: Pick<ImageData, 'data' | 'width' | 'height'>): Box {
  // Without ink, all four bytes are 0.
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const first = pixels.findIndex((pixel) => pixel !== 0);
  if (first < 0) return { x: 0, y: 0, width: 1, height: 1 };
  const top = Math.floor(first / width);
  const bottom = Math.floor(pixels.findLastIndex((pixel) => pixel !== 0) / width);
  let [left, right] = [width - 1, 0];
  for (let y = top; y <= bottom; y++) {
    const row = y * width;
    let x = 0;
    while (x < left && pixels[row + x] === 0) x++;
    left = x;
    x = width - 1;
    while (x > right && pixels[row + x] === 0) x--;
    right = x;
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
