/** The response of `GET /api/v1/history`: the hours of the last day as measured, with gaps left open. */

import { laterPublished, newestHour, windowHours } from './time/hours.ts';
import { hourOf, parseInstant } from './time/time.ts';
import type { AirState, HourFigure, Metric, Region } from './types.ts';
import { METRICS, REGIONS } from './types.ts';
import { CACHE_SECONDS } from './upstream/freshness.ts';
import { type Envelope, envelope } from './upstream/provenance.ts';
import { latestFetch, maxAge, type Source, sourceOf } from './upstream/source.ts';
import { readingsWarning } from './warning.ts';

export interface HistoryPoint {
  /** The hour of the values, RFC 3339 in SGT. */
  readonly timestamp: string;
  /** Values of the requested regions. Null is a gap, which nobody may fill in. */
  readonly values: Readonly<Partial<Record<Region, number | null>>>;
}

export interface History extends Envelope {
  readonly region: 'all' | Region;
  readonly metric: 'all' | Metric;
  /** The latest successful fetch of either source. */
  readonly fetchedAt: string | null;
  /** First hour of the window, 23 h before `windowEnd`. */
  readonly windowStart: string | null;
  /** The newest hour with any measured value in either series; null if there is none. */
  readonly windowEnd: string | null;
  readonly cacheSeconds: number;
  /** One sentence that names the faults of the requested metrics; null if there are none. */
  readonly warning: string | null;
  /** Both sources, because the window depends on both. */
  readonly sources: Readonly<Record<Metric, Source>>;
  /** The requested metrics: the 24 whole hours of the window, oldest first; empty if nothing is known. */
  readonly series: Readonly<Partial<Record<Metric, readonly HistoryPoint[]>>>;
}

export interface HistoryOptions {
  readonly region: 'all' | Region;
  readonly metric: 'all' | Metric;
  /** ms since the epoch, the server's clock. */
  readonly now: number;
  /** Base address of this API, for links. */
  readonly publicUrl: string;
}

/**
 * Builds the response. The window is the same for every metric, so that two responses of one moment can be
 * compared.
 * @param known hours of both metrics, in any order; the newest of `state` may be missing
 * @returns the body, and for how many whole seconds caches may serve it
 */
export function historyBody(
  state: AirState,
  known: readonly HourFigure[],
  options: HistoryOptions,
): { body: History; maxAge: number } {
  const { region, metric, now, publicUrl } = options;
  const metrics = metric === 'all' ? METRICS : [metric];
  const regions = region === 'all' ? REGIONS : [region];
  const figures = [...known, ...METRICS.flatMap((id) => state.sources[id].newest ?? [])];
  const hours = windowOf(figures);
  const { psi, pm25 } = state.sources;
  const body: History = {
    ...envelope(publicUrl),
    region,
    metric,
    fetchedAt: latestFetch([psi, pm25]),
    windowStart: hours[0] ?? null,
    windowEnd: hours.at(-1) ?? null,
    cacheSeconds: CACHE_SECONDS,
    warning: readingsWarning(state, regions, now, metrics),
    sources: { psi: sourceOf(psi, now), pm25: sourceOf(pm25, now) },
    series: ofEach(metrics, (id) => series(hours, figures, id, regions)),
  };
  return { body, maxAge: maxAge([psi, pm25], now) };
}

/** The hours of the window, oldest first; empty if nothing was ever measured. */
function windowOf(figures: readonly HourFigure[]): string[] {
  const newest = parseInstant(newestHour(figures)?.hour);
  return newest === undefined ? [] : windowHours(newest);
}

function series(
  hours: readonly string[],
  figures: readonly HourFigure[],
  metric: Metric,
  regions: readonly Region[],
): HistoryPoint[] {
  const byHour = new Map<string, HourFigure>();
  for (const figure of figures) {
    const at = parseInstant(figure.hour);
    if (figure.metric !== metric || at === undefined) continue;
    const hour = hourOf(at);
    const other = byHour.get(hour);
    byHour.set(hour, other === undefined ? figure : laterPublished(other, figure));
  }
  return hours.map((timestamp) => ({
    timestamp,
    values: ofEach(regions, (id) => byHour.get(timestamp)?.values[id] ?? null),
  }));
}

function ofEach<K extends string, V>(keys: readonly K[], value: (key: K) => V): Partial<Record<K, V>> {
  const entries = keys.map((key) => [key, value(key)] as const);
  return Object.fromEntries(entries) as Partial<Record<K, V>>;
}
