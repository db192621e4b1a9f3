/** The air in the store: hours of a week, and how the last refreshes ended. */
import type { Store } from '../../src/api/ports.ts';
import { hoursToStore, newestHour, WINDOW_HOURS } from '../../src/core/air/hours.ts';
import type { Centres } from '../../src/core/air/regions.ts';
import { DAY, toSgt } from '../../src/core/air/time.ts';
import type { HourFigure, Metric } from '../../src/core/air/types.ts';
import type { Refresh } from './memo.ts';
import { MEMO_NAME, NEVER, parseMemo } from './memo.ts';
import type { Outcome } from './refresh.ts';

const KEPT_DAYS = 7;
const EVER = toSgt(0);
/** Enough to find one with a value behind hours that were emptied. */
const LOOK_BACK = 4 * WINDOW_HOURS;

/** What a source shows: its newest hour, and how it was last refreshed. */
export interface Held extends Refresh {
  readonly newest: HourFigure | null;
}

export interface Kept {
  readonly sources: Readonly<Record<Metric, Held>>;
  readonly centres: Centres;
}

/** What an earlier run left, however old. */
export function readKept(store: Store): Promise<Kept> {
  return store.read(async (tx) => {
    const memo = parseMemo(await tx.value(MEMO_NAME));
    const of = async (metric: Metric): Promise<Held> => ({
      ...(memo[metric] ?? NEVER),
      newest: newestHour(await tx.hours(metric, EVER, LOOK_BACK)),
    });
    return { sources: { psi: await of('psi'), pm25: await of('pm25') }, centres: memo.centres };
  });
}

/** Hours of one metric from the start of an SGT date on. */
export function readHours(store: Store, metric: Metric, day: string): Promise<HourFigure[]> {
  return store.read((tx) => tx.hours(metric, startOf(day)));
}

/**
 * Stores what came of a refresh, in one transaction.
 * @param now ms since the epoch
 * @returns the newest hour that is now known
 */
export function keepOutcome(
  store: Store,
  metric: Metric,
  outcome: Outcome,
  now: number,
): Promise<HourFigure | null> {
  return store.write(async (tx) => {
    for (const { day, hours } of outcome.days) {
      const known = await tx.hours(metric, startOf(day));
      await tx.putHours(hoursToStore(known, hours, day, now));
    }
    if (outcome.days.length > 0) await tx.dropHours(toSgt(now - KEPT_DAYS * DAY));
    const memo = parseMemo(await tx.value(MEMO_NAME));
    const centres = { ...memo.centres, ...outcome.centres };
    await tx.putValue(MEMO_NAME, JSON.stringify({ ...memo, centres, [metric]: outcome.refresh }));
    return newestHour(await tx.hours(metric, EVER, LOOK_BACK));
  });
}

/** Nothing known yet. */
export function emptyHeld(): Record<Metric, Held> {
  const nothing = { ...NEVER, newest: null };
  return { psi: nothing, pm25: nothing };
}

function startOf(day: string): string {
  return `${day}T00:00:00+08:00`;
}
