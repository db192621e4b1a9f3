/** A sky in which all is well, to be changed by a test: fine weather at 14:36 on 21 September 2026. */
import { MINUTE, parseInstant, toSgt } from '../../../src/core/air/time/time.ts';
import { AREAS } from '../../../src/core/sky/place/areas.ts';
import { SKY_URLS } from '../../../src/core/sky/provenance.ts';
import {
  FEEDS,
  type Feed,
  type FeedData,
  type FeedState,
  type SkyState,
} from '../../../src/core/sky/types.ts';

export const SKY_NOW = parseInstant('2026-09-21T14:36:00+08:00') ?? Number.NaN;

/** Two stations: one in Bishan, and one far away in Tuas. */
const BISHAN = { id: 'S217', name: 'Bishan Street 13', latitude: 1.35028, longitude: 103.855 };
const TUAS = { id: 'S87', name: 'Tuas South Avenue 3', latitude: 1.29377, longitude: 103.61843 };

/** The ends of the windows of the last half hour, newest first. */
export function windowsUntil(end: number, count = 15): string[] {
  return Array.from({ length: count }, (_, ago) => toSgt(end - ago * 2 * MINUTE));
}

/** What the feeds say at a time, as if they were never late. @param now ms since the epoch */
export function fineData(now: number): FeedData {
  const at = (minutes: number) => toSgt(Math.floor(now / (minutes * MINUTE)) * minutes * MINUTE);
  const ms = (text: string) => parseInstant(text) ?? Number.NaN;
  const [half, hour, window] = [at(30), at(60), ms(at(2))];
  const published = (timestamp: string) => ({ timestamp, updatedTimestamp: null });
  const later = (text: string, hours: number) => toSgt(ms(text) + hours * 60 * MINUTE);
  const regions = { north: 'Cloudy', south: 'Cloudy', east: 'Cloudy', west: 'Cloudy', central: 'Fair (Day)' };
  return {
    forecast2h: {
      ...published(half),
      from: half,
      to: later(half, 2),
      areas: AREAS.map(({ name, latitude, longitude }) => ({
        name,
        latitude,
        longitude,
        text: 'Fair (Day)',
      })),
    },
    rain: {
      ...published(at(5)),
      gauges: [
        { ...TUAS, mmPer5min: 2.4 },
        { ...BISHAN, mmPer5min: 0 },
      ],
    },
    lightning: { ...published(toSgt(window)), windows: windowsUntil(window), strikes: [] },
    heat: { ...published(at(15)), stations: [{ ...BISHAN, wbgt: 31.4, band: 'moderate' }] },
    uv: {
      ...published(hour),
      hours: [
        { hour, index: 7 },
        { hour: later(hour, -1), index: 9 },
      ],
    },
    wind: { ...published(at(1)), stations: [{ ...BISHAN, speedKmh: 9.3, from: 190 }] },
    forecast24h: {
      ...published(hour),
      from: hour,
      to: later(hour, 24),
      text: 'Fair',
      periods: [0, 6, 12, 18].map((hours) => ({
        from: later(hour, hours),
        to: later(hour, hours + 6),
        regions,
      })),
    },
  };
}

type States = { readonly [F in Feed]: FeedState<FeedData[F]> };

/**
 * The state of all feeds, just refreshed.
 * @param data what they say; by default what `fineData` says at that time
 * @param changes to the states of feeds
 */
export function skyState(
  now: number = SKY_NOW,
  data: Partial<{ readonly [F in Feed]: FeedData[F] | null }> = {},
  changes: Partial<Record<Feed, Partial<FeedState<never>>>> = {},
): SkyState {
  const all = { ...fineData(now), ...data };
  const feeds = Object.fromEntries(
    FEEDS.map((feed) => [
      feed,
      {
        url: SKY_URLS[feed],
        refreshed: true,
        fetchedAt: toSgt(now),
        newest: all[feed],
        ...changes[feed],
      },
    ]),
  );
  return { feeds: feeds as unknown as States };
}
