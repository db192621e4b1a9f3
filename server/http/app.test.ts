import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Client, Handle } from '../../src/api/ports.ts';
import { clientAddress } from '../config/client-address.ts';
import { StartError } from '../config/start-error.ts';
import { createApp, nodeListener } from './app.ts';
import { readBody } from './body.ts';
import { type HttpServer, LIMITS, type Listener, openHttpServer } from './http.ts';
import { securityHeaders } from './security.ts';
import { loadSite } from './static.ts';

const LIMIT = 100_000;
const UTF8 = new TextDecoder();

let server: HttpServer | undefined;
afterEach(async () => {
  await server?.close(0);
  server = undefined;
});

interface Observations {
  readonly clients: Client[];
  readonly defects: unknown[];
}

/** Serves `handle`. By default, `/api/v1/read` reads the body and responds with its length. */
async function start(handle: Handle = echo): Promise<Observations & { url: string; port: number }> {
  const seen: Observations = { clients: [], defects: [] };
  const addressOf = clientAddress(['127.0.0.1']);
  const app = createApp({
    handle: (request, client = {}) => {
      seen.clients.push(client);
      return handle(request, client);
    },
    mcp: async (request, client) => {
      const body = await readBody(request, LIMIT);
      return new Response(`MCP ${client?.address} ${body === 'too_large' ? body : UTF8.decode(body)}`);
    },
    readiness: { answer: async () => new Response('ready') },
    live: { answer: async () => new Response('live') },
    load: { count: (answer) => answer },
    longByLink: 8,
    site: await loadSite(join(tmpdir(), 'no-such-build')),
    shared: () => undefined,
    security: securityHeaders(undefined),
    addressOf: ({ socket, headers }) =>
      addressOf(socket.remoteAddress, headers['x-forwarded-for']?.toString()),
    onDefect: (_id, error) => seen.defects.push(error),
    newId: () => 'id-1',
  });
  server = await openHttpServer('127.0.0.1', 0, nodeListener(Promise.resolve(app)));
  return { ...seen, port: server.port, url: `http://127.0.0.1:${server.port}` };
}

const echo: Handle = async (request) => {
  const { pathname } = new URL(request.url);
  if (pathname === '/api/v1/refuse') return new Response('no', { status: 401 });
  if (pathname === '/api/v1/throw') throw new Error('a defect');
  const body = await readBody(request, LIMIT);
  return new Response(body === 'too_large' ? body : `${body.length}`, {
    status: body === 'too_large' ? 413 : 200,
    headers: { 'Content-Type': 'text/plain' },
  });
};

/** Writes raw HTTP and collects the response until `done` returns true. */
async function rawExchange(port: number, write: (socket: Socket) => void, done: (text: string) => boolean) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  let text = '';
  const enough = new Promise<void>((resolve) => {
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      if (done(text)) resolve();
    });
    socket.on('close', () => resolve());
  });
  write(socket);
  await enough;
  socket.destroy();
  return text;
}

