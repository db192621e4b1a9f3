/** The rain of five minutes at each gauge, mm. */
import type { Rain } from '../../../src/core/sky/types.ts';
import { readingsOf } from './stations.ts';
import type { Reader } from './values.ts';

/** The most that was ever measured in an hour in Singapore is 147 mm. */
const MM_MAX = 100;

export const readRain: Reader<Rain> = (json, now) => {
  const read = readingsOf(json, now, [0, MM_MAX]);
  if (typeof read === 'string') return read;
  const gauges = read.values.map(({ value, ...station }) => ({ ...station, mmPer5min: value }));
  // The feed does not say when it published them.
  return { timestamp: read.timestamp, updatedTimestamp: null, gauges };
};
