import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Field } from '../brush.ts';
import { blend, layPixels } from './blend.ts';

/** A pixel with its red, green and blue multiplied by alpha, as one number and as its channels. */
const pixel = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))
  .map(([alpha, ...colour]) => [...colour.map((c) => Math.round((c * alpha) / 255)), alpha]);
const word = (channels: readonly number[]) =>
  channels.reduce((all, value, i) => (all | (value << (8 * i))) >>> 0, 0);

/** A field in which a stroke lies on its only pixel. */
const onePixel = (): Field => ({
  values: new Float32Array(1),
  covers: Uint8Array.of(255),
  planes: { across: NONE, along: NONE, pressure: NONE, lean: NONE },
  runs: Int32Array.of(0, 1),
  runsEnd: 2,
  left: 0,
  top: 0,
  width: 1,
});
const NONE = new Float32Array(0);

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

        const painted = Uint32Array.of(word(below));
        blend('multiply', onePixel(), painted, new Int32Array(256).fill(word(above)));
        expect(painted[0]).toBe(word(expected));
      }),
      { numRuns: 1000 },
    );
  });
});
