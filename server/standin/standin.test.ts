import { afterEach, describe, expect, it } from 'vitest';
import { parseInstant, toSgt } from '../../src/core/air/time/time.ts';
import { METRICS } from '../../src/core/air/types.ts';
import { FEEDS } from '../../src/core/sky/types.ts';
import type { Standin } from './standin.ts';
import { startStandin } from './standin.ts';

const NOW = parseInstant('2026-11-21T16:20:00+08:00') ?? Number.NaN;
const open: Standin[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((standin) => standin.close()));
});

async function start(now = NOW): Promise<Standin> {
  const standin = await startStandin({ now: () => now });
  open.push(standin);
  return standin;
}

interface Body {
  readonly code: number;
  readonly name?: string;
  readonly data: null | {
    readonly regionMetadata: readonly { readonly name: string }[];
    readonly items: readonly Item[];
  };
}
interface Item {
  readonly date: string;
  readonly timestamp: string;
  readonly updatedTimestamp: string;
  readonly readings: Readonly<Record<string, Readonly<Record<string, number>>>>;
}
interface V1Body {
  readonly items: readonly { timestamp: string; update_timestamp: string; readings: object }[];
  readonly region_metadata: readonly unknown[];
  readonly api_info: { readonly status: string };
}
async function ask(standin: Standin, query: string) {
  const response = await fetch(`${standin.v2Url}/${query}`);
  const body = (await response.json()) as Body;
  return { status: response.status, body, items: body.data?.items ?? [] };
}

