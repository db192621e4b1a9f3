/** The device's store: IndexedDB, in the worker or in a page. */
import { unwrap } from 'idb';
import { type Store, StoreFull, StoreUnavailable } from '../api/ports.ts';
import { freshChunks } from './fresh-chunks.ts';
import { freshDrawings } from './fresh-drawings.ts';
import { connection, type Database, TimedOut, within } from './indexeddb-connection.ts';
import { committed as whenCommitted } from './indexeddb-objects.ts';
import { STORES } from './indexeddb-schema.ts';
import { type Fresh, indexedDbReader, indexedDbWriter, Overtaken } from './indexeddb-transaction.ts';

/** While a browser ends a connection, the next one may be ended too. */
const PAUSES_MS = [10, 100, 500];

export interface IndexedDbOptions {
  readonly name?: string;
  /** May it bring an older database to this code's version? Only an active worker may. */
  readonly upgrade?: boolean;
}

/**
 * A store in the browser's database `name`, shared with every page and worker of the origin. Opens nothing
 * before it is first used.
 */
export function indexedDbStore({ name = 'pleinair', upgrade = false }: IndexedDbOptions = {}): Store {
  const connected = connection(name, upgrade);
  // Of one connection: a database that was deleted and made anew uses the same ids again.
  const freshOf = new WeakMap<Database, Fresh>();
  let underWay = 0;

  async function run<T>(
    mode: IDBTransactionMode,
    work: (tx: IDBTransaction, database: Database) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      let database: Database | undefined;
      try {
        database = await connected.open();
        const opened = database;
        return await transact(opened, mode, (tx) => work(tx, opened));
      } catch (error) {
        const lost = isLost(error);
        if (database && (lost || error instanceof TimedOut)) connected.drop(database);
        // A lost connection has rolled back what was under way: doing it again does it once.
        const pause = PAUSES_MS[attempt];
        if (!lost || pause === undefined) throw toStoreError(error);
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }

  function freshIn(database: Database): Fresh {
    const fresh = freshOf.get(database) ?? { chunks: freshChunks(), drawings: freshDrawings() };
    freshOf.set(database, fresh);
    return fresh;
  }

  const store: Store = {
    read: (work) => run('readonly', (tx, database) => work(indexedDbReader(tx, freshIn(database)))),
    async write(work) {
      let overtaken = false;
      let committed = () => {};
      const attempt = (assume: boolean) =>
        run('readwrite', async (tx, database) => {
          const writing = indexedDbWriter(tx, freshIn(database), assume);
          committed = writing.committed;
          writing.begun.catch((error: unknown) => {
            overtaken = error instanceof Overtaken;
          });
          try {
            return await work(writing.tx);
          } finally {
            // Whatever the work says, an error too: of what was wrongly assumed it counts for nothing.
            await writing.begun;
          }
        });
      // With another write of this connection under way, it would be wrong before it began.
      const isAlone = underWay === 0;
      underWay += 1;
      try {
        const answer = await attempt(isAlone).catch((error: unknown) => {
          if (!overtaken) throw error;
          return attempt(false);
        });
        committed();
        return answer;
      } finally {
        underWay -= 1;
      }
    },
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

/** Asked to commit when it was not its turn, or when it had ended. */
class Inactive extends Error {}

/** Transactions that overlap and write run one after the other, in all pages and workers of the origin. */
async function transact<T>(
  database: Database,
  mode: IDBTransactionMode,
  work: (tx: IDBTransaction) => Promise<T>,
): Promise<T> {
  // An older database has some of them, until the worker upgrades it.
  const plain = unwrap(database);
  const stores = STORES.filter((name) => plain.objectStoreNames.contains(name));
  // Strict: on the disk when it is said to be saved, not only in the system's memory.
  const tx = plain.transaction(stores, mode, { durability: 'strict' });
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
      throw new Inactive('the transaction could not be committed', { cause: error });
    }
    await done;
    return answer;
  }
  try {
    return await within(finish(), 'the database does not answer');
  } catch (error) {
    abort(tx);
    // What does not answer will not say how it ended either. One that nobody else has given up was left alone.
    const ended = !(error instanceof TimedOut) && (await committed);
    if (ended || (error instanceof Inactive && tx.error === null)) {
      throw new Error('the transaction ended before its work: something else was awaited', { cause: error });
    }
    // A request that fails because its transaction was given up names only that; the transaction knows why.
    throw tx.error ?? (error instanceof Inactive ? error.cause : error);
  }
}

function abort(tx: IDBTransaction): void {
  try {
    tx.abort();
  } catch {
    // It has ended already.
  }
}

/** Errors of a connection that the browser has ended, or of a database that it has cleared away. */
const LOST = ['AbortError', 'InvalidStateError', 'UnknownError', 'NotFoundError'];
const UNAVAILABLE = [...LOST, 'VersionError', 'SecurityError', 'TimeoutError'];

function isLost(error: unknown): boolean {
  return error instanceof DOMException && LOST.includes(error.name);
}

function toStoreError(error: unknown): unknown {
  if (!(error instanceof DOMException)) return error;
  if (error.name === 'QuotaExceededError') {
    return new StoreFull('the storage of this device is full', { cause: error });
  }
  if (!UNAVAILABLE.includes(error.name)) return error;
  return new StoreUnavailable('the database cannot answer now', { cause: error });
}
