import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Store, StoreFull } from '../../src/api/ports.ts';
import { SERVER_ROUTES } from '../../src/api/server-api.ts';
import type { SkyState } from '../../src/core/sky/types.ts';
import { memoryStore } from '../../src/store/memory.ts';
import type { Exchange } from '../http/http.ts';
import { createMetrics } from './metrics.ts';
import { watchedBusy, watchedLimiter, watchedStores } from './watched.ts';

const SECRET = 'MY-SECRET-0123';
const ID = '0123abcd-89ab-4def-8123-456789abcdef';
const piece = fc.oneof(
  fc.constantFrom(
    SECRET,
    ID,
    '..',
    '.',
    '',
    'api',
    'v1',
    'drawings',
    'shares',
    '%2e%2e',
    '{id}',
    '__proto__',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const target = fc.oneof(
  fc.array(piece, { maxLength: 7 }).map((pieces) => `/${pieces.join('/')}`),
  fc.array(piece, { maxLength: 4 }).map((pieces) => `/api/v1/${pieces.join('/')}?token=${SECRET}`),
  fc.constantFrom('*', '', '/', '/s/'.concat(SECRET), `http://x/${SECRET}`, `/api/v1/drawings/${ID}/shares`),
  fc.string({ unit: 'binary' }),
);
const exchange = fc.record<Exchange>({
  method: fc.oneof(fc.constantFrom('GET', 'PUT', SECRET), fc.string()),
  target,
  status: fc.oneof(fc.constant(null), fc.constantFrom(200, 304, 404, 503), fc.integer()),
  bytes: fc.nat(),
  ms: fc.double({ min: 0, max: 100_000, noNaN: true }),
});

/** The values of one label in a text of figures. */
function valuesOf(text: string, label: string): Set<string> {
  return new Set(
    [...text.matchAll(new RegExp(`[{,]${label}="((?:[^"\\\\]|\\\\.)*)"`, 'g'))].map(([, v]) => v ?? ''),
  );
}

describe('server: figures', () => {
  test('whatever strangers send, words of figures come from short lists, and nothing of a request is in them', async () => {
    const routes = new Set([...SERVER_ROUTES.map(({ path }) => path), '/mcp', '/live', 'page', 'none']);
    await fc.assert(
      fc.asyncProperty(fc.array(exchange, { minLength: 1, maxLength: 60 }), async (exchanges) => {
        const metrics = createMetrics('1.2.3');
        for (const one of exchanges) metrics.exchange(one);
        const text = await metrics.text();
        expect(text).not.toContain(SECRET);
        expect(text).not.toContain(ID);
        for (const route of valuesOf(text, 'route')) expect(routes).toContain(route);
        for (const method of valuesOf(text, 'method')) {
          expect(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other']).toContain(method);
        }
        for (const status of valuesOf(text, 'status')) expect(status).toMatch(/^([1-5]\d\d|gone|other)$/);
        const counted = [...text.matchAll(/^pleinair_requests_total\{.*\} (\d+)$/gm)];
        expect(counted.reduce((sum, [, n]) => sum + Number(n), 0)).toBe(exchanges.length);
      }),
      { numRuns: 60 },
    );
  });

  test('a request counts under the template of its route, never under its path', async () => {
    const metrics = createMetrics('1.2.3');
    const ended = { method: 'GET', status: 200, bytes: 1, ms: 7 };
    metrics.exchange({ ...ended, target: `/api/v1/drawings/${ID}?x=1` });
    metrics.exchange({ ...ended, target: '/api/v1/drawings/changes' });
    metrics.exchange({ ...ended, target: '/assets/app-B1x2.js' });
    metrics.exchange({ ...ended, target: '/api/v1/nothing', status: 404 });
    const text = await metrics.text();
    for (const [route, status] of [
      ['/api/v1/drawings/{id}', 200],
      ['/api/v1/drawings/changes', 200],
      ['page', 200],
      ['none', 404],
    ]) {
      expect(text).toContain(`pleinair_requests_total{method="GET",route="${route}",status="${status}"} 1`);
    }
    expect(text).toContain('pleinair_request_seconds_bucket{le="0.01",route="page"} 1');
    expect(text).toContain('pleinair_request_seconds_bucket{le="0.005",route="page"} 0');
  });

  test('sync is what devices asked for and sent, and what became of it', async () => {
    const metrics = createMetrics('1.2.3');
    const changes = '/api/v1/drawings/changes?since=x';
    const drawing = `/api/v1/drawings/${ID}`;
    const requests: [method: string, target: string, status: number | null][] = [
      ['GET', changes, 200],
      ['GET', changes, 200],
      ['GET', changes, 410],
      ['GET', changes, 401],
      ['PUT', drawing, 201],
      ['PATCH', drawing, 200],
      ['PATCH', drawing, null],
      ['DELETE', '/api/v1/trash', 200],
      ['PUT', '/api/v1/profile', 200],
      ['PATCH', drawing, 409],
      ['PUT', drawing, 412],
      ['PATCH', drawing, 507],
      ['PATCH', drawing, 503],
      ['GET', drawing, 200],
      ['POST', `${drawing}/shares`, 201],
    ];
    const text = () => metrics.text();
    expect(await text()).toContain('pleinair_sync_total{event="restarted"} 0');
    for (const [method, target, status] of requests) {
      metrics.exchange({ method, target, status, bytes: 1, ms: 1 });
    }
    const counted = [...(await text()).matchAll(/^pleinair_sync_total\{event="(\w+)"\} (\d+)$/gm)];
    expect(Object.fromEntries(counted.map(([, event, n]) => [event, Number(n)]))).toEqual({
      asked: 2,
      restarted: 1,
      stored: 4,
      conflict: 2,
      full: 1,
    });
  });

  test('errors of stores are counted by kind, and refusals by what refused', async () => {
    const metrics = createMetrics('1.2.3');
    const full: Store = { ...memoryStore(), write: () => Promise.reject(new StoreFull()) };
    const storeOf = watchedStores(() => full, metrics.storeError);
    expect(storeOf('home')).toBe(storeOf('home'));
    await expect(storeOf('home').write(async () => {})).rejects.toBeInstanceOf(StoreFull);
    // Somebody's limit is nothing that an operator has to look at.
    const limited = Promise.reject(Object.assign(new StoreFull(), { limit: 'the limit' }));
    await expect(storeOf('home').read(() => limited)).rejects.toBeInstanceOf(StoreFull);
    const wrong = Promise.reject(new Error('not of the store'));
    await expect(storeOf('home').read(() => wrong)).rejects.toThrow('not of the store');
    expect(await storeOf('home').read(async () => 'read')).toBe('read');

    const limiter = watchedLimiter({ consume: () => 3, size: 5 }, 'air', metrics);
    expect([limiter.consume('192.0.2.1'), limiter.size]).toEqual([3, 5]);
    const busy = watchedBusy((access) => (access === 'air' ? 2 : undefined), metrics);
    expect([busy('air'), busy('token')]).toEqual([2, undefined]);

    const text = await metrics.text();
    expect(text).toContain('pleinair_store_errors_total{kind="full"} 1');
    expect(text).toContain('pleinair_store_errors_total{kind="corrupt"} 0');
    expect(text).toContain('pleinair_refused_total{by="air"} 1');
    expect(text).toContain('pleinair_refused_total{by="busy"} 1');
    expect(text).toContain('pleinair_refused_total{by="wrong_token"} 0');
    expect(text).not.toContain('192.0.2.1');
  });

  test('a source has its age and state; one that was never read has no age, and is not zero', async () => {
    const now = Date.parse('2026-09-28T13:00:00+08:00');
    const hour = {
      metric: 'psi' as const,
      hour: '2026-09-28T12:00:00+08:00',
      updatedTimestamp: null,
      values: { north: 1, south: 1, east: 1, west: 1, central: 1 },
    };
    const never = { url: 'https://example.org', refreshed: false, fetchedAt: null, newest: null };
    const rain = {
      url: 'https://example.org',
      refreshed: true,
      fetchedAt: '2026-09-28T12:58:00+08:00',
      newest: { timestamp: '2026-09-28T12:40:00+08:00', updatedTimestamp: null, gauges: [] },
    };
    const feeds: SkyState['feeds'] = {
      forecast2h: never,
      rain,
      lightning: never,
      heat: never,
      uv: never,
      wind: never,
      forecast24h: never,
    };
    const metrics = createMetrics('1.2.3');
    metrics.observe({
      http: { counts: async () => ({ connections: 7, requests: 2 }) },
      live: { size: 3 },
      limiters: {
        air: { size: 1 },
        issued: { size: 0 },
        shared: { size: 0 },
        subscribed: { size: 0 },
        wrong_token: { size: 0 },
      },
      pool: () => ({ max: 16, busy: 15, idle: 1, waiting: 4 }),
      air: {
        now: () => now,
        sources: () => ({
          psi: { ...never, refreshed: true, fetchedAt: '2026-09-28T12:55:00+08:00', newest: hour },
          pm25: never,
        }),
      },
      sky: { now: () => now, known: () => ({ feeds }) },
    });
    const text = await metrics.text();
    expect(text).toContain('pleinair_upstream_age_seconds{source="psi"} 300');
    expect(text).toContain('pleinair_upstream_hour_age_seconds{source="psi"} 3600');
    expect(text).toContain('pleinair_upstream_state{source="psi",state="ok"} 1');
    expect(text).toContain('pleinair_upstream_state{source="pm25",state="unavailable"} 1');
    expect(text).not.toMatch(/_age_seconds\{source="pm25"\}/);
    expect(text).toContain('pleinair_upstream_age_seconds{source="rain"} 120');
    expect(text).toContain('pleinair_upstream_hour_age_seconds{source="rain"} 1200');
    expect(text).toContain('pleinair_upstream_state{source="rain",state="stale"} 1');
    expect(text).toContain('pleinair_upstream_state{source="lightning",state="unavailable"} 1');
    expect(text).not.toMatch(/_age_seconds\{source="lightning"\}/);
    expect(text).toContain('pleinair_connections 7');
    expect(text).toContain('pleinair_requests_in_flight 2');
    expect(text).toContain('pleinair_streams 3');
    expect(text).toContain('pleinair_pool_connections{state="busy"} 15');
    expect(text).toContain('pleinair_pool_connections{state="idle"} 1');
    expect(text).toContain('pleinair_pool_connections_max 16');
    expect(text).toContain('pleinair_pool_waiting 4');
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
  });
});
