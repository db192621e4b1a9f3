/** Streams of a running server: what they say, when they end, how many there may be, and what the log has of them. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../server/config/config.ts';
import { databaseFile } from '../../server/config/database-at.ts';
import { createLog } from '../../server/http/log.ts';
import type { LiveLimits } from '../../server/live/live.ts';
import { type RunningServer, startServer } from '../../server/serve.ts';
import { type Database, sqliteDatabase } from '../../server/store/index.ts';
import { PNG } from '../contract/support.ts';
import { type Api, apiOf, appendStroke } from '../server/program.ts';
import { NEVER_BUSY } from '../support/busy/never-busy.ts';
import { realStrokes } from '../support/drawing/strokes.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { listen, newTicket, openStream } from './streams.ts';

const TOKEN = 'a-token-for-tests';
const strokes = realStrokes(30);
/** Longer than ten thousand requests take on a busy machine, ms. */
const BUSY = 120_000;

let dir: string;
let server: RunningServer;
let database: Database;
let now: number;
let log: string;

async function start(liveLimits?: LiveLimits): Promise<void> {
  const env = {
    PORT: '0',
    DATA_DIR: dir,
    DRAW_TOKEN: TOKEN,
    DRAIN_SECONDS: '0',
    TRUST_PROXY: '127.0.0.1',
    METRICS_PORT: '0',
    DATA_GOV_SG_V2_URL: 'http://127.0.0.1:9/v2',
    DATA_GOV_SG_V1_URL: 'http://127.0.0.1:9/v1',
  };
  server = await startServer(
    readConfig(env, () => undefined),
    {
      log: createLog({
        secrets: [],
        destination: {
          write(line) {
            log += line;
          },
        },
      }),
      loadLimits: NEVER_BUSY,
      ...(liveLimits && { liveLimits }),
      openDatabase(at) {
        if (at.kind !== 'sqlite') throw new Error('not in a file');
        database = sqliteDatabase({ file: at.file, now: () => now });
        return database;
      },
    },
  );
}

beforeEach(async () => {
  dir = mkdtempSync(join(fastFolder(), 'pleinair-live-'));
  now = Date.now();
  log = '';
  await start();
});
afterEach(async () => {
  await server.close(0);
  rmSync(dir, { recursive: true });
});

const origin = () => ({ url: server.url, token: TOKEN });
const home = () => apiOf(origin());
const live = (secret?: string) => listen(origin(), secret);
const open = (ticket: string, headers?: Record<string, string>) =>
  openStream(server.url, `/live?ticket=${ticket}`, headers);

async function create(api: Api): Promise<string> {
  const id = randomUUID();
  const body = { title: 'Mine', strokes: strokes.slice(0, 2), thumb: '' };
  const response = await api('PUT', `/drawings/${id}`, { body, headers: { 'If-None-Match': '*' } });
  expect(response.status).toBe(201);
  return id;
}

async function share(api: Api, id: string, body = {}): Promise<{ id: string; secret: string }> {
  const link: { id: string; url: string } = await (
    await api('POST', `/drawings/${id}/shares`, { body })
  ).json();
  return { id: link.id, secret: link.url.slice('/s/'.length) };
}

async function append(api: Api, id: string, rev: number): Promise<void> {
  expect((await appendStroke(api, id, rev, strokes[rev]!, randomUUID())).status).toBe(200);
}

/** The figure of open streams. */
const streams = () => figure('pleinair_streams');

/** How many streams were refused because there were too many. */
const refused = () => figure('pleinair_refused_total\\{by="streams"\\}');

