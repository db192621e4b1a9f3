import { readFileSync } from 'node:fs';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { HourFigure, Metric, RegionValues } from '../../../src/core/air/types.ts';
import { sharedFile } from '../../../tests/support/shared.ts';
import { type Result, request } from '../../upstream/request.ts';
import type { Day } from './figures.ts';
import { readV2Day } from './v2-body.ts';

const V2 = 'https://upstream.test/v2/real-time/api';
const DAY = '2026-09-28';
const NOW = Date.parse(`${DAY}T16:50:00+08:00`);
const REGIONS = { north: 49, south: 105, east: 83, west: 117, central: 105 };

const upstream = setupServer();
beforeAll(() => upstream.listen({ onUnhandledFrame: 'error' }));
afterEach(() => upstream.resetHandlers());
afterAll(() => upstream.close());

/** Asks for the day, with `respond` as the upstream. */
function ask(respond: () => Response | Promise<Response>, metric: Metric = 'pm25') {
  upstream.use(http.get(`${V2}/${metric}`, () => respond()));
  const read = (body: unknown) => readV2Day(body, metric, DAY, NOW);
  return request({ url: `${V2}/${metric}?date=${DAY}`, read, timeoutMs: 5000 });
}
const json = (body: object, init?: ResponseInit) => () =>
  new HttpResponse(JSON.stringify(body), { headers: { 'content-type': 'application/json' }, ...init });
const day = (items: readonly unknown[], regionMetadata: unknown = []) =>
  json({ code: 0, data: { regionMetadata, items }, errorMsg: '' });

function item(hour: string, readings: unknown = REGIONS, updated: unknown = `${DAY}T${hour}:45:40+08:00`) {
  return {
    date: DAY,
    updatedTimestamp: updated,
    timestamp: `${DAY}T${hour}:00:00+08:00`,
    readings: { pm25_one_hourly: readings },
  };
}

function hoursOf(response: Result<Day>): HourFigure[] {
  if (!response.ok) throw new Error(`${response.reason}: ${response.detail}`);
  return response.value.hours;
}
async function valuesOf(readings: unknown): Promise<RegionValues | undefined> {
  return hoursOf(await ask(day([item('16', readings)])))[0]?.values;
}

