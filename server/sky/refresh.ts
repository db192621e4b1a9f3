/** One refresh of one feed: when it is due, what is kept of it, when to ask again. */
import { DAY, HOUR, MINUTE, parseInstant, sinceMidnight } from '../../src/core/air/time/time.ts';
import { backoff } from '../../src/core/air/upstream/backoff.ts';
import { AHEAD_MAX } from '../../src/core/air/upstream/freshness.ts';
import { isUvNight, LIMITS } from '../../src/core/sky/limits.ts';
import type { Feed, FeedData } from '../../src/core/sky/types.ts';
import type { Version } from '../upstream/request.ts';
import type { FetchedFeed } from './client.ts';

/** Pause after the first failure, ms. The upstream's own limit counts by ten seconds. */
const BACKOFF_FIRST = 10_000;

/** What is known of a feed, and how its last refresh ended. */
export interface HeldFeed<F extends Feed> {
  readonly refreshed: boolean;
  /** Time of the last successful fetch, ms since the epoch; null if there was none. */
  readonly fetchedAt: number | null;
  /** Time of the next refresh, ms since the epoch. */
  readonly askAfter: number;
  /** Failures in a row. */
  readonly failures: number;
  readonly answeredBy: Version;
  readonly newest: FeedData[F] | null;
}

export const NEVER_REFRESHED = {
  refreshed: false,
  fetchedAt: null,
  askAfter: 0,
  failures: 0,
  answeredBy: 'v2',
  newest: null,
} as const;

/** The last hour of a day that has a UV index, after midnight. */
const UV_LAST = 19 * HOUR;

/** When the feed is to be asked next, ms since the epoch. */
export function dueAt<F extends Feed>(feed: F, { askAfter, newest }: HeldFeed<F>, now: number): number {
  if (feed === 'uv' && isUvNight(now) && hasLastUv(newest, now)) return Number.POSITIVE_INFINITY;
  // Further ahead than it was ever set: the clock was set back, and the planned time means nothing.
  return askAfter - now > LIMITS[feed].poll + MINUTE ? now : askAfter;
}

/** True if the index of the evening is known: nothing new comes before the morning. */
function hasLastUv(newest: FeedData[Feed] | null, now: number): boolean {
  const time = sinceMidnight(now);
  const last = now - time + UV_LAST - (time < UV_LAST ? DAY : 0);
  return (parseInstant(newest?.timestamp) ?? Number.NEGATIVE_INFINITY) >= last;
}

/**
 * What is held after a refresh.
 * @param now ms since the epoch when the response arrived
 * @param wait ms until the upstream may be called at all
 * @param jitter 0 to 1: how much of half the pause is added, so that many servers do not ask at once
 */
export function heldAfter<F extends Feed>(
  feed: F,
  before: HeldFeed<F>,
  { data, version, troubles }: FetchedFeed<F>,
  now: number,
  wait: number,
  jitter: number,
): HeldFeed<F> {
  const { poll } = LIMITS[feed];
  if (data !== undefined) {
    const isKept = before.newest !== null && isUndone(before.newest, data, now);
    return {
      refreshed: true,
      fetchedAt: now,
      askAfter: now + poll,
      failures: 0,
      answeredBy: isKept ? before.answeredBy : version,
      newest: isKept ? before.newest : data,
    };
  }
  // If nothing was asked, nothing failed again.
  const unasked = troubles.every(({ reason }) => reason === 'resting');
  const failures = Math.max(1, before.failures + (unasked ? 0 : 1));
  const pause = backoff(unasked ? 1 : failures, BACKOFF_FIRST * (1 + jitter / 2), Math.ceil(wait / 1000));
  return { ...before, refreshed: false, askAfter: now + Math.min(pause, poll), failures };
}

/**
 * True if the new data are an earlier publication, as a cache may hand out: they undo nothing. Data from ahead of the
 * clock are replaced by any that are not, and so are those that say they were published ahead of it.
 */
function isUndone(held: FeedData[Feed], data: FeedData[Feed], now: number): boolean {
  const at = (one: FeedData[Feed]) => parseInstant(one.timestamp) ?? Number.NEGATIVE_INFINITY;
  if (at(held) > now + AHEAD_MAX) return false;
  if (at(held) !== at(data)) return at(held) > at(data);
  const updated = (one: FeedData[Feed]) => parseInstant(one.updatedTimestamp) ?? Number.NEGATIVE_INFINITY;
  return updated(held) <= now + AHEAD_MAX && updated(held) > updated(data);
}
