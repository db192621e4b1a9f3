import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { ClientGone } from './body.ts';
import { openHttpServer } from './http.ts';
import { createLog } from './log.ts';

const TOKEN = 's3cret-token';

function memoryLog() {
  const lines: string[] = [];
  return { lines, log: createLog({ secrets: [TOKEN], destination: { write: (line) => lines.push(line) } }) };
}

async function loggingServer() {
  const { lines, log } = memoryLog();
  const server = await openHttpServer(
    '127.0.0.1',
    0,
    (incoming, outgoing) => {
      if (incoming.url !== '/hang') outgoing.writeHead(204).end();
    },
    { onClose: log.exchange },
  );
  return { lines, port: server.port, stop: () => server.close(0) };
}

const poll = (lines: string[], count: number) =>
  expect.poll(() => lines.length, { timeout: 20_000 }).toBe(count);

describe('server: log', () => {
  test('a request is one JSON line with method, path, status, time and bytes', async () => {
    const { lines, port, stop } = await loggingServer();
    await fetch(`http://127.0.0.1:${port}/api/v1/drawings?cursor=private`);
    await fetch(`http://127.0.0.1:${port}/health`, { method: 'HEAD' });
    await poll(lines, 2);
    const [first, second] = lines.map((line) => JSON.parse(line));
    expect(first).toMatchObject({ method: 'GET', path: '/api/v1/drawings', status: 204, msg: 'request' });
    expect(first.ms).toBeGreaterThanOrEqual(0);
    expect(first.bytes).toBeGreaterThan(0);
    expect(second).toMatchObject({ method: 'HEAD', path: '/health' });
    expect(second.bytes).toBeGreaterThan(0);
    expect(lines.join('')).not.toContain('private');
    await stop();
  });

  test('no header, body or token reaches it, not even a token in the path', async () => {
    const { lines, port, stop } = await loggingServer();
    await fetch(`http://127.0.0.1:${port}/x/${TOKEN}/y?token=${TOKEN}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${TOKEN}`, 'X-Draw-Token': TOKEN },
      body: JSON.stringify({ title: 'My private sketch' }),
    });
    await poll(lines, 1);
    expect(lines[0]).toContain('/x/[secret]/y');
    expect(lines[0]).not.toContain(TOKEN);
    expect(lines[0]).not.toContain('sketch');
    await stop();
  });

  test('a request that comes again is named as the first time, and whatever is in it stays within its line', () => {
    const { lines, log } = memoryLog();
    const exchange = { method: 'GET', target: `/a"b\\c\n/${TOKEN}?x`, status: 200, bytes: 9, ms: 1.26 };
    for (let n = 0; n < 600; n++) {
      log.exchange(exchange);
      log.exchange({ ...exchange, target: `/${n}`, status: null });
    }
    expect(lines).toHaveLength(1_200);
    for (const [n, line] of lines.entries()) {
      const other = { path: `/${(n - 1) / 2}`, status: null, msg: 'client gone' };
      const same = { path: '/a"b\\c\n/[secret]', status: 200, msg: 'request' };
      expect(JSON.parse(line)).toMatchObject({
        level: 30,
        method: 'GET',
        bytes: 9,
        ms: 1.3,
        ...(n % 2 ? other : same),
      });
      expect(line.indexOf('\n')).toBe(line.length - 1);
    }
  });

  test('a client that went away without its answer is told apart', async () => {
    const { lines, port, stop } = await loggingServer();
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /hang HTTP/1.1\r\nHost: x\r\n\r\n', () => socket.destroy());
    await poll(lines, 1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'client gone', status: null, path: '/hang' });
    await stop();
  });

  test('a defect is logged with its id, stack and cause, and without the token', () => {
    const { lines, log } = memoryLog();
    log.defect('7f', new Error(`failed with ${TOKEN}`, { cause: new TypeError('the cause') }));
    const line = JSON.parse(lines[0] ?? '');
    expect(line).toMatchObject({ id: '7f', msg: 'defect', level: 50 });
    expect(line.error).toContain('failed with [secret]');
    expect(line.error).toContain('log.test.ts');
    expect(line.error).toContain('caused by TypeError: the cause');
  });

  test('a client that went away while sending is no defect', () => {
    const { lines, log } = memoryLog();
    log.defect('7f', new ClientGone('gone'));
    expect(lines).toEqual([]);
  });
});

