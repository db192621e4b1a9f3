/** What a feed of the sky said, as hours to keep: each reading at its own time, where it was measured. */
import { FALLBACK_CENTRES } from '../air/regions.ts';
import { HOUR, hourOf, parseInstant } from '../air/time/time.ts';
import { REGIONS } from '../air/types.ts';
import { AHEAD_MAX } from '../air/upstream/freshness.ts';
import { REACH_KM } from '../sky/bands.ts';
import { nearest } from '../sky/place/distance.ts';
import type { Feed, FeedData, Station } from '../sky/types.ts';
import { KEPT, keptSince, type SkyMetric } from './metrics.ts';

/** By place, in the order of `KEPT`; null where nothing was measured. */
export type PlaceValues = readonly (number | null)[];

/** An hour of one metric of the sky. */
export interface SkyHour {
  readonly metric: SkyMetric;
  /** Its beginning, RFC 3339 in SGT. */
  readonly hour: string;
  /** The readings by their step within the hour, the first one at its beginning; null for those that are not known. */
  readonly steps: readonly (PlaceValues | null)[];
}

/** One reading everywhere. */
export interface SkyReading {
  readonly metric: SkyMetric;
  /** ms since the epoch: the source's own time. */
  readonly at: number;
  readonly values: PlaceValues;
}

/**
 * The readings to keep of what a feed said; none of the other feeds. What is dated ahead of the clock is left out, because
 * nobody can have measured it, and so is what is older than anything that is kept.
 * @param now ms since the epoch
 */
export function readingsToKeep<F extends Feed>(feed: F, data: FeedData[F], now: number): SkyReading[] {
  return readingsOf({ feed, data } as Said).filter(
    ({ at, values }) =>
      at >= keptSince(now) && at <= now + AHEAD_MAX && values.some((value) => value !== null),
  );
}

/** The hours after these readings: each replaces the one of its step, because a feed's later word counts. */
export function hoursAfter(known: readonly SkyHour[], readings: readonly SkyReading[]): SkyHour[] {
  const hours = new Map(known.map((hour) => [hour.hour, hour]));
  const changed = new Map<string, SkyHour>();
  for (const { metric, at, values } of readings) {
    const { step } = KEPT[metric];
    const hour = hourOf(at);
    const steps = [...(hours.get(hour)?.steps ?? Array.from({ length: HOUR / step }, () => null))];
    steps[Math.floor((at % HOUR) / step)] = values;
    const after = { metric, hour, steps };
    hours.set(hour, after);
    changed.set(hour, after);
  }
  return [...changed.values()];
}

/** A feed and what it said, which belong together. */
type Said = { readonly [F in Feed]: { readonly feed: F; readonly data: FeedData[F] } }[Feed];

function readingsOf(said: Said): SkyReading[] {
  switch (said.feed) {
    case 'rain':
      return reading('rain', said.data.timestamp, ({ mmPer5min }) => mmPer5min, said.data.gauges);
    case 'heat':
      return reading('wbgt', said.data.timestamp, ({ wbgt }) => wbgt, said.data.stations);
    case 'uv':
      return said.data.hours.flatMap(({ hour, index }) => {
        const at = parseInstant(hour);
        return at === undefined ? [] : [{ metric: 'uv' as const, at, values: [index] }];
      });
    default:
      return [];
  }
}

/** What the stations measured at the label point of each region: the nearest that reports, if it is near enough. */
function reading<T extends Station>(
  metric: 'rain' | 'wbgt',
  timestamp: string,
  measuredBy: (station: T) => number,
  stations: readonly T[],
): SkyReading[] {
  const at = parseInstant(timestamp);
  if (at === undefined) return [];
  const reach = REACH_KM[metric === 'rain' ? 'rain' : 'heat'];
  const values = REGIONS.map((region) => {
    const found = nearest(FALLBACK_CENTRES[region], stations, reach);
    return found === null ? null : measuredBy(found.place);
  });
  return [{ metric, at, values }];
}
