/** The databases that a server can have, for tests that hold for each of them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { DatabaseAt } from '../../../server/config/database-at.ts';
import { type Database, sqliteDatabase } from '../../../server/store/index.ts';
import { type PostgresOptions, postgresDatabase } from '../../../server/store/postgres/postgres.ts';
import { HOME, type Store } from '../../../src/api/ports.ts';
import { fastFolder } from '../fast-folder.ts';
import { newDatabase, type TestDatabase } from './database.ts';
import { postgresPrograms, runSql } from './server.ts';

export interface PostgresTests {
  /** True if there is no PostgreSQL for this system: the tests are skipped. */
  readonly isMissing: boolean;
  /** A database for the tests of the file, from the first of them on. */
  readonly server: TestDatabase;
  open(url: string, options?: Partial<PostgresOptions>): Promise<Database>;
  /** The store of home, by default in a schema of its own. */
  home(url?: string): Promise<Store>;
}

/** Call it once in a file, outside of its tests. What a test opens is closed after it. */
export function postgresTests(): PostgresTests {
  const isMissing = postgresPrograms() === undefined;
  let made: TestDatabase | undefined;
  beforeAll(async () => {
    if (!isMissing) made = await newDatabase();
  });
  afterAll(() => made?.[Symbol.asyncDispose]());
  const opened = closedAfterEach();
  const tests: PostgresTests = {
    isMissing,
    get server() {
      if (made === undefined) throw new Error('there is no PostgreSQL, or no test has begun');
      return made;
    },
    open: async (url, options) => opened(await postgresDatabase({ url, ...options })),
    home: async (url) => (await tests.open(url ?? (await tests.server.empty()))).storeOf(HOME),
  };
  return tests;
}

export interface TestedDatabase {
  readonly name: 'SQLite' | 'PostgreSQL';
  readonly skip: boolean;
  /** A new one. */
  empty(): Promise<DatabaseAt>;
  /**
   * Opens it, again or beside others.
   * @param now ms since the epoch
   */
  open(at: DatabaseAt, now?: () => number): Promise<Database>;
  /** Runs a statement beside the server, and returns its rows. */
  query(at: DatabaseAt, sql: string): Promise<unknown[]>;
}

/** Both kinds. Call it once in a file, outside of its tests. What a test opens is closed after it. */
export function testedDatabases(): readonly TestedDatabase[] {
  const postgres = postgresTests();
  const folders: string[] = [];
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true });
  });
  const opened = closedAfterEach();
  async function open(at: DatabaseAt, now = Date.now): Promise<Database> {
    if (at.kind === 'postgres') return postgres.open(at.url, { now });
    return opened(sqliteDatabase({ file: at.file, now }));
  }
  return [
    {
      name: 'SQLite',
      skip: false,
      open,
      query,
      async empty() {
        const folder = mkdtempSync(join(fastFolder(), 'pleinair-test-'));
        folders.push(folder);
        return { kind: 'sqlite', file: join(folder, 'pleinair.db') };
      },
    },
    {
      name: 'PostgreSQL',
      skip: postgres.isMissing,
      open,
      query,
      empty: async () => ({ kind: 'postgres', url: await postgres.server.empty() }),
    },
  ];
}

async function query(at: DatabaseAt, statement: string): Promise<unknown[]> {
  if (at.kind === 'postgres') return runSql(at.url, statement);
  const plain = new DatabaseSync(at.file);
  try {
    return plain.prepare(statement).all();
  } finally {
    plain.close();
  }
}

function closedAfterEach(): (database: Database) => Database {
  const opened: Database[] = [];
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
  });
  return (database) => {
    opened.push(database);
    return database;
  };
}
