import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AirHistory, Store } from '../api/ports.ts';
import { StoreUnavailable } from '../api/ports.ts';
import { historyBody } from '../core/air/history.ts';
import type { Readings } from '../core/air/readings.ts';
import { readingsBody } from '../core/air/readings.ts';
import { FALLBACK_CENTRES } from '../core/air/regions.ts';
import { HOUR, hourOf, MINUTE, parseInstant, toSgt } from '../core/air/time.ts';
import type { AirState, HourFigure, Metric, RegionValues, SourceState } from '../core/air/types.ts';
import { METRICS, REGIONS } from '../core/air/types.ts';
import { memoryStore } from '../store/memory.ts';
import type { KeptAir } from './kept-air.ts';
import { keptAir } from './kept-air.ts';
import type { KeptOptions } from './kept-question.ts';

const START = parseInstant('2026-09-28T16:20:00+08:00') ?? Number.NaN;
const HOUR_16 = '2026-09-28T16:00:00+08:00';
const OPTIONS = { region: 'all', publicUrl: 'https://pleinair.test' } as const;

/** The time that has truly passed; each clock shows it in its own way. */
let time = START;
let deviceIsWrongBy = 0;
let store: Store;
/** Attempts: each asks for the readings, and for the history beside them. */
let asked: string[] = [];
let askedForHistory = 0;
let respond: () => Response | Promise<Response>;
/** By default it fails as whatever `respond` does; a server without a history. */
let respondHistory: () => Response | Promise<Response>;

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

