/** The faults of the sky's figures that the stand-in can simulate. A fault that means nothing for a feed changes nothing. */
import { DAY, HOUR, MINUTE, sgtDate } from '../../../src/core/air/time/time.ts';
import type { Version } from '../../upstream/request.ts';
import { BAD_DATE, NO_DATA, type Reply } from '../reply.ts';
import { MARKUP } from '../responses.ts';
import { replyOf } from './forms.ts';
import type { Entry, Item, Weather } from './items.ts';
import { itemAt } from './items.ts';
import { type Endpoint, pageOf, publishedAt } from './schedule.ts';

export const SKY_FAULTS = [
  /** Status 200 and one item without content. */
  'empty',
  /** Nothing new for four hours. */
  'frozen',
  /** A forecast that was published once more since its issue, with another phrase. */
  'amended',
  /** The upstream's clock is an hour fast. */
  'ahead',
  /** The same times of yesterday beside those of today. */
  'mixed-days',
  /** Only the latest, whatever day is asked for. */
  'latest-only',
  /** Nothing of any day but today. */
  'no-yesterday',
  /** A window of two minutes ten minutes ago is missing. */
  'gap',
  /** Each station, area or strike twice, the second with another value. */
  'twice',
  /** Other names, the same ids. */
  'renamed',
  /** Each second one does not report. */
  'absent',
  /** "NA" for each second value; of lightning, for the place. */
  'na',
  /** -1 for each second value, or null; of lightning, for the place. */
  'impossible',
  /** Times in UTC instead of SGT. */
  'utc',
  /** Places spelt as some documents have them. */
  'misspelt',
  /** Strings where numbers are usual, and the other way round. */
  'strings',
  /** A period that ends when it begins. */
  'no-length',
  /** A period that ends in a year. */
  'endless',
  /** A period that begins at "Invalid date". */
  'invalid-date',
  /** A phrase that nobody documented, with a line feed. */
  'unknown-phrase',
  /** Wind directions of another minute, or none at all. */
  'other-minute',
  'no-direction',
  /** HTML markup wherever text is possible. */
  'markup',
  /** A hundred thousand items. */
  'many',
] as const;
export type SkyFault = (typeof SKY_FAULTS)[number];

export function isSkyFault(value: unknown): value is SkyFault {
  return SKY_FAULTS.some((fault) => fault === value);
}

export interface SkyQuestion {
  readonly version: Version;
  readonly endpoint: Endpoint;
  /** A day or a moment; null for the latest. */
  readonly date: string | null;
  readonly token: string | null;
  readonly weather: Weather | undefined;
  /** ms since the epoch. */
  readonly now: number;
}

/** The response, with a fault in its figures or without. */
export function skyReply(fault: SkyFault | undefined, question: SkyQuestion): Reply {
  const reply = replyWith(fault, question);
  const change = SPELLINGS[fault ?? ''];
  return change === undefined ? reply : { ...reply, json: JSON.parse(change(JSON.stringify(reply.json))) };
}

/** Faults in how a response is spelt, whatever feed it is of. */
const SPELLINGS: Readonly<Record<string, (json: string) => string>> = {
  'invalid-date': (json) => json.replace(/"start":"[^"]*"/g, '"start":"Invalid date"'),
  utc: (json) =>
    json.replace(/\d{4}-\d\d-\d\dT[\d:.]+\+08:00/g, (time) => new Date(Date.parse(time)).toISOString()),
  misspelt: (json) =>
    json.replaceAll('"location":', '"labelLocation":').replaceAll('"longitude":', '"longtitude":'),
};

function replyWith(fault: SkyFault | undefined, question: SkyQuestion): Reply {
  const { endpoint, version, weather } = question;
  if (fault === 'empty') return replyOf(endpoint, version, [], { others: [{}] });
  if (fault === 'many') {
    return replyOf(endpoint, version, [], { others: Array.from({ length: 100_000 }, () => ({})) });
  }
  if (fault === 'no-direction' && endpoint === 'wind_direction') return NO_DATA;
  const isToday = question.date?.startsWith(sgtDate(question.now)) ?? true;
  if (fault === 'no-yesterday' && !isToday) return NO_DATA;
  const date = fault === 'latest-only' ? null : question.date;
  const page = pageOf(endpoint, date, question.token, question.now + shiftOf(fault));
  if (page === undefined) return BAD_DATE;
  if (page.times.length === 0)
    return version === 'v2' ? NO_DATA : replyOf(endpoint, version, [], { others: [{}] });
  const items = page.times.map((at) => itemAt(endpoint, at, publishedAt(endpoint, at), weather));
  return replyOf(endpoint, version, changed(fault, items, question), { token: page.token });
}

