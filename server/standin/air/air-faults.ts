/** The faults of the air's figures that the stand-in can simulate. */
import { HOUR, MINUTE, sinceMidnight, toSgt } from '../../../src/core/air/time/time.ts';
import { type Reply, shuffled } from '../reply.ts';
import { MARKUP } from '../responses.ts';
import type { AirQuestion, PublishedHour } from './body.ts';
import { envelope, NOTHING_HEALTHY, replyTo } from './body.ts';

export const AIR_FAULTS = [
  /** Status 200 and one item without content. */
  'empty',
  /** No figure for the south in any hour. */
  'no-south',
  /** Instead of the south's figure: null, -1, or a text. */
  'null-south',
  'minus-south',
  'text-south',
  /** A sixth region. */
  'national',
  /** No new hour for four hours. */
  'frozen',
  'frozen-since-midnight',
  /** The upstream's clock is an hour fast. */
  'ahead',
  /** Each hour twice, in no order: the last publication, and an earlier one with other figures. */
  'duplicated',
  /** HTML markup wherever text is possible. */
  'markup',
  /** A hundred thousand items. */
  'many',
  /** No fault: every figure is in the highest band. */
  'haze',
] as const;
export type AirFault = (typeof AIR_FAULTS)[number];

export function isAirFault(value: unknown): value is AirFault {
  return AIR_FAULTS.some((fault) => fault === value);
}

const FROZEN_FOR = 4 * HOUR;
const AHEAD_BY = HOUR;

/** The response with a fault in its figures. */
export function airReply(fault: AirFault | undefined, question: AirQuestion): Reply {
  const { version, now } = question;
  switch (fault) {
    case 'empty':
      return version === 'v2' ? envelope([{}]) : NOTHING_HEALTHY;
    case 'frozen':
      return replyTo({ ...question, now: now - FROZEN_FOR });
    case 'frozen-since-midnight':
      return replyTo({ ...question, now: now - sinceMidnight(now) + 2 * MINUTE });
    case 'ahead':
      return replyTo({ ...question, now: now + AHEAD_BY });
    case 'many':
      return itemsOf(
        version,
        Array.from({ length: 100_000 }, () => ({})),
      );
    case 'markup':
      return markup(question);
    default:
      return replyTo(question, changeOf(fault));
  }
}

/** Faults in the figures. */
type Figures =
  | 'no-south'
  | 'null-south'
  | 'minus-south'
  | 'text-south'
  | 'national'
  | 'duplicated'
  | 'haze'
  | undefined;

function changeOf(fault: Figures): ((hours: PublishedHour[]) => PublishedHour[]) | undefined {
  const south = (value: unknown) => (hours: PublishedHour[]) =>
    hours.map((hour) => ({ ...hour, values: { ...hour.values, south: value } }));
  switch (fault) {
    case 'no-south':
      return (hours) => hours.map(({ values: { south: _, ...values }, ...hour }) => ({ ...hour, values }));
    case 'null-south':
      return south(null);
    case 'minus-south':
      return south(-1);
    case 'text-south':
      return south('-');
    case 'national':
      return (hours) => hours.map((hour) => ({ ...hour, values: { national: 999, ...hour.values } }));
    case 'duplicated':
      return (hours) => shuffled(hours.flatMap((hour) => [hour, earlierThan(hour)]));
    case 'haze':
      return (hours) => hours.map((hour) => ({ ...hour, values: everywhere(hour, 305) }));
    case undefined:
      return undefined;
  }
}

function earlierThan(hour: PublishedHour): PublishedHour {
  return { ...hour, updated: hour.updated - MINUTE, values: everywhere(hour, 499) };
}

function everywhere({ values }: PublishedHour, value: number): PublishedHour['values'] {
  return Object.fromEntries(Object.keys(values).map((region) => [region, value]));
}

function itemsOf(version: AirQuestion['version'], items: readonly unknown[]): Reply {
  return version === 'v2' ? envelope(items) : { status: 200, json: { items, region_metadata: [] } };
}

/** The newest hour with good figures for three regions, and markup around and between them. */
function markup({ now }: AirQuestion): Reply {
  const at = Math.floor(now / HOUR) * HOUR;
  const figures = { north: 41, east: 42, west: 43, south: MARKUP, central: [MARKUP], [MARKUP]: 1 };
  const item = {
    [MARKUP]: MARKUP,
    date: MARKUP,
    timestamp: toSgt(at),
    updatedTimestamp: MARKUP,
    update_timestamp: MARKUP,
    readings: { psi_twenty_four_hourly: figures, pm25_one_hourly: figures, [MARKUP]: figures },
  };
  const spoiled = { ...item, timestamp: MARKUP };
  const labels = [{ name: MARKUP, labelLocation: { latitude: MARKUP, longitude: MARKUP } }];
  const data = { regionMetadata: labels, items: [item, spoiled] };
  return {
    status: 200,
    json: { code: 0, data, items: [item, spoiled], region_metadata: labels, errorMsg: MARKUP },
  };
}
