import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE, parseInstant, toSgt } from '../../../core/air/time/time.ts';
import { retryDelay, updatedSources } from './updated.ts';

const NOW = parseInstant('2026-09-28T16:20:00+08:00') ?? Number.NaN;

type Status = 'ok' | 'stale' | 'unavailable';

/** A source of an hour and a fetch so long ago; undefined for none. */
function source(status: Status, hourAge?: number, fetchAge?: number) {
  const at = (age: number | undefined) => (age === undefined ? null : toSgt(NOW - age));
  return { url: '', status, timestamp: at(hourAge), fetchedAt: at(fetchAge), updatedTimestamp: null };
}

function updated(psi: ReturnType<typeof source>, pm25 = psi) {
  return updatedSources({ sources: { psi, pm25 } }, NOW);
}

describe('air: whether a response was updated', () => {
  test('one that is ok was, and one without figures was not', () => {
    expect(updated(source('ok', 20 * MINUTE, MINUTE))).toBe('all');
    expect(updated(source('unavailable'))).toBe('none');
    expect(updated(source('ok', 20 * MINUTE, MINUTE), source('unavailable'))).toBe('some');
  });

  test('a current hour that is stale was not, however recently it was fetched before', () => {
    expect(updated(source('stale', 20 * MINUTE, MINUTE))).toBe('none');
  });

  test('an old hour was if it was fetched as recently as caches allow', () => {
    expect(updated(source('stale', 6 * HOUR, MINUTE))).toBe('all');
    expect(updated(source('stale', 6 * HOUR, 20 * MINUTE))).toBe('all');
    expect(updated(source('stale', 6 * HOUR, 21 * MINUTE))).toBe('none');
    expect(updated(source('stale', -HOUR, MINUTE))).toBe('all');
  });

  test('the pauses grow to ten minutes, and a longer wait that was asked for wins', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 60].map((failures) => retryDelay(failures, 0) / MINUTE);
    expect(pauses).toEqual([0.5, 1, 2, 4, 8, 10, 10]);
    expect(retryDelay(1, 20 * MINUTE)).toBe(20 * MINUTE);
  });
});
