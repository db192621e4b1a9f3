/**
 * What the stand-in replays of the sky, independent of the form of each feed: what was recorded, moved to the time that
 * is asked for. Which weather it is decides which recording; each says what of it is invented.
 */
import { DAY, HOUR, MINUTE, sinceMidnight } from '../../../src/core/air/time/time.ts';
import { AREAS } from './areas.ts';
import { GAUGES, NOT_REPORTING } from './gauges.ts';
import type { Endpoint } from './schedule.ts';
import { HEAT_STATIONS, WIND_STATIONS } from './stations.ts';
import { INVENTED_STRIKES, RECORDED_STRIKES } from './strikes.ts';

/**
 * `dry`: as on 3 June 2026. `wet`: as on 21 September 2026, rain over the north; its phrases of two hours are invented,
 * for nobody recorded those of a wet day. `storm`: the same with strikes over town and a phrase, both invented.
 */
export const WEATHERS = ['dry', 'wet', 'storm'] as const;
export type Weather = (typeof WEATHERS)[number];

/** A station, an area, a strike, a part of the day or an hour. */
export interface Entry {
  readonly id: string;
  readonly name: string;
  readonly latitude: number | string;
  readonly longitude: number | string;
  /** What it says. */
  readonly value: unknown;
  /** The feed's own word for it. */
  readonly word?: string;
  /** ms since the epoch: of a strike or an hour; or where a part of the day begins and ends. */
  readonly at?: number;
  readonly to?: number;
}

/** What a feed published at one time. */
export interface Item {
  /** ms since the epoch. */
  readonly at: number;
  readonly updated: number;
  readonly entries: readonly Entry[];
  /** What a forecast is valid for, ms since the epoch. */
  readonly from: number;
  readonly to: number;
  /** The text of its period; recorded ones have been wrong. */
  readonly periodText: string;
  /** The phrase for all of it. */
  readonly phrase: string;
}

/** North of here it rained on 21 September, degrees. */
const NORTH = 1.36;
/** UV of 3 June 2026, 7 to 15 h, and of 12 January 2026, 17 to 19 h; 16 h is invented, between the two. */
const UV = [0, 0, 1, 2, 3, 5, 4, 5, 5, 4, 2, 1, 0];
const UV_FIRST = 7;
/** A recorded window with strikes comes back each ten minutes. */
const STRIKES_EVERY = 10 * MINUTE;
/** Where a part of the day begins, as the agency divides it, and what it said for it: of 3 June, and of 30 September. */
const PARTS = [
  { from: 6 * HOUR, to: 12 * HOUR, dry: 'Partly Cloudy (Day)', wet: 'Partly Cloudy (Day)' },
  { from: 12 * HOUR, to: 18 * HOUR, dry: 'Cloudy', wet: 'Thundery Showers' },
  { from: 18 * HOUR, to: 30 * HOUR, dry: 'Partly Cloudy (Night)', wet: 'Partly Cloudy (Night)' },
] as const;

/** Without a choice, it rains from 14 to 16 h, and is dry otherwise. */
export function weatherAt(at: number, chosen: Weather | undefined): Weather {
  const hour = sinceMidnight(at) / HOUR;
  return chosen ?? (hour >= 14 && hour < 16 ? 'wet' : 'dry');
}

/** @param at ms since the epoch, a time of the feed's schedule */
export function itemAt(endpoint: Endpoint, at: number, updated: number, chosen: Weather | undefined): Item {
  const weather = weatherAt(at, chosen);
  const entries = ENTRIES[endpoint](at, weather);
  const [from, to] = endpoint === 'forecast24h' ? [at + HOUR / 2, at + HOUR / 2 + DAY] : [at, at + 2 * HOUR];
  const phrase = weather === 'dry' ? 'Cloudy' : 'Thundery Showers';
  return { at, updated, entries, from, to, periodText: '6 pm 31 Oct to 6 am 01 Nov', phrase };
}

const NOWHERE = { id: '', name: '', latitude: 0, longitude: 0 };

const ENTRIES: Readonly<Record<Endpoint, (at: number, weather: Weather) => Entry[]>> = {
  forecast2h: (_, weather) =>
    AREAS.map(([name, latitude, longitude]) => {
      const value = phraseOf(weather, latitude);
      return { id: '', name, latitude, longitude, value };
    }),
  rain(_, weather) {
    const gauges = GAUGES.filter(([id]) => weather !== 'dry' || !NOT_REPORTING.includes(id));
    return gauges.map(([id, name, latitude, longitude, wet]) => {
      return { id, name, latitude, longitude, value: weather === 'dry' ? 0 : wet };
    });
  },
  heat(at) {
    const hour = sinceMidnight(at) / HOUR;
    const isDay = hour >= 8 && hour < 19;
    return HEAT_STATIONS.flatMap(([id, name, latitude, longitude, day, word, night]) => {
      const value = isDay ? day : night;
      return value === null ? [] : [{ id, name, latitude, longitude, value, word: isDay ? word : 'Low' }];
    });
  },
  wind_speed: () =>
    WIND_STATIONS.map(([id, name, latitude, longitude, value]) => ({ id, name, latitude, longitude, value })),
  wind_direction: () =>
    WIND_STATIONS.map(([id, name, latitude, longitude, , value]) => ({
      id,
      name,
      latitude,
      longitude,
      value,
    })),
  lightning(end, weather) {
    const begin = end - 2 * MINUTE;
    if (weather === 'storm') {
      return INVENTED_STRIKES.map(([value, ms, latitude, longitude]) => {
        return { ...NOWHERE, latitude, longitude, value, at: begin + ms };
      });
    }
    if (end % STRIKES_EVERY !== 2 * MINUTE) return [];
    return RECORDED_STRIKES.map(([ms, latitude, longitude]) => {
      return { ...NOWHERE, latitude, longitude, value: 'C', at: begin + ms };
    });
  },
  uv(at) {
    const midnight = at - sinceMidnight(at);
    const hours = UV.map((value, index) => ({ ...NOWHERE, value, at: midnight + (UV_FIRST + index) * HOUR }));
    return hours.filter((hour) => hour.at <= at).reverse();
  },
  forecast24h(at, weather) {
    const midnight = at - sinceMidnight(at);
    const first = at + HOUR / 2;
    const days = [0, DAY].flatMap((day) =>
      PARTS.map(({ from, to, ...phrases }) => {
        const value = phrases[weather === 'dry' ? 'dry' : 'wet'];
        return { ...NOWHERE, value, at: midnight + day + from, to: midnight + day + to };
      }),
    );
    return days.filter((part) => part.at >= first && part.at < first + DAY);
  },
};

function phraseOf(weather: Weather, latitude: number): string {
  if (weather === 'dry') return 'Cloudy';
  if (weather === 'storm') return 'Heavy Thundery Showers with Gusty Winds';
  return latitude >= NORTH ? 'Thundery Showers' : 'Partly Cloudy (Day)';
}
