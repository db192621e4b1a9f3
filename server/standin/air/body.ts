/** The stand-in's normal responses: the replayed days in the formats of v2 and v1. */
import { FALLBACK_CENTRES } from '../../../src/core/air/regions.ts';
import { DAY, HOUR, MINUTE, parseInstant, sgtDate, toSgt } from '../../../src/core/air/time/time.ts';
import type { Metric } from '../../../src/core/air/types.ts';
import { REGIONS } from '../../../src/core/air/types.ts';
import type { Version } from '../../upstream/request.ts';
import { BAD_DATE, NO_DATA, PARAMETER, type Reply, shuffled } from '../reply.ts';
import type { ReplayedHour } from './days.ts';
import { DAYS } from './days.ts';

/** A new hour is served about a minute after it ends. */
const SERVED_AFTER = MINUTE;
const FIRST_PUBLISHED = { v2: '01:05', v1: '00:59' } as const;
const BAD_DATE_V1: Reply = { status: 400, json: { message: 'date: Invalid Date' } };
/** The response of v1 in an outage: it says "healthy" and has no figures. */
export const NOTHING_HEALTHY: Reply = {
  status: 200,
  json: {
    items: [{}],
    region_metadata: [],
    api_info: { status: 'healthy', message: 'No recent updates from the agency.' },
  },
};

export interface AirQuestion {
  readonly version: Version;
  readonly metric: Metric;
  /**
   * Requested time in SGT: a date `2026-09-28`, a moment `2026-09-28T16:30:00`, or null for the latest hour.
   */
  readonly date: string | null;
  /** ms since the epoch. */
  readonly now: number;
}

/** One published hour, independent of either version's format. */
export interface PublishedHour {
  /** ms since the epoch. */
  readonly at: number;
  readonly updated: number;
  /** Figures by name of the region. */
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * The response for yesterday or today, moved from the recorded days; other days have no data. The date alone
 * decides which recorded day it shows, so that a day stays the same when it becomes yesterday.
 * @param change applies a fault to the hours, newest first
 */
export function replyTo(question: AirQuestion, change = (hours: PublishedHour[]) => hours): Reply {
  const { version, metric, date, now } = question;
  const [, day, time] = PARAMETER.exec(date ?? toSgt(now).slice(0, 19)) ?? [];
  const until = parseInstant(`${day}T${time ?? '23:59:59'}+08:00`);
  if (day === undefined || until === undefined) return version === 'v2' ? BAD_DATE : BAD_DATE_V1;
  const nothing = version === 'v2' ? NO_DATA : NOTHING_HEALTHY;
  if (day !== sgtDate(now) && day !== sgtDate(now - DAY)) return nothing;
  const wholeDay = time === undefined ? dayOf(version, metric, day) : replayed(metric, day);
  const served = wholeDay.filter(
    ({ at }) => at + SERVED_AFTER <= (time === undefined ? now : Math.min(now, until)),
  );
  const hours = served.reverse().map((hour) => publishedAt(version, hour, now));
  if (hours.length === 0) return nothing;
  const changed = change(time === undefined ? hours : hours.slice(0, 1));
  return version === 'v2'
    ? envelope(changed.map((hour) => v2Item(metric, hour)))
    : v1Body(changed.map((hour) => v1Item(metric, hour)).reverse());
}

/** A v2 response around any items, HTTP 200. */
export function envelope(items: readonly unknown[]): Reply {
  const regionMetadata = shuffled(REGIONS).map((name) => ({ name, labelLocation: FALLBACK_CENTRES[name] }));
  return { status: 200, json: { code: 0, data: { regionMetadata, items }, errorMsg: '' } };
}

function v1Body(items: readonly unknown[]): Reply {
  const labels = shuffled(REGIONS).map((name) => ({ name, label_location: FALLBACK_CENTRES[name] }));
  return { status: 200, json: { region_metadata: labels, items, api_info: { status: 'healthy' } } };
}

type MovedHour = ReplayedHour & { /** ms since the epoch. */ readonly at: number };

/** The hours of a day. In v1 a day begins at 01:00, and includes the midnight at its end. */
function dayOf(version: Version, metric: Metric, day: string): MovedHour[] {
  if (version === 'v2') return replayed(metric, day);
  const next = sgtDate((parseInstant(`${day}T00:00:00+08:00`) ?? Number.NaN) + DAY);
  return [...replayed(metric, day).slice(1), ...replayed(metric, next).slice(0, 1)];
}

function replayed(metric: Metric, day: string): MovedHour[] {
  const midnight = parseInstant(`${day}T00:00:00+08:00`) ?? Number.NaN;
  const dayNumber = Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY);
  const rows = DAYS[metric][dayNumber % 2 === 0 ? 0 : 1];
  return rows.map((row) => ({ ...row, at: midnight + row.hour * HOUR }));
}

function publishedAt(version: Version, hour: MovedHour, now: number): PublishedHour {
  const first = publication(hour.at, FIRST_PUBLISHED[version]);
  const last = version === 'v2' ? publication(hour.at, hour.published) : first;
  return {
    at: hour.at,
    updated: last <= now ? last : first,
    values: Object.fromEntries(REGIONS.map((region, index) => [region, hour.values[index]])),
  };
}

function v2Item(metric: Metric, { at, updated, values }: PublishedHour) {
  return {
    date: sgtDate(at),
    updatedTimestamp: toSgt(updated),
    timestamp: toSgt(at),
    readings: readingsOf(metric, values),
  };
}

function v1Item(metric: Metric, { at, updated, values }: PublishedHour) {
  return {
    timestamp: toSgt(at),
    update_timestamp: toSgt(updated),
    readings: readingsOf(metric, values),
  };
}

function readingsOf(metric: Metric, values: PublishedHour['values']) {
  const figures = () => Object.fromEntries(shuffled(Object.entries(values)));
  if (metric === 'pm25') return { pm25_one_hourly: figures() };
  return Object.fromEntries(
    shuffled([
      ['psi_twenty_four_hourly', figures()],
      ['pm25_sub_index', figures()],
    ]),
  );
}

function publication(at: number, minutesAndSeconds: string): number {
  const [minutes = 0, seconds = 0] = minutesAndSeconds.split(':').map(Number);
  return at + minutes * MINUTE + seconds * 1000;
}
