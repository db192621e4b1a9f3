/** Cases: the routes of the air, their responses, strict parameters, CORS, lifetimes, quota. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Discovery } from '../../../src/core/air/discovery.ts';
import { type Guide, guide } from '../../../src/core/air/guide.ts';
import type { History } from '../../../src/core/air/history.ts';
import type { Products } from '../../../src/core/air/products.ts';
import type { Readings } from '../../../src/core/air/readings.ts';
import { REGIONS } from '../../../src/core/air/types.ts';
import { alertRequests } from '../alerts/cases.ts';
import type { Caller, Case } from '../caller.ts';
import { sharedTickets } from '../live/cases.ts';
import { pastFails } from '../past/cases.ts';
import { DRAWINGS, refused } from '../support.ts';
import type { TestResponse } from '../target.ts';
import { gatedRequests } from './auth.ts';
import { sharedPath } from './shares.ts';

export const AIR_ROUTES = [
  '/api/v1',
  '/api/v1/readings',
  '/api/v1/history',
  '/api/v1/products',
  '/api/v1/guide',
  '/api/v1/sky',
  '/api/v1/archive',
];
/** Those whose body has neither products nor guide. */
const HAVE_NO_GUIDE = new Set(['/api/v1/sky', '/api/v1/archive']);
const HOUR = 3_600_000;

/** Values that each parameter of a route refuses, besides empty, repeated or differently spelled ones. */
const REFUSED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  '/api/v1': {},
  '/api/v1/readings': {
    region: ['North', 'NORTH', 'national', 'all%20', '%20all', 'north,south', '%00', '1'],
  },
  '/api/v1/history': {
    region: ['Central', 'singapore', 'central%20', '*'],
    metric: ['PSI', 'pm2.5', 'pm25%2Cpsi', 'pm10', 'null'],
  },
  '/api/v1/products': {
    category: ['all', 'Masks', 'mask', 'constructor', '%F0%9F%98%B7'],
    limit: [
      '0',
      '11',
      '1.0',
      '1e1',
      '+1',
      '%2B1',
      '%201',
      '1%20',
      '01',
      '-1',
      '0x2',
      '9999999999',
      'two',
      'NaN',
    ],
    offset: ['11', '-0', '-1', '00', '1.5', '0.0', '%200', 'null', '١'],
  },
  '/api/v1/guide': {},
  '/api/v1/sky': {
    area: [
      'Bishan',
      'BISHAN',
      'bishan%20',
      'bishan,tuas',
      'toa%20payoh',
      'central',
      'marina-bay',
      '%00',
      '1',
    ],
  },
  '/api/v1/archive': {
    metric: ['PM25', 'all', 'wind', 'pm25,psi', 'rain%20', '%00', '__proto__'],
    from: [
      'yesterday',
      '2026-02-30',
      '2026-9-1',
      '20260901',
      '26-09-01',
      '2026-09-01T00:00:00%2B08:00',
      '1',
      '1999-12-31',
      '9999-12-31',
      '%202026-09-01',
      'null',
    ],
    to: ['today', '2026-13-01', '2026-00-10', '1999-12-31', '9999-12-31', '2026-09-01Z', '-1', '%00'],
    format: ['JSON', 'xml', 'csv%20', 'text/csv'],
  },
};

/**
 * Sends from another address: the quota is counted for each one, so cases with many requests have their own.
 */
function from(address: string, { send, target }: Caller): Caller {
  return { target, send: (method, path, options) => send(method, path, { ...options, address }) };
}

async function body<T>({ send }: Caller, path: string): Promise<T> {
  const response = await send('GET', path);
  assert.equal(response.status, 200, response.text);
  return response.json as T;
}

/** Expects an error of an air route that pages of any origin may read. */
function refusedOpenly(response: TestResponse, status: number, code: string): void {
  refused(response, status, code);
  assert.equal((response.json as { apiVersion: unknown }).apiVersion, '1');
  isOpen(response);
}

function isOpen({ headers }: TestResponse): void {
  assert.equal(headers['access-control-allow-origin'], '*');
  assert.equal(headers['access-control-expose-headers'], 'ETag, Retry-After');
  assert.equal(headers['access-control-allow-credentials'], undefined);
  assert.equal(headers['set-cookie'], undefined);
}

