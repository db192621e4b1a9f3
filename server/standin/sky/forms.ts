/** The form of each feed of the sky, in v2 and v1, around any items. */
import { sgtDate, toSgt } from '../../../src/core/air/time/time.ts';
import { REGIONS } from '../../../src/core/air/types.ts';
import type { Version } from '../../upstream/request.ts';
import { type Reply, shuffled } from '../reply.ts';
import type { Entry, Item } from './items.ts';
import type { Endpoint } from './schedule.ts';

/** A response with these items, and whatever else stands in their list. */
export function replyOf(
  endpoint: Endpoint,
  version: Version,
  items: readonly Item[],
  { token, others = [] }: { readonly token?: string | undefined; readonly others?: readonly unknown[] } = {},
): Reply {
  if (version === 'v1') return { status: 200, json: v1Of(endpoint, items, others) };
  const data = { ...dataOf(endpoint, items, others), ...(token !== undefined && { paginationToken: token }) };
  // Both were seen.
  const [errorMsg] = shuffled(['', null]);
  return { status: 200, json: { code: 0, data, errorMsg } };
}

function dataOf(endpoint: Endpoint, items: readonly Item[], others: readonly unknown[]): object {
  switch (endpoint) {
    case 'forecast2h':
      return { area_metadata: areasOf(items), items: [...items.map(forecast2h), ...others] };
    case 'rain':
    case 'wind_speed':
    case 'wind_direction':
      return { stations: stationsOf(items), readings: [...items.map(reading), ...others] };
    case 'heat':
      return {
        records: [...items.map((item) => observation(item, true, item.entries.map(heat))), ...others],
      };
    case 'lightning':
      return {
        records: [...items.map((item) => observation(item, false, item.entries.map(strike))), ...others],
      };
    case 'uv':
      return { records: [...items.map(uv), ...others] };
    case 'forecast24h':
      return { records: [...items.map(forecast24h), ...others] };
  }
}

const place = ({ latitude, longitude }: Entry) =>
  Object.fromEntries(shuffled(Object.entries({ latitude, longitude })));

function areasOf(items: readonly Item[]) {
  const entries = items.flatMap(({ entries: list }) => list);
  return shuffled(entries).map((entry) => ({ name: entry.name, label_location: place(entry) }));
}

function stationsOf(items: readonly Item[]) {
  const entries = items.flatMap(({ entries: list }) => list);
  return entries.map((entry) => ({
    id: entry.id,
    deviceId: entry.id,
    name: entry.name,
    location: place(entry),
  }));
}

function forecast2h({ at, updated, from, to, periodText, entries }: Item) {
  return {
    update_timestamp: toSgt(updated),
    timestamp: toSgt(at),
    valid_period: { start: toSgt(from), end: toSgt(to), text: periodText },
    forecasts: entries.map(({ name, value }) => ({ area: name, forecast: value })),
  };
}

function reading({ at, entries }: Item) {
  return { timestamp: toSgt(at), data: entries.map(({ id, value }) => ({ stationId: id, value })) };
}

function observation({ at, updated }: Item, isStationData: boolean, readings: readonly object[]) {
  const item = { type: 'observation', isStationData, readings };
  return { datetime: toSgt(at), updatedTimestamp: toSgt(updated), item };
}

function heat(entry: Entry) {
  const { id, name, value, word } = entry;
  return { station: { id, name, townCenter: name }, location: place(entry), wbgt: value, heatStress: word };
}

function strike(entry: Entry) {
  const text = entry.value === 'G' ? 'Cloud to Ground' : 'Cloud to Cloud';
  return {
    location: place(entry),
    type: entry.value,
    text,
    datetime: toSgt(entry.at ?? 0).replace('+', '.179+'),
  };
}

function uv({ at, updated, entries }: Item) {
  return {
    date: sgtDate(at),
    timestamp: toSgt(at),
    updatedTimestamp: toSgt(updated),
    index: entries.map((entry) => ({ hour: toSgt(entry.at ?? 0), value: entry.value })),
  };
}

function forecast24h({ at, updated, from, to, periodText, phrase, entries }: Item) {
  return {
    date: sgtDate(at),
    timestamp: toSgt(at),
    updatedTimestamp: toSgt(updated),
    general: {
      forecast: { code: 'TL', text: phrase },
      validPeriod: { start: toSgt(from), end: toSgt(to), text: periodText },
      wind: { direction: 'VARIABLE', speed: { low: 5, high: 15 } },
    },
    periods: entries.map((part) => ({
      timePeriod: { start: toSgt(part.at ?? 0), end: toSgt(part.to ?? 0), text: periodText },
      regions: Object.fromEntries(shuffled(REGIONS).map((name) => [name, { code: 'TL', text: part.value }])),
    })),
  };
}

function v1Of(endpoint: Endpoint, items: readonly Item[], others: readonly unknown[]): object {
  const api_info = { status: 'healthy' };
  if (endpoint === 'forecast2h') {
    return { area_metadata: areasOf(items), items: [...items.map(forecast2h), ...others], api_info };
  }
  const v1Item = ({ at, updated, from, to, phrase, entries }: Item) => ({
    update_timestamp: toSgt(updated),
    timestamp: toSgt(at),
    valid_period: { start: toSgt(from), end: toSgt(to) },
    general: { forecast: phrase, wind: { direction: 'SW', speed: { low: 15, high: 25 } } },
    periods: entries.map((part) => ({
      time: { start: toSgt(part.at ?? 0), end: toSgt(part.to ?? 0) },
      regions: Object.fromEntries(shuffled(REGIONS).map((name) => [name, part.value])),
    })),
  });
  return { items: [...items.map(v1Item), ...others], api_info };
}