describe('server: app', () => {
  test('/api and /health reach the application with the client address', async () => {
    const { url, clients } = await start();
    for (const path of ['/health', '/api/v1/drawings', '/api']) {
      const response = await fetch(url + path);
      expect(response.status).toBe(200);
    }
    await fetch(`${url}/health`, { headers: { 'X-Forwarded-For': '198.51.100.7' } });
    expect(clients.map(({ address }) => address)).toEqual([
      '127.0.0.1',
      '127.0.0.1',
      '127.0.0.1',
      '198.51.100.7',
    ]);
  });

  test('/mcp is answered by itself, with the headers of the API and the body as it was sent', async () => {
    const { url, clients } = await start();
    const response = await fetch(`${url}/mcp`, { method: 'POST', body: '{}' });
    expect(await response.text()).toBe('MCP 127.0.0.1 {}');
    expect(response.headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect(clients).toEqual([]);
  });

  test('everything else is the built app with the page policy', async () => {
    const { url } = await start();
    const response = await fetch(`${url}/`);
    expect(response.status).toBe(503);
    expect(response.headers.get('Content-Security-Policy')).toContain("script-src 'self'");
    expect(response.headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
  });

  test('the scripts of the worker have the policy of the worker', async () => {
    const { url } = await start();
    const policy = async (path: string) =>
      (await fetch(`${url}${path}`)).headers.get('Content-Security-Policy') ?? '';
    for (const path of ['/sw.js', '/assets/sw-later-x.js'])
      expect(await policy(path)).not.toContain('style-src');
    for (const path of ['/assets/app-x.js', '/sw.jsx', '/x/sw.js'])
      expect(await policy(path)).toContain("style-src 'self'");
  });

  test('a defect is a 500 that names the id under which it was reported', async () => {
    const { url, defects } = await start();
    const response = await fetch(`${url}/api/v1/throw`);
    expect(response.status).toBe(500);
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(await response.text()).toContain('id-1');
    expect(defects).toEqual([new Error('a defect')]);
  });

  test('a request line or host that is no address is a 400 in the shape of an API error', async () => {
    const { port } = await start();
    const text = await rawExchange(
      port,
      (socket) => socket.write('GET /api/v1/\\..\\x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
      () => false,
    );
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain('"invalid_parameter"');
    expect(text).toContain('X-Content-Type-Options: nosniff');
  });

  test('two Hosts are a 400, also if they are the same', async () => {
    const { port } = await start();
    for (const second of ['y', 'x']) {
      const text = await rawExchange(
        port,
        (socket) => socket.write(`GET /api/v1/read HTTP/1.1\r\nHost: x\r\nhost: ${second}\r\n\r\n`),
        () => false,
      );
      expect(text).toMatch(/^HTTP\/1\.1 400 /);
      expect(text).toContain('a request has only one Host');
    }
  });

  test('5 MB + 1 byte with and without Content-Length: refused, and the connection goes on or ends cleanly', async () => {
    const { url, port } = await start();
    const body = Buffer.alloc(LIMIT + 1, 'x');
    const streamed = () =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(body);
          controller.close();
        },
      });
    for (let i = 0; i < 3; i += 1) {
      expect((await fetch(`${url}/api/v1/read`, { method: 'PUT', body })).status).toBe(413);
      const init: RequestInit & { duplex: 'half' } = { method: 'PUT', body: streamed(), duplex: 'half' };
      expect((await fetch(`${url}/api/v1/read`, init)).status).toBe(413);
    }
    const next = 'GET /api/v1/read HTTP/1.1\r\nHost: x\r\n\r\n';
    const text = await rawExchange(
      port,
      (socket) => {
        socket.write(`PUT /api/v1/read HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`);
        socket.write(body);
        socket.write(next);
      },
      (sofar) => sofar.includes('200 OK'),
    );
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    expect(text).toContain('HTTP/1.1 200 OK');
  });

  test('a refused request whose client waits for 100 Continue gets its answer and no Continue', async () => {
    const { port } = await start();
    const text = await rawExchange(
      port,
      (socket) =>
        socket.write(
          'PUT /api/v1/refuse HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n',
        ),
      () => false,
    );
    expect(text).toMatch(/^HTTP\/1\.1 401 /);
    expect(text.toLowerCase()).toContain('connection: close');
    expect(text).not.toContain('100 Continue');
  });

  test('an answer in flight is finished when the server closes, and its connection ends', async () => {
    const gate = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const { url } = await start(async () => {
      arrived.resolve();
      await gate.promise;
      return new Response('whole');
    });
    const answer = fetch(`${url}/api/v1/slow`);
    await arrived.promise;
    const closed = server?.close(10_000);
    await expect(fetch(`${url}/health`)).rejects.toThrow();
    gate.resolve();
    const response = await answer;
    expect(await response.text()).toBe('whole');
    expect(response.headers.get('Connection')).toBe('close');
    expect(await closed).toBe(true);
  });

  test('what is not finished by the deadline is cut off, and that is said', async () => {
    const arrived = Promise.withResolvers<void>();
    const { url } = await start(() => {
      arrived.resolve();
      return new Promise(() => {});
    });
    const answer = fetch(`${url}/api/v1/slow`).catch((error: Error) => error);
    await arrived.promise;
    expect(await server?.close(10)).toBe(false);
    expect(await answer).toBeInstanceOf(Error);
  });

  test('headers that do not come to their end in time are 408, and the connection ends', async () => {
    const limits = { ...LIMITS, headersTimeout: 200, connectionsCheckingInterval: 50 };
    server = await openHttpServer('127.0.0.1', 0, () => {}, { limits });
    const { port } = server;
    const text = await rawExchange(
      port,
      (socket) => {
        socket.write('GET /health HTTP/1.1\r\nHost: x\r\n');
        // A header now and then: a client that wants to hold the connection open.
        const drip = setInterval(() => socket.write('X-More: x\r\n'), 20);
        socket.on('close', () => clearInterval(drip));
      },
      () => false,
    );
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(LIMITS.headersTimeout).toBeLessThanOrEqual(15_000);
    expect(LIMITS.connectionsCheckingInterval).toBeLessThanOrEqual(5_000);
  });

  test('more connections than there may be are hung up on, and there is room again when one has gone', async () => {
    const limits = { ...LIMITS, maxConnections: 2 };
    const answer: Listener = (_incoming, outgoing) => outgoing.writeHead(204).end();
    server = await openHttpServer('127.0.0.1', 0, answer, { limits });
    const { port } = server;
    const ask = (socket: Socket) => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const held = [];
    for (let i = 0; i < 2; i += 1) {
      const socket = connect(port, '127.0.0.1');
      held.push(socket);
      ask(socket);
      await once(socket, 'data');
    }
    expect(await rawExchange(port, ask, (text) => text !== '')).toBe('');
    held[0]?.destroy();
    await expect
      .poll(() => rawExchange(port, ask, (text) => text !== ''), { timeout: 20_000 })
      .toMatch(/^HTTP\/1\.1 204 /);
    held[1]?.destroy();
    expect(LIMITS.maxConnections).toBe(4_000);
  });

  test('an address that has as many connections as it may is hung up on, others and proxies are not', async () => {
    const limits = { ...LIMITS, connectionsOfAddress: 2 };
    const answer: Listener = (_incoming, outgoing) => outgoing.writeHead(204).end();
    const isProxy = (address: string) => address === '127.0.0.3';
    server = await openHttpServer('127.0.0.1', 0, answer, { limits, isProxy });
    const { port } = server;
    const open: Socket[] = [];
    /** What is answered to a request on a new connection from an address; the connection stays open. */
    async function ask(localAddress: string): Promise<string> {
      const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {});
      open.push(socket);
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      const answered = once(socket, 'data').then(([bytes]) => String(bytes).slice(9, 12));
      return Promise.race([answered, once(socket, 'close').then(() => 'hung up')]);
    }
    for (const expected of ['204', '204', 'hung up', 'hung up'])
      expect(await ask('127.0.0.1')).toBe(expected);
    expect(await ask('127.0.0.2')).toBe('204');
    for (let i = 0; i < 4; i += 1) expect(await ask('127.0.0.3')).toBe('204');
    open[0]?.destroy();
    await expect.poll(() => ask('127.0.0.1')).toBe('204');
    expect(await ask('127.0.0.1')).toBe('hung up');
    for (const socket of open) socket.destroy();
    expect(LIMITS.connectionsOfAddress).toBe(1_000);
  });

  test('a taken port is said by its name', async () => {
    const { port } = await start();
    const second = openHttpServer('127.0.0.1', port, () => {});
    await expect(second).rejects.toThrow(
      new StartError(`PORT ${port} on 127.0.0.1 is taken by another program`),
    );
  });

  test('a host that is not of this machine is said by its name', async () => {
    await expect(openHttpServer('192.0.2.1', 0, () => {})).rejects.toThrow('HOST 192.0.2.1');
  });
});
