/** What data.gov.sg's v2 says in a body: a day of hours of one metric. Tolerant of all that was seen. */
import { z } from 'zod';
import { laterPublished } from '../../src/core/air/hours.ts';
import type { Centres } from '../../src/core/air/regions.ts';
import { isRegion } from '../../src/core/air/regions.ts';
import { hourOf, parseInstant } from '../../src/core/air/time.ts';
import type { HourFigure, Metric, Region, RegionValues } from '../../src/core/air/types.ts';

/** The upstream's name of each metric; `/psi` carries eleven others, which are not read. */
export const READING_KEYS = { psi: 'psi_twenty_four_hourly', pm25: 'pm25_one_hourly' } as const;

/** `code` of a body without data for the day asked. */
export const NOT_FOUND = 17;
/** `code` of a body that says to come back later. */
export const TOO_MANY_REQUESTS = 24;

const Envelope = z.object({
  code: z.unknown(),
  data: z.object({ regionMetadata: z.unknown(), items: z.array(z.unknown()) }).nullish(),
});
const Values = z.record(z.string(), z.unknown());
const Item = z.object({
  timestamp: z.string(),
  updatedTimestamp: z.unknown(),
  readings: z.record(z.string(), z.unknown()),
});
const Label = z.object({
  name: z.string(),
  labelLocation: z.object({
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
  }),
});

export interface Day {
  /** One per hour, of the day asked only; newest first is not promised. */
  readonly hours: HourFigure[];
  readonly centres: Partial<Centres>;
}
export type BodyFailure = 'empty' | 'wrong_day' | 'limited' | 'malformed';

/**
 * @param json the parsed body
 * @param day SGT date that was asked for, `2026-09-28`: some caches ignore it, so each item is checked
 */
export function readDay(json: unknown, metric: Metric, day: string): Day | BodyFailure {
  const envelope = Envelope.safeParse(json);
  if (!envelope.success) return 'malformed';
  const { code, data } = envelope.data;
  if (code === TOO_MANY_REQUESTS) return 'limited';
  if (code === NOT_FOUND) return 'empty';
  if (data === null || data === undefined) return 'malformed';
  const all = data.items.flatMap((item) => figureOf(item, metric) ?? []);
  if (all.length === 0) return 'empty';
  const hours = new Map<string, HourFigure>();
  for (const figure of all) {
    if (!figure.hour.startsWith(day)) continue;
    const twin = hours.get(figure.hour);
    hours.set(figure.hour, twin === undefined ? figure : laterPublished(twin, figure));
  }
  if (hours.size === 0) return 'wrong_day';
  return { hours: [...hours.values()], centres: centresOf(data.regionMetadata) };
}

function figureOf(item: unknown, metric: Metric): HourFigure | undefined {
  const parsed = Item.safeParse(item);
  if (!parsed.success) return undefined;
  const at = parseInstant(parsed.data.timestamp);
  const values = Values.safeParse(parsed.data.readings[READING_KEYS[metric]]);
  if (at === undefined || !values.success) return undefined;
  const { updatedTimestamp } = parsed.data;
  const updated = parseInstant(updatedTimestamp) === undefined ? null : String(updatedTimestamp);
  return { metric, hour: hourOf(at), values: valuesOf(values.data), updatedTimestamp: updated };
}

function valuesOf(values: Readonly<Record<string, unknown>>): RegionValues {
  const of = (region: Region): number | null => {
    const value = values[region];
    return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
  };
  return {
    north: of('north'),
    south: of('south'),
    east: of('east'),
    west: of('west'),
    central: of('central'),
  };
}

function centresOf(metadata: unknown): Partial<Centres> {
  const labels = Array.isArray(metadata) ? metadata : [];
  const centres: Partial<Record<Region, Centres[Region]>> = {};
  for (const entry of labels) {
    const label = Label.safeParse(entry);
    if (label.success && isRegion(label.data.name)) centres[label.data.name] = label.data.labelLocation;
  }
  return centres;
}
