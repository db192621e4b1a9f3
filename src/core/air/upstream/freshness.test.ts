import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_VALUES } from '../time/hours.ts';
import { HOUR, parseInstant, toSgt } from '../time/time.ts';
import type { SourceState } from '../types.ts';
import { AHEAD_MAX, FRESH_FOR, secondsUntilStale, sourceStatus } from './freshness.ts';

const HOUR_SHOWN = '2026-09-28T16:00:00+08:00';
const AT = parseInstant(HOUR_SHOWN) ?? Number.NaN;

function source(refreshed: boolean, hour: string | null): SourceState {
  const newest =
    hour === null
      ? null
      : { metric: 'psi' as const, hour, values: { ...NO_VALUES, north: 60 }, updatedTimestamp: null };
  return { url: 'https://example.test/psi', refreshed, fetchedAt: null, newest };
}

describe('air: freshness', () => {
  it('is ok up to and including 2 h 15 min, and stale one millisecond later', () => {
    expect(sourceStatus(source(true, HOUR_SHOWN), AT + FRESH_FOR)).toBe('ok');
    expect(sourceStatus(source(true, HOUR_SHOWN), AT + FRESH_FOR + 1)).toBe('stale');
  });

  it('is ok up to 5 min ahead of the clock, and stale beyond', () => {
    expect(sourceStatus(source(true, HOUR_SHOWN), AT - AHEAD_MAX)).toBe('ok');
    expect(sourceStatus(source(true, HOUR_SHOWN), AT - AHEAD_MAX - 1)).toBe('stale');
  });

  it('is stale after a failed refresh, however new the hour', () => {
    expect(sourceStatus(source(false, HOUR_SHOWN), AT)).toBe('stale');
  });

  it('is unavailable if no hour is known, even after a successful refresh', () => {
    expect(sourceStatus(source(true, null), AT)).toBe('unavailable');
    expect(sourceStatus(source(false, null), AT)).toBe('unavailable');
  });

  it('does not count an unreadable hour as current', () => {
    expect(sourceStatus(source(true, 'today'), AT)).toBe('stale');
  });

  it('turns stale exactly when announced, and stays stale', () => {
    const offset = fc.integer({ min: -6 * HOUR, max: 6 * HOUR });
    fc.assert(
      fc.property(offset, fc.nat(6 * HOUR), (shift, later) => {
        const known = source(true, toSgt(AT));
        const now = AT + shift;
        const seconds = secondsUntilStale(known, now);
        if (sourceStatus(known, now) !== 'ok') {
          expect(seconds).toBe(Number.POSITIVE_INFINITY);
          if (shift > 0) expect(sourceStatus(known, now + later)).toBe('stale');
        } else {
          expect(seconds).toBeGreaterThanOrEqual(0);
          expect(sourceStatus(known, now + seconds * 1000)).toBe('ok');
          expect(sourceStatus(known, now + (seconds + 1) * 1000)).toBe('stale');
        }
      }),
    );
  });
});
