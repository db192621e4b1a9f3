/** The air in the store: hours of a week, and how the last refreshes ended. */
import type { Store } from '../../src/api/ports.ts';
import type { Centres } from '../../src/core/air/regions.ts';
import { hoursToStore, newestHour, WINDOW_HOURS } from '../../src/core/air/time/hours.ts';
import { DAY, toSgt } from '../../src/core/air/time/time.ts';
import type { HourFigure, Metric } from '../../src/core/air/types.ts';
import type { Refresh } from './refresh-record.ts';
import { NEVER, parseRefreshRecord, RECORD_NAME } from './refresh-record.ts';
import type { FetchedDay, FetchResult } from './upstream/client.ts';

const KEPT_DAYS = 7;
const EVER = toSgt(0);
/** Enough to find one with a value behind hours that were emptied. */
const LOOK_BACK = 4 * WINDOW_HOURS;

/** What a source shows: its hours, and how it was last refreshed. */
export interface SourceState extends Refresh {
  readonly newest: HourFigure | null;
  /** Newest first; enough of them for the window that ends with `newest`. */
  readonly hours: readonly HourFigure[];
}

export interface StoredAir {
  readonly sources: Readonly<Record<Metric, SourceState>>;
  readonly centres: Centres;
}

/** What an earlier run left, however old. */
export function readStoredAir(store: Store): Promise<StoredAir> {
  return store.read(async (tx) => {
    const memo = parseRefreshRecord(await tx.value(RECORD_NAME));
    const of = async (metric: Metric): Promise<SourceState> => {
      const hours = await tx.hours(metric, EVER, LOOK_BACK);
      return { ...(memo[metric] ?? NEVER), hours, newest: newestHour(hours) };
    };
    return { sources: { psi: await of('psi'), pm25: await of('pm25') }, centres: memo.centres };
  });
}

/**
 * Stores what came of a refresh, in one transaction.
 * @param now ms since the epoch
 * @returns the hours that are now known, newest first
 */
export function storeFetched(
  store: Store,
  metric: Metric,
  { days, centres: fetched }: FetchResult,
  refresh: Refresh,
  now: number,
): Promise<HourFigure[]> {
  return store.write(async (tx) => {
    for (const { day, hours } of days) {
      const known = await tx.hours(metric, startOf(day));
      await tx.putHours(hoursToStore(known, hours, day, now));
    }
    if (days.length > 0) await tx.dropHours(toSgt(now - KEPT_DAYS * DAY));
    const memo = parseRefreshRecord(await tx.value(RECORD_NAME));
    const centres = { ...memo.centres, ...fetched };
    await tx.putValue(RECORD_NAME, JSON.stringify({ ...memo, centres, [metric]: refresh }));
    return tx.hours(metric, EVER, LOOK_BACK);
  });
}

/** The same without a store: what was fetched over what was known, newest first. */
export function mergedHours(
  known: readonly HourFigure[],
  days: readonly FetchedDay[],
  now: number,
): readonly HourFigure[] {
  const byHour = new Map(known.map((figure) => [figure.hour, figure]));
  for (const { day, hours } of days) {
    for (const figure of hoursToStore([...byHour.values()], hours, day, now)) byHour.set(figure.hour, figure);
  }
  // In one zone and one form, texts sort as instants do.
  return [...byHour.values()].sort((a, b) => (a.hour < b.hour ? 1 : -1)).slice(0, LOOK_BACK);
}

/** Nothing known yet. */
export function emptySources(): Record<Metric, SourceState> {
  const nothing = { ...NEVER, newest: null, hours: [] };
  return { psi: nothing, pm25: nothing };
}

function startOf(day: string): string {
  return `${day}T00:00:00+08:00`;
}
