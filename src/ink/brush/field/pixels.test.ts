import { expect, test } from 'vitest';
import { blankPixels, straightBytes, takeStraight, wholeOf } from './pixels.ts';

test('brush: a canvas multiplies the bytes that it is given by alpha again, to the same bytes', () => {
  const pixels = blankPixels(0, 0, 256, 256);
  for (let alpha = 0; alpha < 256; alpha++) {
    for (let value = 0; value <= alpha; value++) {
      pixels.words[alpha * 256 + value] = ((alpha << 24) | (value << 16) | (value << 8) | value) >>> 0;
    }
  }
  const straight = new Uint8ClampedArray(256 * 256 * 4);
  straightBytes(pixels, wholeOf(pixels), straight);
  for (let alpha = 0; alpha < 256; alpha++) {
    for (let value = 0; value <= alpha; value++) {
      const at = 4 * (alpha * 256 + value);
      const again = [0, 1, 2].map((k) => Math.round((straight[at + k]! * alpha) / 255));
      expect([...again, straight[at + 3]]).toEqual([value, value, value, alpha]);
    }
  }
  const taken = new Uint32Array(256 * 256);
  takeStraight(taken, straight);
  expect(taken).toEqual(pixels.words);
});
