/** Processes that count their limits together, with a Redis that is lost and found. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../support/app-server.ts';
import { type GivenRedis, isRedisMissing, openGivenRedis } from '../../support/redis/given.ts';
import { redisProgram } from '../../support/redis/programs.ts';
import { type RedisServer, startRedis } from '../../support/redis/server.ts';
import { LONG_TIMEOUT, refusedStart, runPleinair } from '../program.ts';

const PASSWORD = 'not-to-be-told';
const program = redisProgram();

let redis: RedisServer;
let servers: AppServer[] = [];
/** The one that only counts, and the processes that count in it: by default those above. */
let given: GivenRedis | undefined;
let counting: AppServer[] = [];

beforeAll(async () => {
  if (program !== undefined) {
    redis = await startRedis(program);
    await allowUser();
    servers = await startTwo(redis.url.replace('//', `//pleinair:${PASSWORD}@`));
    counting = servers;
  }
  given = await openGivenRedis();
  if (given !== undefined) counting = await startTwo(given.url);
});
afterAll(async () => {
  for (const server of new Set([...servers, ...counting])) await server[Symbol.asyncDispose]();
  await redis?.[Symbol.asyncDispose]();
  await given?.[Symbol.asyncDispose]();
});

function startTwo(url: string): Promise<AppServer[]> {
  const env = { REDIS_URL: url, TRUST_PROXY: '127.0.0.1', METRICS_PORT: '0' };
  const start = () => startAppServer({ build: false, token: 'Right-token-0123456789', env });
  return Promise.all([start(), start()]);
}

const allowUser = () =>
  redis.command('ACL', 'SETUSER', 'pleinair', 'on', `>${PASSWORD}`, '~pleinair:*', '+@all');

/** Statuses of so many requests, sent to the processes in turn. */
async function statuses(count: number, ask: (url: string) => Promise<Response>, of = counting) {
  const counts: Record<number, number> = {};
  for (let sent = 0; sent < count; ) {
    const { status, headers } = await ask(of[sent % of.length]!.url);
    // A busy machine counts nothing.
    if (status === 503) continue;
    sent += 1;
    counts[status] = (counts[status] ?? 0) + 1;
    if (status === 429) expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
  }
  return counts;
}

const from = (client: string) => ({ 'X-Forwarded-For': client });

const wrongToken = (client: string) => (url: string) =>
  fetch(`${url}/api/v1/drawings`, { headers: { ...from(client), Authorization: 'Bearer wrong' } });
const wrongCode = (client: string) => (url: string) =>
  fetch(`${url}/api/v1/pairings`, {
    method: 'POST',
    headers: { ...from(client), 'Content-Type': 'application/json' },
    body: JSON.stringify({ code: 'a-code-that-nobody-made', device: 'Phone' }),
  });
const readings = (client: string) => (url: string) =>
  fetch(`${url}/api/v1/readings`, { headers: from(client) });
const message = (client: string) => (url: string) =>
  fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      ...from(client),
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  });
const link = (client: string) => (url: string) =>
  fetch(`${url}/api/v1/shared/AAAAAAAAAAAAAAAAAAAAAA`, { headers: from(client) });
const linkPage = (client: string) => (url: string) =>
  fetch(`${url}/s/AAAAAAAAAAAAAAAAAAAAAA/picture.png`, { headers: from(client) });

