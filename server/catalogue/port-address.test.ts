import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { HOUR, MINUTE } from '../../src/core/air/time/time.ts';
import {
  begin,
  catalogue,
  end,
  LONG_TIMEOUT,
  names,
  products,
  restart,
  warning,
  world,
} from '../../tests/support/catalogue.ts';
import { askHost } from './host-request.ts';

/** 20 MB of spaces in 20 KB. */
const BOMB = gzipSync(' '.repeat(20 * 1024 * 1024));

beforeEach(begin);
afterEach(end);

describe('products: the catalogue at an address', () => {
  type Respond = (request: IncomingMessage, response: ServerResponse) => void;
  let answer: Respond;
  let asked: IncomingMessage[];
  const good =
    (text: string, headers: Record<string, string> = {}): Respond =>
    (_request, response) =>
      void response.writeHead(200, headers).end(text);

  async function address(): Promise<string> {
    asked = [];
    const server = createServer((request, response) => {
      asked.push(request);
      answer(request, response);
    });
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const bound = server.address();
    if (typeof bound !== 'object' || bound === null) throw new Error('no port');
    return `http://127.0.0.1:${bound.port}/catalogue.json?token=secret`;
  }

  it('is asked once an hour, with what it said of its version, and 304 confirms it', async () => {
    answer = (request, response) => {
      if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end();
      else
        good(catalogue('One'), { etag: '"v1"', 'last-modified': 'Sat, 21 Nov 2026 00:00:00 GMT' })(
          request,
          response,
        );
    };
    const url = await address();
    const port = products(url);
    await Promise.all([names(port), names(port), port.catalogue('purifiers')]);
    expect(await names(port)).toEqual(['One']);
    world.now += HOUR - 1;
    await names(port);
    expect(asked).toHaveLength(1);
    world.now += 1;
    await names(port);
    await expect
      .poll(async () => (await port.catalogue('masks')).fetchedAt, LONG_TIMEOUT)
      .toBe('2026-11-21T11:00:00+08:00');
    expect(asked).toHaveLength(2);
    expect(asked[1]?.headers).toMatchObject({
      'if-none-match': '"v1"',
      'if-modified-since': 'Sat, 21 Nov 2026 00:00:00 GMT',
    });
    await restart();
    const again = products(url);
    expect(await names(again)).toEqual(['One']);
    await expect.poll(() => asked.length, LONG_TIMEOUT).toBe(3);
    expect(asked[2]?.headers['if-none-match']).toBe('"v1"');
    expect(await warning(again)).toBeNull();
  });

  const FAULTS: readonly (readonly [string, string, Respond])[] = [
    ['HTTP 500', 'is answered with HTTP 500', (_q, r) => void r.writeHead(500).end('oops')],
    ['HTTP 404', 'is answered with HTTP 404', (_q, r) => void r.writeHead(404).end()],
    ['a 304 that was not asked for', 'is answered with HTTP 304', (_q, r) => void r.writeHead(304).end()],
    ['a login page', 'is not as its format asks', good('<html><form>Log in</form>')],
    ['JSON that is cut off', 'is not as its format asks', good(catalogue('New').slice(0, 100))],
    [
      'a body that breaks off',
      'cannot be reached',
      (_q, r) => {
        r.writeHead(200, { 'content-length': '5000' });
        r.write('{"source":', () => r.destroy());
      },
    ],
    ['a hang', 'does not arrive in time', () => {}],
    ['a body that stops coming', 'does not arrive in time', (_q, r) => void r.writeHead(200).write('{')],
    [
      'a body without end',
      'is larger than 1024 KB',
      (_q, r) => {
        r.writeHead(200);
        const more = () => {
          while (!r.destroyed && r.write(' '.repeat(65_536)));
        };
        r.on('drain', more);
        more();
      },
    ],
    [
      'a compressed bomb',
      'is larger than 1024 KB',
      (_q, r) => {
        r.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB);
      },
    ],
    [
      'a redirect without end',
      'redirects more than 5 times',
      (q, r) => {
        r.writeHead(302, { location: q.url ?? '/' }).end();
      },
    ],
  ];
  it.for(FAULTS)(
    'with %s keeps the last good entries, over a restart, and leaves a warning',
    async ([, why, bad]) => {
      answer = good(catalogue('Good'));
      const url = await address();
      // Only a response that never comes may run out of time on a busy machine.
      const timeoutMs = why === 'does not arrive in time' ? 1_500 : 20_000;
      const port = products(url, { timeoutMs });
      expect(await names(port)).toEqual(['Good']);
      answer = bad;
      world.now += 2 * HOUR;
      const said = `The catalogue ${why}; what is shown was read at 10:00 SGT on 21 Nov 2026.`;
      await expect.poll(() => warning(port), LONG_TIMEOUT).toBe(said);
      expect(await names(port)).toEqual(['Good']);
      expect(JSON.stringify([await port.catalogue('masks'), world.logged])).not.toMatch(
        /secret|127\.0\.0\.1/,
      );
      await restart();
      const again = products(url, { timeoutMs });
      await expect.poll(() => warning(again), LONG_TIMEOUT).toBe(said);
      expect(await names(again)).toEqual(['Good']);
      answer = good(catalogue('Better'));
      world.now += 10 * MINUTE;
      await expect.poll(() => names(again), LONG_TIMEOUT).toEqual(['Better']);
      expect(await warning(again)).toBeNull();
    },
  );

  it.for(['gzip', 'br', 'deflate'] as const)('may come packed with %s', async (coding) => {
    const pack = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync }[coding];
    answer = (request, response) => {
      expect(request.headers['accept-encoding']).toContain(coding);
      response.writeHead(200, { 'content-encoding': coding }).end(pack(catalogue('Packed')));
    };
    expect(await names(products(await address()))).toEqual(['Packed']);
  });

  /** A server inside the operator's network, with a good catalogue. */
  async function inside(): Promise<{ readonly port: number; readonly asked: string[] }> {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(`${request.headers.host}${request.url}`);
      response.end(catalogue('Elsewhere'));
    });
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const bound = server.address();
    return { port: typeof bound === 'object' && bound !== null ? bound.port : 0, asked: seen };
  }
  const sends =
    (location: string, status = 302): Respond =>
    (_request, response) =>
      void response.writeHead(status, { location }).end();

  it.for([
    ['the loopback', (port: number) => `http://127.0.0.1:${port}/`],
    ['the loopback by a name', (port: number) => `http://localhost:${port}/`],
    ['the loopback with TLS', (port: number) => `https://127.0.0.1:${port}/`],
    ['the loopback of IPv6', (port: number) => `https://[::1]:${port}/`],
    ['the cloud’s own', () => 'http://169.254.169.254/latest/meta-data'],
    ['a private name, with TLS', () => 'https://files.example/c.json'],
    ['a private address, with TLS', () => 'https://10.0.0.1/c.json'],
    ['a name and password', () => 'https://me:pw@files.example/c.json'],
  ] as const)('that redirects to %s is not followed there', async ([, to]) => {
    const victim = await inside();
    answer = good(catalogue('Good'));
    const url = await address();
    const resolve = async () => [
      { address: '93.184.215.14', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    const port = products(url, { resolve });
    expect(await names(port)).toEqual(['Good']);
    answer = sends(to(victim.port));
    world.now += 2 * HOUR;
    await expect
      .poll(() => warning(port), LONG_TIMEOUT)
      .toContain('The catalogue redirects to where it may not');
    expect(await names(port)).toEqual(['Good']);
    expect(victim.asked).toEqual([]);
  });

  it('is followed on its own host, and to a public one at the address that was looked at', async () => {
    const elsewhere = await inside();
    const resolved: string[] = [];
    const resolve = async (host: string) => {
      resolved.push(host);
      return [{ address: '127.0.0.1', family: 4 }];
    };
    answer = (request, response) => {
      const away = `http://files.example:${elsewhere.port}/c.json`;
      sends(request.url === '/moved' ? away : '/moved', 307)(request, response);
    };
    const port = products(await address(), { resolve, loopback: true });
    expect(await names(port)).toEqual(['Elsewhere']);
    expect(asked.map(({ url }) => url)).toEqual(['/catalogue.json?token=secret', '/moved']);
    expect(elsewhere.asked).toEqual([`files.example:${elsewhere.port}/c.json`]);
    expect(resolved).toEqual(['files.example']);
  });

  it('that redirects to nowhere says so', async () => {
    answer = sends('http://[oops/');
    expect(await warning(products(await address()))).toContain('redirects to nowhere');
  });

  it('that fails is asked again after a pause that doubles, and not before it asked to be', async () => {
    // Each response has another status, so that the warning tells which one has arrived.
    answer = (_request, response) => {
      const headers: Record<string, string> = asked.length === 4 ? { 'retry-after': '590' } : {};
      response.writeHead(499 + asked.length, headers).end();
    };
    let begun = 0;
    const counting: typeof askHost = (question) => {
      begun += 1;
      return askHost(question);
    };
    const port = products(await address(), { ask: counting });
    const arrives = (status: number) =>
      expect.poll(() => warning(port), LONG_TIMEOUT).toContain(`HTTP ${status}`);
    await arrives(500);
    for (const [index, minutes] of [1, 2, 4, 590 / 60].entries()) {
      world.now += minutes * MINUTE - 1;
      await warning(port);
      expect(begun).toBe(index + 1);
      world.now += 1;
      await arrives(501 + index);
    }
  });

  it('that hangs from the first start is waited for no longer than patience lasts', async () => {
    answer = () => {};
    const port = products(await address(), { timeoutMs: 5_000, waitMs: 100 });
    const before = performance.now();
    expect(await port.catalogue('masks')).toMatchObject({
      products: [],
      fetchedAt: null,
      warning: 'The catalogue has not been read yet.',
    });
    expect(performance.now() - before).toBeLessThan(4_000);
  });

  it('that hangs while there is something to show is not waited for', async () => {
    answer = good(catalogue('Good'));
    const port = products(await address(), { timeoutMs: 20_000 });
    expect(await names(port)).toEqual(['Good']);
    answer = () => {};
    world.now += 2 * HOUR;
    const before = performance.now();
    expect(await names(port)).toEqual(['Good']);
    expect(performance.now() - before).toBeLessThan(10_000);
  });

  it('is named to callers when it is a public one, without its query', async () => {
    answer = good(catalogue('One'));
    const local = new URL(await address());
    const ask: typeof askHost = (question) => askHost({ ...question, url: local });
    const port = products('https://files.example.org/c.json?token=secret', { ask });
    expect(await port.catalogue('masks')).toMatchObject({
      products: [{ name: 'One' }],
      catalogueSource: 'https://files.example.org/c.json',
    });
  });
});
