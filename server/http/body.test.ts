import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { ApiError, ERROR_STATUS } from '../../src/api/errors.ts';
import { type ByteBudget, createByteBudget } from '../../src/api/http/byte-budget.ts';
import { BODY_MAX } from '../../src/core/drawing/limits.ts';
import { bindBody, ClientGone, deferContinue, readBody } from './body.ts';

const LIMIT = 1000;
type Outcome = Uint8Array | 'too_large' | Error;

let stop: () => Promise<void> = async () => {};
afterEach(() => stop());

/** A server that reads each body with the limit. `first` resolves to the result of the first read. */
async function reader(pace?: { readonly bytes: number; readonly ms: number }) {
  const { promise: first, resolve: arrived } = Promise.withResolvers<Outcome>();
  const serve = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const web = new Request('http://127.0.0.1/', { method: 'PUT' });
    bindBody(web, { incoming, outgoing });
    const outcome = readBody(web, LIMIT, undefined, pace && { pace }).catch((error: Error) => error);
    arrived(outcome);
    void outcome.then((result) => {
      outgoing.statusCode = result === 'too_large' ? 413 : 200;
      outgoing.end();
    });
  };
  const server = createServer(serve);
  server.on('checkContinue', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    deferContinue(incoming);
    serve(incoming, outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stop = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, first };
}

/** A server that reads bodies for the space that a header names. `begun` counts its requests. */
async function spaces(options?: { readonly budget: ByteBudget; readonly patience: number }) {
  let begun = 0;
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    begun += 1;
    const web = new Request('http://127.0.0.1/', { method: 'PUT' });
    bindBody(web, { incoming, outgoing });
    try {
      await readBody(web, BODY_MAX, String(incoming.headers['space']), options);
    } catch (error) {
      if (!(error instanceof ApiError)) return;
      outgoing.writeHead(ERROR_STATUS[error.code], { ...error.headers });
    }
    outgoing.end();
  };
  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stop = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, begun: () => begun };
}

async function send(port: number, headers: string, body: string | Buffer = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => {});
  socket.write(`PUT / HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`);
  socket.write(body);
  return socket;
}

