/** Cases: subscriptions to alerts. Only servers have them; a device passes the requests on. */
import assert from 'node:assert/strict';
import { createECDH, createHash, randomBytes } from 'node:crypto';
import type { Caller, Case, SendOptions } from '../caller.ts';
import { refused } from '../support.ts';
import type { TestResponse } from '../target.ts';

export const ALERTS = '/api/v1/alerts';

export const idOfEndpoint = (endpoint: string) => createHash('sha256').update(endpoint).digest('base64url');

/** The body of a subscription, as a browser makes it, with an endpoint of its own. */
export function subscription(change: Readonly<Record<string, unknown>> = {}) {
  return {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(40).toString('base64url')}`,
    expirationTime: null,
    keys: {
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
    area: 'bishan',
    kinds: ['lightning', 'air'],
    quiet: { from: '22:00', to: '07:00' },
    atMost: 6,
    ...change,
  };
}

function put(
  { send }: Caller,
  body: { endpoint: string },
  options: SendOptions = {},
  id = idOfEndpoint(body.endpoint),
): Promise<TestResponse> {
  return send('PUT', `${ALERTS}/${id}`, { address: '198.51.100.90', json: body, ...options });
}

/** A valid request to each route. */
export function alertRequests(
  caller: Caller,
  options: SendOptions = {},
): readonly (() => Promise<TestResponse>)[] {
  const body = subscription();
  return [
    () => caller.send('GET', ALERTS, options),
    () => put(caller, body, options),
    () => caller.send('DELETE', `${ALERTS}/${idOfEndpoint(body.endpoint)}`, options),
  ];
}

/** What is wanted, as a response has it. Nothing was sent yet, whether the server has looked or not. */
function preferencesOf({ json }: TestResponse): object {
  const { count, ...preferences } = json as { count: { sent: number } | null };
  assert.equal(count?.sent ?? 0, 0);
  return preferences;
}

const good = subscription();

/** What is refused with 400, by its fault, and where. */
const BAD: readonly [fault: string, change: Readonly<Record<string, unknown>>, at: string][] = [
  ['http', { endpoint: 'http://fcm.googleapis.com/fcm/send/x' }, '/endpoint'],
  ['no push service', { endpoint: 'https://example.org/x' }, '/endpoint'],
  ['one that only looks like it', { endpoint: 'https://fcm.googleapis.com.example.org/x' }, '/endpoint'],
  ['its bare domain', { endpoint: 'https://push.services.mozilla.com/x' }, '/endpoint'],
  ['another port', { endpoint: 'https://fcm.googleapis.com:8443/x' }, '/endpoint'],
  ['a name', { endpoint: 'https://me@fcm.googleapis.com/x' }, '/endpoint'],
  ['this machine', { endpoint: 'http://127.0.0.1:8787/api/v1/drawings' }, '/endpoint'],
  ['a private address', { endpoint: 'https://10.0.0.1/x' }, '/endpoint'],
  ['IPv6', { endpoint: 'https://[::1]/x' }, '/endpoint'],
  ['metadata of a cloud', { endpoint: 'http://169.254.169.254/latest/' }, '/endpoint'],
  ['no address', { endpoint: 'x' }, '/endpoint'],
  ['a long one', { endpoint: `https://fcm.googleapis.com/${'x'.repeat(2_048)}` }, '/endpoint'],
  ['no keys', { keys: undefined }, '/keys'],
  ['more than one KB of keys', { keys: { ...good.keys, auth: 'A'.repeat(1_100) } }, '/keys'],
  ['a key more', { keys: { ...good.keys, more: 'x' } }, '/keys'],
  ['a number for a key', { keys: { ...good.keys, auth: 1 } }, '/keys'],
  [
    'a key in the hybrid form, which RFC 8291 does not have',
    { keys: { ...good.keys, p256dh: createECDH('prime256v1').generateKeys('base64url', 'hybrid') } },
    '/keys',
  ],
  ['a key that is no point', { keys: { ...good.keys, p256dh: `B${'A'.repeat(86)}` } }, '/keys'],
  ['an unknown area', { area: 'Bishan' }, '/area'],
  ['an unknown kind', { kinds: ['air', 'haze'] }, '/kinds'],
  ['a kind twice', { kinds: ['air', 'air'] }, '/kinds'],
  ['no kind', { kinds: [] }, '/kinds'],
  ['a time that is none', { quiet: { from: '24:00', to: '07:00' } }, '/quiet'],
  ['half of the quiet hours', { quiet: { from: '22:00' } }, '/quiet'],
  ['no room for an all-clear', { atMost: 1 }, '/atMost'],
  ['too many', { atMost: 21 }, '/atMost'],
  ['a position', { latitude: 1.35 }, '/latitude'],
];

