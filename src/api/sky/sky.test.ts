import { describe, expect, it } from 'vitest';
import { SKY_NOW, skyState } from '../../../tests/support/sky/sky-state.ts';
import { FALLBACK_CENTRES } from '../../core/air/regions.ts';
import { MINUTE } from '../../core/air/time/time.ts';
import type { Sky } from '../../core/sky/sky.ts';
import type { SkyState } from '../../core/sky/types.ts';
import { memoryStore } from '../../store/memory.ts';
import { createHandle } from '../http/dispatch.ts';
import { HOME, type SkyPort, type SkyPorts } from '../ports.ts';
import { getSky } from './sky.ts';

const SOURCE = { url: 'https://example.org/', refreshed: false, fetchedAt: null, newest: null };

function host(sky: SkyPort) {
  const store = memoryStore();
  const air = { sources: { psi: SOURCE, pm25: SOURCE }, centres: FALLBACK_CENTRES };
  const ports: SkyPorts = {
    storeOf: () => store,
    writable: store.writable,
    sky,
    air: { now: sky.now, state: async () => air, history: async () => ({ state: air, hours: [] }) },
    products: { catalogue: async () => Promise.reject(new Error('not asked')) },
    guide: async () => '{}',
    auth: {
      mode: 'origin',
      isConfigured: async () => true,
      check: async () => ({ ok: true, principal: { space: HOME, via: 'origin' } }),
    },
    now: Date.now,
    newId: () => crypto.randomUUID(),
    announce: () => {},
    readBody: async () => new Uint8Array(),
    openapi: async () => '{}',
    onDefect: () => {},
    publicUrl: 'https://example.org',
    version: '0',
  };
  const handle = createHandle([getSky], ports);
  return (query = '', headers: Record<string, string> = {}) =>
    handle(new Request(`https://example.org/api/v1/sky${query}`, { headers }));
}

const still = (state: SkyState = skyState(), now = SKY_NOW): SkyPort => ({
  state: async () => state,
  now: () => now,
});

describe('sky: the route', () => {
  it('answers for an area, and for all without one, to pages of any origin', async () => {
    const get = host(still());
    const one = await get('?area=bishan');
    const body: Sky = await one.json();
    expect([one.status, body.area, body.region, body.areas]).toEqual([200, 'bishan', 'central', undefined]);
    expect(one.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(one.headers.get('Cache-Control')).toBe('public, max-age=90, stale-while-revalidate=30');
    const all: Sky = await (await get()).json();
    expect([all.area, all.areas?.length]).toEqual(['all', 47]);
    expect(await (await get('?area=all')).json()).toEqual(all);
  });

  it('refuses an unknown or repeated area and any other parameter, by name', async () => {
    const get = host(still());
    const wrong = [
      'area=Bishan',
      'area=',
      'area=atlantis',
      'area=bishan&area=bishan',
      'lat=1.3',
      'date=2026-09-21',
    ];
    for (const query of wrong) {
      const response = await get(`?${query}`);
      const { error, apiVersion } = await response.json();
      expect([query, response.status, apiVersion, error.code]).toEqual([
        query,
        400,
        '1',
        'invalid_parameter',
      ]);
      expect(error.details[0].path).toBe(query.split('=')[0]);
    }
  });

  it('says that nothing changed only while that is so: never when a value turned late', async () => {
    const state = skyState();
    let now = SKY_NOW;
    const get = host({ state: async () => state, now: () => now });
    const tag = (await get('?area=bishan')).headers.get('ETag') ?? '';
    expect((await get('?area=bishan', { 'If-None-Match': tag })).status).toBe(304);
    expect((await get('?area=tuas', { 'If-None-Match': tag })).status).toBe(200);
    now += 9 * MINUTE;
    expect((await get('?area=bishan', { 'If-None-Match': tag })).status).toBe(200);
  });

  it('builds a response once a second, and again when the state changes', async () => {
    let state = skyState();
    let now = SKY_NOW;
    const get = host({ state: async () => state, now: () => now });
    const rain = async () => {
      const body: Sky = await (await get('?area=bishan')).json();
      return [body.now.rain?.mmPer5min, body.sources.rain.status];
    };
    expect(await rain()).toEqual([0, 'ok']);
    state = skyState(SKY_NOW, {}, { rain: { refreshed: false } });
    expect(await rain()).toEqual([0, 'stale']);
    now += 40 * MINUTE;
    expect(await rain()).toEqual([undefined, 'unavailable']);
  });

  it('refreshes for a caller that sends no-cache, on hosts that can', async () => {
    const asked: string[] = [];
    const answer = (how: string) => async () => {
      asked.push(how);
      return skyState();
    };
    const able = host({ now: () => SKY_NOW, state: answer('state'), refresh: answer('refresh') });
    await able();
    await able('', { 'Cache-Control': 'no-cache' });
    await host({ now: () => SKY_NOW, state: answer('unable') })('', { 'Cache-Control': 'no-cache' });
    expect(asked).toEqual(['state', 'refresh', 'unable']);
  });
});
