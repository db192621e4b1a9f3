import { describe, expect, it } from 'vitest';
import { FALLBACK_CENTRES } from '../../core/air/regions.ts';
import type { AirState, Metric } from '../../core/air/types.ts';
import { FRESH_FOR } from '../../core/air/upstream/freshness.ts';
import { memoryStore } from '../../store/memory.ts';
import { createApi } from '../index.ts';
import { type AirPort, HOME, type SkyPorts } from '../ports.ts';

const source = (metric: string) => ({
  url: `https://example.org/${metric}`,
  refreshed: false,
  fetchedAt: null,
  newest: null,
});
const STATE: AirState = { sources: { psi: source('psi'), pm25: source('pm25') }, centres: FALLBACK_CENTRES };

function host(air: AirPort) {
  const store = memoryStore();
  const ports: SkyPorts = {
    storeOf: () => store,
    writable: store.writable,
    air,
    sky: { state: () => Promise.reject(new Error('not asked')), now: Date.now },
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
  return createApi(ports);
}

describe('air: the readings route', () => {
  it('refreshes for a caller that sends no-cache, on hosts that can', async () => {
    const asked: string[] = [];
    const state = (how: string) => async () => {
      asked.push(how);
      return STATE;
    };
    const history = async () => {
      asked.push('history');
      return { state: STATE, hours: [] };
    };
    const able = host({ now: Date.now, history, state: state('state'), refresh: state('refresh') });
    const unable = host({ now: Date.now, history, state: state('unable') });
    const request = (directive?: string, route = 'readings') =>
      new Request(`https://example.org/api/v1/${route}`, {
        headers: directive === undefined ? {} : { 'Cache-Control': directive },
      });
    await able(request());
    await able(request('max-age=0, no-cache'));
    await able(request('no-cache-please'));
    await unable(request('no-cache'));
    expect(asked.splice(0)).toEqual(['state', 'refresh', 'state', 'unable']);
    await able(request(undefined, 'history'));
    await able(request('No-Cache', 'history'));
    await unable(request('no-cache', 'history'));
    expect(asked).toEqual(['history', 'refresh', 'history', 'history']);
  });

  it('lets caches serve it in its last half minute while they ask, and never past its end', async () => {
    const fetched = Date.parse('2026-09-28T12:00:00+08:00');
    const fresh = (metric: string) => ({
      ...source(metric),
      refreshed: true,
      fetchedAt: '2026-09-28T12:00:00+08:00',
    });
    const state: AirState = { ...STATE, sources: { psi: fresh('psi'), pm25: fresh('pm25') } };
    const lifetimeAfter = async (seconds: number) => {
      const now = () => fetched + seconds * 1000;
      const handle = host({ now, state: async () => state, history: async () => ({ state, hours: [] }) });
      const response = await handle(new Request('https://example.org/api/v1/readings'));
      return response.headers.get('Cache-Control');
    };
    expect(await lifetimeAfter(0)).toBe('public, max-age=570, stale-while-revalidate=30');
    expect(await lifetimeAfter(569)).toBe('public, max-age=1, stale-while-revalidate=30');
    expect(await lifetimeAfter(570)).toBe('public, max-age=31');
    expect(await lifetimeAfter(599)).toBe('public, max-age=2');
    // Nobody keeps max-age=0, and everybody would come at once.
    expect(await lifetimeAfter(600)).toBe('public, max-age=1');
    expect(await lifetimeAfter(9_000)).toBe('public, max-age=1');
  });

  it('responds at once from what it has, and never with a label of before', async () => {
    const hour = '2026-09-28T12:00:00+08:00';
    const known = (metric: string) => ({ ...source(metric), refreshed: true, fetchedAt: hour });
    const values = { west: 50, east: 50, central: 50, south: 50, north: 50 };
    const newest = (metric: Metric) => ({ metric, hour, values, updatedTimestamp: null });
    const sources = {
      psi: { ...known('psi'), newest: newest('psi') },
      pm25: { ...known('pm25'), newest: newest('pm25') },
    };
    const state: AirState = { ...STATE, sources };
    let at = 0;
    const air = { now: () => at, state: () => state, history: async () => ({ state, hours: [] }) };
    const request = () => new Request('https://example.org/api/v1/readings');
    const keeping = host(air);
    const statuses = new Set<string>();
    const told = async (response: Response) => [await response.text(), response.headers.get('Cache-Control')];
    for (const end of [Date.parse(hour) + 10 * 60_000, Date.parse(hour) + FRESH_FOR]) {
      for (at = end - 2_000; at <= end + 2_000; at += 250) {
        const first = await keeping(request());
        const again = keeping(request());
        if (again instanceof Promise) expect.fail('it waits');
        const made = await told(await host(air)(request()));
        expect([await told(first), await told(again)]).toEqual([made, made]);
        statuses.add(JSON.parse(made[0] ?? '').sources.psi.status);
      }
    }
    expect([...statuses]).toEqual(['ok', 'stale']);
  });

  it('builds a response once a second, and again when the state changes', async () => {
    let now = 1_800_000_000_000;
    let state = STATE;
    const history = async () => ({ state, hours: [] });
    const handle = host({ now: () => now, state: async () => state, history });
    const date = async () =>
      (await handle(new Request('https://example.org/api/v1/readings'))).headers.get('Date');
    const first = await date();
    now += 1_000;
    expect(await date()).not.toBe(first);
    state = {
      ...STATE,
      sources: { ...STATE.sources, psi: { ...source('psi'), url: 'https://example.org/v1' } },
    };
    const { sources } = await (await handle(new Request('https://example.org/api/v1/readings'))).json();
    expect(sources.psi.url).toBe('https://example.org/v1');
  });
});
