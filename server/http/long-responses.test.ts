/** Long responses to clients that do not read them, over real connections. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { streamedResponse } from '../../src/api/http/stream.ts';
import type { Handle } from '../../src/api/ports.ts';
import { clientAddress } from '../config/client-address.ts';
import { type AppOptions, createApp, nodeListener } from './app.ts';
import { openHttpServer } from './http.ts';
import type { Pace } from './long/send-stream.ts';
import { securityHeaders } from './security.ts';
import { loadSite } from './static.ts';

const OK = /^HTTP\/1\.1 200 /;

const PIECE = 'x'.repeat(256 * 1024);

/** Serves responses without an end. */
async function start(options: Partial<Pick<AppOptions, 'pace' | 'longByLink'>>, next = async () => PIECE) {
  /** The responses that are being read. */
  const open = new Set<symbol>();
  const handle: Handle = async () => {
    const one = Symbol();
    open.add(one);
    const pieces = { next, close: () => void open.delete(one) };
    return streamedResponse(pieces, { status: 200 }, (error) => expect.fail(String(error)));
  };
  const addressOf = clientAddress(['127.0.0.1']);
  const app = createApp({
    handle,
    mcp: handle,
    readiness: { answer: async () => new Response('ready') },
    live: { answer: async () => new Response('live') },
    load: { count: (answer) => answer },
    site: await loadSite(join(tmpdir(), 'no-such-build')),
    shared: () => undefined,
    security: securityHeaders(undefined),
    addressOf: ({ socket, headers }) =>
      addressOf(socket.remoteAddress, headers['x-forwarded-for']?.toString()),
    onDefect: (_id, error) => expect.fail(String(error)),
    newId: () => 'id-1',
    longByLink: 8,
    ...options,
  });
  const server = await openHttpServer('127.0.0.1', 0, nodeListener(Promise.resolve(app)));
  onTestFinished(async () => void (await server.close(0)));

  /** Sends a request, and reads no more than the first bytes of the response. */
  async function ask(path: string, address = '192.0.2.1') {
    const socket = connect(server.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {});
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n\r\n`);
    const [bytes] = await once(socket, 'data');
    socket.pause();
    return { socket, head: String(bytes).split('\r\n\r\n', 1)[0] ?? '' };
  }
  return { open, ask };
}

describe('server: long responses', () => {
  test('to clients that take nothing are cut off, and leave nothing open', async () => {
    const { open, ask } = await start({ pace: { bytes: 64 * 1024, ms: 300 } });
    for (let n = 0; n < 6; n++) expect((await ask('/api/v1/drawings/x')).head).toMatch(OK);
    await expect.poll(() => open.size).toBe(0);
  });

  test('to clients that take little are cut off, and to others they go on', async () => {
    // More than the system keeps for a client, in much less time than a look at all of them takes.
    const pace: Pace = { bytes: 32 * 1024 * 1024, ms: 2_000 };
    const { open, ask } = await start({ pace });
    const [slow, fast] = [(await ask('/api/v1/drawings/x')).socket, (await ask('/api/v1/drawings/x')).socket];
    let taken = 0;
    fast.on('data', (bytes: Buffer) => {
      taken += bytes.length;
    });
    fast.resume();
    const reading = setInterval(() => slow.read(64 * 1024), 20);
    onTestFinished(() => clearInterval(reading));
    await expect.poll(() => open.size).toBe(1);
    const before = taken;
    await expect.poll(() => taken - before).toBeGreaterThan(3 * pace.bytes);
    expect(fast.destroyed).toBe(false);
  }, 60_000);

  test('of which little is there to be taken go on, however long that is', async () => {
    let pieces = 0;
    const { open, ask } = await start({ pace: { bytes: 64 * 1024, ms: 200 } }, async () => {
      await pause(50);
      pieces += 1;
      return 'x';
    });
    const { socket } = await ask('/api/v1/drawings/x');
    socket.resume();
    const [before, most] = [pieces, 20];
    await expect.poll(() => pieces - before).toBeGreaterThan(most);
    expect([open.size, socket.destroyed]).toEqual([1, false]);
  }, 30_000);

  test('are few at a time for an address that has only links, and nobody else gets fewer', async () => {
    const { open, ask } = await start({ longByLink: 2 });
    const link = (address?: string) => ask('/api/v1/shared/x', address);
    const first = await link();
    await link();
    const { head } = await link();
    expect(head).toMatch(/^HTTP\/1\.1 503 /);
    expect(head).toMatch(/^retry-after: 1\r?$/im);
    expect(head).toMatch(/^content-security-policy: default-src 'none'/im);
    expect(open.size).toBe(2);
    expect((await link('192.0.2.2')).head).toMatch(OK);
    expect((await ask('/api/v1/drawings/x')).head).toMatch(OK);
    first.socket.destroy();
    await expect.poll(() => open.size).toBe(3);
    expect((await link()).head).toMatch(OK);
  });
});
