/**
 * When the data of a feed are late, and when they are too old to be shown at all. Source of the limits: how often each
 * feed publishes and how long its figures mean anything (docs/contract.md, Sky).
 */
import { DAY, HOUR, MINUTE, parseInstant, sinceMidnight } from '../air/time/time.ts';
import type { SourceStatus } from '../air/types.ts';
import { AHEAD_MAX } from '../air/upstream/freshness.ts';
import type { Feed } from './types.ts';

export interface Limit {
  /** How often the upstream is asked, ms. */
  readonly poll: number;
  /** Age in ms up to which data are current, inclusive; of the 24-hour forecast, how long its next issue may be overdue. */
  readonly lateAfter: number;
  /** Age in ms from which data are not shown any more. A forecast ends with its period, if that is sooner. */
  readonly hideAfter: number;
}

export const LIMITS: Readonly<Record<Feed, Limit>> = {
  forecast2h: { poll: 5 * MINUTE, lateAfter: 45 * MINUTE, hideAfter: 3 * HOUR },
  rain: { poll: 5 * MINUTE, lateAfter: 15 * MINUTE, hideAfter: 30 * MINUTE },
  lightning: { poll: 2 * MINUTE, lateAfter: 8 * MINUTE, hideAfter: 15 * MINUTE },
  heat: { poll: 5 * MINUTE, lateAfter: 40 * MINUTE, hideAfter: 60 * MINUTE },
  uv: { poll: 15 * MINUTE, lateAfter: 80 * MINUTE, hideAfter: 2 * HOUR },
  wind: { poll: 10 * MINUTE, lateAfter: 20 * MINUTE, hideAfter: 40 * MINUTE },
  forecast24h: { poll: 30 * MINUTE, lateAfter: 2 * HOUR, hideAfter: 36 * HOUR },
};

/** What is known of the data of a feed, besides the data. */
export interface FeedTimes {
  readonly url: string;
  /** True if the last refresh succeeded. */
  readonly refreshed: boolean;
  /** Time of the last successful fetch, RFC 3339; null if never. */
  readonly fetchedAt: string | null;
  /** The time that the data are of; null if there are none. */
  readonly timestamp: string | null;
  readonly updatedTimestamp: string | null;
  /** End of a forecast's period; null for what is measured. */
  readonly until: string | null;
}

/** Times of the day at which the 24-hour forecast is issued. It comes some minutes later, and is amended between. */
const ISSUES = [5.5 * HOUR, 11.5 * HOUR, 17.5 * HOUR];
/** What is issued this long before its time counts as that issue, ms. */
const EARLY = HOUR;

/** The UV index is measured from 7 to 19 h, published some minutes after each hour, and asked for until 20 h. */
const UV_FIRST = 7 * HOUR;
const UV_LAST = 19 * HOUR;
const UV_ASKED_UNTIL = 20 * HOUR;

/**
 * The status of a feed. `ok`: the last refresh succeeded, and its data are neither late nor more than 5 min ahead of the
 * clock. `stale`: there are data to show, but not both of these hold. `unavailable`: there are none, or they are too old
 * to be shown.
 * @param now ms since the epoch, the server's clock
 */
export function feedStatus(feed: Feed, times: FeedTimes, now: number): SourceStatus {
  const clock = feed === 'uv' ? uvClock(now) : now;
  if (clock >= shownUntil(feed, times)) return 'unavailable';
  const at = parseInstant(times.timestamp);
  if (at === undefined || !times.refreshed) return 'stale';
  return clock <= currentUntil(feed, at) && at - now <= AHEAD_MAX ? 'ok' : 'stale';
}

/**
 * The last moment at which data of a time are current, ms since the epoch. The 24-hour forecast is late only when the
 * issue after it is: it comes six hours later by day and twelve by night, so that its age says nothing.
 * @param at ms since the epoch
 */
