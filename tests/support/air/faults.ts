/**
 * For tests: the real server over TCP with the stand-in upstream, and checks of what each fault must leave
 * unchanged.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import type { ServerAirOptions } from '../../../server/air/port.ts';
import { serverAir } from '../../../server/air/port.ts';
import { readConfig } from '../../../server/config/config.ts';
import { createLog } from '../../../server/http/log.ts';
import type { RunningServer } from '../../../server/serve.ts';
import { startServer } from '../../../server/serve.ts';
import { DAYS } from '../../../server/standin/air/days.ts';
import type { Fault } from '../../../server/standin/fault-settings.ts';
import type { Standin } from '../../../server/standin/standin.ts';
import { startStandin } from '../../../server/standin/standin.ts';
import { type CallsOptions, upstreamCalls } from '../../../server/upstream/calls.ts';
import { systemClock } from '../../../server/upstream/queue.ts';
import type { Store } from '../../../src/api/ports.ts';
import type { Readings } from '../../../src/core/air/readings.ts';
import { MINUTE, parseInstant, toSgt } from '../../../src/core/air/time/time.ts';
import type { Metric } from '../../../src/core/air/types.ts';
import { REGIONS } from '../../../src/core/air/types.ts';
import { memoryStore } from '../../../src/store/memory.ts';
import { memoryShares } from '../../contract/memory-shares.ts';
import { NEVER_BUSY } from '../busy/never-busy.ts';
import { fastFolder } from '../fast-folder.ts';

/** On this date the stand-in shows the recorded 27 September, and the 28th on the day before. */
const START = parseInstant('2026-11-21T16:20:00+08:00') ?? Number.NaN;
export const HOUR_16 = '2026-11-21T16:00:00+08:00';
export const DUE = 10 * MINUTE;

export let now = START;
export let standin: Standin;
let store: Store;
export let server: RunningServer;
let dataDir: string;
/** The reasons that the log gives for refreshes with trouble. */
export let reasons: string[];
/** Requests to the upstream. A test that needs another upstream replaces this. */
let upstream: typeof fetch;

