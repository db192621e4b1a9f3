/**
 * For tests: a device's cached air, a server that says what the test wants, and clocks that only the test
 * moves.
 */
import type { AirHistory, Store } from '../../../src/api/ports.ts';
import type { Readings } from '../../../src/core/air/readings.ts';
import { readingsBody } from '../../../src/core/air/readings.ts';
import { FALLBACK_CENTRES } from '../../../src/core/air/regions.ts';
import { HOUR, hourOf, MINUTE, parseInstant, toSgt } from '../../../src/core/air/time/time.ts';
import type { AirState, Metric, RegionValues, SourceState } from '../../../src/core/air/types.ts';
import { memoryStore } from '../../../src/store/memory.ts';
import type { CachedAir } from '../../../src/sync/cache/cached-air.ts';
import { cachedAir } from '../../../src/sync/cache/cached-air.ts';
import type { CacheOptions } from '../../../src/sync/cache/cached-resource.ts';

export const START = parseInstant('2026-09-28T16:20:00+08:00') ?? Number.NaN;
export const HOUR_16 = '2026-09-28T16:00:00+08:00';
export const OPTIONS = { region: 'all', publicUrl: 'https://pleinair.test' } as const;

type Respond = () => Response | Promise<Response>;

interface World {
  /** The true time, ms since the epoch. Each clock shows it in its own way. */
  time: number;
  deviceIsWrongBy: number;
  store: Store;
  /** Requests so far. Each attempt asks for the readings and, beside them, for the history. */
  asked: string[];
  askedForHistory: number;
  respond: Respond;
  respondHistory: Respond;
}

/** The start of a test: an empty device, and a healthy server without history. */
function fresh(): World {
  return {
    time: START,
    deviceIsWrongBy: 0,
    store: memoryStore(),
    asked: [],
    askedForHistory: 0,
    respond: serverSays(),
    respondHistory: () => response({}, { status: 404 }),
  };
}

export const world = fresh();

/** Before each test. */
export function beginAnew(): void {
  Object.assign(world, fresh());
}

/** The device as it starts, with everything in its store. */
export function device(options: Partial<CacheOptions> = {}): CachedAir {
  return cachedAir({
    store: world.store,
    now: () => world.time + world.deviceIsWrongBy,
    fetchServer: async (path) => {
      if (path === '/api/v1/history?region=all') {
        world.askedForHistory += 1;
        return world.respondHistory();
      }
      world.asked.push(path);
      return world.respond();
    },
    ...options,
  });
}

export async function readings(air: CachedAir, state = air.state()): Promise<Readings> {
  const known = await state;
  return readingsBody(known, { ...OPTIONS, now: air.now() }).body;
}
export const statuses = ({ sources }: Readings) => [sources.psi.status, sources.pm25.status];

export function source(metric: Metric, change: Partial<SourceState> = {}): SourceState {
  const values = { north: 49, south: 105, east: 83, west: null, central: 105 };
  const newest = { metric, hour: HOUR_16, values, updatedTimestamp: '2026-09-28T16:01:05+08:00' };
  const fetchedAt = toSgt(START - 2 * MINUTE);
  return { url: `https://v2.test/${metric}`, refreshed: true, fetchedAt, newest, ...change };
}

/** The server's response for the readings, at whatever time it is requested. */
export function serverSays(psi: Partial<SourceState> = {}, pm25: Partial<SourceState> = {}): () => Response {
  const state: AirState = {
    sources: { psi: source('psi', psi), pm25: source('pm25', pm25) },
    centres: { ...FALLBACK_CENTRES, east: { latitude: 1.36, longitude: 103.95 } },
  };
  return () => response(readingsBody(state, { ...OPTIONS, now: world.time }).body);
}

export function response(body: unknown, init: ResponseInit = {}): Response {
  const headers = { date: new Date(world.time).toUTCString(), ...init.headers };
  return new Response(JSON.stringify(body), { ...init, headers });
}
export const offline = () => Promise.reject(new TypeError('Failed to fetch'));

/** The same value of an hour in each region. */
export const byRegion = (value: number | null): RegionValues => ({
  north: value,
  south: value,
  east: value,
  west: value,
  central: value,
});

/** Hours of one metric as the server lists them: 24, the oldest first. */
export function series(last: number, valueAt: (hour: string) => number | null) {
  return Array.from({ length: 24 }, (_, index) => {
    const timestamp = hourOf(last - (23 - index) * HOUR);
    return { timestamp, values: byRegion(valueAt(timestamp)) };
  });
}

/** Values by hour. */
export type ValuesByHour = ReadonlyMap<string, number>;

/** Makes a server that knows these hours of both metrics, and serves readings and history from them. */
export function serverKnows(known: ValuesByHour, refreshed = true): void {
  const newest = [...known.keys()].sort().at(-1);
  const of = (metric: Metric) => {
    const values = byRegion(known.get(newest ?? '') ?? null);
    const figure = newest === undefined ? null : { metric, hour: newest, values, updatedTimestamp: null };
    return { newest: figure, refreshed, fetchedAt: toSgt(world.time) };
  };
  world.respond = serverSays(of('psi'), of('pm25'));
  const listed =
    newest === undefined ? [] : series(parseInstant(newest) ?? 0, (hour) => known.get(hour) ?? null);
  world.respondHistory = () => response({ apiVersion: '1', series: { psi: listed, pm25: listed } });
}

/** Hours before 16:00, each with a value of its own. */
export function hoursBack(...back: number[]): Map<string, number> {
  return new Map(back.map((hours) => [hourOf(START - hours * HOUR), 100 + hours]));
}

/** Values by hour, the oldest first: those that have a value in the north. */
export function valuesOf({ hours }: AirHistory, metric: Metric = 'psi'): Map<string, number | null> {
  const figures = hours.filter((figure) => figure.metric === metric && figure.values.north !== null);
  const sorted = figures.toSorted((a, b) => a.hour.localeCompare(b.hour));
  return new Map(sorted.map((figure) => [figure.hour, figure.values.north]));
}
