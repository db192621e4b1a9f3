/** One refresh of one source: which days to ask for, and when to ask again. */

import { incompleteHours, windowHours } from '../../src/core/air/time/hours.ts';
import { DAY, HOUR, sgtDate, sinceMidnight } from '../../src/core/air/time/time.ts';
import type { HourFigure } from '../../src/core/air/types.ts';
import { backoff } from '../../src/core/air/upstream/backoff.ts';
import { CACHE_SECONDS } from '../../src/core/air/upstream/freshness.ts';
import type { Refresh } from './refresh-record.ts';
import type { FetchResult } from './upstream/client.ts';

/** Pause after the first failure, ms. The upstream's own limit counts by ten seconds. */
const BACKOFF_FIRST = 10_000;
/** For this long a new day may have no hour yet, and the last hour of yesterday may be published again. */
const JUST_AFTER_MIDNIGHT = HOUR;
/** Yesterday is asked for again after this long, ms: its figures may be corrected. */
const YESTERDAY_EVERY = HOUR;

export function isJustAfterMidnight(now: number): boolean {
  return sinceMidnight(now) < JUST_AFTER_MIDNIGHT;
}

/**
 * The SGT dates to ask for: today. Yesterday too, while it is just after midnight, while hours of the window
 * are missing, and once an hour.
 * @param yesterdayAt ms since the epoch when yesterday was last fetched; undefined for never
 */
export function daysToAsk(
  known: readonly HourFigure[],
  yesterdayAt: number | undefined,
  now: number,
): string[] {
  const [today, yesterday] = [sgtDate(now), sgtDate(now - DAY)];
  const wanted = windowHours(now).filter((hour) => hour.startsWith(yesterday));
  const old = yesterdayAt === undefined || Math.abs(now - yesterdayAt) >= YESTERDAY_EVERY;
  const more = old || isJustAfterMidnight(now) || incompleteHours(wanted, known).length > 0;
  return more ? [today, yesterday] : [today];
}

/**
 * The source's record after a refresh.
 * @param now ms since the epoch when the responses arrived
 * @param wait ms until the upstream may be called at all
 * @param jitter 0 to 1: how much of half the pause is added, so that many servers do not ask at once
 */
export function recordAfter(
  before: Refresh,
  asked: FetchResult,
  now: number,
  wait: number,
  jitter: number,
): Refresh {
  const { failure, version, days } = asked;
  if (failure === undefined) {
    const askAfter = now + CACHE_SECONDS * 1000;
    return { refreshed: true, fetchedAt: now, askAfter, failures: 0, answeredBy: version };
  }
  // If nothing was asked, nothing failed again.
  const unasked = asked.troubles.every(({ reason }) => reason === 'resting');
  const failures = Math.max(1, before.failures + (unasked ? 0 : 1));
  return {
    refreshed: false,
    // The first figures ever count as fetched now, even though they are not today's.
    fetchedAt: before.fetchedAt ?? (days.length > 0 ? now : null),
    askAfter: now + backoff(unasked ? 1 : failures, BACKOFF_FIRST * (1 + jitter / 2), Math.ceil(wait / 1000)),
    failures,
    answeredBy: before.answeredBy,
  };
}
