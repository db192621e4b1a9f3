import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ownTime } from '../../tests/support/busy/own-time.ts';
import { type GivenRedis, isRedisMissing, openGivenRedis } from '../../tests/support/redis/given.ts';
import { redisProgram } from '../../tests/support/redis/programs.ts';
import { type RedisServer, startRedis } from '../../tests/support/redis/server.ts';
import type { Limiter, Limiters } from '../http/limiter.ts';
import { sharedLimiters } from './shared-limiters.ts';

const program = redisProgram();
const opened: Limiters[] = [];
/** Faults are tried on this one alone. */
let redis: RedisServer;
let given: GivenRedis | undefined;

beforeAll(async () => {
  if (program !== undefined) redis = await startRedis(program);
  given = await openGivenRedis();
});
afterAll(async () => {
  for (const limiters of opened) limiters.close();
  await redis?.[Symbol.asyncDispose]();
  await given?.[Symbol.asyncDispose]();
});

/** The limiters of one process, and what its operator was told. */
async function open(url = redis.url) {
  const told: (string | undefined)[] = [];
  let alone = 0;
  const limiters = await sharedLimiters({
    url,
    onChange: (reason) => told.push(reason),
    onAlone: () => {
      alone += 1;
    },
  });
  opened.push(limiters);
  return {
    limiters,
    told,
    of: (name: string, points: number) => limiters.of(name, { points, seconds: 60 }),
    alone: () => alone,
  };
}

let addresses = 0;
/** An address that nothing was counted for yet. */
function address(): string {
  addresses += 1;
  return `198.51.${addresses >> 8}.${addresses & 255}`;
}

/** How many of so many at once pass. */
async function passed(limiters: readonly Limiter[], count: number, client = address()): Promise<number> {
  const waits = Array.from({ length: count }, async (_, i) => limiters[i % limiters.length]!.consume(client));
  return (await Promise.all(waits)).filter((wait) => wait === undefined).length;
}

/** What came of it, and how long it took, ms of this process. */
async function timed(limiter: Limiter, client: string): Promise<{ wait: number | undefined; ms: number }> {
  using time = ownTime();
  const wait = await limiter.consume(client);
  return { wait, ms: time.ms() };
}

describe.skipIf(isRedisMissing)('redis: limits of several processes', () => {
  const counting = () => open(given?.url);
  /** Nothing was counted under it for any address. */
  const fresh = () => `test-${randomUUID()}`;

  it('exactly 60 of 200 simultaneous ones pass in two processes together', async () => {
    const [one, other] = [await counting(), await counting()];
    const name = fresh();
    expect(await passed([one.of(name, 60), other.of(name, 60)], 200)).toBe(60);
    expect([one.alone(), other.alone()]).toEqual([0, 0]);
  });

  it('a name and a network are counted for themselves, and the wait is in whole seconds', async () => {
    const [one, other] = [await counting(), await counting()];
    const name = fresh();
    const [air, elsewhere, wrong] = [one.of(name, 1), other.of(name, 1), other.of(fresh(), 1)];
    const client = '2001:db8:0:7::1';
    expect(await air.consume(client)).toBeUndefined();
    const wait = await elsewhere.consume('2001:db8:0:7::2');
    expect(wait).toBeGreaterThan(58);
    expect(wait).toBeLessThanOrEqual(60);
    expect(Number.isInteger(wait)).toBe(true);
    expect(await wrong.consume(client)).toBeUndefined();
    expect(await elsewhere.consume('2001:db8:0:8::1')).toBeUndefined();
  });
});

