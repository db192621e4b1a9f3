/** The store of the device: IndexedDB, in the worker or in a page. */
import { type Store, StoreFull, StoreUnavailable } from '../api/ports.ts';
import { chunkCache } from './chunk-cache.ts';
import { connection, type Database, isOverLimit, TimedOut, within } from './indexeddb-connection.ts';
import { committed as whenCommitted } from './indexeddb-objects.ts';
import { type Caches, indexedDbReader } from './indexeddb-reader.ts';
import { STORES } from './indexeddb-schema.ts';
import type { createWrite } from './indexeddb-writer.ts';

/** Pauses in ms before new attempts. While a browser ends one connection, it may end the next one too. */
const PAUSES_MS = [10, 100, 500];

/** A store that can open its database before it is needed. */
export interface IndexedDbStore extends Store {
  /** Opens the database now, so that the first transaction need not wait for it. That one reports any error. */
  open(): void;
}

export interface IndexedDbOptions {
  readonly name?: string;
  /** True to upgrade an older database to this code's version. Only an active worker may. */
  readonly upgrade?: boolean;
  /** Loads what writes, with the first write. */
  readonly loadCreateWrite: () => Promise<typeof createWrite>;
}

/**
 * A store in the browser's database `name`, which all pages and workers of the origin share. It opens the
 * database on first use, or with `open`.
 */
export function indexedDbStore({
  name = 'pleinair',
  upgrade = false,
  loadCreateWrite,
}: IndexedDbOptions): IndexedDbStore {
  const connected = connection(name, upgrade);
  // Caches for each connection. A database that was deleted and created again reuses ids, so no cache may
  // outlive its connection.
  const cachesOf = new WeakMap<Database, Caches>();
  let write: Store['write'] | undefined;
  /** True while the disk is full. The browser then does not open the database either, and does not say why. */
  let isDiskFull = false;

  async function run<T>(
    mode: IDBTransactionMode,
    work: (tx: IDBTransaction, caches: Caches) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      let database: Database | undefined;
      try {
        database = await connected.open(mode);
        const opened = database;
        const answer = await transact(opened, mode, (tx) => work(tx, cachesFor(opened)));
        isDiskFull = false;
        return answer;
      } catch (error) {
        const lost = isLost(error);
        if (database && (lost || error instanceof TimedOut)) connected.drop(database);
        isDiskFull = isFull(error) || (isDiskFull && lost && !database);
        if (isDiskFull) throw new StoreFull('', { cause: error });
        // The browser rolled back the work of a lost connection, so a repeat does it only once.
        const pause = PAUSES_MS[attempt];
        if (!lost || pause === undefined) throw toStoreError(error);
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }

  function cachesFor(database: Database): Caches {
    const caches = cachesOf.get(database) ?? { chunks: chunkCache() };
    cachesOf.set(database, caches);
    return caches;
  }

  function openAhead(mode: IDBTransactionMode): void {
    connected.open(mode).catch(() => {});
  }

  const store: IndexedDbStore = {
    open: () => openAhead('readonly'),
    read: (work) => run('readonly', (tx, caches) => work(indexedDbReader(tx, caches))),
    async write(work) {
      if (write === undefined) {
        // Looks at the log meanwhile.
        openAhead('readwrite');
        const create = await loadCreateWrite();
        write ??= create(run);
      }
      return write(work);
    },
    freesApart: true,
    async writable() {
      try {
        await store.write(async (tx) => tx.setCounter((await tx.meta()).counter));
        return true;
      } catch {
        return false;
      }
    },
    async close() {
      connected.close();
    },
  };
  return store;
}

/** The commit failed: the transaction was inactive or had ended. Only its cause is ever reported. */
class Inactive extends Error {}

/**
 * Runs `work` in one transaction. The browser runs overlapping write transactions one after another, in all
 * pages and workers of the origin.
 */
async function transact<T>(
  database: Database,
  mode: IDBTransactionMode,
  work: (tx: IDBTransaction) => Promise<T>,
): Promise<T> {
  // An older database lacks some stores until the worker upgrades it.
  const stores = STORES.filter((name) => database.objectStoreNames.contains(name));
  // Strict durability: a save is reported once the data are on the disk, not only in memory of the system.
  const tx = database.transaction(stores, mode, { durability: 'strict' });
  const done = whenCommitted(tx);
  const committed = done.then(
    () => true,
    () => false,
  );
  async function finish(): Promise<T> {
    const answer = await work(tx);
    try {
      tx.commit();
    } catch (error) {
      throw new Inactive('', { cause: error });
    }
    // Nothing that was read depends on the end of the transaction, which is one more message from another process.
    if (mode === 'readwrite') await done;
    return answer;
  }
  try {
    return await within(finish(), 'the database does not answer');
  } catch (error) {
    abort(tx);
    // A timed-out transaction does not report how it ended. If it was committed, or was inactive although
    // nothing aborted it, the work let it go idle.
    const ended = !(error instanceof TimedOut) && (await committed);
    if (ended || (error instanceof Inactive && tx.error === null)) {
      throw new Error('something else was awaited in the transaction', { cause: error });
    }
    // A request of an aborted transaction fails without the reason; the transaction has it.
    throw tx.error ?? (error instanceof Inactive ? error.cause : error);
  }
}

function abort(tx: IDBTransaction): void {
  try {
    tx.abort();
  } catch {
    // The transaction has already ended.
  }
}

/** Errors of a connection that the browser ended, or of a database that it deleted. */
const LOST = ['AbortError', 'InvalidStateError', 'UnknownError', 'NotFoundError'];
const UNAVAILABLE = [...LOST, 'VersionError', 'SecurityError', 'TimeoutError'];

function isLost(error: unknown): boolean {
  return error instanceof DOMException && LOST.includes(error.name);
}

/** How Chromium names a disk without space: in the message alone, for its log and for the file of a large value. */
const DISK_FULL = /_NO_SPACE|write blobs \(IO/;

function isFull(error: unknown): boolean {
  return isOverLimit(error) || (error instanceof DOMException && DISK_FULL.test(error.message));
}

function toStoreError(error: unknown): unknown {
  if (!(error instanceof DOMException && UNAVAILABLE.includes(error.name))) return error;
  return new StoreUnavailable('the database cannot answer now', { cause: error });
}
