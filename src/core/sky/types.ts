/**
 * The types of the sky that all layers share: what seven feeds of data.gov.sg last said, each with its own time.
 * Terms are those of the agency (NEA, MSS): WBGT, UV index, five regions, 47 areas of the two-hour forecast.
 *
 * Times are RFC 3339 in SGT, `2026-09-28T16:00:00+08:00`. What was not measured is null or absent, never 0.
 */
import type { Region } from '../air/types.ts';
import type { HeatBand } from './bands.ts';

export const FEEDS = ['forecast2h', 'rain', 'lightning', 'heat', 'uv', 'wind', 'forecast24h'] as const;
export type Feed = (typeof FEEDS)[number];

/** An object with a member for each feed. */
export function perFeed<T>(of: (feed: Feed) => T): Readonly<Record<Feed, T>> {
  return Object.fromEntries(FEEDS.map((feed) => [feed, of(feed)])) as Record<Feed, T>;
}

/** What every feed says of its own time. */
export interface Published {
  /** The time that the data are of: the reading, or the issue of a forecast. Never the time of the fetch. */
  readonly timestamp: string;
  /** When the upstream last published them; null when it did not say. */
  readonly updatedTimestamp: string | null;
}

/** Degrees, WGS 84. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Stations are renamed, and come and go: `id` is the key, and the place is the one that the same answer gave. */
export interface Station extends Place {
  readonly id: string;
  readonly name: string;
}

export interface Forecast2h extends Published {
  /** The period that it is valid for. Its text is never used: it can be wrong. */
  readonly from: string;
  readonly to: string;
  /** Joined by name, because the orders of the upstream's two lists differ. `text` is the phrase, trimmed. */
  readonly areas: readonly (Place & { readonly name: string; readonly text: string })[];
}

export interface Rain extends Published {
  /** Only those that reported: an absent gauge is not a dry one. */
  readonly gauges: readonly (Station & { readonly mmPer5min: number })[];
}

export interface Strike extends Place {
  readonly at: string;
  /** From cloud to cloud (C), or to the ground (G). */
  readonly kind: 'cloud' | 'ground';
}

/** `timestamp` is the end of the newest window. */
export interface Lightning extends Published {
  /** Ends of the windows of two minutes that were read, newest first; one that is missing is a gap. */
  readonly windows: readonly string[];
  /** The strikes in those windows, in any order. */
  readonly strikes: readonly Strike[];
}

export interface Heat extends Published {
  /** Each station once, only those with a number. */
  readonly stations: readonly (Station & {
    /** Wet-bulb globe temperature, °C. */
    readonly wbgt: number;
    /** The feed's own word; null if it said none, or one that is not known. */
    readonly band: HeatBand | null;
  })[];
}

export interface Uv extends Published {
  /** Means of the hours that end then, newest first; one index for the island. */
  readonly hours: readonly { readonly hour: string; readonly index: number }[];
}

/** The mean of a minute, 10 m above the ground. */
export interface Wind extends Published {
  readonly stations: readonly (Station & {
    readonly speedKmh: number;
    /** Degrees from north that it blows from, 0 to 360; null if the station did not say. */
    readonly from: number | null;
  })[];
}

/** Most periods of a forecast of the next day, which has three or four. A device refuses a sky with more. */
export const PERIODS_MAX = 12;

export interface Forecast24h extends Published {
  readonly from: string;
  readonly to: string;
  /** The phrase for the whole island, trimmed. */
  readonly text: string;
  /** In the order of time, at most `PERIODS_MAX`. A region that the upstream left out is absent. */
  readonly periods: readonly {
    readonly from: string;
    readonly to: string;
    readonly regions: Readonly<Partial<Record<Region, string>>>;
  }[];
}

export interface FeedData {
  readonly forecast2h: Forecast2h;
  readonly rain: Rain;
  readonly lightning: Lightning;
  readonly heat: Heat;
  readonly uv: Uv;
  readonly wind: Wind;
  readonly forecast24h: Forecast24h;
}

/** The current state of one feed. Its status is computed from it for each response. */
export interface FeedState<T extends Published> {
  readonly url: string;
  /** True if the last refresh succeeded. */
  readonly refreshed: boolean;
  /** Time of the last successful fetch; null if never. */
  readonly fetchedAt: string | null;
  /** The newest known data; null if there are none. */
  readonly newest: T | null;
}

/** All data that a response of the sky is built from, except for the sun. */
export interface SkyState {
  readonly feeds: { readonly [F in Feed]: FeedState<FeedData[F]> };
}
