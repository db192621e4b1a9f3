/** Cases: service routes, the profile, methods, order of checks. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Case, SendOptions } from '../caller.ts';
import { DRAWINGS, newDrawing, patch, path, refused } from '../support.ts';

const GETS = [
  '/api/v1/app',
  '/api/v1/status',
  '/api/v1/openapi.json',
  DRAWINGS,
  `${DRAWINGS}/changes`,
  '/api/v1/profile',
  '/api/v1',
  '/api/v1/readings',
  '/api/v1/history',
  '/api/v1/products',
  '/api/v1/guide',
];

export const serviceCases: readonly Case[] = [
  {
    name: 'health is true, app and status contain nothing private',
    async run(caller) {
      const { id } = await newDrawing(caller, { title: 'Kampong secret' });
      assert.deepStrictEqual((await caller.send('GET', '/health')).json, { ok: true });
      const app = await caller.send('GET', '/api/v1/app');
      assert.equal((app.json as { auth: { mode: string } }).auth.mode, caller.target.mode);
      const status = await caller.send('GET', '/api/v1/status');
      const { dataDirWritable, authConfigured, drawings } = status.json as Record<string, unknown>;
      assert.deepEqual([dataDirWritable, authConfigured], [true, true]);
      assert.ok(Number(drawings) >= 1);
      assert.ok(![app, status].some(({ text }) => text.includes(id) || text.includes('secret')));
    },
  },
  {
    name: 'status counts the trash separately and has the newest update',
    async run(caller) {
      const counts = async () =>
        (await caller.send('GET', '/api/v1/status')).json as Record<string, number | string>;
      const { id } = await newDrawing(caller);
      const before = await counts();
      const newest = new Date(Date.parse(String(before['newestUpdate'])) + 1).toISOString();
      await patch(caller, id, 1, [{ op: 'replace', path: '/updatedAt', value: newest }]);
      await caller.send('DELETE', path(id));
      const after = await counts();
      assert.equal(after['drawings'], Number(before['drawings']) - 1);
      assert.equal(after['trashed'], Number(before['trashed']) + 1);
      assert.equal(after['newestUpdate'], newest, 'that of what is in the trash counts, too');
    },
  },
  {
    name: 'status without a token, or with a wrong one, counts nothing',
    mode: 'token',
    async run(caller) {
      const known = ['dataDirWritable', 'version', 'authConfigured'];
      const counts = ['drawings', 'trashed', 'newestUpdate'];
      const members = async (options: SendOptions) =>
        Object.keys((await caller.send('GET', '/api/v1/status', options)).json as object);
      assert.deepEqual(await members({}), [...counts, ...known]);
      assert.deepEqual(await members({ anonymous: true }), known);
      const headers = { Authorization: 'Bearer guess' };
      assert.deepEqual(await members({ headers, address: '198.51.100.77' }), known);
    },
  },
  {
    name: 'the profile is empty before the first PUT, which updates both members; If-Match is optional',
    async run({ send }) {
      const first = await send('GET', '/api/v1/profile');
      assert.equal(first.status, 200);
      const json = { displayName: `Mei ${randomUUID()}`, avatarSeed: '榕树' };
      const put = await send('PUT', '/api/v1/profile', { json });
      assert.deepStrictEqual(put.json, json);
      const read = await send('GET', '/api/v1/profile');
      assert.deepStrictEqual(read.json, json);
      assert.equal(read.headers['etag'], put.headers['etag']);
      const tag = String(put.headers['etag']);
      const next = { displayName: 'Next', avatarSeed: '' };
      const matched = await send('PUT', '/api/v1/profile', { headers: { 'If-Match': tag }, json: next });
      assert.equal(matched.status, 200);
      const again = await send('PUT', '/api/v1/profile', { headers: { 'If-Match': tag }, json: next });
      assert.equal(again.status, 200, 'applied already');
      const stale = await send('PUT', '/api/v1/profile', { headers: { 'If-Match': tag }, json });
      refused(stale, 409, 'conflict');
      assert.equal(stale.headers['etag'], matched.headers['etag']);
      const any = await send('PUT', '/api/v1/profile', {
        headers: { 'If-Match': '*' },
        json: { displayName: '', avatarSeed: '' },
      });
      assert.equal(any.status, 200);
    },
  },
  {
    name: 'the profile always exists: a PUT that may only create is 412 and changes nothing',
    async run({ send }) {
      const before = await send('GET', '/api/v1/profile');
      const stored = before.json as { displayName: string; avatarSeed: string };
      const headers = { 'If-None-Match': '*' };
      for (const json of [{ ...stored, displayName: 'Somebody' }, stored]) {
        const refusal = await send('PUT', '/api/v1/profile', { headers, json });
        refused(refusal, 412, 'precondition_failed');
        assert.equal(refusal.headers['etag'], before.headers['etag']);
      }
      assert.deepStrictEqual((await send('GET', '/api/v1/profile')).json, stored);
      const put = (more: Readonly<Record<string, string>>, json: unknown) =>
        send('PUT', '/api/v1/profile', { headers: { ...headers, ...more }, json });
      refused(await put({}, { displayName: 'only' }), 400, 'invalid_body');
      refused(await put({ 'If-Match': '*' }, stored), 400, 'invalid_parameter');
      refused(await put({ 'If-None-Match': '"x"' }, stored), 400, 'invalid_parameter');
    },
  },
  {
    name: 'every GET has an ETag, 304, HEAD, and 400 for a malformed condition',
    async run({ send }) {
      for (const route of GETS) {
        const get = await send('GET', route);
        assert.equal(get.status, 200, route);
        const tag = String(get.headers['etag']);
        const held = await send('GET', route, { headers: { 'If-None-Match': `"x", W/${tag}` } });
        assert.equal(held.status, 304, route);
        assert.equal(held.headers['etag'], tag);
        const head = await send('HEAD', route);
        assert.deepEqual([head.status, head.headers['etag'], head.text], [200, tag, ''], route);
        refused(await send('GET', route, { headers: { 'If-None-Match': 'x' } }), 400, 'invalid_parameter');
      }
      assert.equal((await send('HEAD', '/health')).status, 200);
      assert.equal((await send('HEAD', '/api/v1/auth/check')).status, 200);
    },
  },
  {
    name: 'every route refuses an unknown parameter',
    async run(caller) {
      const { id } = await newDrawing(caller);
      const json = { title: '', strokes: [], thumb: '' };
      const requests: [string, string, object?][] = [
        ...['/health', '/api/v1/auth/check', ...GETS, path(id)].map((route): [string, string] => [
          'GET',
          route,
        ]),
        ['POST', DRAWINGS, { json }],
        ['PUT', path(id), { json }],
        ['PATCH', path(id), { json: [] }],
        ['DELETE', path(id)],
        ['PUT', path(id, '/restore')],
        ['PUT', '/api/v1/profile', { json: { displayName: '', avatarSeed: '' } }],
      ];
      for (const [method, route, options] of requests) {
        refused(await caller.send(method, `${route}?nope=1`, options), 400, 'invalid_parameter');
      }
    },
  },
  {
    name: 'a method that a route does not have is 405 with Allow; an unknown route under /api is 404',
    async run({ send }) {
      const expected: Record<string, string> = {
        '/health': 'GET, HEAD',
        '/api/v1/app': 'GET, HEAD',
        [DRAWINGS]: 'GET, HEAD, POST',
        [path(randomUUID())]: 'DELETE, GET, HEAD, PATCH, PUT',
        [path(randomUUID(), '/restore')]: 'PUT',
        '/api/v1/profile': 'GET, HEAD, PUT',
      };
      for (const [route, allow] of Object.entries(expected)) {
        for (const method of ['DELETE', 'PATCH', 'POST', 'OPTIONS', 'PUT', 'GET']) {
          if (allow.split(', ').includes(method)) continue;
          const response = await send(method, route);
          refused(response, 405, 'method_not_allowed');
          assert.equal(response.headers['allow'], allow);
        }
      }
      for (const route of [
        '/api',
        '/api/v1/',
        '/api/v2/drawings',
        `${DRAWINGS}/`,
        '/api/v1/Drawings',
        path(randomUUID(), '/x'),
      ]) {
        refused(await send('GET', route), 404, 'not_found');
        refused(await send('POST', route, { json: {} }), 404, 'not_found');
      }
    },
  },
  {
    name: 'checks come in the order of the contract',
    async run(caller) {
      const { send } = caller;
      const { id } = await newDrawing(caller);
      const huge = ' '.repeat(5 * 1024 * 1024 + 1);
      const text = { 'Content-Type': 'text/plain' };
      const order: [Promise<import('../target.ts').TestResponse>, number][] = [
        [send('PUT', `${path('x')}?nope=1`, { body: huge, headers: text }), 400],
        [send('PUT', path('x'), { body: huge, headers: { ...text, 'If-Match': '"' } }), 400],
        [send('PUT', path('x'), { body: huge, headers: text }), 413],
        [send('PUT', path('x'), { body: '{', headers: text }), 415],
        [send('PUT', path('x'), { body: '{' }), 400],
        [send('PUT', path('x'), { json: { title: 1, strokes: [], thumb: '' } }), 400],
        [send('PUT', path('x'), { json: { title: '', strokes: [], thumb: '' } }), 404],
        [send('PUT', path(id), { json: { title: '', strokes: [], thumb: '' } }), 428],
      ];
      for (const [index, [response, status]] of order.entries()) {
        assert.equal((await response).status, status, `step ${index}: ${(await response).text}`);
      }
    },
  },
  {
    name: 'gated responses are never cached',
    async run(caller) {
      const { id } = await newDrawing(caller);
      for (const route of [DRAWINGS, path(id), '/api/v1/profile', path(randomUUID())]) {
        assert.equal((await caller.send('GET', route)).headers['cache-control'], 'no-store');
      }
    },
  },
];
