/** The sun over a place in Singapore, reckoned here: no source is asked, and no network is needed. */
import { getPosition, getTimes } from 'suncalc';
import { HOUR, MINUTE, sinceMidnight, toSgt } from '../air/time/time.ts';
import type { Place } from './types.ts';

export interface Period {
  readonly from: string;
  readonly to: string;
}

export interface Sun {
  /** Of the day in Singapore, RFC 3339 in SGT. */
  readonly sunrise: string;
  readonly sunset: string;
  /** While the sun stands no higher than 6 degrees. */
  readonly goldenMorning: Period;
  readonly goldenEvening: Period;
  /** Where the sun stands in this minute: degrees clockwise from north. */
  readonly azimuth: number;
  /** Degrees above the horizon as it is seen; negative below it. */
  readonly altitude: number;
}

/** @param now ms since the epoch, the server's clock */
export function sunAt({ latitude, longitude }: Place, now: number): Sun {
  // The library takes the day of UTC, which in Singapore is yesterday until eight: so it is asked for noon.
  const noon = new Date(now - sinceMidnight(now) + 12 * HOUR);
  const { sunrise, goldenHourEnd, goldenHour, sunset } = getTimes(noon, latitude, longitude);
  const position = getPosition(new Date(Math.floor(now / MINUTE) * MINUTE), latitude, longitude);
  return {
    sunrise: text(sunrise),
    sunset: text(sunset),
    goldenMorning: { from: text(sunrise), to: text(goldenHourEnd) },
    goldenEvening: { from: text(goldenHour), to: text(sunset) },
    azimuth: tenths(position.azimuth) % 360,
    altitude: tenths(position.altitude),
  };
}

function text(date: Date | null): string {
  if (date === null) throw new RangeError('The sun rises and sets on every day in Singapore.');
  return toSgt(date.getTime());
}

function tenths(degrees: number): number {
  return Math.round(degrees * 10) / 10;
}
