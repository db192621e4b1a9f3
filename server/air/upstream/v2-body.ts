/**
 * Reads bodies of data.gov.sg's v2: the hours of a day of one metric. Accepts every variation that was seen.
 */
import { z } from 'zod';
import type { Metric } from '../../../src/core/air/types.ts';
import { type BodyFailure, ITEMS_MAX } from '../../upstream/request.ts';
import type { Day } from './figures.ts';
import { centresOf, hoursOf } from './figures.ts';

const anything = z.unknown().optional();
const Envelope = z.object({
  data: z.object({ regionMetadata: anything, items: z.array(z.unknown()).max(ITEMS_MAX) }).nullish(),
});
const Item = z.object({ timestamp: z.string(), updatedTimestamp: anything, readings: anything });
const Label = z.object({
  name: z.string(),
  labelLocation: z.object({
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
  }),
});

/**
 * @param json the parsed body
 * @param day requested SGT date, `2026-09-28`
 * @param now ms since the epoch
 */
export function readV2Day(json: unknown, metric: Metric, day: string, now: number): Day | BodyFailure {
  const envelope = Envelope.safeParse(json);
  if (!envelope.success) return 'malformed';
  const { data } = envelope.data;
  if (data === null || data === undefined) return 'malformed';
  const items = data.items.flatMap((entry) => {
    const item = Item.safeParse(entry).data;
    return item === undefined ? [] : { ...item, updated: item.updatedTimestamp };
  });
  const hours = hoursOf(items, metric, (hour) => hour.startsWith(day), now);
  return typeof hours === 'string' ? hours : { hours, centres: centresOf(labelsOf(data.regionMetadata)) };
}

function labelsOf(metadata: unknown) {
  const entries: readonly unknown[] = Array.isArray(metadata) ? metadata.slice(0, ITEMS_MAX) : [];
  return entries.flatMap((entry) => {
    const label = Label.safeParse(entry).data;
    return label === undefined ? [] : { name: label.name, ...label.labelLocation };
  });
}
