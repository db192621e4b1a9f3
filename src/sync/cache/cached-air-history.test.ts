import { beforeEach, describe, expect, it } from 'vitest';
import {
  beginAnew,
  byRegion,
  device,
  HOUR_16,
  hoursBack,
  OPTIONS,
  offline,
  readings,
  response,
  START,
  series,
  serverKnows,
  serverSays,
  source,
  statuses,
  type ValuesByHour,
  valuesOf,
  world,
} from '../../../tests/support/air/cached-air.ts';
import type { AirHistory } from '../../api/ports.ts';
import { historyBody } from '../../core/air/history.ts';
import { readingsBody } from '../../core/air/readings.ts';
import { FALLBACK_CENTRES } from '../../core/air/regions.ts';
import { HOUR, hourOf, MINUTE } from '../../core/air/time/time.ts';
import type { AirState, HourFigure, Metric, RegionValues } from '../../core/air/types.ts';
import { METRICS } from '../../core/air/types.ts';
import { memoryStore } from '../../store/memory.ts';

beforeEach(beginAnew);

const sortedMap = (known: ValuesByHour) => new Map([...known].toSorted(([a], [b]) => a.localeCompare(b)));
const statesOf = ({ state }: AirHistory) => METRICS.map((metric) => state.sources[metric].refreshed);
const LAST_DAY = hoursBack(...Array.from({ length: 24 }, (_, index) => index));

