/** The forecast of the next two hours, a phrase for each of 47 areas. v1 has the same form as v2, without the envelope. */
import { z } from 'zod';
import { HOUR } from '../../../src/core/air/time/time.ts';
import type { Forecast2h } from '../../../src/core/sky/types.ts';
import type { Reader } from './values.ts';
import {
  anything,
  beginsLater,
  each,
  Instant,
  instantOrNull,
  List,
  newestOf,
  onceEach,
  PhraseText,
  periodOf,
  placeOf,
  Text,
  v2Data,
} from './values.ts';

/** A period is two hours long; a longer one is a mistake that would keep the phrase for as long. */
const PERIOD_MAX = 3 * HOUR;
/** It begins when it is issued, an amended one a little before. One that begins later is not of the next two hours. */
const BEGINS_WITHIN = HOUR;

const Body = z.object({ items: List, area_metadata: List });
const Period = z.object({ start: anything, end: anything });
const Item = z.object({
  timestamp: Instant,
  update_timestamp: anything,
  valid_period: Period,
  forecasts: List,
});
const Area = z.object({ name: Text });
const Phrase = z.object({ area: Text, forecast: PhraseText });

export const readForecast2h: Reader<Forecast2h> = (json, now) => read(v2Data(Body, json), now);
export const readV1Forecast2h: Reader<Forecast2h> = (json, now) => read(Body.safeParse(json).data, now);

function read(body: z.infer<typeof Body> | undefined, now: number): ReturnType<typeof readForecast2h> {
  if (body === undefined) return 'malformed';
  const places = new Map(
    body.area_metadata.flatMap((entry) => {
      const [name, place] = [Area.safeParse(entry).data?.name, placeOf(entry)];
      return name === undefined || place === undefined ? [] : [[name, place] as const];
    }),
  );
  const items = each(Item, body.items).flatMap((item) => {
    const period = periodOf(item.valid_period.start, item.valid_period.end, PERIOD_MAX);
    if (period === undefined || beginsLater(period, item.timestamp, BEGINS_WITHIN)) return [];
    // By name: the two lists have different orders, and v1 another one than v2.
    const phrases = onceEach(each(Phrase, item.forecasts), ({ area }) => area);
    const areas = phrases.flatMap(({ area, forecast }) => {
      const place = places.get(area);
      return place === undefined ? [] : [{ name: area, ...place, text: forecast }];
    });
    if (areas.length === 0) return [];
    const { timestamp, update_timestamp: updated } = item;
    return [{ timestamp, updatedTimestamp: instantOrNull(updated), ...period, areas }];
  });
  return newestOf(items, now) ?? 'empty';
}
