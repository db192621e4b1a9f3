/**
 * Reads bodies of data.gov.sg's v1: no envelope, snake case, oldest hour first. In an outage v1 answers 200,
 * "healthy" and one item without content.
 */
import { z } from 'zod';
import { DAY, parseInstant, toSgt } from '../../../src/core/air/time/time.ts';
import type { Metric } from '../../../src/core/air/types.ts';
import { type BodyFailure, ITEMS_MAX } from '../../upstream/request.ts';
import type { Day } from './figures.ts';
import { centresOf, hoursOf } from './figures.ts';

const anything = z.unknown().optional();
const Body = z.object({ items: z.array(z.unknown()).max(ITEMS_MAX), region_metadata: anything });
const Item = z.object({ timestamp: z.string(), update_timestamp: anything, readings: anything });
const Label = z.object({
  name: z.string(),
  label_location: z.object({
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
  }),
});

/**
 * @param json the parsed body
 * @param day requested SGT date, `2026-09-28`. In v1 a day begins at 01:00, so that the midnight at its end may
 * be listed with it.
 * @param now ms since the epoch
 */
export function readV1Day(json: unknown, metric: Metric, day: string, now: number): Day | BodyFailure {
  const body = Body.safeParse(json);
  if (!body.success) return 'malformed';
  const items = body.data.items.flatMap((entry) => {
    const item = Item.safeParse(entry).data;
    return item === undefined ? [] : { ...item, updated: item.update_timestamp };
  });
  const end = nextMidnight(day);
  const hours = hoursOf(items, metric, (hour) => hour.startsWith(day) || hour === end, now);
  if (typeof hours === 'string') return hours;
  return { hours, centres: centresOf(labelsOf(body.data.region_metadata)) };
}

function nextMidnight(day: string): string {
  return toSgt((parseInstant(`${day}T00:00:00+08:00`) ?? 0) + DAY);
}

function labelsOf(metadata: unknown) {
  const entries: readonly unknown[] = Array.isArray(metadata) ? metadata.slice(0, ITEMS_MAX) : [];
  return entries.flatMap((entry) => {
    const label = Label.safeParse(entry).data;
    return label === undefined ? [] : { name: label.name, ...label.label_location };
  });
}
