/** Feeds that list stations and their readings apart: rain, wind speed, wind direction. */
import { z } from 'zod';
import type { Station } from '../../../src/core/sky/types.ts';
import type { BodyFailure } from '../../upstream/request.ts';
import {
  anything,
  between,
  each,
  Instant,
  List,
  newestOf,
  onceEach,
  placeOf,
  Text,
  v2Data,
} from './values.ts';

const Body = z.object({ stations: List, readings: List });
const Named = z.object({ id: Text, name: Text });
const Reading = z.object({ timestamp: Instant, data: List });
const Value = z.object({ stationId: Text, value: anything });

export interface Readings {
  readonly timestamp: string;
  /** Those that measured something, each once. */
  readonly values: readonly (Station & { readonly value: number })[];
}

/**
 * The newest readings of a feed.
 * @param least smallest value that can have been measured, and largest
 * @param at only readings of this time, RFC 3339 in SGT
 */
export function readingsOf(
  json: unknown,
  now: number,
  [least, most]: readonly [number, number],
  at?: string,
): Readings | BodyFailure {
  const body = v2Data(Body, json);
  if (body === undefined) return 'malformed';
  const listed = body.stations.flatMap((entry) => {
    const [station, place] = [Named.safeParse(entry).data, placeOf(entry)];
    return station === undefined || place === undefined ? [] : [{ ...station, ...place }];
  });
  const stations = new Map(onceEach(listed, ({ id }) => id).map((station) => [station.id, station]));
  const number = between(least, most);
  const all = each(Reading, body.readings).flatMap(({ timestamp, data }) => {
    const values = each(Value, data).flatMap(({ stationId, value }) => {
      const [station, read] = [stations.get(stationId), number.safeParse(value)];
      // A gauge that is absent is not dry, and one at an unknown place cannot be shown.
      return station === undefined || !read.success ? [] : [{ ...station, value: read.data }];
    });
    if (values.length === 0 || (at !== undefined && timestamp !== at)) return [];
    return [{ timestamp, updatedTimestamp: null, values: onceEach(values, ({ id }) => id) }];
  });
  return newestOf(all, now) ?? 'empty';
}
