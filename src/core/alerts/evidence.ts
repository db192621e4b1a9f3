/**
 * What one look at the air and the sky says for each kind of alert. Only data that are current say anything: late,
 * missing and unknown ones are no evidence, neither for a warning nor for an all-clear.
 */
import { PM25_BANDS, pm25Presentation } from '../air/bands.ts';
import { MINUTE, parseInstant } from '../air/time/time.ts';
import type { Sky } from '../sky/sky.ts';
import type { Feed } from '../sky/types.ts';
import type { AlertKind } from './preferences.ts';

/** How far beyond the bound of a band a PM2.5 value counts at once, without a second one, µg/m³. */
export const SURE_BEYOND = 10;
/** A forecast of rain counts from this long before its period, ms. */
export const RAIN_WITHIN = 30 * MINUTE;

export interface Look {
  /** For the town. */
  readonly sky: Sky;
  /** 1-hour PM2.5 of its region, µg/m³, with the hour it is of; null unless that is current. */
  readonly pm25: { readonly value: number; readonly at: string } | null;
  /** ms since the epoch, the server's clock. */
  readonly now: number;
}

export interface Evidence {
  /** 0 is all clear. The air has one for each band above the lowest, all others have 1. */
  readonly level: number;
  /** Time of the data: two looks at the same data are one reading. */
  readonly at: string;
  /**
   * The levels that it proves without a second reading, lowest and highest: a value close to a bound may be on the
   * other side of it soon.
   */
  readonly sure: readonly [number, number] | null;
}

/** Null if nothing current is known. */
export function evidenceOf(kind: AlertKind, look: Look): Evidence | null {
  return EVIDENCE[kind](look);
}

const EVIDENCE: Readonly<Record<AlertKind, (look: Look) => Evidence | null>> = {
  air: ({ pm25 }) => {
    if (pm25 === null) return null;
    const level = airLevel(pm25.value);
    if (level === null) return null;
    const least = airLevel(Math.max(0, pm25.value - SURE_BEYOND)) ?? level;
    const most = airLevel(pm25.value + SURE_BEYOND) ?? level;
    return { level, at: pm25.at, sure: [least, most] };
  },
  lightning: ({ sky }) => {
    const { state } = sky.now.lightning;
    const at = currentAt(sky, 'lightning');
    // Between near and none nothing changes: whoever was warned waits for the end, and nobody is warned yet.
    if (at === null || state === 'unknown' || state === 'about') return null;
    const level = state === 'near' ? 1 : 0;
    return { level, at, sure: [level, level] };
  },
  rain: ({ sky, now }) => {
    const gauge = currentAt(sky, 'rain');
    const measured = sky.now.rain;
    if (gauge !== null && measured !== null && measured.band !== 'none') {
      return { level: 1, at: gauge, sure: [1, 1] };
    }
    const issued = currentAt(sky, 'forecast2h');
    const { forecast } = sky.next;
    if (issued === null || forecast === null) return null;
    const isSoon = (parseInstant(forecast.from) ?? Number.POSITIVE_INFINITY) - now <= RAIN_WITHIN;
    const isWet = forecast.kind === 'storm' || forecast.kind === 'heavy' || forecast.kind === 'wet';
    if (isSoon && isWet) return { level: 1, at: issued, sure: [1, 1] };
    // Dry needs both: a gauge that measured nothing, and a forecast of none. What nobody can read is no forecast.
    if (forecast.kind === 'unknown') return null;
    return gauge !== null && measured !== null && isSoon ? { level: 0, at: gauge, sure: null } : null;
  },
  heat: ({ sky }) => {
    const at = currentAt(sky, 'heat');
    const band = sky.now.heat?.band ?? null;
    return at === null || band === null ? null : { level: band === 'high' ? 1 : 0, at, sure: null };
  },
};

/** Index of the band; null for what is no measured value. */
function airLevel(value: number): number | null {
  const { severity } = pm25Presentation(value);
  return severity === undefined ? null : PM25_BANDS.findIndex(({ id }) => id === severity);
}

/** Time of a source's data; null unless they are current. */
function currentAt({ sources }: Sky, feed: Feed): string | null {
  const { status, timestamp } = sources[feed];
  return status === 'ok' ? timestamp : null;
}
