/** The wind of a minute at each station, from two feeds: its speed in knots, and the direction that it comes from. */
import type { Wind } from '../../../src/core/sky/types.ts';
import type { Readings } from './stations.ts';
import { readingsOf } from './stations.ts';
import type { Reader } from './values.ts';

const KMH_PER_KNOT = 1.852;
/** No station here ever measured half of this in a mean of a minute. */
const KNOTS_MAX = 150;

export const readWindSpeed: Reader<Readings> = (json, now) => readingsOf(json, now, [0, KNOTS_MAX]);

/** @param at time of the speeds: directions of another minute belong to another wind */
export function readWindDirection(at: string): Reader<Readings> {
  return (json, now) => readingsOf(json, now, [0, 360], at);
}

/** Joins both by station. A station without a direction keeps its speed; calm air comes from nowhere. */
export function windOf(speeds: Readings, directions: Readings | undefined): Wind {
  const from = new Map(directions?.values.map(({ id, value }) => [id, value]));
  return {
    timestamp: speeds.timestamp,
    updatedTimestamp: null,
    stations: speeds.values.map(({ value, ...station }) => ({
      ...station,
      speedKmh: Math.round(value * KMH_PER_KNOT * 10) / 10,
      from: value === 0 ? null : (from.get(station.id) ?? null),
    })),
  };
}
