import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layPixels } from './blend.ts';

/** A pixel with its red, green and blue multiplied by alpha, as one number and as its channels. */
const pixel = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))
  .map(([alpha, ...colour]) => [...colour.map((c) => Math.round((c * alpha) / 255)), alpha]);
const word = (channels: readonly number[]) =>
  channels.reduce((all, value, i) => (all | (value << (8 * i))) >>> 0, 0);

describe('brush: pixels that are blended', () => {
  test('brush: where two multiply, a channel is what each shows alone and the product of both, rounded once', () => {
    fc.assert(
      fc.property(pixel, pixel, (above, below) => {
        const pixels = Uint32Array.of(word(below));
        layPixels('multiply', pixels, Uint32Array.of(word(above)), 255);
        const [a, b] = [above[3]!, below[3]!];
        const expected = above.map((value, i) =>
          Math.round((value * (255 - b) + below[i]! * (255 - a) + value * below[i]!) / 255),
        );
        expect(pixels[0]).toBe(word(expected));
      }),
      { numRuns: 1000 },
    );
  });
});
