import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BACKOFF_MAX, backoff, isDue, retryAfterSeconds } from './backoff.ts';

const NOW = Date.UTC(2026, 8, 28, 8);

describe('air: back-off', () => {
  it('doubles with each failure in a row, up to ten minutes', () => {
    expect([1, 2, 3].map((failures) => backoff(failures, 10_000))).toEqual([10_000, 20_000, 40_000]);
    expect(backoff(1000, 10_000)).toBe(BACKOFF_MAX);
  });

  it('waits for Retry-After, but never for a day', () => {
    expect(backoff(1, 10_000, 60)).toBe(60_000);
    expect(backoff(1, 10_000, 1)).toBe(10_000);
    expect(backoff(1, 10_000, 86_400)).toBe(BACKOFF_MAX);
  });

  it('reads Retry-After as seconds or as a date, and nothing else', () => {
    expect(retryAfterSeconds('10', NOW)).toBe(10);
    expect(retryAfterSeconds('Mon, 28 Sep 2026 08:00:30 GMT', NOW)).toBe(30);
    expect(retryAfterSeconds('Mon, 28 Sep 2026 07:00:00 GMT', NOW)).toBe(0);
    for (const header of [null, '', '-5', 'soon', '1e9', '2026-09-28']) {
      expect(retryAfterSeconds(header, NOW)).toBeUndefined();
    }
  });

  it('tries again when due, and after the clock was set far back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), (failures) => {
        const askAfter = NOW + backoff(failures, 10_000);
        expect(isDue(askAfter, askAfter - 1)).toBe(false);
        expect(isDue(askAfter, askAfter)).toBe(true);
        expect(isDue(askAfter, askAfter - BACKOFF_MAX - 1)).toBe(true);
      }),
    );
  });
});
