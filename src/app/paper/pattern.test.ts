import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { STEP_MAX, STEP_MIN } from '../../core/drawing/limits.ts';
import { gapAt, placesOf } from './pattern.ts';

const zoom = fc.double({ min: 0.05, max: 20, noNaN: true });
const step = fc.double({ min: STEP_MIN, max: STEP_MAX, noNaN: true });
const start = fc.double({ min: -1e6, max: 1e6, noNaN: true });

describe('paper: the lines of a pattern', () => {
  test('are a step apart, or a step doubled where they would be too close to see', () => {
    expect([gapAt(32, 1), gapAt(32, 20), gapAt(32, 0.25), gapAt(4, 0.05)]).toEqual([32, 32, 64, 512]);
    fc.assert(
      fc.property(step, zoom, (s, z) => {
        const gap = gapAt(s, z);
        expect(gap * z).toBeGreaterThanOrEqual(14);
        expect(Number.isInteger(Math.log2(gap / s))).toBe(true);
        if (gap > s) expect((gap / 2) * z).toBeLessThan(14);
      }),
    );
  });

  test('lie at the multiples of the step, and stay there when the paper is moved', () => {
    expect(placesOf(32, 0, 100, 1)).toEqual([0, 32, 64, 96]);
    expect(placesOf(32, -10, 100, 2)).toEqual([20, 84]);
    expect(placesOf(32, 1, 20, 1)).toEqual([]);
  });

  test('are all that are seen, and no others', () => {
    fc.assert(
      fc.property(step, zoom, start, (s, z, from) => {
        const gap = gapAt(s, z);
        const places = placesOf(gap, from, 900, z);
        for (const place of places) {
          expect(place).toBeGreaterThan(-0.01);
          expect(place).toBeLessThan(900.01);
          const units = (from + place / z) / gap;
          expect(Math.abs(units - Math.round(units))).toBeLessThan(1e-6);
        }
        expect(Math.abs(places.length - 900 / (gap * z))).toBeLessThanOrEqual(1);
      }),
    );
  });
});
