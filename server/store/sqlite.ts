import { accessSync, constants, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Kysely, type Transaction } from 'kysely';
import { type Snapshot, type Store, StoreUnavailable } from '../../src/api/ports.ts';
import { connect, connectForReading, ensureDatabase } from './database-file.ts';
import { nodeSqliteDialect } from './node-sqlite-dialect.ts';
import { prepareQueries, type Queries } from './queries.ts';
import type { Tables } from './schema.ts';
import { sqlReader, sqlWriter } from './sql-transaction.ts';
import { toStoreError } from './sqlite-error.ts';

export interface SqliteOptions {
  /** Path of the database; created where there is none, its folder must exist. */
  readonly file: string;
  /** Pages of 4 KiB that it may grow to; then writes are StoreFull. */
  readonly maxPageCount?: number;
  /** ms for which work of the store may follow upon work before others in this process have their turn. */
  readonly turnMs?: number;
}

/** Less than this and a write that is accepted now may fail; bytes. */
const SPACE_MIN = 1024 * 1024;

/** Each keeps the log from being emptied until it is closed. */
const SNAPSHOTS_MAX = 16;

/**
 * A store in one SQLite file. Another process may read and write the same file.
 * @throws StoreCorrupt or StoreUnavailable, with a message for the operator, when the file is damaged, is
 *   not a database of this product, or is of a newer version; it is then untouched
 */
export function sqliteStore({ file, maxPageCount, turnMs = 10 }: SqliteOptions): Store {
  ensureDatabase(file);
  // Reads have a connection of their own: they go on while a write waits for another process.
  const [forReading, forWriting] = [connectForReading(file), connect(file)];
  if (maxPageCount !== undefined) forWriting.exec(`PRAGMA max_page_count = ${Math.floor(maxPageCount)}`);
  const readers = new Kysely<Tables>({ dialect: nodeSqliteDialect(forReading) });
  const writers = new Kysely<Tables>({ dialect: nodeSqliteDialect(forWriting) });
  const queries = prepareQueries(writers);

  const running = new Set<Promise<unknown>>();
  let closed = false;

  let turned = 0;
  /**
   * SQLite answers without the event loop's help: whoever asks for one thing after the other, as a long answer does,
   * would keep everybody else waiting to its end.
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

  const kept = new Set<() => void>();

  /** On a connection of its own: the one that all reads share would be held for as long as somebody reads. */
  async function snapshot(): Promise<Snapshot> {
    if (closed) throw new StoreUnavailable('the store is closed');
    if (kept.size >= SNAPSHOTS_MAX) throw new StoreUnavailable('too many long answers are under way');
    const connection = connect(file);
    const close = () => {
      if (kept.delete(close)) connection.close();
    };
    kept.add(close);
    try {
      connection.exec('PRAGMA query_only = 1; BEGIN');
      const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(connection) });
      const reader = sqlReader(db, queries);
      // A transaction begins to see what it sees with its first read.
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

  return {
    snapshot,
    read: (work) => run(readers, 'read only', (on, q) => work(sqlReader(on, q))),
    write: (work) => run(writers, 'read write', (on, q) => work(sqlWriter(on, q))),
    async writable() {
      if (closed) return false;
      try {
        accessSync(file, constants.W_OK);
        accessSync(dirname(file), constants.W_OK);
        const { bavail, bsize } = statfsSync(dirname(file));
        // No lock is taken: anybody may ask, and those who write would wait for it.
        return bavail * bsize >= SPACE_MIN;
      } catch {
        return false;
      }
    },
    async close() {
      if (closed) return;
      closed = true;
      for (const close of kept) close();
      await Promise.allSettled(running);
      await Promise.all([readers.destroy(), writers.destroy()]);
      forReading.close();
      forWriting.close();
    },
  };
}
