import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { curved } from './curve.ts';

const part = fc.double({ min: 0, max: 1, noNaN: true });

describe('ink: the pressure curve', () => {
  test('in the middle it changes nothing, not even a rounding', () => {
    fc.assert(fc.property(part, (pressure) => curved(pressure, 0.5) === pressure));
  });

  test('a soft one answers to a light touch, a hard one wants to be pressed', () => {
    expect(curved(0.25, 1)).toBeCloseTo(0.75, 9);
    expect(curved(0.75, 0)).toBeCloseTo(0.25, 9);
    expect(curved(0.5, 0.75)).toBeGreaterThan(0.6);
    expect(curved(0.5, 0.25)).toBeLessThan(0.4);
  });

  test('it goes from nothing to everything and always rises, whatever its softness', () => {
    fc.assert(
      fc.property(part, part, part, (a, b, softness) => {
        const [low, high] = [curved(Math.min(a, b), softness), curved(Math.max(a, b), softness)];
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(high).toBeGreaterThanOrEqual(low - 1e-9);
        expect([curved(0, softness), curved(1, softness)]).toEqual([0, 1].map((v) => expect.closeTo(v, 9)));
      }),
    );
  });

  test('a curve that is almost straight is almost what the pen says', () => {
    for (const softness of [0.5 - 2 ** -53, 0.5 + 2 ** -52, 0.5 + 1e-9])
      expect(curved(0.3, softness)).toBeCloseTo(0.3, 5);
  });
});
