import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../../server/http/http.ts';
import { BODY_MAX } from '../../src/core/drawing/limits.ts';
import { ALERTS, idOfEndpoint, subscription } from '../contract/alerts/cases.ts';
import { type AppServer, startAppServer } from '../support/app-server.ts';
import { realStrokes } from '../support/drawing/strokes.ts';
import { apiOf, LONG_TIMEOUT, rawConnection } from './program.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer({
    build: false,
    token: 'Right-token-0123456789',
    env: { RATE_LIMIT_PER_MINUTE: '3', TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'https://draw.example.org' },
  });
});
afterAll(() => server[Symbol.asyncDispose]());

/** A JSON body of exactly `bytes` bytes. */
function bodyOf(bytes: number): Uint8Array<ArrayBuffer> {
  const [head, tail] = ['{"title":"big","strokes":[],"thumb":""', '}'];
  return new TextEncoder().encode(head + ' '.repeat(bytes - head.length - tail.length) + tail);
}

function put(id: string, body: RequestInit['body'], more: { duplex?: 'half' } = {}): Promise<Response> {
  const init: RequestInit & { duplex?: 'half' } = {
    method: 'PUT',
    body: body ?? null,
    headers: {
      Authorization: `Bearer ${server.token}`,
      'Content-Type': 'application/json',
      'If-None-Match': '*',
    },
    ...more,
  };
  return fetch(`${server.url}/api/v1/drawings/${id}`, init);
}

function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let offset = 0;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(bytes.subarray(offset, offset + 65_536));
      offset += 65_536;
      if (offset >= bytes.length) controller.close();
    },
  });
}