export const alertCases: readonly Case[] = [
  {
    name: 'alerts: the key is public, and no cache keeps it',
    mode: 'token',
    async run(caller) {
      const response = await caller.send('GET', ALERTS, { anonymous: true });
      assert.equal(response.status, 200, response.text);
      assert.deepEqual(Object.keys(response.json as object), ['apiVersion', 'key']);
      assert.equal(response.headers['cache-control'], 'no-store');
      assert.equal(response.headers['access-control-allow-origin'], '*');
      assert.equal((await caller.send('GET', ALERTS)).text, response.text, 'the same each time');
      refused(await caller.send('GET', `${ALERTS}?x=1`), 400, 'invalid_parameter');
      refused(await caller.send('POST', ALERTS), 405, 'method_not_allowed');
    },
  },
  {
    name: 'alerts: a subscription is made, changed and ended without a token',
    mode: 'token',
    async run(caller) {
      const options = { anonymous: true, address: '198.51.100.91' };
      const body = subscription();
      const { area, kinds, quiet, atMost } = body;
      const made = await put(caller, body, options);
      assert.equal(made.status, 201, made.text);
      assert.deepEqual(preferencesOf(made), { apiVersion: '1', area, kinds, quiet, atMost });
      const other: typeof body = subscription({ ...body, quiet: null, area: 'tuas' });
      const changed = await put(caller, other, options);
      assert.equal(changed.status, 200, changed.text);
      assert.deepEqual(preferencesOf(changed), { apiVersion: '1', area: 'tuas', kinds, quiet: null, atMost });
      const path = `${ALERTS}/${idOfEndpoint(body.endpoint)}`;
      for (const _ of ['there', 'not there any more']) {
        const ended = await caller.send('DELETE', path, options);
        assert.deepEqual([ended.status, ended.json], [200, { ok: true }]);
      }
      assert.equal((await put(caller, body, options)).status, 201, 'new again');
      refused(await caller.send('PUT', `${path}?x=1`, { ...options, json: body }), 400, 'invalid_parameter');
      refused(await caller.send('DELETE', `${path}?x=1`, options), 400, 'invalid_parameter');
      refused(await caller.send('GET', path, options), 405, 'method_not_allowed');
    },
  },
  {
    name: 'alerts: the browsers’ push services are known',
    mode: 'token',
    async run(caller) {
      for (const endpoint of [
        'https://fcm.googleapis.com/wp/dh3:APA91b_x-y',
        'https://updates.push.services.mozilla.com/wpush/v2/gAAAAA',
        'https://wns2-par02p.notify.windows.com/w/?token=BQYAAAD%2fx%3d%3d',
        'https://web.push.apple.com/QGx',
      ]) {
        const response = await put(caller, subscription({ endpoint }));
        assert.equal(response.status, 201, `${endpoint}: ${response.text}`);
      }
    },
  },
  {
    name: 'alerts: what cannot be sent to or is not understood is 400, and says where',
    mode: 'token',
    async run(caller) {
      for (const [fault, change, at] of BAD) {
        const response = await put(caller, subscription(change));
        refused(response, 400, 'invalid_body');
        const { details } = (response.json as { error: { details: { path: string }[] } }).error;
        assert.deepEqual([fault, ...details.map(({ path }) => path)], [fault, at]);
      }
    },
  },
  {
    name: 'alerts: an id that is not that of the endpoint is 400',
    mode: 'token',
    async run(caller) {
      const address = '198.51.100.92';
      for (const id of [idOfEndpoint('another'), 'x', idOfEndpoint(good.endpoint).toLowerCase()]) {
        refused(await put(caller, good, { address }, id), 400, 'invalid_parameter');
      }
      refused(await caller.send('DELETE', `${ALERTS}/x`, { address }), 400, 'invalid_parameter');
      const hex = createHash('sha256').update(good.endpoint).digest('hex');
      refused(await caller.send('DELETE', `${ALERTS}/${hex}`, { address }), 400, 'invalid_parameter');
    },
  },
  {
    name: 'alerts: a body that is too large, of another type or no JSON is refused',
    mode: 'token',
    async run(caller) {
      const path = `${ALERTS}/${idOfEndpoint(good.endpoint)}`;
      const send = (options: SendOptions) =>
        caller.send('PUT', path, { address: '198.51.100.93', ...options });
      refused(await send({ json: { ...good, more: 'x'.repeat(9_000) } }), 413, 'too_large');
      const headers = { 'Content-Type': 'text/plain' };
      refused(await send({ body: JSON.stringify(good), headers }), 415, 'unsupported_media_type');
      refused(await send({ body: '{' }), 400, 'invalid_json');
      for (const body of ['[]', 'null', '"x"']) refused(await send({ body }), 400, 'invalid_body');
    },
  },
  {
    name: 'alerts: count as requests of the air',
    mode: 'token',
    async run(caller) {
      const address = '198.51.100.94';
      for (let n = 0; n < 60; n += 1) {
        assert.equal((await caller.send('GET', ALERTS, { address })).status, 200, String(n));
      }
      for (const request of alertRequests(caller, { address })) refused(await request(), 429, 'rate_limited');
    },
  },
];