/** Starts a server before each test, with a healthy stand-in. */
export function useFreshServer(): void {
  beforeEach(async () => {
    now = START;
    upstream = fetch;
    reasons = [];
    dataDir = mkdtempSync(join(fastFolder(), 'pleinair-faults-'));
    store = memoryStore();
    standin = await startStandin({ now: () => now });
    await start();
  });
  afterEach(async () => {
    await server.close(0);
    await standin.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
}

/** Moves the clock of the server and of the upstream. */
export function advanceClock(ms: number): void {
  now += ms;
}

/** Makes the next start find no figures. */
export function forgetFigures(): void {
  store = memoryStore();
}

export async function start(options: Partial<ServerAirOptions & CallsOptions> = {}): Promise<void> {
  const env = { PORT: '0', DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: '1000000' };
  server = await startServer(
    readConfig(
      { ...env, DATA_GOV_SG_V2_URL: standin.v2Url, DATA_GOV_SG_V1_URL: standin.v1Url },
      () => undefined,
    ),
    {
      // The store outlives a restart, which closes its own.
      openDatabase: () => ({
        storeOf: () => store,
        shares: memoryShares(store).shares,
        writable: store.writable,
        permitsWrites: store.writable,
        close: async () => {},
      }),
      log: createLog({ secrets: [], destination: { write: () => {} } }),
      loadLimits: NEVER_BUSY,
      createAir: (kept, config) =>
        serverAir({
          store: kept,
          v2Url: config.dataGovSgV2Url,
          v1Url: config.dataGovSgV1Url,
          calls: upstreamCalls({
            clock: { ...systemClock(), elapsed: () => now },
            // Long enough for healthy responses on a busy machine. Tests of time limits set their own.
            timeoutMs: 30_000,
            fetch: (input, init) => upstream(input, init),
            ...options,
          }),
          now: () => now,
          random: () => 0,
          waitMs: 60_000,
          log: (_, facts) => reasons.push(String(facts['reason'])),
          ...options,
        }),
    },
  );
}

interface Point {
  readonly timestamp: string;
  readonly values: Readonly<Record<string, number | null>>;
}
interface History {
  readonly windowEnd: string | null;
  readonly sources: Readings['sources'];
  readonly series: Readonly<Record<Metric, readonly Point[]>>;
}

async function get<T>(path: string): Promise<T> {
  const response = await fetch(`${server.url}${path}`);
  const text = await response.text();
  // The stand-in runs in this process: while it makes a huge body, the server is too busy and says so.
  if (response.status === 503 && text.includes('"busy"')) return get(path);
  expect(response.status, text).toBe(200);
  expect(text).not.toContain('<');
  return JSON.parse(text) as T;
}
export const readings = () => get<Readings>('/api/v1/readings');
export const history = () => get<History>('/api/v1/history?region=all');

export const valuesOf = ({ regions }: Readings, metric: Metric) => regions.map((region) => region[metric]);
export const published = (metric: Metric, hour: number) => [...(DAYS[metric][0][hour]?.values ?? [])];
export const NOTHING = REGIONS.map(() => null);

/** The source that has the fault. The other one must not notice. */
export const FAULTY_METRIC = 'pm25';

export function expectWell(body: Readings, metric: Metric = 'psi'): void {
  expect(body.sources[metric]).toMatchObject({ status: 'ok', timestamp: HOUR_16, fetchedAt: toSgt(now) });
  expect(valuesOf(body, metric)).toEqual(published(metric, 16));
}
export function expectKept(body: Readings, before: Readings): void {
  expect(body.sources[FAULTY_METRIC]).toEqual({ ...before.sources[FAULTY_METRIC], status: 'stale' });
  expect(valuesOf(body, FAULTY_METRIC)).toEqual(published(FAULTY_METRIC, 16));
  expect(body.warning).toMatch(/1-hour PM2\.5 is delayed: nothing newer than 16:00 SGT on 21 Nov 2026/);
}

/** After a good start, gives both versions the fault, and expects the last good figures. */
export async function keepsFigures(fault: Fault): Promise<void> {
  const before = await readings();
  const hours = await history();
  expectWell(before, FAULTY_METRIC);
  now += DUE;
  standin.setFault(FAULTY_METRIC, fault);
  const body = await readings();
  expectKept(body, before);
  expectWell(body);
  const after = await history();
  expect(after.series).toEqual(hours.series);
  expect(after.sources[FAULTY_METRIC].status).toBe('stale');
}

/** The same, and expects this reason in the log for both versions. */
export async function givesUp(fault: Fault, reason: string): Promise<void> {
  await keepsFigures(fault);
  expect(reasons).toEqual([`v2: ${reason}; v1: ${reason}`]);
}

/** The same, but first gives the fault to v2 alone and expects figures from v1. */
export async function fallsBack(fault: Fault): Promise<void> {
  standin.setFault(FAULTY_METRIC, fault, 'v2');
  const fallback = await readings();
  expectWell(fallback, FAULTY_METRIC);
  expectWell(fallback);
  expect(fallback.sources[FAULTY_METRIC].url).toBe(`${standin.v1Url}/${FAULTY_METRIC}`);
  expect(fallback.sources.psi.url).toBe(`${standin.v2Url}/psi`);
  expect(fallback.warning).toBeNull();
  // v2 is tried again when it is due.
  now += DUE;
  standin.setFault(FAULTY_METRIC, null);
  expect((await readings()).sources[FAULTY_METRIC].url).toBe(`${standin.v2Url}/${FAULTY_METRIC}`);
  const before = await readings();
  now += DUE;
  standin.setFault(FAULTY_METRIC, fault);
  const body = await readings();
  expectKept(body, before);
  expectWell(body);
}

/** Expects that south has no figure in any hour, and is null wherever it is shown. */
export async function lacksSouth(fault: Fault): Promise<void> {
  standin.setFault(FAULTY_METRIC, fault);
  const body = await readings();
  const without = (values: readonly (number | null)[]) =>
    values.map((value, index) => (index === 1 ? null : value));
  expect(valuesOf(body, FAULTY_METRIC)).toEqual(without(published(FAULTY_METRIC, 16)));
  expect(body.regions[1]?.pm25Presentation).toEqual({});
  expect(body.sources[FAULTY_METRIC].status).toBe('ok');
  expect(body.warning).toBe('The 1-hour PM2.5 of 16:00 SGT on 21 Nov 2026 has no value for South.');
  expectWell(body);
  const { series } = await history();
  expect(series.pm25).toHaveLength(24);
  for (const { values } of series.pm25) {
    expect(values['south']).toBeNull();
    expect(values['north']).toBeTypeOf('number');
  }
}

/** An upstream whose only hour of PM2.5 is as given; PSI comes from the stand-in. */
export function publishing(hour: { south: number | null; updated: string }): void {
  upstream = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (!url.pathname.endsWith('/pm25')) return fetch(input, init);
    const day = url.searchParams.get('date') ?? '';
    const item = {
      timestamp: `${day}T16:00:00+08:00`,
      updatedTimestamp: `${day}T16:${hour.updated}:00+08:00`,
      readings: { pm25_one_hourly: { north: 53, south: hour.south, east: 63, west: 103, central: 80 } },
    };
    return Response.json({ code: 0, data: { regionMetadata: [], items: [item] }, errorMsg: '' });
  };
}
