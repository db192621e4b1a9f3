/** What both versions of data.gov.sg have in common: figures of five regions, hours of a day, label points. */
import { z } from 'zod';
import type { Centres } from '../../../src/core/air/regions.ts';
import { isRegion } from '../../../src/core/air/regions.ts';
import { laterPublished } from '../../../src/core/air/time/hours.ts';
import { hourOf, parseInstant } from '../../../src/core/air/time/time.ts';
import type { HourFigure, Metric, Region, RegionValues } from '../../../src/core/air/types.ts';
import { isAhead } from '../../../src/core/air/upstream/freshness.ts';
import type { BodyFailure } from '../../upstream/request.ts';

/** The upstream's name of each metric. `/psi` has eleven others, which are not read. */
const READING_KEYS = { psi: 'psi_twenty_four_hourly', pm25: 'pm25_one_hourly' } as const;
/** No PSI and no concentration ever came near this. */
const VALUE_MAX = 9999;

// Only named members are checked, whatever else an object holds.
const anything = z.unknown().optional();
const Readings = z.object({ psi_twenty_four_hourly: anything, pm25_one_hourly: anything });
const Values = z.object({
  north: anything,
  south: anything,
  east: anything,
  west: anything,
  central: anything,
});

export interface Day {
  /** One for each hour, all of the requested day, in any order. */
  readonly hours: HourFigure[];
  readonly centres: Partial<Centres>;
}

/** An item, independent of either version's format. */
export interface RawItem {
  readonly timestamp: string;
  readonly updated?: unknown;
  readonly readings?: unknown;
}
export interface RawLabel {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * The hours of a day, from items in any order. Some caches ignore the date in the request, so the date of each
 * item is checked.
 * @param isOfDay true if an hour, `2026-09-28T16:00:00+08:00`, belongs to the requested day
 * @param now ms since the epoch
 */
export function hoursOf(
  items: readonly RawItem[],
  metric: Metric,
  isOfDay: (hour: string) => boolean,
  now: number,
): HourFigure[] | BodyFailure {
  const all = items.flatMap((item) => figureOf(item, metric) ?? []);
  if (all.length === 0) return 'empty';
  const hours = new Map<string, HourFigure>();
  for (const figure of all) {
    if (!isOfDay(figure.hour)) continue;
    const twin = hours.get(figure.hour);
    hours.set(figure.hour, twin === undefined ? figure : betterOf(twin, figure, now));
  }
  return hours.size === 0 ? 'wrong_day' : [...hours.values()];
}

/** Of two items of one hour the later publication. One that is dated ahead of the clock gives way to one that is not. */
function betterOf(first: HourFigure, second: HourFigure, now: number): HourFigure {
  const isFirstAhead = isAhead(first.updatedTimestamp, now);
  if (isFirstAhead !== isAhead(second.updatedTimestamp, now)) return isFirstAhead ? second : first;
  return laterPublished(first, second);
}

export function centresOf(labels: readonly RawLabel[]): Partial<Centres> {
  const centres: Partial<Record<Region, Centres[Region]>> = {};
  for (const { name, latitude, longitude } of labels) {
    if (isRegion(name)) centres[name] = { latitude, longitude };
  }
  return centres;
}

function figureOf({ timestamp, updated, readings }: RawItem, metric: Metric): HourFigure | undefined {
  const at = parseInstant(timestamp);
  const named = Readings.safeParse(readings);
  if (at === undefined || !named.success) return undefined;
  const values = Values.safeParse(named.data[READING_KEYS[metric]]);
  if (!values.success) return undefined;
  const updatedTimestamp = parseInstant(updated) === undefined ? null : String(updated);
  return { metric, hour: hourOf(at), values: valuesOf(values.data), updatedTimestamp };
}

function valuesOf(values: z.infer<typeof Values>): RegionValues {
  const of = (region: Region): number | null => {
    const value = values[region];
    return typeof value === 'number' && value >= 0 && value <= VALUE_MAX ? value : null;
  };
  return {
    north: of('north'),
    south: of('south'),
    east: of('east'),
    west: of('west'),
    central: of('central'),
  };
}
