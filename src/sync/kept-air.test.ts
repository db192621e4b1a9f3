import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Store } from '../api/ports.ts';
import { StoreUnavailable } from '../api/ports.ts';
import type { Readings } from '../core/air/readings.ts';
import { readingsBody } from '../core/air/readings.ts';
import { FALLBACK_CENTRES } from '../core/air/regions.ts';
import { HOUR, MINUTE, parseInstant, toSgt } from '../core/air/time.ts';
import type { AirState, Metric, SourceState } from '../core/air/types.ts';
import { memoryStore } from '../store/memory.ts';
import type { KeptAir, KeptAirOptions } from './kept-air.ts';
import { keptAir } from './kept-air.ts';

const START = parseInstant('2026-09-28T16:20:00+08:00') ?? Number.NaN;
const HOUR_16 = '2026-09-28T16:00:00+08:00';
const OPTIONS = { region: 'all', publicUrl: 'https://pleinair.test' } as const;

/** The time that has truly passed; each clock shows it in its own way. */
let time = START;
let deviceIsWrongBy = 0;
let store: Store;
let asked: string[] = [];
let respond: () => Response | Promise<Response>;

function source(metric: Metric, change: Partial<SourceState> = {}): SourceState {
  const values = { north: 49, south: 105, east: 83, west: null, central: 105 };
  const newest = { metric, hour: HOUR_16, values, updatedTimestamp: '2026-09-28T16:01:05+08:00' };
  const fetchedAt = toSgt(START - 2 * MINUTE);
  return { url: `https://v2.test/${metric}`, refreshed: true, fetchedAt, newest, ...change };
}
function serverSays(psi: Partial<SourceState> = {}, pm25: Partial<SourceState> = {}): () => Response {
  const state: AirState = {
    sources: { psi: source('psi', psi), pm25: source('pm25', pm25) },
    centres: { ...FALLBACK_CENTRES, east: { latitude: 1.36, longitude: 103.95 } },
  };
  return () => answer(readingsBody(state, { ...OPTIONS, now: time }).body);
}
function answer(body: unknown, init: ResponseInit = {}): Response {
  const headers = { date: new Date(time).toUTCString(), ...init.headers };
  return new Response(JSON.stringify(body), { ...init, headers });
}
const offline = () => Promise.reject(new TypeError('Failed to fetch'));

function device(options: Partial<KeptAirOptions> = {}): KeptAir {
  return keptAir({
    store,
    now: () => time + deviceIsWrongBy,
    fetchServer: async (path) => {
      asked.push(path);
      return respond();
    },
    ...options,
  });
}
async function readings(air: KeptAir, state = air.state()): Promise<Readings> {
  const known = await state;
  return readingsBody(known, { ...OPTIONS, now: air.now() }).body;
}
const statuses = ({ sources }: Readings) => [sources.psi.status, sources.pm25.status];

beforeEach(() => {
  time = START;
  deviceIsWrongBy = 0;
  store = memoryStore();
  asked = [];
  respond = serverSays();
});

