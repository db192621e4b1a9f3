/** What a server keeps of the past: which measures, where, how often, and for how long. */
import { DAY, HOUR, MINUTE, parseInstant, sgtDate } from '../air/time/time.ts';
import { METRICS, type Metric, REGIONS, type Region } from '../air/types.ts';

/** Those of the sky. Wind, lightning and forecasts are left out: they are worth nothing when they are over. */
export const SKY_METRICS = ['wbgt', 'rain', 'uv'] as const;
export type SkyMetric = (typeof SKY_METRICS)[number];

export const PAST_METRICS = [...METRICS, ...SKY_METRICS] as const;
export type PastMetric = Metric | SkyMetric;

/** Where something is measured: in one of the five regions, or once for all of them. */
export type PastPlace = Region | 'island';

interface Kept {
  /** Null for an index. */
  readonly unit: 'µg/m³' | '°C' | 'mm' | null;
  /** Time between two readings, as the agency publishes them, ms; it divides an hour. */
  readonly step: number;
  readonly places: readonly PastPlace[];
}

export const KEPT: Readonly<Record<PastMetric, Kept>> = {
  psi: { unit: null, step: HOUR, places: REGIONS },
  pm25: { unit: 'µg/m³', step: HOUR, places: REGIONS },
  wbgt: { unit: '°C', step: 15 * MINUTE, places: REGIONS },
  rain: { unit: 'mm', step: 5 * MINUTE, places: REGIONS },
  uv: { unit: null, step: HOUR, places: ['island'] },
};

/** Days that are kept, today included. */
export const KEPT_DAYS = 90;

/** Most days of one response. */
export const ARCHIVE_DAYS_MAX = 31;

/** The oldest day that is kept, an SGT date. @param now ms since the epoch */
export function oldestDay(now: number): string {
  return sgtDate(now - (KEPT_DAYS - 1) * DAY);
}

/** The first moment that is kept, ms since the epoch: the midnight in which the oldest day begins. */
export function keptSince(now: number): number {
  return midnightOf(oldestDay(now));
}

/** The beginning of an SGT date, ms since the epoch; NaN if it is none. */
export function midnightOf(day: string): number {
  return parseInstant(`${day}T00:00:00+08:00`) ?? Number.NaN;
}
