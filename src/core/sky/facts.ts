/**
 * What the feeds say of an area, whatever the time is. A response adds what the time makes of it (`sky.ts`), on the
 * server from the feeds themselves, on a device from what its server last said of every area.
 */
import type { Region } from '../air/types.ts';
import { type HeatBand, heatBand, type RainBand, REACH_KM, rainBand, type UvBand, uvBand } from './bands.ts';
import { LIGHTNING_UNKNOWN, type LightningNow, lightningAt } from './lightning.ts';
import type { FeedTimes } from './limits.ts';
import { type Kind, kindOf } from './phrases.ts';
import { type Area, type AreaId, areaOf, slugOf } from './place/areas.ts';
import { nearest, roundedKm } from './place/distance.ts';
import { type Feed, type FeedData, type FeedState, perFeed, type SkyState, type Station } from './types.ts';

/** Which station a value is of. */
interface Measured {
  /** Its name. */
  readonly station: string;
  readonly distanceKm: number;
}

export interface RainNow extends Measured {
  readonly mmPer5min: number;
  readonly band: RainBand;
}

export interface HeatNow extends Measured {
  /** Wet-bulb globe temperature, °C. */
  readonly wbgt: number;
  readonly band: HeatBand;
}

export interface UvNow {
  readonly index: number;
  readonly band: UvBand;
}

export interface WindNow extends Measured {
  readonly speedKmh: number;
  /** Degrees from north that it blows from; null if the station did not say. */
  readonly from: number | null;
}

/** What is measured at an area; null if nothing is. */
export interface Now {
  readonly rain: RainNow | null;
  readonly lightning: LightningNow;
  readonly heat: HeatNow | null;
  readonly uv: UvNow | null;
  readonly wind: WindNow | null;
}

/** A phrase of a forecast as it was sent, what it means, and its period. */
export interface Phrase {
  readonly text: string;
  readonly kind: Kind;
  readonly from: string;
  readonly to: string;
}

export interface Next {
  /** The next two hours at the area; null if there is no phrase for it. */
  readonly forecast: Phrase | null;
  /** The day's periods in its region, in the order of time. */
  readonly periods: readonly Phrase[];
}

export interface AreaSky {
  readonly now: Now;
  readonly next: Next;
}

export interface SkyFacts {
  readonly sources: Readonly<Record<Feed, FeedTimes>>;
  /** What holds for the whole island: the UV index. */
  readonly island: AreaSky;
  at(area: AreaId): AreaSky;
}

/** The same object for the same state. */
export function factsOf(state: SkyState | SkyFacts): SkyFacts {
  if ('sources' in state) return state;
  const known = made.get(state);
  if (known !== undefined) return known;
  const facts = makeFacts(state);
  made.set(state, facts);
  return facts;
}

const made = new WeakMap<SkyState, SkyFacts>();

function makeFacts({ feeds }: SkyState): SkyFacts {
  const areas = new Map<AreaId, AreaSky>();
  const phrases = new Map(feeds.forecast2h.newest?.areas.map(({ name, text }) => [slugOf(name), text]));
  const uv = uvOf(feeds.uv.newest);
  const sources = perFeed((feed) => timesOf(feed, feeds[feed]));
  const skyAt = (area: Area): AreaSky => ({
    now: { ...measuredAt(area, feeds), uv },
    next: {
      forecast: phraseOf(phrases.get(area.id), feeds.forecast2h.newest),
      periods: periodsOf(area.region, feeds.forecast24h.newest),
    },
  });
  return {
    sources,
    island: {
      now: { rain: null, lightning: LIGHTNING_UNKNOWN, heat: null, uv, wind: null },
      next: { forecast: null, periods: [] },
    },
    at(id) {
      const sky = areas.get(id) ?? skyAt(areaOf(id));
      areas.set(id, sky);
      return sky;
    },
  };
}

function timesOf<F extends Feed>(feed: F, state: FeedState<FeedData[F]>): FeedTimes {
  const { url, refreshed, fetchedAt, newest } = state;
  // The index of an hour is as old as that hour, whatever the list says.
  const timestamp =
    (feed === 'uv' ? newestHour(newest as FeedData['uv'] | null)?.hour : newest?.timestamp) ?? null;
  const until = newest !== null && 'to' in newest ? newest.to : null;
  return { url, refreshed, fetchedAt, timestamp, updatedTimestamp: newest?.updatedTimestamp ?? null, until };
}

function newestHour(uv: FeedData['uv'] | null) {
  const hours = uv?.hours ?? [];
  return hours.reduce<(typeof hours)[number] | undefined>(
    (newest, hour) => (newest === undefined || hour.hour > newest.hour ? hour : newest),
    undefined,
  );
}

function uvOf(uv: FeedData['uv'] | null): UvNow | null {
  const index = newestHour(uv)?.index;
  return index === undefined ? null : { index, band: uvBand(index) };
}

function measuredAt(area: Area, { rain, lightning, heat, wind }: SkyState['feeds']): Omit<Now, 'uv'> {
  const gauge = stationNear(area, rain.newest?.gauges, REACH_KM.rain);
  const warm = stationNear(area, heat.newest?.stations, REACH_KM.heat);
  const windy = stationNear(area, wind.newest?.stations, REACH_KM.wind);
  return {
    rain: gauge && { mmPer5min: gauge.at.mmPer5min, band: rainBand(gauge.at.mmPer5min), ...gauge.of },
    lightning: lightning.newest === null ? LIGHTNING_UNKNOWN : lightningAt(area, lightning.newest),
    heat: warm && { wbgt: warm.at.wbgt, band: heatBand(warm.at.band, warm.at.wbgt), ...warm.of },
    wind: windy && { speedKmh: windy.at.speedKmh, from: windy.at.from, ...windy.of },
  };
}

function stationNear<T extends Station>(area: Area, stations: readonly T[] = [], reach: number) {
  const found = nearest(area, stations, reach);
  if (found === null) return null;
  const of: Measured = { station: found.place.name, distanceKm: roundedKm(found.km) };
  return { at: found.place, of };
}

function phraseOf(text: string | undefined, period: Pick<Phrase, 'from' | 'to'> | null): Phrase | null {
  if (text === undefined || text === '' || period === null) return null;
  return { text, kind: kindOf(text), from: period.from, to: period.to };
}

function periodsOf(region: Region, forecast: FeedData['forecast24h'] | null): Phrase[] {
  const periods = forecast?.periods ?? [];
  return periods.flatMap((period) => phraseOf(period.regions[region], period) ?? []);
}
