import { accessSync, constants, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { Kysely, type Transaction } from 'kysely';
import {
  HOME,
  type Snapshot,
  SpaceGone,
  type Store,
  StoreUnavailable,
  type WriteTx,
} from '../../../src/api/ports.ts';
import { sqlAlerts } from '../sql/alerts/subscriptions.ts';
import { countedWrite } from '../sql/counted-write.ts';
import type { Database } from '../sql/database.ts';
import { commitFeed, telling } from '../sql/live/commits.ts';
import { sqlTickets } from '../sql/live/tickets.ts';
import { sqlPeople } from '../sql/people.ts';
import { prepareQueries, type Queries } from '../sql/queries.ts';
import { sqlShares } from '../sql/shares.ts';
import { openSnapshots, SNAPSHOTS_MAX } from '../sql/snapshots.ts';
import { sqlReader } from '../sql/sql-transaction.ts';
import type { Tables } from '../sql/tables.ts';
import { connect, connectForReading, ensureDatabase } from './database-file.ts';
import { nodeSqliteDialect } from './node-sqlite-dialect.ts';
import { toStoreError } from './sqlite-error.ts';

export interface SqliteOptions {
  /** Path of the database. It is created if missing; its folder must exist. */
  readonly file: string;
  /** Largest size in pages of 4 KiB. At this size, writes that need more fail with StoreFull. */
  readonly maxPageCount?: number;
  /** How long the store may work before it lets other work of this process run, ms. */
  readonly turnMs?: number;
  /** The clock for tokens and codes, ms since the epoch. */
  readonly now?: () => number;
}

/** Least free disk space, bytes: with less, the next write may fail. */
const SPACE_MIN = 1024 * 1024;

/** The store of home in a database file. See `sqliteDatabase`. */
export function sqliteStore(options: SqliteOptions): Store {
  return sqliteDatabase(options).storeOf(HOME);
}

/**
 * Opens an SQLite file. Other processes may read and write the same file.
 * @throws StoreCorrupt or StoreUnavailable, with a message for the operator, if the file is damaged, is no
 * database of this product, or has a newer version; it is left untouched then
 */
export function sqliteDatabase({ file, maxPageCount, turnMs = 10, now = Date.now }: SqliteOptions): Database {
  ensureDatabase(file);
  // Reads have a connection of their own, so that they need not wait while a write waits for another process.
  const [forReading, forWriting] = [connectForReading(file), connect(file)];
  if (maxPageCount !== undefined) forWriting.exec(`PRAGMA max_page_count = ${Math.floor(maxPageCount)}`);
  const readers = new Kysely<Tables>({ dialect: nodeSqliteDialect(forReading) });
  const writers = new Kysely<Tables>({ dialect: nodeSqliteDialect(forWriting) });
  const queries = prepareQueries(writers);

  const running = new Set<Promise<unknown>>();
  let closed = false;

  let turned = 0;
  /**
   * Lets other work of this process run. SQLite answers synchronously, so a long response with many reads would
   * otherwise block everybody until its end.
   */
  async function turn(): Promise<void> {
    if (performance.now() - turned < turnMs) return;
    await setImmediate();
    turned = performance.now();
  }

  async function run<T>(
    db: Kysely<Tables>,
    accessMode: 'read only' | 'read write',
    work: (transaction: Transaction<Tables>, queries: Queries) => Promise<T>,
  ): Promise<T> {
    await turn();
    if (closed) throw new StoreUnavailable('the store is closed');
    const result = db
      .transaction()
      .setAccessMode(accessMode)
      .execute((transaction) => work(transaction, queries));
    running.add(result);
    try {
      return await result;
    } catch (error) {
      throw toStoreError(error);
    } finally {
      running.delete(result);
    }
  }

  async function write<T>(
    on: Transaction<Tables>,
    q: Queries,
    space: string,
    work: (tx: WriteTx) => Promise<T>,
  ): Promise<T> {
    const [head] = await q.head(on, { space });
    if (head === undefined || head.closed !== null) throw new SpaceGone('the space was removed');
    const counted = countedWrite(on, q, space, head);
    const result = await work(counted.tx);
    await counted.settle();
    await counted.save();
    return result;
  }

  const kept = openSnapshots(SNAPSHOTS_MAX.sqlite);

  /**
   * Opens a snapshot on a connection of its own: a slow client would block the shared one.
   */
  async function snapshot(space: string, byLink: boolean): Promise<Snapshot> {
    if (closed) throw new StoreUnavailable('the store is closed');
    let connection: DatabaseSync | undefined;
    const close = () => {
      if (kept.delete(close)) connection?.close();
    };
    kept.add({ space, byLink }, close);
    try {
      connection = connect(file);
      connection.exec('PRAGMA query_only = 1; BEGIN');
      const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(connection) });
      const reader = sqlReader(db, queries, space);
      // SQLite takes the snapshot of a transaction at its first read.
      await reader.meta();
      return {
        close,
        async read(work) {
          await turn();
          if (!kept.has(close)) throw new StoreUnavailable('the snapshot is closed');
          return work(reader).catch((error: unknown) => {
            throw toStoreError(error);
          });
        },
      };
    } catch (error) {
      close();
      throw toStoreError(error);
    }
  }

  async function permitsWrites(): Promise<boolean> {
    if (closed) return false;
    try {
      accessSync(file, constants.W_OK);
      accessSync(dirname(file), constants.W_OK);
      return true;
    } catch {
      return false;
    }
  }

  async function writable(): Promise<boolean> {
    if (!(await permitsWrites())) return false;
    try {
      const { bavail, bsize } = statfsSync(dirname(file));
      // Checked without a lock: anybody may ask, and writers must not wait for that.
      return bavail * bsize >= SPACE_MIN;
    } catch {
      return false;
    }
  }

  async function close(): Promise<void> {
    if (closed) return;
    closed = true;
    kept.closeAll();
    await Promise.allSettled(running);
    await Promise.all([readers.destroy(), writers.destroy()]);
    forReading.close();
    forWriting.close();
  }

  const stores = new Map<string, Store>();
  const commits = commitFeed();

  function storeOf(space: string): Store {
    const known = stores.get(space);
    if (known !== undefined) return known;
    const store: Store = {
      snapshot: (byLink = false) => snapshot(space, byLink),
      read: (work) => run(readers, 'read only', (on, q) => work(sqlReader(on, q, space))),
      write: (work) =>
        telling(commits, space, (noted) =>
          run(writers, 'read write', (on, q) => write(on, q, space, (tx) => work(noted(tx)))),
        ),
      writable,
      close,
    };
    stores.set(space, store);
    return store;
  }

  const people = sqlPeople({
    read: (work) => run(readers, 'read only', work),
    write: (work) => run(writers, 'read write', work),
    note: (work) => run(writers, 'read write', work),
    now,
  });

  const shares = sqlShares({
    read: (work) => run(readers, 'read only', work),
    write: (work) => run(writers, 'read write', work),
    changed: commits.tell,
  });

  const tickets = sqlTickets({
    read: (work) => run(readers, 'read only', work),
    write: (work) => run(writers, 'read write', work),
    now,
  });

  const alerts = sqlAlerts({
    read: (work) => run(readers, 'read only', work),
    write: (work) => run(writers, 'read write', work),
  });

  return { storeOf, people, shares, tickets, alerts, commits, writable, permitsWrites, close };
}
