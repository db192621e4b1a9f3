/** The air in the store: ninety days of hours, and how the last refreshes ended. */
import type { Store } from '../../src/api/ports.ts';
import type { Centres } from '../../src/core/air/regions.ts';
import { hoursToStore, newestHour, WINDOW_HOURS } from '../../src/core/air/time/hours.ts';
import { toSgt } from '../../src/core/air/time/time.ts';
import type { HourFigure, Metric } from '../../src/core/air/types.ts';
import { keptSince } from '../../src/core/past/metrics.ts';
import type { Refresh } from './refresh-record.ts';
import { NEVER_REFRESHED, parseRefreshRecord, RECORD_NAME } from './refresh-record.ts';
import type { FetchedDay, FetchResult } from './upstream/client.ts';

const EVER = toSgt(0);
/** How many hours to read: enough to find one with a value behind hours without any. */
const LOOK_BACK = 4 * WINDOW_HOURS;

/** The state of a source: its hours, and how its last refresh ended. */
export interface SourceState extends Refresh {
  readonly newest: HourFigure | null;
  /** Newest first, enough for the window that ends with `newest`. */
  readonly hours: readonly HourFigure[];
}

export interface StoredAir {
  readonly sources: Readonly<Record<Metric, SourceState>>;
  readonly centres: Centres;
}

/** Reads what an earlier run stored, however old. */
export function readStoredAir(store: Store): Promise<StoredAir> {
  return store.read(async (tx) => {
    const record = parseRefreshRecord(await tx.value(RECORD_NAME));
    const of = async (metric: Metric): Promise<SourceState> => {
      const hours = await tx.hours(metric, EVER, { limit: LOOK_BACK });
      return { ...(record[metric] ?? NEVER_REFRESHED), hours, newest: newestHour(hours) };
    };
    return { sources: { psi: await of('psi'), pm25: await of('pm25') }, centres: record.centres };
  });
}

/**
 * Stores the result of a refresh, in one transaction.
 * @param now ms since the epoch
 * @returns all known hours, newest first
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
    if (days.length > 0) await tx.dropHours(toSgt(keptSince(now)));
    const record = parseRefreshRecord(await tx.value(RECORD_NAME));
    const centres = { ...record.centres, ...fetched };
    await tx.putValue(RECORD_NAME, JSON.stringify({ ...record, centres, [metric]: refresh }));
    return tx.hours(metric, EVER, { limit: LOOK_BACK });
  });
}

/** Merges fetched hours over known ones, without a store. Newest first. */
export function mergedHours(
  known: readonly HourFigure[],
  days: readonly FetchedDay[],
  now: number,
): readonly HourFigure[] {
  const byHour = new Map(known.map((figure) => [figure.hour, figure]));
  for (const { day, hours } of days) {
    for (const figure of hoursToStore([...byHour.values()], hours, day, now)) byHour.set(figure.hour, figure);
  }
  // All in one zone and one format, so that they sort as texts.
  return [...byHour.values()].sort((a, b) => (a.hour < b.hour ? 1 : -1)).slice(0, LOOK_BACK);
}

/** Sources with nothing known yet. */
export function emptySources(): Record<Metric, SourceState> {
  const nothing = { ...NEVER_REFRESHED, newest: null, hours: [] };
  return { psi: nothing, pm25: nothing };
}

function startOf(day: string): string {
  return `${day}T00:00:00+08:00`;
}
