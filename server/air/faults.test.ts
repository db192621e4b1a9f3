/** Each row of docs/air-faults.md: the real server over TCP, beside the stand-in upstream with that fault. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/api/ports.ts';
import { BACKOFF_MOST } from '../../src/core/air/backoff.ts';
import type { Readings } from '../../src/core/air/readings.ts';
import { DAY, HOUR, MINUTE, parseInstant, toSgt } from '../../src/core/air/time.ts';
import type { Metric, Region } from '../../src/core/air/types.ts';
import { METRICS, REGIONS } from '../../src/core/air/types.ts';
import { memoryStore } from '../../src/store/memory.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import type { RunningServer } from '../serve.ts';
import { startServer } from '../serve.ts';
import type { ServerAirOptions } from './port.ts';
import { serverAir } from './port.ts';
import { DAYS } from './standin/days.ts';
import type { Fault } from './standin/faults.ts';
import type { Standin } from './standin/standin.ts';
import { startStandin } from './standin/standin.ts';
import { BODY_MOST } from './upstream.ts';

/** On this date the stand-in shows the recorded 27 September, and the 28th the day before. */
const START = parseInstant('2026-11-21T16:20:00+08:00') ?? Number.NaN;
const HOUR_16 = '2026-11-21T16:00:00+08:00';
const DUE = 10 * MINUTE;

let now = START;
let standin: Standin;
let store: Store;
let server: RunningServer;
let dataDir: string;
/** What the operator was told of each refresh that had trouble. */
let reasons: string[];
/** What stands between the server and the stand-in; the row that needs another upstream puts it here. */
let upstream: typeof fetch;

