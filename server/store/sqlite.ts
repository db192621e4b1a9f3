import { accessSync, constants, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely, type Transaction } from 'kysely';
import { type Store, StoreUnavailable } from '../../src/api/ports.ts';
import { connect, ensureDatabase } from './database-file.ts';
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
}

/** Less than this and a write that is accepted now may fail; bytes. */
const SPACE_MIN = 1024 * 1024;

/**
 * A store in one SQLite file. Another process may read and write the same file.
 * @throws StoreCorrupt or StoreUnavailable, with a message for the operator, when the file is damaged, is
 *   not a database of this product, or is of a newer version; it is then untouched
 */
export function sqliteStore({ file, maxPageCount }: SqliteOptions): Store {
  ensureDatabase(file);
  // Reads have a connection of their own: they go on while a write waits for another process.
  const [forReading, forWriting] = [connect(file), connect(file)];
  forReading.exec('PRAGMA query_only = 1');
  if (maxPageCount !== undefined) forWriting.exec(`PRAGMA max_page_count = ${Math.floor(maxPageCount)}`);
  const readers = new Kysely<Tables>({ dialect: nodeSqliteDialect(forReading) });
  const writers = new Kysely<Tables>({ dialect: nodeSqliteDialect(forWriting) });
  const queries = prepareQueries(writers);

  const running = new Set<Promise<unknown>>();
  let closed = false;

  async function run<T>(
    db: Kysely<Tables>,
    accessMode: 'read only' | 'read write',
    work: (transaction: Transaction<Tables>, queries: Queries) => Promise<T>,
  ): Promise<T> {
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

  return {
    read: (work) => run(readers, 'read only', (on, q) => work(sqlReader(on, q))),
    write: (work) => run(writers, 'read write', (on, q) => work(sqlWriter(on, q))),
    async writable() {
      try {
        accessSync(file, constants.W_OK);
        accessSync(dirname(file), constants.W_OK);
        const { bavail, bsize } = statfsSync(dirname(file));
        if (bavail * bsize < SPACE_MIN) return false;
        // Takes the lock, which also fails where the log cannot be opened.
        await run(writers, 'read write', async () => {});
        return true;
      } catch {
        return false;
      }
    },
    async close() {
      if (closed) return;
      closed = true;
      await Promise.allSettled(running);
      await Promise.all([readers.destroy(), writers.destroy()]);
      forReading.close();
      forWriting.close();
    },
  };
}