/** Seconds until no cache may serve a response any more: it may for half a minute while it asks for the next. */
function lifetimeOf({ headers }: TestResponse): number {
  const text = String(headers['cache-control']);
  const [, maxAge, late = '0'] = /^public, max-age=(\d+)(?:, stale-while-revalidate=(30))?$/.exec(text) ?? [];
  assert.ok(maxAge !== undefined, text);
  return Number(maxAge) + Number(late);
}

export const airCases: readonly Case[] = [
  {
    name: "air: every response has version, CORS, max-age and the server's clock",
    async run(caller) {
      for (const route of AIR_ROUTES) {
        const response = await caller.send('GET', route, { anonymous: true });
        assert.equal(response.status, 200, route);
        isOpen(response);
        const all = response.json as Record<string, unknown>;
        assert.equal(all['apiVersion'], '1', route);
        assert.ok(lifetimeOf(response) <= 600, `${route}: ${response.headers['cache-control']}`);
        const date = Date.parse(String(response.headers['date']));
        assert.ok(Math.abs(date - Date.now()) < HOUR, `${route}: ${response.headers['date']}`);
        const more = route === '/api/v1' ? ['affiliate'] : ['affiliate', 'guideUrl'];
        const members = ['provenance', ...(HAVE_NO_GUIDE.has(route) ? [] : more)];
        for (const member of members) assert.ok(member in all, `${route} has ${member}`);
      }
    },
  },
  {
    name: 'air: discovery lists every endpoint, and each answers with its defaults',
    async run(caller) {
      const { endpoints, access, links } = await body<Discovery>(caller, '/api/v1');
      assert.deepEqual(
        endpoints.map(({ path }) => path),
        AIR_ROUTES,
      );
      for (const { path, url, parameters } of endpoints) {
        assert.equal(new URL(url).pathname, path);
        assert.deepEqual(
          parameters.map(({ name }) => name),
          Object.keys(REFUSED[path] ?? {}),
        );
        for (const { name, schema } of parameters) {
          // The days of the archive have a default that is another one each day.
          if (!('default' in schema)) continue;
          const response = await caller.send('GET', `${path}?${name}=${String(schema['default'])}`);
          assert.equal(response.status, 200, `${path}: ${name}`);
          if (name !== 'format')
            assert.equal((response.json as Record<string, unknown>)[name], schema['default']);
        }
      }
      assert.equal(access.authentication, 'none');
      assert.equal(access.quota?.requests, caller.target.mode === 'token' ? 60 : undefined);
      const { openapi } = links;
      assert.equal((await caller.send('GET', new URL(openapi).pathname)).status, 200);
    },
  },
  {
    name: 'air: readings have every region, or the requested one',
    async run(caller) {
      const all = await body<Readings>(caller, '/api/v1/readings');
      assert.equal(all.region, 'all');
      assert.deepEqual(
        all.regions.map(({ id }) => id),
        REGIONS,
      );
      for (const { status, timestamp } of Object.values(all.sources)) {
        assert.notEqual(status, 'unavailable');
        assert.match(String(timestamp), /T\d\d:00:00\+08:00$/);
      }
      const one = await body<Readings>(caller, '/api/v1/readings?region=west');
      assert.deepEqual(
        one.regions,
        all.regions.filter(({ id }) => id === 'west'),
      );
    },
  },
  {
    name: 'air: history has Central by default, and 24 whole hours up to the newest of the readings',
    async run(caller) {
      const { sources } = await body<Readings>(caller, '/api/v1/readings');
      const central = await body<History>(caller, '/api/v1/history');
      assert.deepEqual([central.region, central.metric], ['central', 'all']);
      assert.deepEqual(Object.keys(central.series).sort(), ['pm25', 'psi']);
      const newest = Object.values(sources).map(({ timestamp }) => String(timestamp));
      assert.equal(central.windowEnd, newest.sort().at(-1));
      const end = Date.parse(String(central.windowEnd));
      assert.equal(Date.parse(String(central.windowStart)), end - 23 * HOUR);
      let measured = 0;
      for (const points of Object.values(central.series)) {
        assert.deepEqual(
          points.map(({ timestamp }) => Date.parse(timestamp)),
          Array.from({ length: 24 }, (_, index) => end - (23 - index) * HOUR),
        );
        for (const { timestamp, values } of points) {
          assert.match(timestamp, /:00:00\+08:00$/);
          assert.deepEqual(Object.keys(values), ['central']);
          if (typeof values.central === 'number') measured += 1;
        }
      }
      assert.ok(measured > 24, `only ${measured} figures of a day of two metrics`);
      const whole = await body<History>(caller, '/api/v1/history?region=all&metric=pm25');
      assert.deepEqual(Object.keys(whole.series), ['pm25']);
      assert.equal(whole.windowEnd, central.windowEnd);
      for (const [index, { values }] of (whole.series.pm25 ?? []).entries()) {
        assert.deepEqual(Object.keys(values), REGIONS);
        assert.equal(values.central, central.series.pm25?.[index]?.values.central);
      }
    },
  },
  {
    name: 'air: products come in pages, with the disclosure',
    async run(caller) {
      const first = await body<Products>(caller, '/api/v1/products');
      assert.deepEqual([first.category, first.limit, first.offset], ['masks', 2, 0]);
      assert.deepEqual([first.total_count, first.has_more, first.next_offset], [3, true, 2]);
      assert.ok(first.affiliateDisclosure.length > 20);
      const next = await body<Products>(caller, '/api/v1/products?category=masks&limit=2&offset=2');
      assert.deepEqual([next.products.length, next.has_more, next.next_offset], [1, false, null]);
      const whole = await body<Products>(caller, '/api/v1/products?limit=10');
      assert.deepEqual(whole.products, [...first.products, ...next.products]);
      for (const { price, priceCheckedAt, affiliateUrl } of whole.products) {
        assert.equal(price === null, priceCheckedAt === null, 'a price has its date');
        assert.equal(affiliateUrl, null, 'nothing was verified');
      }
      const others = await body<Products>(caller, '/api/v1/products?category=purifiers&offset=10');
      assert.deepEqual([others.products, others.total_count, others.has_more], [[], 2, false]);
    },
  },
  {
    name: 'air: the guide is that of this build, in the common envelope',
    async run(caller) {
      const response = await body<Guide & Record<string, unknown>>(caller, '/api/v1/guide');
      const { apiVersion, provenance, guideUrl, affiliate, ...own } = response;
      assert.deepEqual(own, guide());
      assert.equal(apiVersion, '1');
      assert.ok(provenance !== undefined && affiliate !== undefined);
      assert.equal(new URL(String(guideUrl)).pathname, '/api/v1/guide');
    },
  },
  {
    name: 'air: an unknown, repeated, empty, misspelled or invalid parameter is 400 and named',
    async run(caller) {
      let asked = 0;
      /** Many more than one address may send in a minute. */
      const ask = (query: string) => {
        asked += 1;
        return caller.send('GET', query, { address: `192.0.2.${10 + Math.floor(asked / 50)}` });
      };
      const names = async (query: string, name: string) => {
        const response = await ask(query);
        refusedOpenly(response, 400, 'invalid_parameter');
        const { error } = response.json as { error: { details: { path: string }[] } };
        assert.deepEqual([query, error.details.map(({ path }) => path)], [query, [name]]);
      };
      for (const [route, parameters] of Object.entries(REFUSED)) {
        for (const unknown of ['date', 'url', '__proto__', 'lat', 'toString']) {
          await names(`${route}?${unknown}=1`, unknown);
        }
        for (const [name, values] of Object.entries(parameters)) {
          const good = name === 'limit' || name === 'offset' ? '1' : name === 'category' ? 'masks' : 'all';
          await names(`${route}?${name}=`, name);
          await names(`${route}?${name}`, name);
          await names(`${route}?${name}=${good}&${name}=${good}`, name);
          const [upper, spaced] = [name.toUpperCase(), `${name} `];
          await names(`${route}?${upper}=${good}`, upper);
          await names(`${route}?${name}%20=${good}`, spaced);
          for (const value of values) await names(`${route}?${name}=${value}`, name);
        }
      }
      const head = await caller.send('HEAD', '/api/v1/products?limit=0');
      assert.deepEqual([head.status, head.text], [400, '']);
    },
  },
  {
    name: 'air: whole numbers are plain decimal digits within inclusive bounds',
    async run(caller) {
      const { send } = from('192.0.2.4', caller);
      for (const query of ['limit=1', 'limit=10', 'offset=0', 'offset=10', 'limit=10&offset=10']) {
        assert.equal((await send('GET', `/api/v1/products?${query}`)).status, 200, query);
      }
    },
  },
  {
    name: 'air: any method but GET, HEAD and OPTIONS is 405 with Allow',
    async run(caller) {
      const { send } = from('192.0.2.1', caller);
      for (const route of AIR_ROUTES) {
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
          const response = await send(method, route);
          refusedOpenly(response, 405, 'method_not_allowed');
          assert.equal(response.headers['allow'], 'GET, HEAD, OPTIONS');
        }
      }
    },
  },
  {
    name: 'air: only routes of the air answer a preflight',
    async run(caller) {
      const { send } = from('192.0.2.2', caller);
      for (const route of AIR_ROUTES) {
        const response = await send('OPTIONS', route);
        assert.equal(response.status, 204, route);
        isOpen(response);
        assert.equal(response.headers['access-control-allow-methods'], 'GET, HEAD, OPTIONS');
        const allowed = String(response.headers['access-control-allow-headers']).toLowerCase().split(', ');
        assert.deepEqual(allowed.sort(), ['cache-control', 'if-none-match']);
      }
      for (const route of [DRAWINGS, '/api/v1/app', '/api/v1/openapi.json', '/health']) {
        const response = await send('OPTIONS', route);
        refused(response, 405, 'method_not_allowed');
        assert.equal(response.headers['access-control-allow-origin'], undefined, route);
        const read = await send('GET', route);
        assert.equal(read.headers['access-control-allow-origin'], undefined, route);
      }
    },
  },
  {
    name: 'air: HEAD has the headers and length of GET, and an unchanged body is 304 with its max-age',
    async run(caller) {
      const { send } = from('192.0.2.3', caller);
      for (const route of [...AIR_ROUTES, '/api/v1/history?region=all&metric=psi']) {
        const get = await send('GET', route);
        const head = await send('HEAD', route);
        assert.deepEqual([head.status, head.text], [200, ''], route);
        assert.equal(head.headers['etag'], get.headers['etag'], route);
        const length = String(new TextEncoder().encode(get.text).length);
        assert.equal(head.headers['content-length'], length, route);
        const held = { headers: { 'If-None-Match': String(get.headers['etag']) } };
        for (const method of ['GET', 'HEAD']) {
          const again = await send(method, route, held);
          assert.deepEqual([again.status, again.text], [304, ''], route);
          assert.ok(lifetimeOf(again) <= 600, route);
          isOpen(again);
        }
        const other = await send('GET', route, { headers: { 'If-None-Match': '"0"' } });
        assert.equal(other.status, 200, route);
        refusedOpenly(
          await send('GET', route, { headers: { 'If-None-Match': 'x' } }),
          400,
          'invalid_parameter',
        );
      }
    },
  },
  {
    name: 'air: all its routes share one quota for each address, drawings and health have none',
    mode: 'token',
    async run(caller) {
      const { send } = from('203.0.113.9', caller);
      for (let n = 0; n < 60; n += 1) {
        const route = AIR_ROUTES[n % AIR_ROUTES.length] ?? '';
        assert.equal((await send('GET', route)).status, 200, `${n}: ${route}`);
      }
      for (const route of AIR_ROUTES) {
        const over = await send('GET', route);
        refusedOpenly(over, 429, 'rate_limited');
        const wait = Number(over.headers['retry-after']);
        assert.ok(wait >= 1 && wait <= 60, `${wait} s`);
      }
      assert.equal((await caller.send('GET', '/api/v1/guide', { address: '203.0.113.10' })).status, 200);
      assert.equal((await send('OPTIONS', '/api/v1/readings')).status, 204);
      for (const route of ['/health', DRAWINGS]) assert.equal((await send('GET', route)).status, 200);
    },
  },
];

/** A host with too much to do says so on every route that it sheds, and still answers /health. */
export async function answersBusy(caller: Caller): Promise<void> {
  for (const route of AIR_ROUTES) {
    const response = await caller.send('GET', route);
    refusedOpenly(response, 503, 'busy');
    assert.equal(response.headers['retry-after'], '3');
  }
  const others = [...gatedRequests(caller, randomUUID(), {}), ...alertRequests(caller)];
  for (const request of others) {
    const response = await request();
    refused(response, 503, 'busy');
    assert.equal(response.headers['retry-after'], '3');
  }
  await pastFails(caller, 503, 'busy');
  refused(await caller.send('GET', sharedPath('0'.repeat(32))), 503, 'busy');
  refused(await caller.send('POST', sharedTickets('0'.repeat(32))), 503, 'busy');
  assert.equal((await caller.send('GET', '/health')).status, 200);
}