test.each(['/s/0123456789abcdef0123456789abcdef', '/S/x/picture.png', '/api/v1/shared/0123?x=1'])(
  'the secret of a link does not reach it: %s',
  (target) => {
    const { lines, log } = memoryLog();
    log.exchange({ method: 'GET', target, status: 200, bytes: 1, ms: 1 });
    expect(JSON.parse(lines[0] ?? '').path).toMatch(
      /^\/(?:s|S|api\/v1\/shared)\/\[secret\](?:\/picture\.png)?$/,
    );
  },
);

test.each([
  '/s//0123456789abcdef0123456789abcdef',
  '/%73/0123456789abcdef0123456789abcdef',
  '/s%2f0123456789ABCDEF0123456789abcdef',
  '/s\\0123456789abcdef0123456789abcdef/picture.png',
  '/api/v1/shared//%30123456789abcdef0123456789abcdef',
  '/s/a/shared/0123456789abcdef0123456789abcdef',
  '/settings#pair=0123456789abcdefABCDEF',
  '/settings%23pair=0123456789abcdefABCDEF',
  '/live;ticket=0123456789abcdefABCDEF0123456789',
])('nor does a secret in an address that was copied wrongly: %s', (target) => {
  const { lines, log } = memoryLog();
  log.exchange({ method: 'GET', target, status: 404, bytes: 1, ms: 1 });
  expect(JSON.parse(lines[0] ?? '').path).not.toMatch(/123456/);
});

test.each([
  '/aB3_x-9Yz0aB3_x-9Yz0aB3_x-9Yz0qq',
  '/api/v1/drawings/aB3_x-9Yz0aB3_x-9Yz0aB3_x-9Yz0qq',
  '/pair=aB3_x-9Yz0aB3_x-9Yz0aB',
  '/pair=aB3',
  '/%61B3_x-9Yz0%61B3_x-9Yz0aB3_x%2d9Yz0qq',
  '/%2561B3_x-9Yz0%61B3_x-9Yz0aB3_x%252d9Yz0qq',
  '/assets/aB3_x-9Yz0aB3_x-9Yz0aB3_x-9Yz0qq',
  '/s3cret%2Dtoken',
  '/%73%33cret-token',
])('nor does a token or a code in a path, however it is written: %s', (target) => {
  const { lines, log } = memoryLog();
  log.exchange({ method: 'GET', target, status: 404, bytes: 1, ms: 1 });
  const { path } = JSON.parse(lines[0] ?? '');
  expect(path).toContain('[secret]');
  expect(path).not.toMatch(/B3|cret-|cret%/);
});

test.each([
  '/api/v1/pairing-codes',
  '/api/v1/drawings/01234567-89ab-4cde-8f01-23456789abcd/shares/0123456789abcdef',
  '/assets/drawing-memory-later-aB3_x-9Y.js',
  '/icons/caf%C3%A9.png',
])('the rest of a path stays: %s', (target) => {
  const { lines, log } = memoryLog();
  log.exchange({ method: 'GET', target, status: 200, bytes: 1, ms: 1 });
  expect(JSON.parse(lines[0] ?? '').path).toBe(target);
});

test('the id of a drawing stays in a path', () => {
  const { lines, log } = memoryLog();
  const target = '/api/v1/drawings/01234567-89ab-4cde-8f01-23456789abcd';
  log.exchange({ method: 'GET', target, status: 404, bytes: 1, ms: 1 });
  expect(JSON.parse(lines[0] ?? '').path).toBe(target);
});
