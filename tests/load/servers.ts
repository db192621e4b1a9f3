/** What a run needs: PostgreSQL, Redis, a source of the air, and processes of the server. */
import { startStandin } from '../../server/standin/standin.ts';
import { openDatabase } from '../../server/store/index.ts';
import { type AppServer, startAppServer } from '../support/app-server.ts';
import { type PostgresServer, startPostgres } from '../support/postgres/server.ts';
import { redisProgram } from '../support/redis/programs.ts';
import { type RedisServer, startRedis } from '../support/redis/server.ts';

export interface Person {
  readonly token: string;
  /** Network address of the home. */
  readonly address: string;
}

export interface Servers extends AsyncDisposable {
  readonly urls: readonly string[];
  readonly processes: readonly AppServer[];
  readonly postgres: PostgresServer;
  /** Undefined where none can be had. */
  readonly redis: RedisServer | undefined;
  /** Lets people in, each with a space of their own. */
  addPeople(count: number): Promise<Person[]>;
}

/** Starts everything on 127.0.0.1. Disposing ends all of it. */
export async function startServers(count: number): Promise<Servers> {
  await using stack = new AsyncDisposableStack();
  // Tests turn fsync off.
  const postgres = stack.use(await startPostgres(['fsync=on']));
  const program = redisProgram();
  const redis = program && stack.use(await startRedis(program));
  const standin = await startStandin();
  stack.defer(() => standin.close());
  const processes: AppServer[] = [];
  for (let i = 0; i < count; i++) {
    const options = {
      log: false,
      env: {
        DATABASE_URL: postgres.url,
        ...(redis && { REDIS_URL: redis.url }),
        DATA_GOV_SG_V2_URL: standin.v2Url,
        DATA_GOV_SG_V1_URL: standin.v1Url,
        // The load names the address of each client, as a load balancer does.
        TRUST_PROXY: '127.0.0.1',
        DRAIN_SECONDS: '2',
      },
    };
    processes.push(stack.use(await startAppServer(options)));
  }
  const ended = stack.move();
  return {
    urls: processes.map(({ url }) => url),
    processes,
    postgres,
    redis,
    async addPeople(wanted) {
      const database = await openDatabase({ kind: 'postgres', url: postgres.url });
      try {
        const people: Person[] = [];
        for (let i = 0; i < wanted; i++) {
          const { name } = await database.people.add(`Person ${i}`);
          const { token } = await database.people.addToken(name, 'load');
          people.push({ token, address: `10.100.${i}.1` });
        }
        return people;
      } finally {
        await database.close();
      }
    },
    [Symbol.asyncDispose]: () => ended.disposeAsync(),
  };
}