describe('air: the stand-in upstream', () => {
  it('has the hours of today so far, newest first', async () => {
    const { status, body, items } = await ask(await start(), 'pm25?date=2026-11-21');
    expect([status, body.code]).toEqual([200, 0]);
    expect(items).toHaveLength(17);
    expect(items[0]?.timestamp).toBe('2026-11-21T16:00:00+08:00');
    expect(items.at(-1)?.timestamp).toBe('2026-11-21T00:00:00+08:00');
    expect(items[0]?.updatedTimestamp).toBe('2026-11-21T16:01:05+08:00');
    expect(items[5]?.updatedTimestamp).toMatch(/^2026-11-21T11:4\d:\d\d\+08:00$/);
  });

  it('has all of yesterday, and nothing older or later', async () => {
    const standin = await start();
    expect((await ask(standin, 'psi?date=2026-11-20')).items).toHaveLength(24);
    for (const date of ['2026-11-19', '2026-11-22']) {
      expect(await ask(standin, `psi?date=${date}`)).toMatchObject({
        status: 404,
        body: { code: 17, data: null, name: 'REAL_TIME_API_DATA_NOT_FOUND' },
      });
    }
  });

  it('names five regions in an order that varies, and no national', async () => {
    const { body, items } = await ask(await start(), 'psi?date=2026-11-20');
    const orders = items.map(({ readings }) => Object.keys(readings['psi_twenty_four_hourly'] ?? {}));
    for (const order of orders) {
      expect(order.toSorted()).toEqual(['central', 'east', 'north', 'south', 'west']);
    }
    expect(new Set(orders.map((order) => order.join())).size).toBeGreaterThan(1);
    expect(body.data?.regionMetadata).toHaveLength(5);
  });

  it('gives the latest hour without a date, and the one of a moment with a time', async () => {
    const standin = await start();
    const latest = await ask(standin, 'pm25');
    expect(latest.items.map(({ timestamp }) => timestamp)).toEqual(['2026-11-21T16:00:00+08:00']);
    const at = await ask(standin, 'pm25?date=2026-11-21T09:30:00');
    expect(at.items.map(({ timestamp }) => timestamp)).toEqual(['2026-11-21T09:00:00+08:00']);
  });

  it('has no data for a day that has just begun', async () => {
    const midnight = parseInstant('2026-11-21T00:00:20+08:00') ?? Number.NaN;
    expect((await ask(await start(midnight), 'pm25?date=2026-11-21')).status).toBe(404);
  });

  it.each(['yesterday', '2026-13-01', '2026-11-21T25:00:00', ''])('refuses the date %j', async (date) => {
    expect(await ask(await start(), `pm25?date=${date}`)).toMatchObject({
      status: 400,
      body: { code: 4, name: 'ERROR_PARAMS', data: null },
    });
  });

  it('keeps the figures of a day when it becomes yesterday', async () => {
    const tomorrow = parseInstant('2026-11-22T10:00:00+08:00') ?? Number.NaN;
    const figures = async (standin: Standin) =>
      (await ask(standin, 'pm25?date=2026-11-21')).items
        .filter(({ timestamp }) => timestamp <= toSgt(NOW))
        .map(({ timestamp, readings }) => ({ timestamp, readings }));
    const today = await figures(await start(NOW));
    expect(await figures(await start(tomorrow))).toEqual(today);
  });

  it('serves v1 in its own words: oldest first, from 01:00 to the midnight at its end', async () => {
    const standin = await start();
    const v1 = async (query: string) => {
      const response = await fetch(`${standin.v1Url}/psi${query}`);
      return { status: response.status, body: (await response.json()) as V1Body };
    };
    const { body } = await v1('?date=2026-11-20');
    expect(body.items.map(({ timestamp }) => timestamp)).toEqual(
      Array.from({ length: 24 }, (_, index) => toSgt(NOW - (39 - index) * 3_600_000 - 20 * 60_000)),
    );
    expect(body.items[0]?.update_timestamp).toBe('2026-11-20T01:00:59+08:00');
    expect(Object.keys(body.items[0]?.readings ?? {})).toContain('psi_twenty_four_hourly');
    expect(body.region_metadata).toHaveLength(5);
    expect(body.api_info.status).toBe('healthy');
    const at = await v1('?date_time=2026-11-21T09:30:00');
    expect(at.body.items.map(({ timestamp }) => timestamp)).toEqual(['2026-11-21T09:00:00+08:00']);
    const latest = await v1('');
    expect(latest.body.items.map(({ timestamp }) => timestamp)).toEqual(['2026-11-21T16:00:00+08:00']);
    const none = await v1('?date=2026-11-25');
    expect(none).toMatchObject({ status: 200, body: { items: [{}], api_info: { status: 'healthy' } } });
    for (const query of ['?date=yesterday', '?date_time=2026-11-21']) {
      expect((await v1(query)).status, query).toBe(400);
    }
  });

  it('switches faults over PUT /faults, and refuses others', async () => {
    const standin = await start();
    const put = (body: string) => fetch(`${standin.url}/faults`, { method: 'PUT', body });
    const v1Of = () => fetch(`${standin.v1Url}/psi?date=2026-11-21`);
    const none = Object.fromEntries([...METRICS, ...FEEDS].map((source) => [source, null]));
    const weather = null;
    expect(await (await put('{"v2":{"psi":"500"}}')).json()).toEqual({
      v2: { ...none, psi: '500' },
      v1: none,
      weather,
    });
    expect((await v1Of()).status).toBe(200);
    const both = { ...none, psi: '500' };
    expect(await (await put('{"psi":"500"}')).json()).toEqual({
      v2: both,
      v1: both,
      weather,
    });
    expect((await v1Of()).status).toBe(500);
    expect((await fetch(`${standin.v2Url}/psi?date=2026-11-21`)).status).toBe(500);
    expect((await fetch(`${standin.v2Url}/pm25?date=2026-11-21`)).status).toBe(200);
    for (const body of [
      '{"psi":"on fire"}',
      '{"snow":"500"}',
      '{"v1":{"snow":"500"}}',
      '{"psi":"na"}',
      '{"wind":"no-south"}',
      '{"weather":"snow"}',
      '{"v2":null}',
      '[1]',
      'psi',
      'null',
    ]) {
      expect((await put(body)).status, body).toBe(400);
    }
    expect(await (await put('{"psi":null}')).json()).toEqual({
      v2: none,
      v1: none,
      weather,
    });
    expect(await (await put('{"rain":"na","weather":"storm"}')).json()).toMatchObject({
      v2: { rain: 'na' },
      weather: 'storm',
    });
    expect((await fetch(`${standin.v2Url}/psi?date=2026-11-21`)).status).toBe(200);
  });
});