async function figure(name: string): Promise<number> {
  const text = await (await fetch(server.metricsUrl ?? '')).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

describe('live: a stream of the drawings', () => {
  test('says at once where they stand, and after each change, and nothing else', async () => {
    const id = await create(home());
    const stream = await live();
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    const cursor = async () => {
      const { cursor: at }: { cursor: string } = await (await home()('GET', '/drawings/changes')).json();
      return at;
    };
    expect(await stream.id(1)).toBe(await cursor());
    await append(home(), id, 1);
    expect(await stream.id(2)).toBe(await cursor());
    expect(stream.text()).toMatch(/^retry: \d+\n(id: [\w-]+\.\d+\ndata: pull\n\n){2}$/);
    stream.close();
  });

  test('hears also of what another process writes into the file', async () => {
    const stream = await live();
    await stream.id(1);
    const other = sqliteDatabase({ file: databaseFile(dir) });
    await other.storeOf('home').write((tx) => tx.setCounter(7));
    await other.close();
    expect(await stream.id(2)).toMatch(/\.7$/);
    stream.close();
  });

  test('has nothing of what somebody else draws', async () => {
    const mei = await database.people.add('Mei');
    const { token } = await database.people.addToken('Mei', 'Phone');
    const theirs = apiOf({ url: server.url, token });
    const mine = await live();
    const other = await listen({ url: server.url, token });
    await Promise.all([mine.id(1), other.id(1)]);
    const id = await create(theirs);
    await other.id(2);
    await append(theirs, id, 1);
    await other.id(3);
    // Every look is over when a later change of one's own has come.
    await create(home());
    await mine.id(2);
    expect(mine.ids).toHaveLength(2);
    expect(mine.text()).not.toContain(mei.space);
    mine.close();
    other.close();
  });

  test('gives a sign of life every 15 seconds', async () => {
    await server.close(0);
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await start();
    const stream = await live();
    await stream.id(1);
    vi.advanceTimersByTime(15_000);
    await expect.poll(stream.text).toMatch(/\n\n:\n\n$/);
    stream.close();
  });

  test('ends after its life, and another one needs another ticket', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const ticket = await newTicket(origin());
    const stream = await open(ticket);
    await stream.id(1);
    vi.advanceTimersByTime(300_000);
    await stream.ended;
    expect(stream.text()).toMatch(/\nretry: \d+\n\n$/);
    expect((await open(ticket)).status).toBe(401);
  });
});

describe('live: a ticket', () => {
  test('opens one stream, also if two ask at the same time', async () => {
    const ticket = await newTicket(origin());
    const opened = await Promise.all([open(ticket), open(ticket), open(ticket)]);
    expect(opened.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 401, 401]);
    for (const stream of opened) stream.close();
  });

  test('that is wrong, used or expired, of a link that ended, or none, is one refusal, counted with wrong tokens', async () => {
    const id = await create(home());
    const link = await share(home(), id);
    const [used, expired, ended] = [
      await newTicket(origin()),
      await newTicket(origin()),
      await newTicket(origin(), link.secret),
    ];
    (await open(used)).close();
    await home()('DELETE', `/drawings/${id}/shares/${link.id}`);
    const answers = [];
    for (const path of [
      `?ticket=${used}`,
      `?ticket=${ended}`,
      '?ticket=x',
      '',
      `?ticket=${'x'.repeat(5000)}`,
    ]) {
      answers.push(await (await fetch(`${server.url}/live${path}`)).text());
    }
    now += 60_000;
    const late = await fetch(`${server.url}/live?ticket=${expired}`);
    answers.push(await late.text());
    expect(late.status).toBe(401);
    expect(new Set(answers).size).toBe(1);
    for (let n = answers.length; n < 10; n++) await fetch(`${server.url}/live?ticket=x`);
    const limited = await fetch(`${server.url}/live?ticket=x`);
    expect([limited.status, Number(limited.headers.get('Retry-After')) > 0]).toEqual([429, true]);
    const guess = await fetch(`${server.url}/api/v1/drawings`, { headers: { Authorization: 'Bearer x' } });
    expect(guess.status).toBe(429);
    const right = await live();
    expect(right.status).toBe(200);
    right.close();
  });

  test('stands alone in the address: anything else there is refused, and costs no ticket', async () => {
    const ticket = await newTicket(origin());
    for (const query of [
      `ticket=${ticket}&x=1`,
      `x=1&ticket=${ticket}`,
      `ticket=${ticket}&ticket=${ticket}`,
      'ticket=',
    ]) {
      const response = await fetch(`${server.url}/live?${query}`);
      expect([response.status, await response.json()]).toEqual([
        400,
        { error: { code: 'invalid_parameter', message: expect.any(String) } },
      ]);
    }
    const stream = await open(ticket);
    expect(stream.status).toBe(200);
    stream.close();
  });

  test('opens no drawings and lets no device in, and is in no log', async () => {
    const ticket = await newTicket(origin());
    const headers = { Authorization: `Bearer ${ticket}` };
    expect((await fetch(`${server.url}/api/v1/drawings`, { headers })).status).toBe(401);
    const pairing = await fetch(`${server.url}/api/v1/pairings`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ code: ticket, device: 'Phone' }),
    });
    expect(pairing.status).toBe(401);
    const { secret } = await share(home(), await create(home()));
    for (const stream of [await open(ticket), await live(secret)]) {
      await stream.id(1);
      stream.close();
    }
    await expect.poll(() => log.match(/"path":"\/live"/g)).toHaveLength(2);
    expect(log).not.toContain(ticket);
    expect(log).not.toContain(secret);
    expect(log).not.toContain('ticket=');
    expect(log).not.toContain(TOKEN);
  });
});

