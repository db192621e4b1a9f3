/**
 * Rules for the hours of one metric: which is the newest, which are complete, and how a fetched day is
 * merged.
 */

import type { HourFigure, RegionValues } from '../types.ts';
import { REGIONS } from '../types.ts';
import { AHEAD_MAX } from '../upstream/freshness.ts';
import { HOUR, hourOf, parseInstant } from './time.ts';

/** Number of hours in the history window. */
export const WINDOW_HOURS = 24;

export const NO_VALUES: RegionValues = { north: null, south: null, east: null, west: null, central: null };

/** True if any region has a value in this hour. */
export function hasValue(figure: HourFigure): boolean {
  return REGIONS.some((region) => figure.values[region] !== null);
}

/** The latest hour with any value; null if there is none. Takes any order. */
export function newestHour(figures: readonly HourFigure[]): HourFigure | null {
  let newest: HourFigure | null = null;
  for (const figure of figures) {
    if (hasValue(figure) && (newest === null || instantOf(figure) > instantOf(newest))) newest = figure;
  }
  return newest;
}

/** The last 24 whole hours that have begun by `now`, oldest first, SGT. */
export function windowHours(now: number): string[] {
  const last = Math.floor(now / HOUR) * HOUR;
  return Array.from({ length: WINDOW_HOURS }, (_, index) => hourOf(last - (WINDOW_HOURS - 1 - index) * HOUR));
}

/** The hours of `wanted` that lack a value in some region. */
export function incompleteHours(wanted: readonly string[], known: readonly HourFigure[]): string[] {
  const whole = new Set(
    known.filter(({ values }) => REGIONS.every((region) => values[region] !== null)).map(({ hour }) => hour),
  );
  return wanted.filter((hour) => !whole.has(hour));
}

/** The later of two publications of one hour; `second` if either has no time of publication. */
export function laterPublished(first: HourFigure, second: HourFigure): HourFigure {
  const [a, b] = [parseInstant(first.updatedTimestamp), parseInstant(second.updatedTimestamp)];
  return a !== undefined && b !== undefined && a > b ? first : second;
}

/**
 * The hours to store after a whole day was fetched. An hour is left out if a later publication of it is
 * stored already, because a cache may serve an old response. A stored publication time ahead of the clock
 * does not count as later: otherwise a clock that went wrong would block corrections until that time. Stored
 * hours ahead of the clock that the upstream no longer lists are emptied, so that a wrong hour does not stay
 * the newest until its time comes.
 * @param known stored hours of the same metric, at least those of the day
 * @param day SGT date that was fetched, `2026-09-28`
 */
export function hoursToStore(
  known: readonly HourFigure[],
  fetched: readonly HourFigure[],
  day: string,
  now: number,
): HourFigure[] {
  const before = new Map(known.map((figure) => [figure.hour, figure]));
  const listed = new Set(fetched.map(({ hour }) => hour));
  const withdrawn = known.filter(
    (figure) =>
      figure.hour.startsWith(day) && !listed.has(figure.hour) && instantOf(figure) > now + AHEAD_MAX,
  );
  const published = fetched.filter((figure) => {
    const old = before.get(figure.hour);
    if (old === undefined || (parseInstant(old.updatedTimestamp) ?? 0) > now + AHEAD_MAX) return true;
    return laterPublished(old, figure) === figure;
  });
  const emptied = withdrawn.map((figure) => ({ ...figure, values: NO_VALUES, updatedTimestamp: null }));
  return [...published, ...emptied];
}

function instantOf(figure: HourFigure): number {
  return parseInstant(figure.hour) ?? Number.NEGATIVE_INFINITY;
}