describe('air: the upstream, answers that are read', () => {
  const recorded = [
    ['pm25', 'pm25-day-2026-09-28-partial.json', 17, '16', REGIONS],
    [
      'psi',
      'psi-latest-2026-09-28T16.json',
      1,
      '16',
      { north: 64, south: 84, west: 81, east: 73, central: 81 },
    ],
  ] as const;
  for (const [metric, name, count, hour, values] of recorded) {
    const path = sharedFile(`air/v2/${name}`);
    it.skipIf(path === undefined)(`reads a recorded answer of ${metric}, keys in any order`, async () => {
      const body = readFileSync(path ?? '', 'utf8');
      const response = await ask(() => new HttpResponse(body), metric);
      expect(hoursOf(response)).toHaveLength(count);
      expect(hoursOf(response)[0]).toMatchObject({ metric, hour: `${DAY}T${hour}:00:00+08:00`, values });
      expect(response.ok && response.value.centres.east).toEqual({ latitude: 1.35735, longitude: 103.94 });
    });
  }

  it('reads regions by name, in any order', async () => {
    expect(await valuesOf({ central: 5, east: 3, north: 1, west: 4, south: 2 })).toEqual({
      north: 1,
      south: 2,
      east: 3,
      west: 4,
      central: 5,
    });
  });

  it('a region that is missing is null, and the others stand', async () => {
    const { south: _, ...rest } = REGIONS;
    expect(await valuesOf(rest)).toEqual({ ...REGIONS, south: null });
  });

  it('does not take national for a region', async () => {
    expect(await valuesOf({ national: 92, ...REGIONS })).toEqual(REGIONS);
  });

  it.each([
    ['-1', -1],
    ['null', null],
    ['a string', '-'],
    ['a number in a string', '49'],
    ['an object', { value: 49 }],
    ['a boolean', true],
  ])('a value that is %s is null, never zero', async (_, value) => {
    expect(await valuesOf({ ...REGIONS, north: value })).toEqual({ ...REGIONS, north: null });
  });

  it('keeps a zero that was measured', async () => {
    expect(await valuesOf({ ...REGIONS, north: 0 })).toEqual({ ...REGIONS, north: 0 });
  });

  it('of an hour that is listed twice it reads the later publication, in either order', async () => {
    const early = item('15', { ...REGIONS, north: 1 }, `${DAY}T15:01:05+08:00`);
    const late = item('15', { ...REGIONS, north: 2 }, `${DAY}T15:45:40+08:00`);
    for (const items of [
      [early, late],
      [late, early],
    ]) {
      const hours = hoursOf(await ask(day(items)));
      expect(hours).toHaveLength(1);
      expect(hours[0]?.values.north).toBe(2);
    }
  });

  it('of an hour that is listed twice it does not read the one that is dated ahead of the clock, in either order', async () => {
    const good = item('15', { ...REGIONS, north: 1 }, `${DAY}T15:45:40+08:00`);
    const ahead = item('15', { ...REGIONS, north: 2 }, `${DAY}T16:56:00+08:00`);
    for (const items of [
      [good, ahead],
      [ahead, good],
    ]) {
      expect(hoursOf(await ask(day(items)))[0]?.values.north).toBe(1);
    }
    expect(hoursOf(await ask(day([ahead])))[0]?.values.north).toBe(2);
  });

  it('reads unordered items', async () => {
    const hours = hoursOf(await ask(day([item('02'), item('16'), item('09')])));
    expect(hours.map(({ hour }) => hour.slice(11, 13)).sort()).toEqual(['02', '09', '16']);
  });

  it('skips items that say nothing and reads the rest', async () => {
    const items = [{}, null, 7, { timestamp: 'noon', readings: {} }, item('16'), item('15', null)];
    expect(hoursOf(await ask(day(items)))).toHaveLength(1);
  });

  it('reads an hour whose time of publication is missing or no time', async () => {
    for (const updated of [undefined, null, 'just now', 7]) {
      const hours = hoursOf(await ask(day([item('16', REGIONS, updated ?? null)])));
      expect(hours[0]?.updatedTimestamp).toBeNull();
    }
  });

  it('writes the hour in Singapore time, whatever its offset', async () => {
    const utc = { ...item('16'), timestamp: '2026-09-28T08:00:00Z' };
    expect(hoursOf(await ask(day([utc])))[0]?.hour).toBe('2026-09-28T16:00:00+08:00');
  });

  it('ignores label points that are no places', async () => {
    const metadata = [
      { name: 'national', labelLocation: { latitude: 0, longitude: 0 } },
      { name: 'west', labelLocation: { latitude: '1.3', longitude: 103.7 } },
      { name: 'east', labelLocation: { latitude: 1.36, longitude: 103.95 } },
      null,
    ];
    const response = await ask(day([item('16')], metadata));
    expect(response.ok && response.value.centres).toEqual({ east: { latitude: 1.36, longitude: 103.95 } });
    const none = await ask(day([item('16')], 'none'));
    expect(none.ok && none.value.centres).toEqual({});
  });
});

describe('air: the upstream, answers that are none', () => {
  it('200 with one empty item is empty', async () => {
    expect(await ask(day([{}]))).toMatchObject({ ok: false, reason: 'empty' });
    expect(await ask(day([]))).toMatchObject({ ok: false, reason: 'empty' });
  });

  it('items of another day than the one asked for are no answer', async () => {
    const yesterday = { ...item('16'), date: '2026-09-27', timestamp: '2026-09-27T16:00:00+08:00' };
    expect(await ask(day([yesterday]))).toMatchObject({ ok: false, reason: 'wrong_day' });
    expect(hoursOf(await ask(day([yesterday, item('16')])))).toHaveLength(1);
  });

  it('a 200 whose data is null is malformed, not a crash', async () => {
    expect(await ask(json({ code: 0, data: null, errorMsg: '' }))).toMatchObject({ reason: 'malformed' });
  });

  it.each(['null', '[]', '"ok"', '7', '{"data":[]}', '{"data":{"items":{}}}'])(
    'the JSON %s is malformed',
    async (text) => expect(await ask(() => new HttpResponse(text))).toMatchObject({ reason: 'malformed' }),
  );
});