function currentUntil(feed: Feed, at: number): number {
  const { lateAfter } = LIMITS[feed];
  if (feed !== 'forecast24h') return at + lateAfter;
  const time = sinceMidnight(at + EARLY);
  const next = [...ISSUES, ...ISSUES.map((issue) => issue + DAY)].find((issue) => issue > time) ?? DAY;
  return at + EARLY - time + next + lateAfter;
}

/**
 * When the data are not shown any more, ms since the epoch; -Infinity if there are none. Data from ahead of the clock
 * count from when they were fetched, so that a wrong time does not keep them.
 */
export function shownUntil(feed: Feed, { timestamp, fetchedAt, until }: FeedTimes): number {
  const at = parseInstant(timestamp);
  if (at === undefined) return Number.NEGATIVE_INFINITY;
  const end = Math.min(at, parseInstant(fetchedAt) ?? at) + LIMITS[feed].hideAfter;
  if (feed !== 'forecast2h' && feed !== 'forecast24h') return end;
  return Math.min(end, parseInstant(until) ?? Number.NEGATIVE_INFINITY);
}

/** True while the UV index is neither measured nor asked for, 20 to 7 h. */
export function isUvNight(now: number): boolean {
  const time = sinceMidnight(now);
  return time < UV_FIRST || time >= UV_ASKED_UNTIL;
}

/**
 * True if the newest UV index is one of this day that can still be shown. In the night there is none, and in the first
 * minutes of the morning the newest is yesterday's: no fault of the source, whose status says nothing of it.
 */
export function isUvShown(times: FeedTimes, now: number): boolean {
  return !isUvNight(now) && now < shownUntil('uv', times);
}

/** The time that the UV index is compared with: it stands still while nothing new can have been published. */
function uvClock(now: number): number {
  const time = sinceMidnight(now);
  const [first, last] = [UV_FIRST + LIMITS.uv.lateAfter, UV_LAST + LIMITS.uv.lateAfter];
  if (time > last) return now - time + last;
  return time < first ? now - time - DAY + last : now;
}

/** Seconds that a response is kept while a feed is overdue: it can come at any moment. */
const OVERDUE = 10;

/**
 * Whole seconds until a feed can say something else: it turns late, ends, or is asked again. Never negative.
 * @param now ms since the epoch, the server's clock
 */
export function secondsUntilChange(feed: Feed, times: FeedTimes, now: number): number {
  const at = parseInstant(times.timestamp) ?? Number.NEGATIVE_INFINITY;
  const moments = [currentUntil(feed, at), shownUntil(feed, times), ...(feed === 'uv' ? uvTurns(now) : [])];
  const left = moments.map((moment) => Math.floor((moment - now) / 1000)).filter((seconds) => seconds >= 0);
  return Math.min(...left, secondsUntilAsked(feed, times, now));
}

function secondsUntilAsked(feed: Feed, { fetchedAt }: FeedTimes, now: number): number {
  if (feed === 'uv' && isUvNight(now)) return Number.POSITIVE_INFINITY;
  const { poll } = LIMITS[feed];
  const fetched = parseInstant(fetchedAt) ?? Number.NEGATIVE_INFINITY;
  const left = Math.floor((Math.min(fetched, now) + poll - now) / 1000);
  return left > 0 ? left : OVERDUE;
}

/** When the UV index appears, disappears, and starts or stops being late for the clock alone. */
function uvTurns(now: number): number[] {
  const midnight = now - sinceMidnight(now);
  const late = LIMITS.uv.lateAfter;
  const turns = [UV_FIRST, UV_FIRST + late, UV_ASKED_UNTIL, UV_LAST + late];
  return [0, DAY].flatMap((day) => turns.map((time) => midnight + day + time));
}

/**
 * Seconds until somebody asks again who was told of a source that there is nothing yet. A server that just woke up reads
 * its sources some seconds apart; one that lost a source is not asked much more often than otherwise.
 * @param answers so far in a row that lacked a source, at least 1
 */
export function secondsUntilWhole(answers: number): number {
  return Math.min(SOON * 2 ** (answers - 1), LACKING);
}

/** Seconds between the first two such questions, and at most between any two. */
const [SOON, LACKING] = [3, 15];
