/** Databases for tests, on the one server of a run. */
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import { newSchema, runSql } from './server.ts';

export interface TestDatabase {
  /** Its address. */
  readonly url: string;
  /** The address of a schema of its own in it, which is as empty as a new database and takes less time. */
  empty(): Promise<string>;
  /** Runs statements in it, or in one of its schemas. */
  query<R extends object>(sql: string, url?: string): Promise<R[]>;
  /** Removes it, also while somebody is connected. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Makes an empty database.
 * @param options of CREATE DATABASE
 */
export async function newDatabase(options = ''): Promise<TestDatabase> {
  const server = await serverUrl();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runSql(server, `CREATE DATABASE ${name} ${options}`);
  const address = new URL(server);
  address.pathname = `/${name}`;
  const url = address.href;
  let schemas = 0;
  return {
    url,
    empty() {
      schemas += 1;
      return newSchema(url, `schema_${schemas}`);
    },
    query: (sql, at = url) => runSql(at, sql),
    async [Symbol.asyncDispose]() {
      await runSql(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** The address of the run's server, which starts now if it has not yet. */
async function serverUrl(): Promise<string> {
  const told: { url?: string; error?: string } = JSON.parse(
    await text(connect(inject('postgresPort'), '127.0.0.1')),
  );
  if (told.url === undefined) throw new Error(told.error);
  return told.url;
}