describe('server: request body', () => {
  test('a body at the limit comes back whole, one byte over it does not', async () => {
    for (const [length, expected] of [
      [LIMIT, LIMIT],
      [LIMIT + 1, 'too_large'],
    ] as const) {
      const { port, first } = await reader();
      const socket = await send(port, `Content-Length: ${length}\r\n`, Buffer.alloc(length, 'x'));
      const outcome = await first;
      expect(outcome instanceof Uint8Array ? outcome.length : outcome).toBe(expected);
      socket.destroy();
      await stop();
    }
  });

  test('Content-Length over the limit is refused without a byte of the body', async () => {
    const { port, first } = await reader();
    const socket = await send(port, `Content-Length: ${LIMIT + 1}\r\n`);
    expect(await first).toBe('too_large');
    socket.destroy();
  });

  test('a chunked body is counted while it comes', async () => {
    const { port, first } = await reader();
    const chunk = `200\r\n${'x'.repeat(0x200)}\r\n`;
    const socket = await send(port, 'Transfer-Encoding: chunked\r\n', chunk + chunk);
    expect(await first).toBe('too_large');
    socket.destroy();
  });

  test('a chunked body within the limit comes back whole', async () => {
    const { port, first } = await reader();
    const socket = await send(port, 'Transfer-Encoding: chunked\r\n', '3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n');
    const outcome = await first;
    expect(outcome instanceof Uint8Array && Buffer.from(outcome).toString()).toBe('abcde');
    socket.destroy();
  });

  test('a client that goes away leaves no half of a body', async () => {
    const { port, first } = await reader();
    const socket = await send(port, 'Content-Length: 500\r\n', 'half');
    socket.destroy();
    expect(await first).toBeInstanceOf(ClientGone);
  });

  test('100 Continue is sent when the body is wanted, and not when its length refuses it', async () => {
    const { port } = await reader();
    const put = (length: number) =>
      new Promise<{ continued: boolean; status: number | undefined }>((resolve, reject) => {
        let continued = false;
        const headers = { Expect: '100-continue', 'Content-Length': length };
        const call = request({ port, host: '127.0.0.1', method: 'PUT', headers }, (response) => {
          resolve({ continued, status: response.statusCode });
          call.destroy();
        });
        call.on('error', reject);
        call.on('continue', () => {
          continued = true;
          call.end(Buffer.alloc(length));
        });
        call.flushHeaders();
      });
    expect(await put(5)).toEqual({ continued: true, status: 200 });
    expect(await put(LIMIT + 1)).toEqual({ continued: false, status: 413 });
  });

  test('a body that comes too slowly is ended with 408, and not waited for', async () => {
    const { port, first } = await reader({ bytes: 10, ms: 50 });
    const socket = await send(port, 'Content-Length: 900\r\n', 'few');
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes.toString();
    });
    await once(socket, 'close');
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(await first).toBeInstanceOf(ClientGone);
  });

  test('slow bodies of two spaces keep only the memory of what has arrived', async () => {
    const { port, begun } = await spaces();
    const sockets: Socket[] = [];
    for (const space of ['mei', 'bob']) {
      for (let i = 0; i < 14; i++) {
        const headers = `Space: ${space}\r\nContent-Length: ${BODY_MAX}\r\n`;
        sockets.push(await send(port, headers, Buffer.alloc(17_000)));
      }
    }
    await expect.poll(begun).toBe(28);
    const put = (space: string, bytes: number) =>
      fetch(`http://127.0.0.1:${port}/`, {
        method: 'PUT',
        headers: { Space: space },
        body: new Uint8Array(bytes),
      }).then(({ status }) => status);
    expect(await Promise.all([put('home', BODY_MAX), put('home', 100), put('mei', 100)])).toEqual([
      200, 200, 200,
    ]);
    for (const socket of sockets) socket.destroy();
  });

  test('a body waits for memory in bounded time, before it is read and on the way, then it gets 503', async () => {
    for (const room of [0, 200_000]) {
      const budget = createByteBudget(room);
      const { port } = await spaces({ budget, patience: 50 });
      const response = await fetch(`http://127.0.0.1:${port}/`, {
        method: 'PUT',
        body: new Uint8Array(BODY_MAX),
      });
      expect([response.status, Number(response.headers.get('Retry-After'))]).toEqual([
        503,
        expect.closeTo(3, -1),
      ]);
      await expect.poll(() => room === 0 || budget.take(room).waits === undefined).toBe(true);
      await stop();
    }
  });

  test('a request that no Node stream is bound to is read and counted too', async () => {
    const web = (body: string) => new Request('http://127.0.0.1/', { method: 'PUT', body });
    const read = await readBody(web('abc'), 3);
    expect(read).toEqual(Buffer.from('abc'));
    expect(await readBody(web('abcd'), 3)).toBe('too_large');
    expect(await readBody(new Request('http://127.0.0.1/'), 3)).toHaveLength(0);
  });

  test('a body is not read until there is room for it, and leaves its room when its answer is out', async () => {
    const order: string[] = [];
    const [entry, left, asked] = [0, 1, 2].map(() => Promise.withResolvers<void>());
    const budget: ByteBudget = {
      take(bytes) {
        order.push(`asks for ${bytes}`);
        asked?.resolve();
        return { waits: entry?.promise, free: () => left?.resolve() };
      },
    };
    const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
      const web = new Request('http://127.0.0.1/', { method: 'PUT' });
      bindBody(web, { incoming, outgoing });
      if (incoming.method === 'PUT') await readBody(web, LIMIT, undefined, { budget });
      outgoing.end();
    };
    const server = createServer((incoming, outgoing) => void serve(incoming, outgoing));
    server.on('checkContinue', (incoming: IncomingMessage, outgoing: ServerResponse) => {
      deferContinue(incoming);
      void serve(incoming, outgoing);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    stop = async () => {
      server.closeAllConnections();
      server.close();
    };
    const { port } = server.address() as AddressInfo;
    const headers = { Expect: '100-continue', 'Content-Length': 5 };
    const call = request({ port, host: '127.0.0.1', method: 'PUT', headers });
    call.on('continue', () => {
      order.push('is read');
      call.end(Buffer.alloc(5));
    });
    call.flushHeaders();
    await asked?.promise;
    // Anything written to the client before this response has arrived by now.
    await fetch(`http://127.0.0.1:${port}/`);
    order.push('there is room');
    entry?.resolve();
    await left?.promise;
    expect(order).toEqual(['asks for 5', 'there is room', 'is read']);
  });
});
