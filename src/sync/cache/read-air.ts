/**
 * The server's readings and history as the device checks, merges and stores them. Nothing is stored
 * unchecked.
 */
import type { AirHistory } from '../../api/ports.ts';
import { hasValue, WINDOW_HOURS } from '../../core/air/time/hours.ts';
import { HOUR, hourOf, parseInstant } from '../../core/air/time/time.ts';
import type { HourFigure, Metric, Region, RegionValues, SourceState } from '../../core/air/types.ts';
import { METRICS, REGIONS } from '../../core/air/types.ts';
import { API_VERSION } from '../../core/air/upstream/provenance.ts';
import { finite, type Guard, instant, list, oneOf, or, orNull, shape, text } from '../state/guards.ts';

const missing = oneOf(undefined);
const nullableInstant = orNull(instant);
const optionalInstant = or(nullableInstant, missing);
const value = orNull((figure): figure is number => finite(figure) && figure >= 0);
const address = text(2048);
const flag = oneOf(true, false);

/** A whole hour in SGT, as the server writes it. */
const hour: Guard<string> = (time): time is string => {
  const ms = parseInstant(time);
  return ms !== undefined && hourOf(ms) === time;
};

const ofMetrics = <T>(guard: Guard<T>) => shape<Record<Metric, T>>({ psi: guard, pm25: guard });
const ofRegions = <T>(guard: Guard<T>) => shape<Record<Region, T>>(byRegion(() => guard));

const isReadings = shape({
  apiVersion: oneOf(API_VERSION),
  sources: ofMetrics(
    shape({
      url: address,
      timestamp: nullableInstant,
      updatedTimestamp: optionalInstant,
      fetchedAt: optionalInstant,
      status: oneOf('ok', 'stale', 'unavailable'),
    }),
  ),
  regions: list(
    shape({ id: text(16), latitude: finite, longitude: finite, psi: value, pm25: value }),
    REGIONS.length,
  ),
});

const isHistory = shape({
  apiVersion: oneOf(API_VERSION),
  series: ofMetrics(list(shape({ timestamp: hour, values: ofRegions(value) }), WINDOW_HOURS)),
});

const isHourFigure = shape<HourFigure>({
  metric: oneOf(...METRICS),
  hour: instant,
  values: ofRegions(value),
  updatedTimestamp: nullableInstant,
});

/** Checks the value that an earlier run stored. */
export const isCachedAir: Guard<AirHistory> = shape<AirHistory>({
  state: shape<AirHistory['state']>({
    sources: ofMetrics(
      shape<SourceState>({
        url: address,
        refreshed: flag,
        fetchedAt: nullableInstant,
        newest: orNull(isHourFigure),
      }),
    ),
    centres: ofRegions(shape({ latitude: finite, longitude: finite })),
  }),
  hours: list(isHourFigure, METRICS.length * (WINDOW_HOURS + 1)),
});

/**
 * The air after the server's response; undefined if `readings` is not a response of `GET /api/v1/readings`. A
 * source without an hour on the server keeps the one of `before`, marked as not refreshed.
 * @param history response of `GET /api/v1/history?region=all`; otherwise the cached hours stay
 */
export function readAir(readings: unknown, history: unknown, before: AirHistory): AirHistory | undefined {
  if (!isReadings(readings)) return undefined;
  const { sources, regions } = readings;
  const regionOf = (id: Region) => regions.find((entry) => entry.id === id);
  const sourceOf = (metric: Metric): SourceState => {
    const { url, timestamp, updatedTimestamp = null, fetchedAt = null, status } = sources[metric];
    if (timestamp !== null && status !== 'unavailable') {
      const values = byRegion((id) => regionOf(id)?.[metric] ?? null);
      const newest = { metric, hour: timestamp, values, updatedTimestamp };
      return { url, refreshed: status === 'ok', fetchedAt, newest };
    }
    const kept = before.state.sources[metric];
    return kept.newest !== null
      ? { ...kept, refreshed: false }
      : { url, refreshed: false, fetchedAt, newest: null };
  };
  const state = {
    sources: { psi: sourceOf('psi'), pm25: sourceOf('pm25') },
    centres: byRegion((id) => {
      const { latitude, longitude } = regionOf(id) ?? before.state.centres[id];
      return { latitude, longitude };
    }),
  };
  const series = isHistory(history) ? history.series : undefined;
  const hours = METRICS.flatMap((metric) => {
    const listed = series?.[metric].map(({ timestamp, values }) => figure(metric, timestamp, values)) ?? [];
    const known = before.hours.filter((entry) => entry.metric === metric);
    return mergeHours(known, listed, state.sources[metric].newest);
  });
  const newest = Math.max(...hours.map(at));
  return { state, hours: hours.filter((entry) => at(entry) > newest - WINDOW_HOURS * HOUR) };
}

/**
 * The hours of one metric after the server's response. The server's hours replace cached ones, gaps and
 * withdrawals included. But the server may have restarted and know only the last few hours, so cached hours
 * before its first one stay.
 * @param listed by the server; empty if it sent none
 * @param newest hour of the readings, which is the last hour in the history too
 */
function mergeHours(
  known: readonly HourFigure[],
  listed: readonly HourFigure[],
  newest: HourFigure | null,
): readonly HourFigure[] {
  const measured = listed.filter(hasValue);
  const reach = Math.min(...measured.map(at));
  const end = newest === null ? Number.POSITIVE_INFINITY : at(newest);
  const all = [...known.filter((entry) => at(entry) < reach), ...measured];
  const before = new Map(all.filter((entry) => at(entry) < end).map((entry) => [entry.hour, entry]));
  return newest === null ? [...before.values()] : [...before.values(), newest];
}

function figure(metric: Metric, time: string, values: RegionValues): HourFigure {
  return { metric, hour: time, values: byRegion((id) => values[id]), updatedTimestamp: null };
}

function at(entry: HourFigure): number {
  return parseInstant(entry.hour) ?? Number.NaN;
}

function byRegion<T>(of: (region: Region) => T): Record<Region, T> {
  const [north, south, east, west, central] = REGIONS;
  return {
    north: of(north),
    south: of(south),
    east: of(east),
    west: of(west),
    central: of(central),
  };
}