beforeEach(async () => {
  now = START;
  upstream = fetch;
  reasons = [];
  dataDir = mkdtempSync(join(tmpdir(), 'pleinair-faults-'));
  store = memoryStore();
  standin = await startStandin({ now: () => now });
  await start();
});
afterEach(async () => {
  await server.close(0);
  await standin.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(options: Partial<ServerAirOptions> = {}): Promise<void> {
  const env = { PORT: '0', DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: '1000000' };
  server = await startServer(
    readConfig(
      { ...env, DATA_GOV_SG_V2_URL: standin.v2Url, DATA_GOV_SG_V1_URL: standin.v1Url },
      () => undefined,
    ),
    {
      // It outlives a restart, which closes its own.
      openStore: () => ({ ...store, close: async () => {} }),
      log: createLog({ secrets: [], destination: { write: () => {} } }),
      createAir: (kept, config) =>
        serverAir({
          store: kept,
          v2Url: config.dataGovSgV2Url,
          v1Url: config.dataGovSgV1Url,
          now: () => now,
          elapsed: () => now,
          random: () => 0,
          // A healthy answer comes in time on a busy machine too; who tests limits sets them.
          timeoutMs: 30_000,
          patienceMs: 60_000,
          log: (_, facts) => reasons.push(String(facts['reason'])),
          fetch: (input, init) => upstream(input, init),
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
  // The stand-in runs in this process: while it makes a huge body, the server has no time and says so.
  if (response.status === 503 && text.includes('"busy"')) return get(path);
  expect(response.status, text).toBe(200);
  expect(text).not.toContain('<');
  return JSON.parse(text) as T;
}
const readings = () => get<Readings>('/api/v1/readings');
const history = () => get<History>('/api/v1/history?region=all');

const valuesOf = ({ regions }: Readings, metric: Metric) => regions.map((region) => region[metric]);
const published = (metric: Metric, hour: number) => [...(DAYS[metric][0][hour]?.values ?? [])];
const NOTHING = REGIONS.map(() => null);

/** The source that a fault is switched on for, beside the one that must not notice. */
const SICK = 'pm25';

function expectWell(body: Readings, metric: Metric = 'psi'): void {
  expect(body.sources[metric]).toMatchObject({ status: 'ok', timestamp: HOUR_16, fetchedAt: toSgt(now) });
  expect(valuesOf(body, metric)).toEqual(published(metric, 16));
}
function expectKept(body: Readings, before: Readings): void {
  expect(body.sources[SICK]).toEqual({ ...before.sources[SICK], status: 'stale' });
  expect(valuesOf(body, SICK)).toEqual(published(SICK, 16));
  expect(body.warning).toMatch(/1-hour PM2\.5 is delayed: nothing newer than 16:00 SGT on 21 Nov 2026/);
}

/** After a good start the fault comes, to both versions. */
async function keepsFigures(fault: Fault): Promise<void> {
  const before = await readings();
  const hours = await history();
  expectWell(before, SICK);
  now += DUE;
  standin.setFault(SICK, fault);
  const body = await readings();
  expectKept(body, before);
  expectWell(body);
  const after = await history();
  expect(after.series).toEqual(hours.series);
  expect(after.sources[SICK].status).toBe('stale');
}

/** The same, and it was this that both versions were given up for. */
async function givesUp(fault: Fault, reason: string): Promise<void> {
  await keepsFigures(fault);
  expect(reasons).toEqual([`v2: ${reason}; v1: ${reason}`]);
}

/** The same, and before it the fault of v2 alone: then v1 answers. */
async function fallsBack(fault: Fault): Promise<void> {
  standin.setFault(SICK, fault, 'v2');
  const fallback = await readings();
  expectWell(fallback, SICK);
  expectWell(fallback);
  expect(fallback.sources[SICK].url).toBe(`${standin.v1Url}/${SICK}`);
  expect(fallback.sources.psi.url).toBe(`${standin.v2Url}/psi`);
  expect(fallback.warning).toBeNull();
  // v2 is tried again when it is due.
  now += DUE;
  standin.setFault(SICK, null);
  expect((await readings()).sources[SICK].url).toBe(`${standin.v2Url}/${SICK}`);
  const before = await readings();
  now += DUE;
  standin.setFault(SICK, fault);
  const body = await readings();
  expectKept(body, before);
  expectWell(body);
}

/** South is not to be had in any hour, and is null wherever it is shown. */
async function lacksSouth(fault: Fault): Promise<void> {
  standin.setFault(SICK, fault);
  const body = await readings();
  const without = (values: readonly (number | null)[]) =>
    values.map((value, index) => (index === 1 ? null : value));
  expect(valuesOf(body, SICK)).toEqual(without(published(SICK, 16)));
  expect(body.regions[1]?.pm25Presentation).toEqual({});
  expect(body.sources[SICK].status).toBe('ok');
  expect(body.warning).toBe('The 1-hour PM2.5 of 16:00 SGT on 21 Nov 2026 has no value for South.');
  expectWell(body);
  const { series } = await history();
  expect(series.pm25).toHaveLength(24);
  for (const { values } of series.pm25) {
    expect(values['south']).toBeNull();
    expect(values['north']).toBeTypeOf('number');
  }
}

/** An upstream whose one hour of PM2.5 is as the row has it; PSI comes from the stand-in. */
function publishing(hour: { south: number | null; updated: string }): void {
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

/** By the first cell of the row. */
const CASES: Readonly<Record<string, () => Promise<void>>> = {
  'HTTP 500': () => fallsBack('500'),
  'HTTP 404': () => fallsBack('404'),
  'HTTP 429': async () => {
    await keepsFigures('429');
    expect(standin.asked.filter((path) => path.startsWith('/v1'))).toEqual([]);
    const asked = standin.asked.length;
    standin.setFault(SICK, null);
    now += 9_999;
    expect((await readings()).sources[SICK].status).toBe('stale');
    expect(standin.asked).toHaveLength(asked);
    now += 1;
    expect((await readings()).sources[SICK].status).toBe('ok');
  },
  'a hang': async () => {
    await server.close(0);
    await start({ patienceMs: 3_000, timeoutMs: 60_000 });
    const before = await readings();
    now += DUE;
    standin.setFault(SICK, 'hang');
    const body = await readings();
    expectKept(body, before);
    expectWell(body);
    // It is in doubt for whoever asks next, without a wait.
    expectKept(await readings(), before);
    await server.close(0);
    standin.setFault(SICK, 'hang', 'v2');
    standin.setFault(SICK, null, 'v1');
    await start({ timeoutMs: 2_000 });
    const mended = await readings();
    expectWell(mended, SICK);
    expect(mended.sources[SICK].url).toBe(`${standin.v1Url}/${SICK}`);
  },
  'cut-off JSON': async () => {
    await fallsBack('cut-off');
    standin.setFault('both', 'cut-json');
    now += DUE;
    expect((await readings()).sources[SICK].status).toBe('stale');
  },
  'HTML instead of JSON': () => fallsBack('html'),
  '200 with `items: [{}]` and "healthy"': () => fallsBack('empty'),
  '`data: null`': () => fallsBack('null-data'),
  'a missing region': () => lacksSouth('no-south'),
  null: () => lacksSouth('null-south'),
  '-1': () => lacksSouth('minus-south'),
  'a string': () => lacksSouth('text-south'),
  'an extra `national`': async () => {
    const plain = await readings();
    standin.setFault('both', 'national');
    now += DUE;
    const body = await readings();
    expect(body.regions).toEqual(plain.regions);
    expect(JSON.stringify(await history())).not.toMatch(/national|999/);
    for (const metric of METRICS) expectWell(body, metric);
  },
  'figures frozen since midnight': async () => {
    standin.setFault(SICK, 'frozen-since-midnight', 'v2');
    const newer = await readings();
    expectWell(newer, SICK);
    expect(newer.sources[SICK].url).toBe(`${standin.v1Url}/${SICK}`);
    await server.close(0);
    store = memoryStore();
    await start();
    standin.setFault(SICK, 'frozen-since-midnight');
    const body = await readings();
    expect(body.sources[SICK]).toMatchObject({
      status: 'stale',
      timestamp: '2026-11-21T00:00:00+08:00',
      fetchedAt: toSgt(now),
      url: `${standin.v2Url}/${SICK}`,
    });
    expect(valuesOf(body, SICK)).toEqual(published(SICK, 0));
    expect(body.warning).toMatch(/the newest hour published is 00:00 SGT on 21 Nov 2026/);
    expectWell(body);
    const { series } = await history();
    expect(series.pm25.at(-1)?.values).toEqual(Object.fromEntries(REGIONS.map((region) => [region, null])));
  },
  'one of two feeds down': async () => {
    standin.setFault(SICK, 'down');
    const body = await readings();
    expect(body.sources[SICK]).toMatchObject({ status: 'unavailable', timestamp: null, fetchedAt: null });
    expect(valuesOf(body, SICK)).toEqual(NOTHING);
    expect(body.warning).toBe('The 1-hour PM2.5 is unavailable: no hour of it is known.');
    expectWell(body);
    expect((await history()).series.psi.at(-1)?.timestamp).toBe(HOUR_16);
  },
  'both down from the first start': async () => {
    standin.setFault('both', 'down');
    const body = await readings();
    for (const metric of METRICS) {
      expect(body.sources[metric]).toMatchObject({ status: 'unavailable', timestamp: null, fetchedAt: null });
      expect(valuesOf(body, metric)).toEqual(NOTHING);
    }
    const empty = await history();
    expect([empty.windowEnd, empty.series.psi, empty.series.pm25]).toEqual([null, [], []]);
    standin.setFault('both', null);
    now += BACKOFF_MOST;
    const back = await readings();
    for (const metric of METRICS) expectWell(back, metric);
  },
  'the clock of the upstream ahead by an hour': async () => {
    standin.setFault(SICK, 'ahead');
    const body = await readings();
    expect(body.sources[SICK]).toMatchObject({ status: 'stale', timestamp: '2026-11-21T17:00:00+08:00' });
    expect(body.warning).toMatch(/its hour 17:00 SGT on 21 Nov 2026 lies ahead of the clock/);
    expectWell(body);
    now += DUE;
    standin.setFault(SICK, null);
    const mended = await readings();
    expectWell(mended, SICK);
    expect(mended.warning).toBeNull();
    expect((await history()).windowEnd).toBe(HOUR_16);
  },
  'duplicated and unordered items': async () => {
    standin.setFault('both', 'duplicated');
    const body = await readings();
    for (const metric of METRICS) expectWell(body, metric);
    const { series } = await history();
    for (const metric of METRICS) {
      const hours = series[metric].map(({ timestamp }) => timestamp);
      expect(hours).toEqual(
        Array.from({ length: 24 }, (_, index) => toSgt(now - 20 * MINUTE - (23 - index) * HOUR)),
      );
      expect(JSON.stringify(series[metric])).not.toContain('499');
    }
  },
  'an hour filled in or corrected later': async () => {
    const south = async () => {
      const body = await readings();
      const point = (await history()).series.pm25.at(-1);
      expect(point?.timestamp).toBe(HOUR_16);
      expect(point?.values['south']).toBe(body.regions[1]?.pm25);
      return body.regions[1]?.pm25;
    };
    publishing({ south: null, updated: '01' });
    expect(await south()).toBeNull();
    now += DUE;
    publishing({ south: 106, updated: '25' });
    expect(await south()).toBe(106);
    now += DUE;
    publishing({ south: 104, updated: '35' });
    expect(await south()).toBe(104);
    now += DUE;
    publishing({ south: 106, updated: '25' });
    expect(await south()).toBe(104);
  },
  'down while the server restarts': async () => {
    const before = await readings();
    const hours = await history();
    await server.close(0);
    standin.setFault('both', 'down');
    now += 2 * DAY;
    await start();
    const body = await readings();
    for (const metric of METRICS) {
      expect(body.sources[metric]).toEqual({ ...before.sources[metric], status: 'stale' });
      expect(valuesOf(body, metric)).toEqual(valuesOf(before, metric));
    }
    expect((await history()).series).toEqual(hours.series);
  },
  'a huge body': () => givesUp('huge', 'too_large'),
  'a small body that unpacks to 64 MB': () => givesUp('bomb', 'too_large'),
  'a body that never ends': async () => {
    await server.close();
    await start({ timeoutMs: 3_000 });
    await givesUp('drip', 'timeout');
  },
  'arrays in arrays, 100,000 deep': () => givesUp('nested', 'empty'),
  '100,000 items': () => givesUp('many', 'malformed'),
  'markup where names, times and figures stand': async () => {
    standin.setFault('both', 'markup');
    const body = await readings();
    for (const metric of METRICS) {
      expect(valuesOf(body, metric)).toEqual([41, null, 42, 43, null]);
      expect(body.sources[metric]).toMatchObject({
        status: 'ok',
        timestamp: HOUR_16,
        updatedTimestamp: null,
      });
    }
    expect(body.regions.map(({ name }) => name)).toEqual(['North', 'South', 'East', 'West', 'Central']);
    const [point] = (await history()).series.psi.slice(-1);
    expect(Object.keys(point?.values ?? {}).toSorted()).toEqual([...REGIONS].toSorted() satisfies Region[]);
  },
  'a redirect': async () => {
    await keepsFigures('redirect');
    expect(standin.asked.every((path) => !path.includes('elsewhere'))).toBe(true);
  },
};

/** The rows of the table: what the upstream does, and what a caller sees. */
function documented(): string[][] {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'air-faults.md'), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe('air: faults of the upstream, each a row of docs/air-faults.md', () => {
  it('every row is a test, and every test is a row', () => {
    const rows = documented().map(([fault]) => fault ?? '');
    expect(new Set(rows)).toEqual(new Set(Object.keys(CASES)));
    expect(rows).toHaveLength(Object.keys(CASES).length);
    expect(BODY_MOST).toBe(512 * 1024);
  });

  for (const [fault = '', seen] of documented()) {
    it(`${fault}: ${seen}`, async () => {
      const test = CASES[fault];
      if (test === undefined) throw new Error('this row has no test');
      await test();
    });
  }
});
