/** The Redis of `$REDIS_URL`, for tests that only count in it: a database of their own, emptied afterwards. */
import { Redis } from 'ioredis';
import { redisProgram } from './programs.ts';

export interface GivenRedis {
  /** With the number of a database that nobody else uses. */
  readonly url: string;
  /** Sends a command, and resolves with what it answers, as text. */
  command(name: string, ...words: readonly string[]): Promise<string>;
  /** Leaves nothing there. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** The address of a Redis that whoever runs the tests has for them. It is neither stopped nor hung. */
const ADDRESS = process.env['REDIS_URL'] || undefined;

/** True if there is none for tests that only count: they are skipped. */
export const isRedisMissing = ADDRESS === undefined && redisProgram() === undefined;

/** The databases of a Redis that has not been configured otherwise, without the first. */
const DATABASES = Array.from({ length: 15 }, (_, n) => 15 - n);
/** Holds a database. It ends with a run that was killed, seconds. */
const HOLD = 'pleinair-tests';
const HOLD_SECONDS = 900;

/**
 * Undefined without `$REDIS_URL`: then a test counts in one of its own.
 * @throws if every database has keys
 */
export async function openGivenRedis(): Promise<GivenRedis | undefined> {
  if (ADDRESS === undefined) return undefined;
  const client = new Redis(ADDRESS, {
    lazyConnect: true,
    maxRetriesPerRequest: 1,
    retryStrategy: () => null,
  });
  await client.connect();
  for (const number of DATABASES) {
    if (!(await client.select(number).catch(() => undefined))) continue;
    if ((await client.set(HOLD, 'held', 'EX', HOLD_SECONDS, 'NX')) === null) continue;
    if ((await client.dbsize()) === 1) return databaseOf(client, ADDRESS, number);
    await client.del(HOLD);
  }
  client.disconnect();
  throw new Error('every database of the Redis in $REDIS_URL has keys');
}

function databaseOf(client: Redis, address: string, number: number): GivenRedis {
  const url = new URL(address);
  url.pathname = `/${number}`;
  return {
    url: url.href,
    command: async (name, ...words) => String(await client.call(name, ...words)),
    async [Symbol.asyncDispose]() {
      await client.flushdb();
      client.disconnect();
    },
  };
}