describe('live: the stream of a link', () => {
  test('tells of its drawing alone, by the tag with which it is asked for', async () => {
    const [shown, other] = [await create(home()), await create(home())];
    const { secret } = await share(home(), shown);
    const stream = await live(secret);
    const tag = async () =>
      (await fetch(`${server.url}/api/v1/shared/${secret}`)).headers.get('ETag')?.replaceAll('"', '');
    expect(await stream.id(1)).toBe(await tag());
    const beside = await live((await share(home(), other)).secret);
    await beside.id(1);
    // A thumbnail is not shown.
    const headers = {
      'Content-Type': 'application/json-patch+json',
      'If-Match': '1',
      'Idempotency-Key': randomUUID(),
    };
    const body = [{ op: 'replace', path: '/thumb', value: PNG }];
    expect((await home()('PATCH', `/drawings/${shown}`, { body, headers })).status).toBe(200);
    // When the second of these is heard, all before it would have been.
    for (let rev = 1; rev < 3; rev++) {
      await append(home(), other, rev);
      await beside.id(rev + 1);
    }
    expect(stream.ids).toHaveLength(1);
    await append(home(), shown, 2);
    expect(await stream.id(2)).toBe(await tag());
    expect(stream.ids).toHaveLength(2);
    // Neither the counter nor the revision: they would tell how much else is drawn.
    for (const id of stream.ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
    for (const one of [stream, beside]) one.close();
  });

  test('ends at once when the drawing goes into the trash, and when the link is ended', async () => {
    await server.close(0);
    // Without rounds: whoever ends it tells.
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await start();
    const [trashed, ended] = [await create(home()), await create(home())];
    const links = [await share(home(), trashed), await share(home(), ended)] as const;
    const opened = [await live(links[0].secret), await live(links[1].secret)] as const;
    await Promise.all(opened.map((stream) => stream.id(1)));
    await home()('DELETE', `/drawings/${trashed}`);
    await opened[0].ended;
    await home()('DELETE', `/drawings/${ended}/shares/${links[1].id}`);
    await opened[1].ended;
  });

  test('ends when the link expires', async () => {
    await server.close(0);
    // With rounds at our word, so that none of what comes first is too slow.
    vi.useFakeTimers({ toFake: ['setInterval', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    await start();
    const expiresAt = new Date(Date.now() + 20_000).toISOString();
    const id = await create(home());
    const { secret } = await share(home(), id, { expiresAt });
    const stream = await live(secret);
    await stream.id(1);
    vi.advanceTimersByTime(19_999);
    await append(home(), id, 1);
    await stream.id(2);
    const nextRound = () => {
      vi.advanceTimersByTime(5_000);
      return streams();
    };
    await expect.poll(nextRound).toBe(0);
    await stream.ended;
  });
});

describe('live: streams are bounded', () => {
  const LIMITS = { all: 6, address: 4, space: 3, shares: 1 };
  beforeEach(async () => {
    await server.close(0);
    await start(LIMITS);
  });

  test('for each space, and whoever looks by a link takes nothing from its devices', async () => {
    const { secret } = await share(home(), await create(home()));
    const opened = [await live(), await live(), await live(secret)];
    const more = await open(await newTicket(origin(), secret));
    expect([more.status, more.headers['retry-after']]).toEqual([429, '60']);
    expect(await refused()).toBe(1);
    opened.push(await live());
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await streams()).toBe(4);
    for (const stream of opened) stream.close();
    await expect.poll(streams).toBe(0);
    // Their places are free again.
    const again = await live(secret);
    expect(again.status).toBe(200);
    again.close();
  });

  test('for links in all and for each address, so that some are left for devices', async () => {
    await server.close(0);
    await start({ all: 8, address: 4, space: 8, shares: 8 });
    const { secret } = await share(home(), await create(home()));
    const at = async (address: string, link?: string) =>
      openStream(server.url, `/live?ticket=${await newTicket(origin(), link)}`, {
        'X-Forwarded-For': address,
      });
    const [one, other] = ['192.0.2.1', '192.0.2.2'];
    const opened = [];
    for (let n = 0; n < 3; n++) opened.push(await at(one, secret), await at(other, secret));
    expect(opened.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect((await at(one, secret)).status).toBe(429);
    expect((await at('192.0.2.3', secret)).status).toBe(503);
    expect(await refused()).toBe(2);
    // Its owner, behind the same addresses.
    opened.push(await at(one), await at(other));
    expect(opened.slice(6).map(({ status }) => status)).toEqual([200, 200]);
    for (const stream of opened) stream.close();
  });

  test('for each address and in all, with a clear error that costs no ticket', async () => {
    await server.close(0);
    await start({ ...LIMITS, address: 2 });
    const ticket = await newTicket(origin());
    const opened = [await live(), await live()];
    const full = await fetch(`${server.url}/live?ticket=${ticket}`);
    expect([full.status, await full.json()]).toEqual([
      429,
      {
        error: { code: 'rate_limited', message: expect.stringMatching(/^this address has too many streams/) },
      },
    ]);
    expect(await refused()).toBe(1);
    opened[0]?.close();
    await expect.poll(streams).toBe(1);
    const free = await open(ticket);
    expect(free.status).toBe(200);
    free.close();
    opened[1]?.close();
  });

  test('ten thousand that are asked for hurt nobody: those beyond get 503, and requests go on', {
    timeout: BUSY,
  }, async () => {
    await server.close(0);
    await start({ all: 20, address: 20_000, space: 20_000, shares: 1 });
    const opened = [];
    for (let n = 0; n < 20; n++) opened.push(await live());
    const ticket = await newTicket(origin());
    const statuses = new Map<number, number>();
    for (let n = 0; n < 100; n++) {
      await Promise.all(
        Array.from({ length: 100 }, async () => {
          const { status, headers, body } = await fetch(`${server.url}/live?ticket=${ticket}`);
          await body?.cancel();
          if (Number(headers.get('Retry-After')) > 0) statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }),
      );
    }
    expect([...statuses]).toEqual([[503, 10_000]]);
    expect(await refused()).toBe(10_000);
    // Nothing is left of them.
    await expect.poll(() => figure('pleinair_requests_in_flight')).toBe(0);
    await create(home());
    for (const stream of opened) await stream.id(2);
    expect(await streams()).toBe(20);
    for (const stream of opened) stream.close();
  });
});

describe('live: the server ends', () => {
  test('streams are no requests in flight, and end at once with a time to come again', async () => {
    const opened = [await live(), await live()];
    await Promise.all(opened.map((stream) => stream.id(1)));
    expect(await figure('pleinair_requests_in_flight')).toBe(0);
    const ticket = await newTicket(origin());
    await server.drain();
    for (const stream of opened) {
      await stream.ended;
      expect(stream.text()).toMatch(/\nretry: [1-4]\d{3}\n\n$/);
    }
    const refused = await fetch(`${server.url}/live?ticket=${ticket}`);
    expect([refused.status, Number(refused.headers.get('Retry-After')) > 0]).toEqual([503, true]);
    expect(await server.close()).toBe(true);
  });

  test('only GET is allowed', async () => {
    const response = await fetch(`${server.url}/live`, { method: 'POST' });
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET']);
  });
});