function shiftOf(fault: SkyFault | undefined): number {
  if (fault === 'frozen') return -4 * HOUR;
  return fault === 'ahead' ? HOUR : 0;
}

function changed(fault: SkyFault | undefined, items: Item[], { endpoint, now }: SkyQuestion): Item[] {
  switch (fault) {
    case 'mixed-days':
      return [...items.map(dayBefore), ...items, ...items.map(dayBefore)];
    case 'gap':
      return items.filter(
        ({ at }) => endpoint !== 'lightning' || now - at < 10 * MINUTE || now - at >= 12 * MINUTE,
      );
    case 'no-length':
      return items.map((item) => ({ ...item, to: item.from }));
    case 'endless':
      return items.map((item) => ({ ...item, to: item.to + 365 * DAY }));
    case 'amended':
      return items.map((item) => (isForecast(endpoint) ? amended(item) : item));
    case 'other-minute':
      return items.map((item) => (endpoint === 'wind_direction' ? { ...item, at: item.at - MINUTE } : item));
    case undefined:
      return items;
    default:
      return items.map((item) => ({ ...item, ...changedEntries(fault, item, endpoint) }));
  }
}

function amended(item: Item): Item {
  const entries = item.entries.map((entry) => ({ ...entry, value: AMENDED }));
  return { ...item, updated: item.updated + MINUTE, entries, phrase: AMENDED };
}

function dayBefore(item: Item): Item {
  const entries = item.entries.map((entry) => ({
    ...entry,
    ...(entry.at !== undefined && { at: entry.at - DAY }),
    ...(entry.to !== undefined && { to: entry.to - DAY }),
    value: typeof entry.value === 'number' ? entry.value + 1 : entry.value,
  }));
  return {
    ...item,
    at: item.at - DAY,
    updated: item.updated - DAY,
    from: item.from - DAY,
    to: item.to - DAY,
    entries,
  };
}

function changedEntries(fault: SkyFault, { entries, phrase }: Item, endpoint: Endpoint): Partial<Item> {
  const ofForecast = isForecast(endpoint);
  const each = (change: (entry: Entry, index: number) => Entry) => ({ entries: entries.map(change) });
  switch (fault) {
    case 'twice': {
      const other = (entry: Entry) => ({ ...entry, name: entry.name, value: otherThan(entry.value) });
      return { entries: [...entries, ...(endpoint === 'lightning' ? entries : entries.map(other))] };
    }
    case 'renamed':
      return ofForecast ? { entries } : each((entry) => ({ ...entry, name: `New ${entry.id}` }));
    case 'absent':
      return { entries: entries.filter((_, index) => index % 2 === 1) };
    case 'na':
      if (endpoint === 'lightning') {
        return each((entry, index) =>
          index % 2 === 0 ? { ...entry, latitude: 'NA', longitude: 'NA' } : entry,
        );
      }
      return each((entry, index) => (index % 2 === 0 ? { ...entry, value: 'NA', word: 'NA' } : entry));
    case 'impossible': {
      const none = (index: number) => (index % 4 === 0 ? -1 : null);
      return each((entry, index) => {
        if (index % 2 === 1) return entry;
        if (endpoint === 'lightning') return { ...entry, latitude: -999, longitude: -999 };
        return { ...entry, value: none(index), word: '-' };
      });
    }
    case 'strings':
      return ofForecast ? { entries } : each(swapped);
    case 'unknown-phrase':
      return ofForecast ? { ...each((entry) => ({ ...entry, value: FROGS })), phrase: FROGS } : { entries };
    case 'markup':
      return {
        ...each((entry) => ({
          ...entry,
          name: `${entry.name}${MARKUP}`,
          value: ofForecast ? MARKUP : entry.value,
        })),
        phrase: ofForecast ? MARKUP : phrase,
      };
    default:
      return { entries };
  }
}

const FROGS = 'Raining Frogs\n';
const AMENDED = 'Heavy Thundery Showers';

function isForecast(endpoint: Endpoint): boolean {
  return endpoint === 'forecast2h' || endpoint === 'forecast24h';
}

function otherThan(value: unknown): unknown {
  if (typeof value === 'number') return value + 50;
  return typeof value === 'string' && /^[\d.]+$/.test(value) ? String(Number(value) + 5) : 'Fog';
}

function swapped(entry: Entry): Entry {
  const swap = (value: unknown) => {
    if (typeof value === 'number') return String(value);
    return typeof value === 'string' && /^[\d.]+$/.test(value) ? Number(value) : value;
  };
  const place = { latitude: swap(entry.latitude), longitude: swap(entry.longitude) } as Pick<
    Entry,
    'latitude' | 'longitude'
  >;
  return { ...entry, ...place, value: swap(entry.value) };
}
