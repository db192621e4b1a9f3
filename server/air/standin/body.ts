/** What the stand-in answers when nothing is wrong: v2's envelope around the replayed days. */
import { FALLBACK_CENTRES } from '../../../src/core/air/regions.ts';
import { DAY, HOUR, MINUTE, parseInstant, sgtDate, toSgt } from '../../../src/core/air/time.ts';
import type { Metric, Region } from '../../../src/core/air/types.ts';
import { REGIONS } from '../../../src/core/air/types.ts';
import type { ReplayedHour } from './days.ts';
import { DAYS } from './days.ts';

export interface Reply {
  readonly status: number;
  readonly json: unknown;
}

/** A new hour is served from about a minute past it. */
const SERVED_AFTER = MINUTE;
const FIRST_PUBLISHED = '01:05';
const PARAMETER = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d))?$/;

export const BAD_DATE: Reply = {
  status: 400,
  json: {
    code: 4,
    name: 'ERROR_PARAMS',
    data: null,
    errorMsg:
      'Invalid date format. Date format must be YYYY-MM-DD (2024-06-01) or YYYY-MM-DDTHH:mm:ss (2024-06-01T08:30:00).',
  },
};
export const NO_DATA: Reply = {
  status: 404,
  json: { code: 17, name: 'REAL_TIME_API_DATA_NOT_FOUND', data: null, errorMsg: 'Data not found' },
};

/**
 * Of yesterday and today, moved from the recorded days; other days have no data. Which recorded day a date
 * shows depends on the date alone, so that a day stays the same when it becomes yesterday.
 * @param date value of the `date` parameter; null for the latest hour
 * @param now ms since the epoch
 */
export function replyTo(metric: Metric, date: string | null, now: number): Reply {
  const [, day, time] = PARAMETER.exec(date ?? toSgt(now).slice(0, 19)) ?? [];
  const until = parseInstant(`${day}T${time ?? '23:59:59'}+08:00`);
  if (day === undefined || until === undefined) return BAD_DATE;
  if (day !== sgtDate(now) && day !== sgtDate(now - DAY)) return NO_DATA;
  const hours = replayed(metric, day).filter(({ at }) => at + SERVED_AFTER <= Math.min(now, until));
  const items = hours.reverse().map((hour) => itemOf(metric, hour, now));
  if (items.length === 0) return NO_DATA;
  return envelope(time === undefined ? items : items.slice(0, 1));
}

/** An answer of HTTP 200 around any items. */
export function envelope(items: readonly unknown[]): Reply {
  const regionMetadata = shuffled(REGIONS).map((name) => ({ name, labelLocation: FALLBACK_CENTRES[name] }));
  return { status: 200, json: { code: 0, data: { regionMetadata, items }, errorMsg: '' } };
}

type Moved = ReplayedHour & { /** ms since the epoch. */ readonly at: number };

function replayed(metric: Metric, day: string): Moved[] {
  const midnight = parseInstant(`${day}T00:00:00+08:00`) ?? Number.NaN;
  const dayNumber = Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY);
  const rows = DAYS[metric][dayNumber % 2 === 0 ? 0 : 1];
  return rows.map((row) => ({ ...row, at: midnight + row.hour * HOUR }));
}

function itemOf(metric: Metric, hour: Moved, now: number) {
  const last = publication(hour.at, hour.published);
  const first = publication(hour.at, FIRST_PUBLISHED);
  const figures = () => Object.fromEntries(shuffled(regionValues(hour)));
  const readings =
    metric === 'pm25'
      ? { pm25_one_hourly: figures() }
      : Object.fromEntries(
          shuffled([
            ['psi_twenty_four_hourly', figures()],
            ['pm25_sub_index', figures()],
          ]),
        );
  return {
    date: sgtDate(hour.at),
    updatedTimestamp: toSgt(last <= now ? last : first),
    timestamp: toSgt(hour.at),
    readings,
  };
}

function regionValues({ values }: ReplayedHour): [Region, number][] {
  return REGIONS.map((region, index) => [region, values[index] ?? Number.NaN]);
}

function publication(at: number, minutesAndSeconds: string): number {
  const [minutes = 0, seconds = 0] = minutesAndSeconds.split(':').map(Number);
  return at + minutes * MINUTE + seconds * 1000;
}

/** The upstream's key order differs from item to item. */
function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((entry) => ({ entry, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}