describe('air: what the device keeps', () => {
  it('answers as the server did', async () => {
    const air = device();
    const body = await readings(air);
    expect(body).toEqual(await serverSays()().json());
    expect(asked).toEqual(['/api/v1/readings']);
  });

  it('asks once in ten minutes, however many ask at the same time, over a restart too', async () => {
    const air = device();
    await Promise.all(Array.from({ length: 10 }, () => air.state()));
    time += 10 * MINUTE - 1000;
    await air.state();
    await device().state();
    expect(asked).toHaveLength(1);
    time += 1000;
    await air.state();
    expect(asked).toHaveLength(2);
  });

  it('leaves the asking to whichever page or worker did it already', async () => {
    const [first, second] = [device(), device()];
    await Promise.all([first.state(), second.state()]);
    time += 10 * MINUTE;
    const before = asked.length;
    await first.state();
    expect(statuses(await readings(second))).toEqual(['ok', 'ok']);
    expect(asked).toHaveLength(before + 1);
  });

  it.each<[string, () => Response | Promise<Response>]>([
    ['cannot be reached', offline],
    ['answers 429', () => answer({ error: {} }, { status: 429, headers: { 'retry-after': '20' } })],
    ['answers 503', () => answer({ error: {} }, { status: 503 })],
    ['answers 500 with HTML', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['is hidden by a sign-in page', () => new Response('<h1>Welcome</h1>')],
    ['answers cut-off JSON', () => new Response('{"apiVersion":"1","sources":{')],
    ['answers with another shape', () => answer({ apiVersion: '1', sources: {}, regions: [] })],
    ['answers in another version', async () => answer({ ...(await serverSays()().json()), apiVersion: '2' })],
    ['answers a huge body', () => answer({ padding: 'x'.repeat(100_000) })],
    [
      'breaks off',
      () => new Response(new ReadableStream({ start: (body) => body.error(new Error('reset')) })),
    ],
  ])('keeps values, hours and fetch times as stale, with a warning, when the server %s', async (_, fault) => {
    const air = device();
    const before = await readings(air);
    respond = fault;
    time += 10 * MINUTE;
    const after = await readings(air);
    expect(statuses(after)).toEqual(['stale', 'stale']);
    expect(after.regions).toEqual(before.regions);
    expect(after.fetchedAt).toBe(before.fetchedAt);
    expect(after.sources.psi).toEqual({ ...before.sources.psi, status: 'stale' });
    expect(after.warning).toMatch(/PSI is delayed.*16:00 SGT on 28 Sep 2026.*PM2\.5 is delayed/);
    expect(await readings(device())).toEqual(after);
  });

  it('with nothing kept and no server it is unavailable, with nulls', async () => {
    respond = offline;
    const body = await readings(device());
    expect(statuses(body)).toEqual(['unavailable', 'unavailable']);
    expect(body.fetchedAt).toBeNull();
    expect(body.regions).toHaveLength(5);
    for (const region of body.regions) {
      expect(region).toMatchObject({ psi: null, pm25: null, psiPresentation: {}, pm25Presentation: {} });
    }
    expect(body.warning).toMatch(/unavailable/);
  });

  it('after a failure it asks again sooner than in ten minutes, but not for each request', async () => {
    respond = offline;
    const air = device();
    await air.state();
    for (const [wait, count] of [
      [29_999, 1],
      [1, 2],
      [59_999, 2],
      [1, 3],
    ] as const) {
      time += wait;
      await air.state();
      await device().state();
      expect(asked, `${wait} ms later`).toHaveLength(count);
    }
    respond = serverSays();
    time += 2 * MINUTE;
    expect(statuses(await readings(air))).toEqual(['ok', 'ok']);
  });

  it('leaves the server alone for as long as its 429 says', async () => {
    respond = () => answer({}, { status: 429, headers: { 'retry-after': '300' } });
    const air = device();
    await air.state();
    time += 299_000;
    await air.state();
    await air.refresh();
    expect(asked).toHaveLength(1);
    time += 1000;
    await air.state();
    expect(asked).toHaveLength(2);
  });

  it('never calls ok what the server called stale or unavailable', async () => {
    respond = serverSays({ refreshed: false }, { newest: null });
    const air = device();
    expect(statuses(await readings(air))).toEqual(['stale', 'unavailable']);
    expect(statuses(await readings(device()))).toEqual(['stale', 'unavailable']);
  });

  it('when the server has lost a source, the kept figures of it stay, as stale', async () => {
    const air = device();
    const before = await readings(air);
    respond = serverSays({ newest: null, fetchedAt: null });
    time += 10 * MINUTE;
    const after = await readings(air);
    expect(statuses(after)).toEqual(['stale', 'ok']);
    expect(after.sources.psi.timestamp).toBe(HOUR_16);
    expect(after.regions[0]?.psi).toBe(before.regions[0]?.psi);
  });

  it('turns stale by age although nothing was asked', async () => {
    time = START + HOUR + 54 * MINUTE;
    const air = device();
    expect(statuses(await readings(air))).toEqual(['ok', 'ok']);
    time += 2 * MINUTE;
    const body = await readings(air);
    expect(asked).toHaveLength(1);
    expect(statuses(body)).toEqual(['stale', 'stale']);
    expect(body.warning).toMatch(/16:00 SGT on 28 Sep 2026/);
  });

  it('works without a store that answers', async () => {
    const broken = {
      read: () => Promise.reject(new StoreUnavailable('blocked')),
      write: () => Promise.reject(new StoreUnavailable('blocked')),
    };
    const air = device({ store: broken });
    expect(statuses(await readings(air))).toEqual(['ok', 'ok']);
    await air.state();
    expect(asked).toHaveLength(1);
  });

  it.each(['', 'null', '{"state":{}}', '{"v":0}'])('ignores a kept value that is %j', async (text) => {
    await store.write((tx) => tx.putValue('air', text));
    respond = offline;
    expect(statuses(await readings(device()))).toEqual(['unavailable', 'unavailable']);
  });
});

describe('air: the device with a server that hangs', () => {
  const never = () => new Promise<Response>(() => {});

  it('answers from what it kept after a moment, as stale, and asks only once meanwhile', async () => {
    const air = device({ patienceMs: 10, timeoutMs: 60_000 });
    const before = await readings(air);
    respond = never;
    time += 10 * MINUTE;
    const body = await readings(air);
    expect(statuses(body)).toEqual(['stale', 'stale']);
    expect(body.regions).toEqual(before.regions);
    await air.state();
    expect(asked).toHaveLength(2);
  });

  it('is unavailable after the time limit when nothing was kept, and gives the request up', async () => {
    let given: AbortSignal | undefined;
    const air = device({
      patienceMs: 5,
      timeoutMs: 30,
      fetchServer: (_, signal) => {
        given = signal;
        return never();
      },
    });
    expect(statuses(await readings(air))).toEqual(['unavailable', 'unavailable']);
    expect(given?.aborted).toBe(true);
  });

  it('shows an answer that came late from the next request on', async () => {
    const late = Promise.withResolvers<Response>();
    const air = device({ patienceMs: 10, timeoutMs: 60_000 });
    await air.state();
    respond = () => late.promise;
    time += 10 * MINUTE;
    expect(statuses(await readings(air))).toEqual(['stale', 'stale']);
    late.resolve(serverSays()());
    await vi.waitFor(async () => expect(statuses(await readings(air))).toEqual(['ok', 'ok']));
    expect(asked).toHaveLength(2);
  });
});

describe('air: the device with a wrong clock', () => {
  it.each([
    ['slow', -5 * HOUR],
    ['fast', 3 * HOUR],
  ])('a %s clock makes no fresh reading old and no old one fresh', async (_, wrongBy) => {
    deviceIsWrongBy = wrongBy;
    time = START + HOUR + 50 * MINUTE;
    expect(statuses(await readings(device()))).toEqual(['ok', 'ok']);
    const restarted = device();
    expect(statuses(await readings(restarted))).toEqual(['ok', 'ok']);
    expect(Math.abs(restarted.now() - time)).toBeLessThan(1000);
    time += 6 * MINUTE;
    expect(statuses(await readings(restarted))).toEqual(['stale', 'stale']);
    expect(asked).toHaveLength(1);
  });

  it('counts the time that a cache on the way has held the answer', async () => {
    respond = () => {
      const response = serverSays()();
      response.headers.set('age', '120');
      return response;
    };
    const air = device();
    await air.state();
    expect(air.now() - time).toBe(120_000);
  });

  it('asks again when the clock was set back, and is stale when it cannot', async () => {
    const air = device();
    await air.state();
    respond = offline;
    deviceIsWrongBy = -2 * MINUTE;
    expect(statuses(await readings(air))).toEqual(['stale', 'stale']);
    expect(asked).toHaveLength(2);
  });
});

describe('air: a refresh by hand', () => {
  it('asks before it is due, and shows what came', async () => {
    const air = device();
    await air.state();
    time += MINUTE;
    respond = serverSays({ newest: { ...source('psi').newest!, hour: '2026-09-28T17:00:00+08:00' } });
    const body = await readings(air, air.refresh());
    expect(asked).toHaveLength(2);
    expect(body.sources.psi.timestamp).toBe('2026-09-28T17:00:00+08:00');
  });

  it('does not ask twice within ten seconds, and joins an attempt that is under way', async () => {
    const air = device();
    await Promise.all([air.state(), air.refresh(), air.refresh()]);
    await air.refresh();
    expect(asked).toHaveLength(1);
    time += 10_000;
    await air.refresh();
    expect(asked).toHaveLength(2);
  });
});
