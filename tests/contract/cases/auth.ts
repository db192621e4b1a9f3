/** Cases: which requests are let in. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { JPEG } from '../../support/underlay/photos.ts';
import type { Caller, Case, SendOptions } from '../caller.ts';
import { DRAWINGS, newDrawing, path, refused, TRASH } from '../support.ts';
import type { TestResponse } from '../target.ts';

/** A valid request to each gated route, without the right token. */
export function gatedRequests(
  { send }: Pick<Caller, 'send'>,
  id: string,
  options: SendOptions,
): (() => Promise<TestResponse>)[] {
  const json = { title: 'gated', strokes: [], thumb: '' };
  const headers = { ...options.headers };
  return [
    () => send('GET', DRAWINGS, options),
    () => send('POST', DRAWINGS, { ...options, json }),
    () => send('GET', `${DRAWINGS}/changes`, options),
    () => send('GET', path(id), options),
    () => send('PUT', path(id), { ...options, headers: { ...headers, 'If-Match': '*' }, json }),
    () =>
      send('PATCH', path(id), {
        ...options,
        headers: { ...headers, 'If-Match': '1', 'Idempotency-Key': randomUUID() },
        json: [],
      }),
    () => send('DELETE', path(id), options),
    () => send('PUT', path(id, '/restore'), options),
    () => send('DELETE', `${TRASH}/${id}`, options),
    () => send('DELETE', TRASH, options),
    () => send('GET', path(id, '/versions'), options),
    () => send('GET', path(id, '/versions/1'), options),
    () =>
      send('PUT', path(id, '/underlay'), {
        ...options,
        headers: { ...headers, 'Content-Type': 'image/jpeg' },
        body: JPEG,
      }),
    () => send('GET', path(id, '/underlay'), options),
    () => send('DELETE', path(id, '/underlay'), options),
    () => send('POST', path(id, '/shares'), { ...options, json: {} }),
    () => send('GET', path(id, '/shares'), options),
    () => send('DELETE', path(id, '/shares/0123456789abcdef'), options),
    () => send('GET', '/api/v1/profile', options),
    () => send('PUT', '/api/v1/profile', { ...options, json: { displayName: '', avatarSeed: '' } }),
    () => send('POST', '/api/v1/pairing-codes', options),
    () => send('GET', '/api/v1/pairing-codes', options),
    () => send('POST', '/api/v1/live-tickets', options),
  ];
}

export const authCases: readonly Case[] = [
  {
    name: 'a missing token is 401 on exactly the gated routes',
    mode: 'token',
    async run(caller) {
      const { id } = await newDrawing(caller);
      for (const request of gatedRequests(caller, id, { anonymous: true })) {
        const response = await request();
        refused(response, 401, 'unauthorized');
        assert.match(String(response.headers['www-authenticate']), /^Bearer/);
      }
      for (const route of [
        '/health',
        '/api/v1/app',
        '/api/v1/status',
        '/api/v1/openapi.json',
        '/api/v1/readings',
      ]) {
        assert.equal((await caller.send('GET', route, { anonymous: true })).status, 200, route);
      }
    },
  },
  {
    name: 'the token is accepted in both headers',
    mode: 'token',
    async run({ send, target }) {
      const token = String(target.token);
      for (const headers of [
        { Authorization: `Bearer ${token}` },
        { Authorization: `bearer ${token}` },
        { 'X-Draw-Token': token },
        { 'X-Draw-Token': token, Authorization: `Bearer ${token}` },
      ] as Record<string, string>[]) {
        assert.equal((await send('GET', DRAWINGS, { headers, anonymous: true })).status, 200);
        assert.deepStrictEqual((await send('GET', '/api/v1/auth/check', { headers, anonymous: true })).json, {
          ok: true,
        });
      }
      assert.deepStrictEqual((await send('GET', '/api/v1/auth/check', { anonymous: true })).json, {
        ok: false,
      });
    },
  },
  {
    name: 'wrong token, disagreeing tokens',
    mode: 'token',
    async run({ send, target }) {
      const address = '198.51.100.1';
      const right = String(target.token);
      const wrong = [
        { Authorization: 'Bearer nope' },
        { 'X-Draw-Token': `${right}x` },
        { 'X-Draw-Token': 'nope', Authorization: `Bearer ${right}` },
        { 'X-Draw-Token': right, Authorization: 'Bearer nope' },
      ] as Record<string, string>[];
      for (const headers of wrong) {
        refused(await send('GET', DRAWINGS, { headers, anonymous: true, address }), 401, 'unauthorized');
      }
      const check = await send('GET', '/api/v1/auth/check', {
        headers: wrong[0] ?? {},
        anonymous: true,
        address,
      });
      assert.deepStrictEqual(check.json, { ok: false });
    },
  },
  {
    name: 'wrong tokens are limited per address on every gated route; the right one is never refused',
    mode: 'token',
    async run(caller) {
      const { id } = await newDrawing(caller);
      const address = '198.51.100.2';
      const headers = { Authorization: 'Bearer guess' };
      let response = await caller.send('GET', DRAWINGS, { headers, address });
      for (let guesses = 0; response.status === 401 && guesses < 100; guesses += 1) {
        response = await caller.send('GET', DRAWINGS, { headers, address });
      }
      refused(response, 429, 'rate_limited');
      for (const request of gatedRequests(caller, id, { headers, address })) {
        refused(await request(), 429, 'rate_limited');
      }
      // Any difference between a right and a wrong token would help guessing.
      for (const route of ['/api/v1/auth/check', '/api/v1/status']) {
        refused(await caller.send('GET', route, { headers, address }), 429, 'rate_limited');
      }
      assert.equal((await caller.send('GET', DRAWINGS, { address })).status, 200, 'the right token');
      refused(await caller.send('GET', DRAWINGS, { headers, address: '198.51.100.3' }), 401, 'unauthorized');
    },
  },
  {
    name: 'the device admits its own pages without a token, and refuses a wrong token',
    mode: 'origin',
    async run({ send }) {
      assert.equal((await send('GET', DRAWINGS)).status, 200);
      assert.deepStrictEqual((await send('GET', '/api/v1/auth/check')).json, { ok: true });
      for (const headers of [{ Authorization: 'Bearer wrong' }, { 'X-Draw-Token': 'wrong' }] as Record<
        string,
        string
      >[]) {
        refused(await send('GET', DRAWINGS, { headers }), 401, 'unauthorized');
        assert.deepStrictEqual((await send('GET', '/api/v1/auth/check', { headers })).json, { ok: false });
      }
    },
  },
];