async function figure(server: AppServer, name: string): Promise<number> {
  const url = /metrics are at (\S+)/.exec(server.output())?.[1] ?? '';
  const text = await (await fetch(url)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

/** Lines of the log about limits. */
function told(server: AppServer): { msg: string; reason?: string }[] {
  const lines = server.output().split('\n');
  return lines.filter((line) => line.includes('"limits are')).map((line) => JSON.parse(line));
}

describe.skipIf(isRedisMissing)('server: redis counts', () => {
  test('ten wrong tokens and codes pass in all processes together, and sixty requests of the air and MCP', async () => {
    const guesser = '203.0.113.1';
    expect(await statuses(6, wrongToken(guesser))).toEqual({ 401: 6 });
    expect(await statuses(8, wrongCode(guesser))).toEqual({ 401: 4, 429: 4 });
    expect(await statuses(2, wrongToken('203.0.113.2'))).toEqual({ 401: 2 });
    const reader = '203.0.113.3';
    expect(await statuses(40, readings(reader))).toEqual({ 200: 40 });
    expect(await statuses(30, message(reader))).toEqual({ 200: 20, 429: 10 });
  });

  test('1,200 requests with a link a minute pass in all processes together', async () => {
    const client = '203.0.113.4';
    expect(await statuses(10, link(client))).toEqual({ 404: 10 });
    // As many as there were in some other process.
    const words = ['INCRBY', `pleinair:shared:${client}`, '1150'] as const;
    expect(await (given ?? redis).command(...words)).toMatch(/^:?1160$/);
    expect(await statuses(60, linkPage(client))).toEqual({ 404: 40, 429: 20 });
  });
});

describe.skipIf(program === undefined)('server: redis', () => {
  test('P8 Redis hangs, is killed and comes back: no error, no wait, told once each time', async () => {
    const [one] = servers;
    expect(await figure(one!, 'pleinair_redis_up')).toBe(1);
    const faults = [
      { client: '203.0.113.5', lose: async () => redis.hang(), find: async () => redis.resume() },
      {
        client: '203.0.113.6',
        lose: () => redis.kill(),
        async find() {
          await redis.start();
          await allowUser();
        },
      },
    ];
    for (const { client, lose, find } of faults) {
      const before = told(one!).length;
      const alone = await figure(one!, 'pleinair_limits_alone_total');
      await lose();
      // While it is away. How long an answer may take then is tried in server/redis.
      expect(await statuses(1, readings(client), [one!])).toEqual({ 200: 1 });
      expect(await statuses(20, wrongToken(client), [one!])).toEqual({ 401: 10, 429: 10 });
      await expect.poll(() => told(one!).length, LONG_TIMEOUT).toBe(before + 1);
      expect(await figure(one!, 'pleinair_redis_up')).toBe(0);
      expect(await figure(one!, 'pleinair_limits_alone_total')).toBeGreaterThan(alone);
      await find();
      await expect.poll(() => told(one!).length, LONG_TIMEOUT).toBe(before + 2);
      for (const server of servers) {
        await expect.poll(() => figure(server, 'pleinair_redis_up'), LONG_TIMEOUT).toBe(1);
      }
    }
    expect(told(one!).map(({ msg }) => msg)).toEqual([
      'limits are counted by this process alone',
      'limits are counted together again',
      'limits are counted by this process alone',
      'limits are counted together again',
    ]);
    for (const server of servers) expect(server.output()).not.toContain(PASSWORD);
  });

  test('a Redis that refuses the password stops no start, and the log says why without it', async () => {
    await using server = await startAppServer({
      build: false,
      env: { REDIS_URL: redis.url.replace('//', '//pleinair:another-secret@') },
    });
    await expect
      .poll(() => told(server), LONG_TIMEOUT)
      .toEqual([
        expect.objectContaining({ reason: expect.stringMatching(/^WRONGPASS/), redis: expect.any(String) }),
      ]);
    expect((await fetch(`${server.url}/api/v1/readings`)).status).toBe(200);
    expect(server.output()).not.toContain('another-secret');
    expect(await server.stop()).toBe(0);
  });

  test('doctor says whether limits can be counted, and what to do', async () => {
    const { HOST, PORT } = { HOST: '127.0.0.1', PORT: new URL(servers[0]!.url).port };
    const doctor = async (REDIS_URL: string) => {
      const { stdout } = await runPleinair(['doctor'], {
        HOST,
        PORT,
        DATA_DIR: servers[0]!.dataDir,
        DATA_GOV_SG_V2_URL: 'http://127.0.0.1:9',
        REDIS_URL,
      });
      expect(stdout).not.toContain(PASSWORD);
      return stdout.split('\n').find((line) => line.includes(' Redis: '));
    };
    const { host } = new URL(redis.url);
    expect(await doctor(redis.url)).toBe(`ok   Redis: the Redis at ${host} counts limits`);
    expect(await doctor(redis.url.replace('//', `//nobody:${PASSWORD}@`))).toMatch(
      /^fail Redis: .*: WRONGPASS .*; correct user and password in REDIS_URL$/,
    );
    await redis.command('ACL', 'SETUSER', 'reader', 'on', `>${PASSWORD}`, '~*', '+@read');
    expect(await doctor(redis.url.replace('//', `//reader:${PASSWORD}@`))).toMatch(
      /^fail Redis: .*: NOPERM .*; let its user count: /,
    );
  });

  test('an address that is none stops the start with one line', async () => {
    const { code, stderr } = await refusedStart({ REDIS_URL: `redis://me:${PASSWORD}@db/drawings` });
    expect(code).toBe(1);
    expect(stderr.trim()).toBe(
      'Pleinair cannot start: REDIS_URL must be an address such as redis://user:password@host:6379/0, without options',
    );
  });
});
