import { readFileSync } from 'node:fs';
import { delay, HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { HourFigure, Metric, RegionValues } from '../../../src/core/air/types.ts';
import { sharedFile } from '../../../tests/support/shared.ts';
import type { DayResult } from './upstream.ts';
import { BODY_MAX, fetchDay } from './upstream.ts';

const V2 = 'https://upstream.test/v2/real-time/api';
const DAY = '2026-09-28';
const REGIONS = { north: 49, south: 105, east: 83, west: 117, central: 105 };

const upstream = setupServer();
beforeAll(() => upstream.listen({ onUnhandledFrame: 'error' }));
afterEach(() => upstream.resetHandlers());
afterAll(() => upstream.close());

/** Asks for the day, with `respond` as the upstream. */
function ask(respond: (request: Request) => Response | Promise<Response>, metric: Metric = 'pm25') {
  upstream.use(http.get(`${V2}/${metric}`, ({ request }) => respond(request)));
  return fetchDay({ version: 'v2', url: `${V2}/${metric}`, metric, day: DAY, timeoutMs: 5000 });
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

function hoursOf(response: DayResult): HourFigure[] {
  if (!response.ok) throw new Error(`${response.reason}: ${response.detail}`);
  return response.hours;
}
async function valuesOf(readings: unknown): Promise<RegionValues | undefined> {
  return hoursOf(await ask(day([item('16', readings)])))[0]?.values;
}

describe('air: the upstream, answers that are read', () => {
  it('asks for the SGT date, with the key where there is one', async () => {
    const asked: { search: string; key: string | null }[] = [];
    upstream.use(
      http.get(`${V2}/pm25`, ({ request }) => {
        asked.push({ search: new URL(request.url).search, key: request.headers.get('x-api-key') });
        return day([item('16')])();
      }),
    );
    const question = { version: 'v2', url: `${V2}/pm25`, metric: 'pm25', day: DAY, timeoutMs: 5000 } as const;
    await fetchDay(question);
    await fetchDay({ ...question, apiKey: 'k-1' });
    expect(asked).toEqual([
      { search: '?date=2026-09-28', key: null },
      { search: '?date=2026-09-28', key: 'k-1' },
    ]);
  });

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
      expect(response.ok && response.centres.east).toEqual({ latitude: 1.35735, longitude: 103.94 });
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
    expect(response.ok && response.centres).toEqual({ east: { latitude: 1.36, longitude: 103.95 } });
    const none = await ask(day([item('16')], 'none'));
    expect(none.ok && none.centres).toEqual({});
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

  it('400 with data null is a failure', async () => {
    const body = { code: 4, name: 'ERROR_PARAMS', data: null, errorMsg: 'Invalid date format.' };
    expect(await ask(json(body, { status: 400 }))).toMatchObject({ ok: false, reason: 'status' });
  });

  it('404 with data null is an empty day; a 404 from elsewhere is not', async () => {
    const body = { code: 17, name: 'REAL_TIME_API_DATA_NOT_FOUND', data: null, errorMsg: 'Data not found' };
    expect(await ask(json(body, { status: 404 }))).toMatchObject({ ok: false, reason: 'empty' });
    expect(await ask(json({}, { status: 404 }))).toMatchObject({ ok: false, reason: 'status' });
  });

  it('429 asks for ten seconds, or for what Retry-After says', async () => {
    const body = { code: 24, name: 'TOO_MANY_REQUESTS', data: null, errorMsg: 'Rate limit exceeded.' };
    expect(await ask(json(body, { status: 429 }))).toMatchObject({ reason: 'limited', retryAfter: 10 });
    const headers = { 'retry-after': '42' };
    expect(await ask(json(body, { status: 429, headers }))).toMatchObject({ retryAfter: 42 });
    const inAMinute = { 'retry-after': new Date(Date.now() + 60_000).toUTCString() };
    const dated = await ask(json(body, { status: 429, headers: inAMinute }));
    expect(dated.ok ? 0 : dated.retryAfter).toBeGreaterThan(55);
    expect(dated.ok ? 0 : dated.retryAfter).toBeLessThanOrEqual(60);
    expect(await ask(json(body))).toMatchObject({ reason: 'limited', retryAfter: 10 });
  });

  it('a 200 whose data is null is malformed, not a crash', async () => {
    expect(await ask(json({ code: 0, data: null, errorMsg: '' }))).toMatchObject({ reason: 'malformed' });
  });

  it.each(['null', '[]', '"ok"', '7', '{"data":[]}', '{"data":{"items":{}}}'])(
    'the JSON %s is malformed',
    async (text) => expect(await ask(() => new HttpResponse(text))).toMatchObject({ reason: 'malformed' }),
  );

  it('HTML with status 200 is malformed', async () => {
    const page = () => HttpResponse.html('<!doctype html><title>Maintenance</title>');
    expect(await ask(page)).toMatchObject({ ok: false, reason: 'malformed' });
  });

  it('cut-off JSON is malformed', async () => {
    const whole = await day([item('16')])().text();
    expect(await ask(() => new HttpResponse(whole.slice(0, -20)))).toMatchObject({ reason: 'malformed' });
  });

  it('a server error is a failure, with its Retry-After', async () => {
    const busy = () => new HttpResponse('busy', { status: 503, headers: { 'retry-after': '30' } });
    expect(await ask(busy)).toMatchObject({ reason: 'status', detail: 'HTTP 503', retryAfter: 30 });
  });

  it('a huge body is given up on after the limit, not read to its end', async () => {
    let sent = 0;
    const endless = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += 65_536;
          controller.enqueue(new Uint8Array(65_536).fill(32));
        },
      });
    expect(await ask(() => new HttpResponse(endless()))).toMatchObject({ ok: false, reason: 'too_large' });
    expect(sent).toBeGreaterThan(BODY_MAX);
    expect(sent).toBeLessThan(2 * BODY_MAX);
  });

  it('a hang ends with the time limit', async () => {
    upstream.use(
      http.get(`${V2}/psi`, async () => {
        await delay('infinite');
      }),
    );
    const response = await fetchDay({
      version: 'v2',
      url: `${V2}/psi`,
      metric: 'psi',
      day: DAY,
      timeoutMs: 30,
    });
    expect(response).toMatchObject({ ok: false, reason: 'timeout' });
  });

  it('a connection that fails is a failure', async () => {
    expect(await ask(() => HttpResponse.error())).toMatchObject({ ok: false, reason: 'network' });
  });
});
