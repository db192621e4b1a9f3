/** When each feed of the sky publishes, and which of its times a request is about. */
import { DAY, HOUR, MINUTE, parseInstant, sinceMidnight } from '../../../src/core/air/time/time.ts';
import { PARAMETER } from '../reply.ts';

/** The feeds by what they are, wind in two. */
export const ENDPOINTS = [
  'forecast2h',
  'rain',
  'lightning',
  'heat',
  'uv',
  'wind_speed',
  'wind_direction',
  'forecast24h',
] as const;
export type Endpoint = (typeof ENDPOINTS)[number];

/** Items of a page. */
const PAGE = 25;

interface Schedule {
  readonly step: number;
  /** How long after its time something is published. */
  readonly delay: number;
  /** Times of the day, ms since midnight, from which it is published in steps, and until when. */
  readonly first?: number;
  readonly last?: number;
}

const SCHEDULES: Readonly<Record<Endpoint, Schedule>> = {
  forecast2h: { step: 30 * MINUTE, delay: 6 * MINUTE },
  rain: { step: 5 * MINUTE, delay: 4 * MINUTE },
  lightning: { step: 2 * MINUTE, delay: 2 * MINUTE },
  heat: { step: 15 * MINUTE, delay: 10 * MINUTE },
  uv: { step: HOUR, delay: 11 * MINUTE, first: 7 * HOUR, last: 19 * HOUR },
  wind_speed: { step: MINUTE, delay: MINUTE },
  wind_direction: { step: MINUTE, delay: MINUTE },
  forecast24h: { step: 6 * HOUR, delay: 10 * MINUTE, first: 5.5 * HOUR, last: 17.5 * HOUR },
};

export interface Page {
  /** ms since the epoch, newest first. */
  readonly times: readonly number[];
  /** Undefined on the last page. */
  readonly token: string | undefined;
}

/** When it is published, ms since the epoch. */
export function publishedAt(endpoint: Endpoint, at: number): number {
  return at + SCHEDULES[endpoint].delay;
}

/**
 * The times that a request is about.
 * @param date a day, a moment, or null for the latest
 * @returns undefined for a date that is none
 */
export function pageOf(
  endpoint: Endpoint,
  date: string | null,
  token: string | null,
  now: number,
): Page | undefined {
  const published = (midnight: number) =>
    timesOfDay(endpoint, midnight).filter((at) => publishedAt(endpoint, at) <= now);
  if (date === null) return { times: latest(published, now), token: undefined };
  const [, day, time] = PARAMETER.exec(date) ?? [];
  const moment = parseInstant(`${day}T${time ?? '00:00:00'}+08:00`);
  if (day === undefined || moment === undefined) return undefined;
  if (time !== undefined) {
    const times = latest((midnight) => published(midnight).filter((at) => at <= moment), moment);
    return { times, token: undefined };
  }
  const all = published(moment).reverse();
  const offset = offsetOf(token);
  const rest = offset + PAGE < all.length;
  return { times: all.slice(offset, offset + PAGE), token: rest ? tokenFor(offset + PAGE) : undefined };
}

/** The last of today, or of yesterday. */
function latest(ofDay: (midnight: number) => number[], now: number): number[] {
  const midnight = now - sinceMidnight(now);
  const last = ofDay(midnight).at(-1) ?? ofDay(midnight - DAY).at(-1);
  return last === undefined ? [] : [last];
}

function timesOfDay(endpoint: Endpoint, midnight: number): number[] {
  const { step, first = 0, last = DAY - 1 } = SCHEDULES[endpoint];
  const times: number[] = [];
  for (let time = first; time <= last; time += step) times.push(midnight + time);
  return times;
}

const tokenFor = (offset: number) => Buffer.from(`offset=${offset}`).toString('base64');

function offsetOf(token: string | null): number {
  const text = Buffer.from(token ?? '', 'base64').toString();
  return Number(/^offset=(\d{1,4})$/.exec(text)?.[1] ?? 0);
}
