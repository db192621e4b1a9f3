/** The response of `GET /api/v1/archive`: some days of one metric as they were measured, with gaps left open. */
import { DAY, HOUR, MINUTE, parseInstant, sgtDate, toSgt } from '../air/time/time.ts';
import { type HourFigure, METRICS, REGIONS } from '../air/types.ts';
import { API_VERSION, PROVENANCE, type Provenance } from '../air/upstream/provenance.ts';
import { SKY_PROVENANCE } from '../sky/provenance.ts';
import { csvOf } from './csv.ts';
import { ARCHIVE_DAYS_MAX, KEPT, midnightOf, oldestDay, type PastMetric, type PastPlace } from './metrics.ts';
import type { PlaceValues, SkyHour } from './sky-hours.ts';

/** Days of a response if the caller names no beginning. */
const DAYS_BY_DEFAULT = 7;

/** Days that were asked for, SGT dates, both inclusive. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

export interface ArchivePoint {
  /** The source's own time of the values, RFC 3339 in SGT. */
  readonly timestamp: string;
  /** Null is a gap, which nobody may fill in. */
  readonly values: Readonly<Partial<Record<PastPlace, number | null>>>;
}

export interface Archive extends DayRange {
  readonly apiVersion: '1';
  readonly provenance: Provenance;
  readonly metric: PastMetric;
  readonly unit: string | null;
  /** Minutes between two points. */
  readonly stepMinutes: number;
  /** The oldest day that can be asked for now. */
  readonly keptFrom: string;
  /** Every step of the days up to now, oldest first. */
  readonly points: readonly ArchivePoint[];
}

/** Why days cannot be had, and which parameter says so. */
export interface RangeProblem {
  readonly path: 'from' | 'to';
  readonly problem: string;
}

/**
 * The days that are asked for: by default the last seven.
 * @param from SGT dates that exist, or undefined
 * @param now ms since the epoch
 */
export function dayRange(
  from: string | undefined,
  to: string | undefined,
  now: number,
): DayRange | RangeProblem {
  const [oldest, today] = [oldestDay(now), sgtDate(now)];
  const last = to ?? today;
  // Dates of one form sort as texts.
  if (last > today) return { path: 'to', problem: `is after today in Singapore, ${today}` };
  if (last < oldest) return { path: 'to', problem: `is before ${oldest}, the oldest day that is kept` };
  const first = from ?? latest(oldest, sgtDate(midnightOf(last) - (DAYS_BY_DEFAULT - 1) * DAY));
  if (first < oldest) return { path: 'from', problem: `is before ${oldest}, the oldest day that is kept` };
  if (first > last) return { path: 'from', problem: `is after ${last}, the last day` };
  const days = (midnightOf(last) - midnightOf(first)) / DAY + 1;
  if (days <= ARCHIVE_DAYS_MAX) return { from: first, to: last };
  return {
    path: 'from',
    problem: `is ${days} days with ${last}, the last one; at most ${ARCHIVE_DAYS_MAX} at a time`,
  };
}

/** Which hours a response needs: from an instant, inclusive, to another, exclusive. */
export function hoursNeeded({ from, to }: DayRange): { readonly since: string; readonly before: string } {
  return { since: toSgt(midnightOf(from)), before: toSgt(midnightOf(to) + DAY) };
}

/**
 * @param hours those of the days, in any order
 * @param now ms since the epoch: what would lie ahead of it is left out
 */
export function archiveBody(
  metric: PastMetric,
  range: DayRange,
  hours: readonly (HourFigure | SkyHour)[],
  now: number,
): Archive {
  const { unit, step, places } = KEPT[metric];
  return {
    apiVersion: API_VERSION,
    provenance: isOfAir(metric) ? PROVENANCE : SKY_PROVENANCE,
    metric,
    unit,
    stepMinutes: step / 60_000,
    from: range.from,
    to: range.to,
    keptFrom: oldestDay(now),
    points: readingsOf(metric, range, hours, now).map(([timestamp, values]) => ({
      timestamp,
      values: Object.fromEntries(places.map((place, n) => [place, values?.[n] ?? null])),
    })),
  };
}

/** The same as a table: a column for the time and one for each place; an empty field is a gap. */
export function archiveCsv(
  metric: PastMetric,
  range: DayRange,
  hours: readonly (HourFigure | SkyHour)[],
  now: number,
): string {
  const { places } = KEPT[metric];
  const rows = readingsOf(metric, range, hours, now).map(([timestamp, values]) => [
    timestamp,
    ...places.map((_, n) => values?.[n] ?? null),
  ]);
  return csvOf([['timestamp', ...places], ...rows]);
}

/** A name for the file of the table: `pleinair-pm25-2026-09-01-to-2026-09-30.csv`. */
export function archiveFileName(metric: PastMetric, { from, to }: DayRange): string {
  return `pleinair-${metric}-${from === to ? from : `${from}-to-${to}`}.csv`;
}

export function isOfAir(metric: PastMetric): boolean {
  return METRICS.some((id) => id === metric);
}

/** Every step of the days up to now, oldest first. */
function readingsOf(
  metric: PastMetric,
  { from, to }: DayRange,
  hours: readonly (HourFigure | SkyHour)[],
  now: number,
): (readonly [timestamp: string, values: PlaceValues | null])[] {
  const { step } = KEPT[metric];
  const byHour = new Map(hours.map((hour) => [parseInstant(hour.hour), stepsOf(hour)]));
  const minutes = Array.from({ length: HOUR / step }, (_, n) => String((n * step) / MINUTE).padStart(2, '0'));
  const readings: (readonly [string, PlaceValues | null])[] = [];
  const end = Math.min(midnightOf(to) + DAY - 1, now);
  for (let hour = midnightOf(from); hour <= end; hour += HOUR) {
    const steps = byHour.get(hour);
    // Formatted once an hour: most of the work of a month of rain would be its times.
    const [, date = '', zone = ''] = /^(.{14})\d\d(.*)$/.exec(toSgt(hour)) ?? [];
    for (const [n, minute] of minutes.entries()) {
      if (hour + n * step <= end) readings.push([`${date}${minute}${zone}`, steps?.[n] ?? null]);
    }
  }
  return readings;
}

/** The readings within an hour. PSI and PM2.5 have one, of the hour itself. */
function stepsOf(hour: HourFigure | SkyHour): SkyHour['steps'] {
  return 'steps' in hour ? hour.steps : [REGIONS.map((region) => hour.values[region])];
}

function latest(one: string, other: string): string {
  return one > other ? one : other;
}