describe.skipIf(program === undefined)('redis: limits while Redis has a fault', () => {
  it('P8 Redis hangs: an answer in less than 200 ms, counted in memory, and together again afterwards', async () => {
    const { limiters, told, of, alone } = await open();
    const [limiter, client] = [of('air', 3), address()];
    expect(await limiter.consume(client)).toBeUndefined();
    redis.hang();
    try {
      const first = await timed(limiter, client);
      expect(first.wait).toBeUndefined();
      expect(first.ms).toBeLessThan(200);
      // The next ones ask memory alone, which remembers what came before.
      expect(limiter.consume(client)).toBeUndefined();
      expect(limiter.consume(client)).toBe(60);
      expect(told).toEqual(['it does not answer in time']);
      expect(alone()).toBe(2);
    } finally {
      redis.resume();
    }
    await expect.poll(() => limiters.isShared).toBe(true);
    expect(told).toEqual(['it does not answer in time', undefined]);
    expect(await passed([limiter, (await open()).of('air', 3)], 20)).toBe(3);
  });

  it('a process that is busy itself takes an answer that is there, however late it looks', async () => {
    const { limiters, told, of } = await open();
    const limiter = of('air', 3);
    for (let i = 0; i < 5; i += 1) {
      const counted = limiter.consume(address());
      // As long as it takes to load a part of the program.
      const until = performance.now() + 300;
      while (performance.now() < until);
      expect(await counted).toBeUndefined();
    }
    expect(limiters.isShared).toBe(true);
    expect(told).toEqual([]);
  });

  it('P8 Redis is killed under load: none fails or waits, and it is used again when it is back', async () => {
    const { limiters, told, of } = await open();
    const limiter = of('air', 1_000_000);
    let slowest = 0;
    let loading = true;
    const load = (async () => {
      while (loading) {
        slowest = Math.max(slowest, (await timed(limiter, address())).ms);
        await setImmediate();
      }
    })();
    await redis.kill();
    await expect.poll(() => limiters.isShared).toBe(false);
    await redis.start();
    await expect.poll(() => limiters.isShared).toBe(true);
    loading = false;
    await load;
    expect(slowest).toBeLessThan(200);
    expect(told).toHaveLength(2);
    expect(told[1]).toBeUndefined();
    expect(await passed([limiter, (await open()).of('air', 1_000_000)], 20)).toBe(20);
  });

  it('Redis refuses the user, the password, or to be written: told once, without the password, then used again', async () => {
    await redis.command('ACL', 'SETUSER', 'counter', 'on', '>secret-of-it', '~pleinair:*', '+ping');
    const url = redis.url.replace('//', '//counter:secret-of-it@');
    const one = await open(url);
    expect(await passed([one.of('air', 2)], 5)).toBe(2);
    expect(one.told).toEqual([expect.stringMatching(/^NOPERM/)]);
    await redis.command('ACL', 'SETUSER', 'counter', '+@scripting', '+@write', '+@read');
    await expect.poll(() => one.limiters.isShared).toBe(true);
    expect(one.told).toEqual([expect.stringMatching(/^NOPERM/), undefined]);

    const wrong = await open(redis.url.replace('//', '//counter:another-secret@'));
    expect(await passed([wrong.of('air', 2)], 5)).toBe(2);
    expect(wrong.told).toEqual([expect.stringMatching(/^WRONGPASS/)]);

    await redis.command('CONFIG', 'SET', 'maxmemory', '1');
    expect(await passed([one.of('air', 2)], 5)).toBe(2);
    expect(one.told[2]).toMatch(/^OOM/);
    await redis.command('CONFIG', 'SET', 'maxmemory', '0');
    await expect.poll(() => one.limiters.isShared).toBe(true);

    await redis.command('CONFIG', 'SET', 'requirepass', 'secret-of-it');
    const none = await open();
    expect(await passed([none.of('air', 2)], 5)).toBe(2);
    expect(none.told).toEqual([expect.stringMatching(/^NOAUTH/)]);
    expect([...one.told, ...wrong.told, ...none.told].join()).not.toContain('secret');
    await redis.kill();
    await redis.start();
    await expect.poll(() => none.limiters.isShared).toBe(true);
  });

  it('Redis needs no password: that is told once in our own words, the driver prints nothing, and it counts', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    onTestFinished(() => warned.mockRestore());
    let needless = 0;
    const limiters = await sharedLimiters({
      url: redis.url.replace('//', '//:secret-of-it@'),
      onChange: () => {},
      onNeedlessPassword: () => {
        needless += 1;
      },
    });
    opened.push(limiters);
    const own = limiters.of('needless', { points: 2, seconds: 60 });
    expect(await passed([own, (await open()).of('needless', 2)], 5)).toBe(2);
    await redis.kill();
    await expect.poll(() => limiters.isShared).toBe(false);
    await redis.start();
    await expect.poll(() => limiters.isShared).toBe(true);
    expect(needless).toBe(1);
    expect(warned).not.toHaveBeenCalled();
  });

  it('a database that cannot be selected counts as away: nothing is counted in another one', async () => {
    /** Counts keys in database 0. */
    const counted = (name: string) =>
      redis.command('EVAL', `return #redis.call('KEYS', 'pleinair:${name}:*')`, '0');
    const absent = await open(`${redis.url}/99`);
    expect(await passed([absent.of('absent', 2)], 5)).toBe(2);
    expect(absent.told).toEqual([expect.stringMatching(/^ERR DB index is out of range/)]);

    await redis.command('ACL', 'SETUSER', 'chooser', 'on', '>secret', '~pleinair:*', '+@scripting');
    await redis.command('ACL', 'SETUSER', 'chooser', '+@write', '+@read', '-select');
    const url = `${redis.url.replace('//', '//chooser:secret@')}/1`;
    const refused = await open(url);
    expect(await passed([refused.of('refused', 2)], 5)).toBe(2);
    expect(refused.told).toEqual([expect.stringMatching(/^NOPERM/)]);

    await redis.command('ACL', 'SETUSER', 'chooser', '+select');
    await expect.poll(() => refused.limiters.isShared).toBe(true);
    expect(await passed([refused.of('refused', 3)], 5)).toBe(3);
    expect(await Promise.all(['absent', 'refused'].map(counted))).toEqual([':0', ':0']);
  });

  it('a Redis that is not there at the start delays it by less than a second and is used when it comes', async () => {
    await redis.kill();
    using time = ownTime();
    const { limiters, told } = await open();
    expect(time.ms()).toBeLessThan(1_000);
    expect(told).toEqual([expect.stringContaining('ECONNREFUSED')]);
    await redis.start();
    await expect.poll(() => limiters.isShared).toBe(true);
    expect(told).toHaveLength(2);
  });
});
