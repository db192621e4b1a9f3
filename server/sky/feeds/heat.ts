/** Wet-bulb globe temperature at each station, °C, with the agency's own word for it. */
import { z } from 'zod';
import type { HeatBand } from '../../../src/core/sky/bands.ts';
import type { Heat } from '../../../src/core/sky/types.ts';
import { ITEMS_MAX } from '../../upstream/request.ts';
import { observationsOf } from './observations.ts';
import type { Reader } from './values.ts';
import { anything, between, each, newestOf, onceEach, placeOf, Text } from './values.ts';

/** Far below and above what can be survived outdoors here. */
const [WBGT_MIN, WBGT_MAX] = [10, 50];
const BANDS: Readonly<Record<string, HeatBand>> = { low: 'low', moderate: 'moderate', high: 'high' };

const Reading = z
  .looseObject({
    station: z.object({ id: Text, name: Text }),
    wbgt: between(WBGT_MIN, WBGT_MAX),
    heatStress: anything,
  })
  .transform((reading) => ({ ...reading, place: placeOf(reading) }));

export const readHeat: Reader<Heat> = (json, now) => {
  const observations = observationsOf(json, ITEMS_MAX);
  if (observations === undefined) return 'malformed';
  const all = observations.flatMap(({ timestamp, updatedTimestamp, readings }) => {
    const stations = each(Reading, readings).flatMap(({ station, wbgt, heatStress, place }) =>
      place === undefined ? [] : [{ ...station, ...place, wbgt, band: bandOf(heatStress) }],
    );
    if (stations.length === 0) return [];
    return [{ timestamp, updatedTimestamp, stations: onceEach(stations, ({ id }) => id) }];
  });
  return newestOf(all, now) ?? 'empty';
};

function bandOf(word: unknown): HeatBand | null {
  return (typeof word === 'string' ? BANDS[word.trim().toLowerCase()] : undefined) ?? null;
}
