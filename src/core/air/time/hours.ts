/** Rules about the hours of one metric: which is newest, which are whole, how a fetched day is merged. */

import type { HourFigure, RegionValues } from '../types.ts';
import { REGIONS } from '../types.ts';
import { AHEAD_MAX } from '../upstream/freshness.ts';
import { HOUR, hourOf, parseInstant } from './time.ts';

/** Hours in the window that history shows. */
export const WINDOW_HOURS = 24;

export const NO_VALUES: RegionValues = { north: null, south: null, east: null, west: null, central: null };

/** Was anything measured in this hour? */
export function hasValue(figure: HourFigure): boolean {
  return REGIONS.some((region) => figure.values[region] !== null);
}

/** The latest hour in which anything was measured; null when there is none. Any order. */
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

/** Hours of `wanted` that are not known in all five regions. */
export function incompleteHours(wanted: readonly string[], known: readonly HourFigure[]): string[] {
  const whole = new Set(
    known.filter(({ values }) => REGIONS.every((region) => values[region] !== null)).map(({ hour }) => hour),
  );
  return wanted.filter((hour) => !whole.has(hour));
}

/** Of two publications of one hour, the one published later; without a time of publication, `second`. */
export function laterPublished(first: HourFigure, second: HourFigure): HourFigure {
  const [a, b] = [parseInstant(first.updatedTimestamp), parseInstant(second.updatedTimestamp)];
  return a !== undefined && b !== undefined && a > b ? first : second;
}

/**
 * What has to be stored after a whole day was fetched: its hours, unless a later publication of one is
 * known already (a cache may serve an old answer). A publication ahead of the clock is not believed to be the
 * later one, else a clock that went wrong would keep corrections out for as long. Hours ahead of the clock that the upstream no longer
 * lists are emptied, so that one wrong hour does not stand as the newest until its time has come.
 * @param known hours of the same metric that are stored, at least those of the day
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