describe('server: limits', () => {
  test('a body of exactly 5 MB is accepted', async () => {
    const id = randomUUID();
    expect((await put(id, bodyOf(BODY_MAX))).status).toBe(201);
    expect((await put(randomUUID(), streamOf(bodyOf(BODY_MAX)), { duplex: 'half' })).status).toBe(201);
  });

  test('5 MB + 1 byte with and without Content-Length: 413, and nothing is stored', async () => {
    const id = randomUUID();
    const withLength = await put(id, bodyOf(BODY_MAX + 1));
    expect(withLength.status).toBe(413);
    expect(await withLength.json()).toMatchObject({ error: { code: 'too_large' } });
    const withoutLength = await put(id, streamOf(bodyOf(BODY_MAX + 1)), { duplex: 'half' });
    expect(withoutLength.status).toBe(413);
    expect((await apiOf(server)('GET', `/drawings/${id}`)).status).toBe(404);
  });

  test('an endless body is refused as soon as it is over the limit', async () => {
    const { socket, received } = await rawConnection(server.url);
    socket.write(
      `PUT /api/v1/drawings/${randomUUID()} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.token}\r\n` +
        'Content-Type: application/json\r\nIf-None-Match: *\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, ' '), Buffer.from('\r\n')]);
    let sent = 0;
    const pump = () => {
      while (socket.writable && sent < 4 * BODY_MAX) {
        sent += 0x10000;
        if (!socket.write(chunk)) {
          socket.once('drain', pump);
          return;
        }
      }
    };
    pump();
    await expect.poll(received, LONG_TIMEOUT).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
    expect((await apiOf(server)('GET', '/drawings?limit=1')).status).toBe(200);
  });

  test('whoever sends no token keeps no drawing waiting by bodies that never come', async () => {
    const begin = async (length: number) => {
      const connection = await rawConnection(server.url);
      connection.socket.write(
        'POST /api/v1/pairings HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 198.51.100.9\r\n' +
          'Content-Type: application/json\r\n' +
          `Content-Length: ${length}\r\n\r\n`,
      );
      return connection;
    };
    const lengths = [...Array<number>(14).fill(BODY_MAX), ...Array<number>(14).fill(2048)];
    const [first, ...others] = await Promise.all(lengths.map(begin));
    expect((await put(randomUUID(), bodyOf(BODY_MAX))).status).toBe(201);
    await expect.poll(first?.received ?? String, LONG_TIMEOUT).toMatch(/^HTTP\/1\.1 413 /);
    for (const one of [first, ...others]) one?.socket.destroy();
  });

  test('wrong tokens: 401, then 429 with Retry-After, but not for the right one or other addresses', async () => {
    const ask = (token: string, from: string, path = '/drawings') =>
      fetch(`${server.url}/api/v1${path}`, {
        headers: { Authorization: `Bearer ${token}`, 'X-Forwarded-For': from },
      });
    const statuses = [];
    for (let i = 0; i < 11; i += 1) {
      statuses.push((await ask('wrong', '198.51.100.1', i % 2 === 0 ? '/drawings' : '/auth/check')).status);
    }
    expect(statuses.slice(0, 10)).toEqual([401, 200, 401, 200, 401, 200, 401, 200, 401, 200]);
    expect(statuses[10]).toBe(429);
    const limited = await ask('wrong', '198.51.100.1', '/auth/check');
    expect(limited.status).toBe(429);
    expect(limited.headers.get('Retry-After')).toMatch(/^[1-9]\d?$/);
    expect((await ask(server.token, '198.51.100.1')).status).toBe(200);
    expect((await ask('wrong', '198.51.100.2')).status).toBe(401);
  });

  test('two different tokens are 401, although one of them is right', async () => {
    const response = await fetch(`${server.url}/api/v1/drawings`, {
      headers: { Authorization: `Bearer ${server.token}`, 'X-Draw-Token': 'other' },
    });
    expect(response.status).toBe(401);
    expect(response.headers.get('WWW-Authenticate')).toContain('Bearer');
  });

  test('the air has a quota per client address, drawings and /health have none', async () => {
    const from = { 'X-Forwarded-For': '2001:db8:5::1' };
    const neighbour = { 'X-Forwarded-For': '2001:db8:5::2' };
    const statuses = [];
    for (const headers of [from, neighbour, from, neighbour]) {
      statuses.push((await fetch(`${server.url}/api/v1/readings`, { headers })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    const other = { 'X-Forwarded-For': '2001:db8:6::1' };
    expect((await fetch(`${server.url}/api/v1/readings`, { headers: other })).status).toBe(200);
    expect((await fetch(`${server.url}/health`, { headers: from })).status).toBe(200);
  });

  test('API responses have HSTS and nosniff, and any site may read the air', async () => {
    const health = await fetch(`${server.url}/health`);
    expect(health.headers.get('Strict-Transport-Security')).toContain('max-age=');
    expect(health.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(health.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
    const air = await fetch(`${server.url}/api/v1/guide`);
    expect(air.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
  });

  test('every API response has the security headers, errors and 304 included', async () => {
    const from = { 'X-Forwarded-For': '198.51.100.9' };
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`${server.url}${path}`, { ...init, headers: { ...from, ...init.headers } });
    const first = await ask('/api/v1/readings');
    const tag = { 'If-None-Match': first.headers.get('ETag') ?? '' };
    const answers = {
      200: first,
      304: await ask('/api/v1/readings', { headers: tag }),
      400: await ask('/api/v1/readings?region=moon'),
      429: await ask('/api/v1/readings'),
      204: await ask('/api/v1/readings', { method: 'OPTIONS' }),
      405: await ask('/api/v1/readings', { method: 'PUT' }),
      401: await ask('/api/v1/drawings'),
      404: await ask('/api/v1/nothing'),
    };
    for (const [status, { status: given, url, headers }] of Object.entries(answers)) {
      expect(given, url).toBe(Number(status));
      const isAir = url.endsWith('/readings') || url.includes('/readings?');
      expect(Object.fromEntries(headers), `${status} ${url}`).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': isAir ? 'cross-origin' : 'same-origin',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': expect.stringContaining('max-age='),
        'x-content-type-options': 'nosniff',
      });
    }
  });

  test('no token, title or stroke is ever logged', async () => {
    const title = 'A very private sketch';
    const api = apiOf(server);
    const id = randomUUID();
    const body = { title, strokes: realStrokes(3), thumb: '' };
    await api('PUT', `/drawings/${id}`, { body, headers: { 'If-None-Match': '*' } });
    await api('PUT', `/drawings/${id}`, { body: { ...body, extra: title }, headers: { 'If-Match': '1' } });
    await api('GET', `/drawings?cursor=${encodeURIComponent(title)}`);
    await fetch(`${server.url}/${server.token}?token=${server.token}`, {
      headers: { 'X-Draw-Token': server.token },
    });
    expect(await server.stop()).toBe(0);
    const log = server.output();
    expect(log).toContain(`"path":"/api/v1/drawings/${id}"`);
    expect(log).not.toContain(server.token);
    expect(log).not.toContain('private');
    expect(log).not.toContain('points');
  });
});

describe('server: silent connections', () => {
  test('of one address leave room for others; a proxy may have all the room', async () => {
    const env = { TRUST_PROXY: '127.0.0.3' };
    await using own = await startAppServer({ build: false, token: 'Right-token-0123456789', env });
    const port = Number(new URL(own.url).port);
    const sockets: Socket[] = [];
    let hungUp = 0;
    const open = (localAddress: string) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress })
        .on('error', () => {})
        .resume();
      // Those that stay are answered 408 after a while.
      socket.on('close', () => (hungUp += socket.bytesRead === 0 ? 1 : 0));
      sockets.push(socket);
    };
    for (let i = 0; i < LIMITS.connectionsOfAddress + 5; i += 1) open('127.0.0.2');
    await expect.poll(() => hungUp).toBe(5);
    for (let i = 0; i < LIMITS.connectionsOfAddress + 5; i += 1) open('127.0.0.3');
    expect((await fetch(`${own.url}/health`)).status).toBe(200);
    expect(hungUp).toBe(5);
    for (const socket of sockets) socket.destroy();
  });
});

describe('server: without a token', () => {
  test('no token configured: the drawings answer 503, the public routes answer', async () => {
    await using open = await startAppServer({ build: false, token: '' });
    for (const headers of [{}, { Authorization: 'Bearer x' }]) {
      const response = await fetch(`${open.url}/api/v1/drawings`, { headers });
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({ error: { code: 'auth_not_configured' } });
    }
    const status = await fetch(`${open.url}/api/v1/status`);
    expect(await status.json()).toMatchObject({ authConfigured: false, dataDirWritable: true });
    expect(await (await fetch(`${open.url}/health`)).json()).toEqual({ ok: true });
    const check = await fetch(`${open.url}/api/v1/auth/check`);
    expect(await check.json()).toEqual({ ok: false });
    expect(open.output()).toContain('no DRAW_TOKEN: only the tokens of people open drawings');
  });
});

test('server: an address makes 60 subscriptions to alerts a day, and may go on changing them', async () => {
  await using server = await startAppServer({
    build: false,
    env: { RATE_LIMIT_PER_MINUTE: '1000', TRUST_PROXY: '127.0.0.1' },
  });
  const put = async (body: ReturnType<typeof subscription>, address: string) => {
    const response = await fetch(`${server.url}${ALERTS}/${idOfEndpoint(body.endpoint)}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
      body: JSON.stringify(body),
    });
    const { error } = (await response.json()) as { error?: { code: string } };
    return error?.code ?? response.status;
  };
  const mine = subscription();
  expect(await put(mine, '198.51.100.1')).toBe(201);
  for (let n = 1; n < 60; n += 1) expect(await put(subscription(), '198.51.100.1')).toBe(201);
  expect(await put(subscription(), '198.51.100.1')).toBe('rate_limited');
  expect(await put({ ...mine, atMost: 2 }, '198.51.100.1')).toBe(200);
  expect(await put(subscription(), '198.51.100.2')).toBe(201);
});