function device(options: Partial<KeptOptions> = {}): KeptAir {
  return keptAir({
    store,
    now: () => time + deviceIsWrongBy,
    fetchServer: async (path) => {
      if (path === '/api/v1/history?region=all') {
        askedForHistory += 1;
        return respondHistory();
      }
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
  askedForHistory = 0;
  respond = serverSays();
  respondHistory = () => answer({}, { status: 404 });
});

describe('air: what the device keeps', () => {
  it('answers as the server did', async () => {
    const air = device();
    const body = await readings(air);
    expect(body).toEqual(await serverSays()().json());
    expect(asked).toEqual(['/api/v1/readings']);
    expect(askedForHistory).toBe(1);
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
    [
      'answers a huge body',
      async () => answer({ ...(await serverSays()().json()), padding: 'x'.repeat(256 * 1024) }),
    ],
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

  it('does not go back to what was stored before, when nothing can be stored any more', async () => {
    await device().state();
    const full = { read: store.read, write: () => Promise.reject(new StoreUnavailable('full')) };
    const air = device({ store: full });
    time += 10 * MINUTE;
    respond = serverSays({ fetchedAt: toSgt(time) });
    await air.state();
    respond = offline;
    time += 10 * MINUTE;
    expect((await air.state()).sources.psi.fetchedAt).toBe(toSgt(START + 10 * MINUTE));
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

  it('does not believe the clock of a sign-in page', async () => {
    const air = device();
    await air.state();
    respond = () =>
      new Response('<h1>Welcome</h1>', { headers: { date: new Date(time - HOUR).toUTCString() } });
    time += 10 * MINUTE;
    await air.state();
    expect(Math.abs(air.now() - time)).toBeLessThan(1000);
  });

  it('may be asked by hand after the clock was set back', async () => {
    const air = device();
    await air.state();
    deviceIsWrongBy = -5000;
    await air.refresh();
    expect(asked).toHaveLength(2);
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

/** Hours of one metric as the server lists them: `first` of the 24 is the oldest, all nulls where `valueAt` says so. */
function series(last: number, valueAt: (hour: string) => number | null) {
  return Array.from({ length: 24 }, (_, index) => {
    const timestamp = hourOf(last - (23 - index) * HOUR);
    const value = valueAt(timestamp);
    return { timestamp, values: byRegion(value) };
  });
}
const byRegion = (value: number | null): RegionValues => ({
  north: value,
  south: value,
  east: value,
  west: value,
  central: value,
});
type Known = ReadonlyMap<string, number>;

/** A server that knows these hours of both metrics, and answers both questions from them. */
function serverKnows(known: Known, refreshed = true): void {
  const newest = [...known.keys()].sort().at(-1);
  const of = (metric: Metric) => {
    const values = byRegion(known.get(newest ?? '') ?? null);
    const figure = newest === undefined ? null : { metric, hour: newest, values, updatedTimestamp: null };
    return { newest: figure, refreshed, fetchedAt: toSgt(time) };
  };
  respond = serverSays(of('psi'), of('pm25'));
  const listed =
    newest === undefined ? [] : series(parseInstant(newest) ?? 0, (hour) => known.get(hour) ?? null);
  respondHistory = () => answer({ apiVersion: '1', series: { psi: listed, pm25: listed } });
}
/** Hours back from 16:00, each with a value of its own. */
function hoursBack(...back: number[]): Map<string, number> {
  return new Map(back.map((hours) => [hourOf(START - hours * HOUR), 100 + hours]));
}
function valuesOf({ hours }: AirHistory, metric: Metric = 'psi'): Map<string, number | null> {
  const figures = hours.filter((figure) => figure.metric === metric && figure.values.north !== null);
  const sorted = figures.toSorted((a, b) => a.hour.localeCompare(b.hour));
  return new Map(sorted.map((figure) => [figure.hour, figure.values.north]));
}
const sortedMap = (known: Known) => new Map([...known].toSorted(([a], [b]) => a.localeCompare(b)));
const statesOf = ({ state }: AirHistory) => METRICS.map((metric) => state.sources[metric].refreshed);
const LAST_DAY = hoursBack(...Array.from({ length: 24 }, (_, index) => index));

describe('air: the history that the device keeps', () => {
  it('has the hours of the server, one attempt for both questions, however many ask', async () => {
    serverKnows(LAST_DAY);
    const air = device();
    const [history] = await Promise.all([air.history(), air.state(), air.history(), air.refresh()]);
    for (const metric of METRICS) expect(valuesOf(history, metric)).toEqual(sortedMap(LAST_DAY));
    expect(statesOf(history)).toEqual([true, true]);
    expect([asked.length, askedForHistory]).toEqual([1, 1]);
    time += 10 * MINUTE - 1000;
    expect(await air.history()).toEqual(history);
    expect(await device().history()).toEqual(history);
    expect([asked.length, askedForHistory]).toEqual([1, 1]);
  });

  it('is answered as the server answers it, gaps, regions without a value and a series of older hours included', async () => {
    const figure = (metric: Metric, back: number, values: Partial<RegionValues> = {}): HourFigure => ({
      metric,
      hour: hourOf(START - back * HOUR),
      values: { ...byRegion(40 + back), ...values },
      updatedTimestamp: null,
    });
    const hours = [
      ...[1, 4, 9, 23].map((back) => figure('psi', back)),
      ...[0, 2, 3, 22].map((back) => figure('pm25', back, { east: null })),
    ];
    const state: AirState = {
      sources: {
        psi: source('psi', { newest: figure('psi', 1) }),
        pm25: source('pm25', { newest: figure('pm25', 0, { east: null }) }),
      },
      centres: FALLBACK_CENTRES,
    };
    const asServer = () => historyBody(state, hours, { ...OPTIONS, metric: 'all', now: time }).body;
    respond = () => answer(readingsBody(state, { ...OPTIONS, now: time }).body);
    respondHistory = () => answer(asServer());
    const air = device();
    const known = await air.history();
    const asDevice = historyBody(known.state, known.hours, {
      ...OPTIONS,
      metric: 'all',
      now: air.now(),
    }).body;
    expect(asDevice).toEqual(asServer());
    expect(asDevice.series.psi?.filter(({ values }) => values.north !== null)).toHaveLength(4);
  });

  it('is asked anew by hand', async () => {
    serverKnows(hoursBack(1, 2, 3));
    const air = device();
    await air.history();
    time += MINUTE;
    serverKnows(hoursBack(0, 1, 2, 3));
    await air.refresh();
    expect(valuesOf(await air.history()).size).toBe(4);
    expect(askedForHistory).toBe(2);
  });

  it('stays with its hours and fetch times, as stale, when the server cannot be had; over a restart too', async () => {
    serverKnows(LAST_DAY);
    const before = await device().history();
    respond = offline;
    respondHistory = offline;
    time += 10 * MINUTE;
    const after = await device().history();
    expect(after.hours).toEqual(before.hours);
    expect(after.state.sources.psi).toEqual({ ...before.state.sources.psi, refreshed: false });
    expect(statesOf(after)).toEqual([false, false]);
    expect(await device().history()).toEqual(after);
  });

  it('with nothing kept and no server has no hours and is unavailable', async () => {
    respond = offline;
    respondHistory = offline;
    const { state, hours } = await device().history();
    expect(hours).toEqual([]);
    expect(METRICS.map((metric) => state.sources[metric].newest)).toEqual([null, null]);
  });

  it.each<[string, () => Response | Promise<Response>]>([
    ['fails', () => answer({}, { status: 500 })],
    ['cannot be had', offline],
    ['is HTML', () => new Response('<h1>Welcome</h1>')],
    [
      'is of another version',
      () => answer({ ...withPoint({ timestamp: HOUR_13, values: byRegion(7) }), apiVersion: '2' }),
    ],
    ['lacks a series', () => answer({ apiVersion: '1', series: { psi: [] } })],
    [
      'has text for a figure',
      () => answer(withPoint({ timestamp: HOUR_13, values: { ...byRegion(1), west: '<b>7</b>' } })),
    ],
    ['has a negative figure', () => answer(withPoint({ timestamp: HOUR_13, values: byRegion(-1) }))],
    [
      'has half an hour',
      () => answer(withPoint({ timestamp: '2026-09-28T13:30:00+08:00', values: byRegion(1) })),
    ],
    ['lacks a region', () => answer(withPoint({ timestamp: HOUR_13, values: { north: 1 } }))],
    ['has too many hours', () => answer({ apiVersion: '1', series: { psi: twice(), pm25: [] } })],
  ])('when the history alone %s, the kept hours stay and the readings add theirs', async (_, fault) => {
    serverKnows(hoursBack(1, 2, 5));
    const air = device();
    await air.history();
    serverKnows(hoursBack(0));
    respondHistory = fault;
    time += 10 * MINUTE;
    expect(valuesOf(await air.history())).toEqual(sortedMap(hoursBack(0, 1, 2, 5)));
    expect(statuses(await readings(air))).toEqual(['ok', 'ok']);
  });
  const HOUR_13 = '2026-09-28T13:00:00+08:00';
  const withPoint = (point: unknown) => ({ apiVersion: '1', series: { psi: [point], pm25: [] } });
  const twice = () => [...series(START, () => 7), ...series(START - HOUR, () => 7)];

  it('asks again soon when the history alone was refused as busy, and not when the server has none', async () => {
    const busy = () => answer({}, { status: 503, headers: { 'retry-after': '1' } });
    const none = () => answer({}, { status: 404 });
    for (const [refusal, attempts] of [
      [busy, 2],
      [none, 1],
    ] as const) {
      asked = [];
      store = memoryStore();
      serverKnows(hoursBack(0, 1, 2));
      respondHistory = refusal;
      const air = device();
      expect(valuesOf(await air.history()).size).toBe(1);
      serverKnows(hoursBack(0, 1, 2));
      time += MINUTE;
      await air.history();
      expect(asked, String(refusal)).toHaveLength(attempts);
    }
  });

  it('leaves the server alone by hand for as long as the 429 to either question says', async () => {
    respondHistory = () => answer({}, { status: 429, headers: { 'retry-after': '40' } });
    const air = device();
    await air.state();
    time += 39_000;
    await air.refresh();
    expect(asked).toHaveLength(1);
    time += 1000;
    await air.refresh();
    expect(asked).toHaveLength(2);
  });

  it('takes over what the server corrected, filled in late or withdrew', async () => {
    serverKnows(hoursBack(1, 2, 3, 4, 5));
    const air = device();
    await air.history();
    const later = hoursBack(1, 2, 4, 5, 6);
    later.set(hourOf(START - 4 * HOUR), 7);
    serverKnows(later);
    time += 10 * MINUTE;
    expect(valuesOf(await air.history())).toEqual(sortedMap(later));
  });

  it('loses a newest hour that the server withdrew, as the readings do', async () => {
    serverKnows(hoursBack(-3, 1, 2));
    const air = device();
    expect((await air.history()).state.sources.psi.newest?.hour).toBe(hourOf(START + 3 * HOUR));
    serverKnows(hoursBack(1, 2));
    time += 10 * MINUTE;
    expect(valuesOf(await air.history())).toEqual(sortedMap(hoursBack(1, 2)));
  });

  it('keeps the hours from before those that a server which began anew knows', async () => {
    serverKnows(hoursBack(1, 2, 3, 4, 5));
    const air = device();
    await air.history();
    serverKnows(hoursBack(0, 1, 2));
    time += 10 * MINUTE;
    expect(valuesOf(await air.history())).toEqual(sortedMap(hoursBack(0, 1, 2, 3, 4, 5)));
    serverKnows(new Map());
    time += 10 * MINUTE;
    const history = await air.history();
    expect(valuesOf(history)).toEqual(sortedMap(hoursBack(0, 1, 2, 3, 4, 5)));
    expect(statesOf(history)).toEqual([false, false]);
  });

  it('has the readings’ hour last, with the readings’ values, when the two answers tell of different moments', async () => {
    serverKnows(hoursBack(0, 1, 2));
    respond = serverSays();
    const air = device();
    const ahead = await air.history();
    expect(ahead.hours.find(({ hour }) => hour === HOUR_16)).toEqual(ahead.state.sources.psi.newest);
    serverKnows(hoursBack(-1, 0, 1));
    respond = serverSays();
    time += 10 * MINUTE;
    const behind = await air.history();
    expect([...valuesOf(behind).keys()].at(-1)).toBe(HOUR_16);
  });

  it('forgets what has left the window of 24 hours', async () => {
    serverKnows(LAST_DAY);
    const air = device();
    await air.history();
    serverKnows(hoursBack(-20));
    time += 20 * HOUR;
    expect(valuesOf(await air.history())).toEqual(sortedMap(hoursBack(-20, 0, 1, 2, 3)));
  });

  it('has each hour once, though the server lists it twice', async () => {
    serverKnows(hoursBack(0, 1));
    const point = { timestamp: hourOf(START - HOUR), values: byRegion(9) };
    respondHistory = () => answer({ apiVersion: '1', series: { psi: [point, point], pm25: [] } });
    const { hours } = await device().history();
    expect(hours.filter(({ metric, hour }) => metric === 'psi' && hour === point.timestamp)).toHaveLength(1);
  });

  it('ignores kept hours that are none', async () => {
    serverKnows(LAST_DAY);
    await device().history();
    const text = await store.read((tx) => tx.value('air'));
    const broken = JSON.parse(text ?? '');
    broken.value.hours[3].values.north = '49';
    await store.write((tx) => tx.putValue('air', JSON.stringify(broken)));
    respond = offline;
    respondHistory = offline;
    time += 10 * MINUTE;
    expect((await device().history()).hours).toEqual([]);
  });
});

describe('air: whatever a server does', () => {
  const faults: readonly (() => Promise<Response>)[] = [
    offline,
    async () => answer({}, { status: 503 }),
    async () => new Response('<h1>Welcome</h1>'),
    async () => answer({ apiVersion: '1', sources: {}, regions: [], series: {} }),
  ];
  /** Hours in which the server has learnt or forgotten what, and how it then behaves. */
  const step = fc.record({
    minutes: fc.integer({ min: 0, max: 400 }),
    learns: fc.array(fc.tuple(fc.integer({ min: 0, max: 26 }), fc.integer({ min: 0, max: 500 })), {
      maxLength: 4,
    }),
    forgets: fc.boolean(),
    refreshed: fc.boolean(),
    readingsFail: fc.option(fc.constantFrom(...faults), { freq: 2 }),
    historyFails: fc.option(fc.constantFrom(...faults), { freq: 2 }),
    restarts: fc.boolean(),
    byHand: fc.boolean(),
  });

  it('nothing old is ok, missing is never 0, and no hour changes without the server', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        time = START;
        store = memoryStore();
        let air = device();
        const known = new Map<string, number>();
        /** All that the server has ever said of an hour. */
        const said = new Map<string, Set<number>>();
        let before: AirHistory | undefined;
        for (const { minutes, learns, forgets, refreshed, readingsFail, historyFails, ...rest } of steps) {
          time += minutes * MINUTE;
          if (forgets) known.clear();
          for (const [back, value] of learns) {
            const hour = hourOf(time - back * HOUR);
            known.set(hour, value);
            said.set(hour, new Set([...(said.get(hour) ?? []), value]));
          }
          serverKnows(known, refreshed);
          if (readingsFail !== null) respond = readingsFail;
          if (historyFails !== null) respondHistory = historyFails;
          if (rest.restarts) air = device();
          const attempts = asked.length;
          if (rest.byHand) await air.refresh();
          const history = await air.history();
          const state = await air.state();
          const heard = asked.length > attempts && readingsFail === null;

          expect(state).toEqual(history.state);
          checkHours(history, said);
          const body = readingsBody(state, { ...OPTIONS, now: air.now() }).body;
          for (const metric of METRICS) {
            const { timestamp, status } = body.sources[metric];
            const age = time - (parseInstant(timestamp) ?? 0);
            if (status === 'ok') expect(age).toBeLessThanOrEqual(135 * MINUTE);
            if (asked.length > attempts && !(heard && refreshed)) expect(status).not.toBe('ok');
          }
          if (!heard && before !== undefined) expect(history.hours).toEqual(before.hours);
          before = history;
        }
      }),
      { numRuns: 300 },
    );
  });

  function checkHours({ state, hours }: AirHistory, said: ReadonlyMap<string, ReadonlySet<number>>): void {
    const seen = new Set<string>();
    for (const { metric, hour, values } of hours) {
      expect(seen.has(metric + hour)).toBe(false);
      seen.add(metric + hour);
      for (const region of REGIONS) {
        const value = values[region];
        if (value !== null) expect(said.get(hour)?.has(value)).toBe(true);
      }
    }
    for (const metric of METRICS) {
      const last: HourFigure | undefined = hours
        .filter((figure) => figure.metric === metric)
        .toSorted((a, b) => a.hour.localeCompare(b.hour))
        .at(-1);
      expect(last ?? null).toEqual(state.sources[metric].newest);
    }
  }
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
