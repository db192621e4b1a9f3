/** The UV index of the island, the mean of each hour, from 7 to 19 h. */
import { z } from 'zod';
import type { Uv } from '../../../src/core/sky/types.ts';
import type { Reader } from './values.ts';
import {
  anything,
  between,
  each,
  Instant,
  instantOrNull,
  List,
  newestOf,
  onceEach,
  v2Data,
} from './values.ts';

/** 15 was seen here, and nothing much higher anywhere. */
const INDEX_MAX = 30;

const Body = z.object({ records: List });
const Record = z.object({ updatedTimestamp: anything, index: anything });
const Hour = z.object({ hour: Instant, value: between(0, INDEX_MAX) });

export const readUv: Reader<Uv> = (json, now) => {
  const body = v2Data(Body, json);
  if (body === undefined) return 'malformed';
  // The hours of a day are in one record, or in one for each.
  const hours = each(Record, body.records).flatMap(({ updatedTimestamp, index }) =>
    each(Hour, index).map(({ hour, value }) => ({
      timestamp: hour,
      updatedTimestamp: instantOrNull(updatedTimestamp),
      index: value,
    })),
  );
  const newest = newestOf(hours, now);
  if (newest === undefined) return 'empty';
  const { timestamp, updatedTimestamp } = newest;
  const ofDay = hours
    .filter(
      (entry) => entry.timestamp.slice(0, 10) === timestamp.slice(0, 10) && entry.timestamp <= timestamp,
    )
    .sort((a, b) => (key(a) < key(b) ? 1 : -1));
  return {
    timestamp,
    updatedTimestamp,
    hours: onceEach(ofDay, (entry) => entry.timestamp).map((entry) => ({
      hour: entry.timestamp,
      index: entry.index,
    })),
  };
};

const key = (entry: { readonly timestamp: string; readonly updatedTimestamp: string | null }) =>
  `${entry.timestamp} ${entry.updatedTimestamp ?? ''}`;
