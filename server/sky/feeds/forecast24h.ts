/** The forecast of the next day, in periods of six or twelve hours for five regions. v1 has other names for the same. */
import { z } from 'zod';
import { HOUR } from '../../../src/core/air/time/time.ts';
import { REGIONS } from '../../../src/core/air/types.ts';
import { type Forecast24h, PERIODS_MAX } from '../../../src/core/sky/types.ts';
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
  v2Data,
} from './values.ts';

/** The whole is 24 hours long, amended ones a little more. */
const WHOLE_MAX = 36 * HOUR;
/** It begins half an hour after it is issued. One that begins much later is not of the next day. */
const BEGINS_WITHIN = 12 * HOUR;

const Span = z.object({ start: anything, end: anything });
/** v2 has a code beside the text, which means different things in different documents. */
const Phrase = z.union([PhraseText, z.object({ text: PhraseText }).transform(({ text }) => text)]);
const Period = z.object({ timePeriod: Span.optional(), time: Span.optional(), regions: anything });
const V2 = z.object({ records: List });
const V2Record = z.object({
  timestamp: Instant,
  updatedTimestamp: anything,
  general: z.object({ forecast: Phrase, validPeriod: Span }),
  periods: List,
});
const V1 = z.object({ items: List });
const V1Item = z.object({
  timestamp: Instant,
  update_timestamp: anything,
  general: z.object({ forecast: Phrase }),
  valid_period: Span,
  periods: List,
});

interface Issue {
  readonly timestamp: string;
  readonly updated: unknown;
  readonly text: string;
  readonly valid: z.infer<typeof Span>;
  readonly periods: readonly unknown[];
}

export const readForecast24h: Reader<Forecast24h> = (json, now) => {
  const data = v2Data(V2, json);
  if (data === undefined) return 'malformed';
  const issues = each(V2Record, data.records).map(({ timestamp, updatedTimestamp, general, periods }) => ({
    timestamp,
    updated: updatedTimestamp,
    text: general.forecast,
    valid: general.validPeriod,
    periods,
  }));
  return newest(issues, now);
};

export const readV1Forecast24h: Reader<Forecast24h> = (json, now) => {
  const data = V1.safeParse(json).data;
  if (data === undefined) return 'malformed';
  const issues = each(V1Item, data.items).map(({ timestamp, update_timestamp, general, ...item }) => ({
    timestamp,
    updated: update_timestamp,
    text: general.forecast,
    valid: item.valid_period,
    periods: item.periods,
  }));
  return newest(issues, now);
};

/** The texts of the periods are not read: they have named the wrong month. */
function newest(issues: readonly Issue[], now: number): Forecast24h | 'empty' {
  const forecasts = issues.flatMap(({ timestamp, updated, text, valid, periods }) => {
    const whole = periodOf(valid.start, valid.end, WHOLE_MAX);
    if (whole === undefined || beginsLater(whole, timestamp, BEGINS_WITHIN)) return [];
    const parts = each(Period, periods)
      .flatMap(({ timePeriod, time, regions }) => {
        const part = periodOf((timePeriod ?? time)?.start, (timePeriod ?? time)?.end, WHOLE_MAX);
        // What lies outside of the whole is of another day.
        const isOfIt = part !== undefined && part.from < whole.to && part.to > whole.from;
        return isOfIt ? [{ ...part, regions: phrasesOf(regions) }] : [];
      })
      .sort((a, b) => (a.from < b.from ? -1 : 1));
    return [
      {
        timestamp,
        updatedTimestamp: instantOrNull(updated),
        ...whole,
        text,
        periods: onceEach(parts, ({ from }) => from).slice(0, PERIODS_MAX),
      },
    ];
  });
  return newestOf(forecasts, now) ?? 'empty';
}

function phrasesOf(regions: unknown): Forecast24h['periods'][number]['regions'] {
  const named = z.record(z.string(), z.unknown()).safeParse(regions).data ?? {};
  return Object.fromEntries(
    REGIONS.flatMap((region) => {
      const phrase = Phrase.safeParse(named[region]);
      return phrase.success ? [[region, phrase.data] as const] : [];
    }),
  );
}
