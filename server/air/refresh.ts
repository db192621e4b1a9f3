/** One refresh of one source: which days to ask for, and what their answers amount to. */
import { backoff } from '../../src/core/air/backoff.ts';
import { CACHE_SECONDS } from '../../src/core/air/freshness.ts';
import { incompleteHours, windowHours } from '../../src/core/air/hours.ts';
import type { Centres } from '../../src/core/air/regions.ts';
import { DAY, HOUR, sgtDate, sinceMidnight } from '../../src/core/air/time.ts';
import type { HourFigure } from '../../src/core/air/types.ts';
import type { Refresh } from './memo.ts';
import type { DayAnswer, Failure } from './upstream.ts';

/** After the first failure; the upstream's own limit is reckoned in ten seconds. */
const BACKOFF_FIRST = 10_000;
/** Until then a new day may have no hour yet, and the last of yesterday may still be published again. */
const YOUNG_DAY = HOUR;

export interface FetchedDay {
  /** SGT date, `2026-09-28`. */
  readonly day: string;
  readonly hours: readonly HourFigure[];
}

export interface Outcome {
  readonly refresh: Refresh;
  readonly days: readonly FetchedDay[];
  readonly centres: Partial<Centres>;
  /** Undefined when the refresh succeeded. */
  readonly failure?: Failure;
}

/** The SGT dates to ask for: today, and yesterday too while it is young or hours of the window lack. */
export function daysToAsk(known: readonly HourFigure[], now: number): string[] {
  const [today, yesterday] = [sgtDate(now), sgtDate(now - DAY)];
  const wanted = windowHours(now).filter((hour) => hour.startsWith(yesterday));
  const more = sinceMidnight(now) < YOUNG_DAY || incompleteHours(wanted, known).length > 0;
  return more ? [today, yesterday] : [today];
}

/**
 * Today's answer decides, except that shortly after midnight today may be empty. Yesterday's hours are
 * kept whatever came of today.
 * @param askedAt ms since the epoch, when `days` were chosen
 * @param now ms since the epoch, when the answers were there
 */
export function judge(
  days: readonly string[],
  answers: readonly DayAnswer[],
  before: Refresh,
  times: { readonly askedAt: number; readonly now: number },
): Outcome {
  const fetched: FetchedDay[] = [];
  let centres: Partial<Centres> = {};
  for (const [index, day] of days.entries()) {
    const answer = answers[index];
    if (answer?.ok !== true) continue;
    fetched.push({ day, hours: answer.hours });
    centres = { ...answer.centres, ...centres };
  }
  const failure = failureOf(answers, sinceMidnight(times.askedAt) < YOUNG_DAY);
  return {
    refresh: failure === undefined ? succeeded(times.now) : failed(before, failure, fetched, times.now),
    days: fetched,
    centres,
    ...(failure === undefined ? {} : { failure }),
  };
}

function failureOf(answers: readonly DayAnswer[], young: boolean): Failure | undefined {
  const [today, yesterday] = answers;
  if (today === undefined || today.ok) return undefined;
  return today.reason === 'empty' && young && yesterday?.ok === true ? undefined : today;
}

function succeeded(now: number): Refresh {
  return { refreshed: true, fetchedAt: now, askAfter: now + CACHE_SECONDS * 1000, failures: 0 };
}

function failed(before: Refresh, failure: Failure, fetched: readonly FetchedDay[], now: number): Refresh {
  const failures = before.failures + 1;
  return {
    refreshed: false,
    // Figures that are the first ever were fetched now, even though they are not today's.
    fetchedAt: before.fetchedAt ?? (fetched.length > 0 ? now : null),
    askAfter: now + backoff(failures, BACKOFF_FIRST, failure.retryAfter),
    failures,
  };
}