describe('air: the cached history', () => {
  it("has the server's hours, with one attempt for readings and history", async () => {
    serverKnows(LAST_DAY);
    const air = device();
    const [history] = await Promise.all([air.history(), air.state(), air.history(), air.refresh()]);
    for (const metric of METRICS) expect(valuesOf(history, metric)).toEqual(sortedMap(LAST_DAY));
    expect(statesOf(history)).toEqual([true, true]);
    expect([world.asked.length, world.askedForHistory]).toEqual([1, 1]);
    world.time += 10 * MINUTE - 1000;
    expect(await air.history()).toEqual(history);
    expect(await device().history()).toEqual(history);
    expect([world.asked.length, world.askedForHistory]).toEqual([1, 1]);
  });

  it("equals the server's response, gaps and older hours included", async () => {
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
    const asServer = () => historyBody(state, hours, { ...OPTIONS, metric: 'all', now: world.time }).body;
    world.respond = () => response(readingsBody(state, { ...OPTIONS, now: world.time }).body);
    world.respondHistory = () => response(asServer());
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

  it('is refreshed by hand', async () => {
    serverKnows(hoursBack(1, 2, 3));
    const air = device();
    await air.history();
    world.time += MINUTE;
    serverKnows(hoursBack(0, 1, 2, 3));
    await air.refresh();
    expect(valuesOf(await air.history()).size).toBe(4);
    expect(world.askedForHistory).toBe(2);
  });

  it('keeps hours and fetch times, as stale, without a server, also after a restart', async () => {
    serverKnows(LAST_DAY);
    const before = await device().history();
    world.respond = offline;
    world.respondHistory = offline;
    world.time += 10 * MINUTE;
    const after = await device().history();
    expect(after.hours).toEqual(before.hours);
    expect(after.state.sources.psi).toEqual({ ...before.state.sources.psi, refreshed: false });
    expect(statesOf(after)).toEqual([false, false]);
    expect(await device().history()).toEqual(after);
  });

  it('has no hours and is unavailable without a cache and a server', async () => {
    world.respond = offline;
    world.respondHistory = offline;
    const { state, hours } = await device().history();
    expect(hours).toEqual([]);
    expect(METRICS.map((metric) => state.sources[metric].newest)).toEqual([null, null]);
  });

  it.each<[string, () => Response | Promise<Response>]>([
    ['fails', () => response({}, { status: 500 })],
    ['cannot be had', offline],
    ['is HTML', () => new Response('<h1>Welcome</h1>')],
    [
      'is of another version',
      () => response({ ...withPoint({ timestamp: HOUR_13, values: byRegion(7) }), apiVersion: '2' }),
    ],
    ['lacks a series', () => response({ apiVersion: '1', series: { psi: [] } })],
    [
      'has text for a figure',
      () => response(withPoint({ timestamp: HOUR_13, values: { ...byRegion(1), west: '<b>7</b>' } })),
    ],
    ['has a negative figure', () => response(withPoint({ timestamp: HOUR_13, values: byRegion(-1) }))],
    [
      'has half an hour',
      () => response(withPoint({ timestamp: '2026-09-28T13:30:00+08:00', values: byRegion(1) })),
    ],
    ['lacks a region', () => response(withPoint({ timestamp: HOUR_13, values: { north: 1 } }))],
    ['has too many hours', () => response({ apiVersion: '1', series: { psi: twice(), pm25: [] } })],
  ])('when the history alone %s, the kept hours stay and the readings add theirs', async (_, fault) => {
    serverKnows(hoursBack(1, 2, 5));
    const air = device();
    await air.history();
    serverKnows(hoursBack(0));
    world.respondHistory = fault;
    world.time += 10 * MINUTE;
    expect(valuesOf(await air.history())).toEqual(sortedMap(hoursBack(0, 1, 2, 5)));
    expect(statuses(await readings(air))).toEqual(['ok', 'ok']);
  });
  const HOUR_13 = '2026-09-28T13:00:00+08:00';
  const withPoint = (point: unknown) => ({ apiVersion: '1', series: { psi: [point], pm25: [] } });
  const twice = () => [...series(START, () => 7), ...series(START - HOUR, () => 7)];

  it('retries soon if only the history was busy, but not if the server has none', async () => {
    const busy = () => response({}, { status: 503, headers: { 'retry-after': '1' } });
    const none = () => response({}, { status: 404 });
    for (const [refusal, attempts] of [
      [busy, 2],
      [none, 1],
    ] as const) {
      world.asked = [];
      world.store = memoryStore();
      serverKnows(hoursBack(0, 1, 2));
      world.respondHistory = refusal;
      const air = device();
      expect(valuesOf(await air.history()).size).toBe(1);
      serverKnows(hoursBack(0, 1, 2));
      world.time += MINUTE;
      await air.history();
      expect(world.asked, String(refusal)).toHaveLength(attempts);
    }
  });

  it('obeys the 429 of either request, also by hand', async () => {
    world.respondHistory = () => response({}, { status: 429, headers: { 'retry-after': '40' } });
    const air = device();
    await air.state();
    world.time += 39_000;
    await air.refresh();
    expect(world.asked).toHaveLength(1);
    world.time += 1000;
    await air.refresh();
    expect(world.asked).toHaveLength(2);
  });

  it("follows the server's corrections, late hours and withdrawals", async () => {
    serverKnows(hoursBack(1, 2, 3, 4, 5));
    const air = device();
    await air.history();
    const later = hoursBack(1, 2, 4, 5, 6);
    later.set(hourOf(START - 4 * HOUR), 7);
    serverKnows(later);
    world.time += 10 * MINUTE;
    expect(valuesOf(await air.history())).toEqual(sortedMap(later));
  });

  it('drops a newest hour that the server withdrew, like the readings', async () => {
    serverKnows(hoursBack(-3, 1, 2));
    const air = device();
    expect((await air.history()).state.sources.psi.newest?.hour).toBe(hourOf(START + 3 * HOUR));
    serverKnows(hoursBack(1, 2));
    world.time += 10 * MINUTE;
    expect(valuesOf(await air.history())).toEqual(sortedMap(hoursBack(1, 2)));
  });

  it('keeps hours from before those of a restarted server', async () => {
    serverKnows(hoursBack(1, 2, 3, 4, 5));
    const air = device();
    await air.history();
    serverKnows(hoursBack(0, 1, 2));
    world.time += 10 * MINUTE;
    expect(valuesOf(await air.history())).toEqual(sortedMap(hoursBack(0, 1, 2, 3, 4, 5)));
    serverKnows(new Map());
    world.time += 10 * MINUTE;
    const history = await air.history();
    expect(valuesOf(history)).toEqual(sortedMap(hoursBack(0, 1, 2, 3, 4, 5)));
    expect(statesOf(history)).toEqual([false, false]);
  });

  it('ends with the hour and values of the readings if the two responses differ', async () => {
    serverKnows(hoursBack(0, 1, 2));
    world.respond = serverSays();
    const air = device();
    const ahead = await air.history();
    expect(ahead.hours.find(({ hour }) => hour === HOUR_16)).toEqual(ahead.state.sources.psi.newest);
    serverKnows(hoursBack(-1, 0, 1));
    world.respond = serverSays();
    world.time += 10 * MINUTE;
    const behind = await air.history();
    expect([...valuesOf(behind).keys()].at(-1)).toBe(HOUR_16);
  });

  it('drops hours outside the window of 24 hours', async () => {
    serverKnows(LAST_DAY);
    const air = device();
    await air.history();
    serverKnows(hoursBack(-20));
    world.time += 20 * HOUR;
    expect(valuesOf(await air.history())).toEqual(sortedMap(hoursBack(-20, 0, 1, 2, 3)));
  });

  it('has each hour once, even if the server lists it twice', async () => {
    serverKnows(hoursBack(0, 1));
    const point = { timestamp: hourOf(START - HOUR), values: byRegion(9) };
    world.respondHistory = () => response({ apiVersion: '1', series: { psi: [point, point], pm25: [] } });
    const { hours } = await device().history();
    expect(hours.filter(({ metric, hour }) => metric === 'psi' && hour === point.timestamp)).toHaveLength(1);
  });

  it('ignores invalid cached hours', async () => {
    serverKnows(LAST_DAY);
    await device().history();
    const text = await world.store.read((tx) => tx.value('air'));
    const broken = JSON.parse(text ?? '');
    broken.value.hours[3].values.north = '49';
    await world.store.write((tx) => tx.putValue('air', JSON.stringify(broken)));
    world.respond = offline;
    world.respondHistory = offline;
    world.time += 10 * MINUTE;
    expect((await device().history()).hours).toEqual([]);
  });
});
