/**
 * Transactions of IndexedDB that a page which is left never leaves open. The browser may keep such a page as it is, in
 * its back/forward cache, without any events: WebKit then keeps open what waits for its next request, for good, and
 * what other pages want to read or write waits for it.
 */
import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';

/** Those that still read, and of them those that were aborted because the page was left. */
const reading = new Set<{ abort(): void }>();
const interrupted = new WeakSet<object>();
/** Resolves when the page is shown again; undefined while it is not left. */
let away: Promise<void> | undefined;
let comeBack = () => {};

// Also where the page ends: its last writes would wait for a transaction that still reads, and end with it.
addEventListener('pagehide', () => {
  away ??= new Promise((resolve) => {
    comeBack = resolve;
  });
  for (const transaction of reading) {
    interrupted.add(transaction);
    transaction.abort();
  }
  reading.clear();
});
addEventListener('pageshow', () => {
  away = undefined;
  comeBack();
});

/** How long a page that is left stays after each of its last writes, ms. */
const HELD = 40;

/**
 * Stays a moment. Of a page that is gone at once, Chromium drops committed writes now and then: on a busy machine, a step of
 * undo in 8 of 105 pages, and in none of 90 that stayed.
 */
function hold(): void {
  const until = performance.now() + HELD;
  while (performance.now() < until);
}

/**
 * Runs a transaction whose requests are all known at its start. It ends without the page.
 * @param ask makes all requests, and waits for none before it has made the last one
 */
export async function atOnce<
  Schema extends DBSchema,
  N extends StoreNames<Schema>,
  M extends IDBTransactionMode,
  T,
>(
  db: IDBPDatabase<Schema>,
  names: N[],
  mode: M,
  ask: (transaction: IDBPTransaction<Schema, N[], M>) => Promise<T>,
): Promise<T> {
  const transaction = db.transaction(names, mode);
  const asked = ask(transaction);
  transaction.commit();
  if (away && mode === 'readwrite') hold();
  const [result] = await Promise.all([asked, transaction.done]);
  return result;
}

/** The last requests of a transaction that reads before it writes. */
export interface Change<T> {
  readonly writes: readonly Promise<unknown>[];
  /** What the caller gets once they are done. */
  readonly result: T;
}

/**
 * Runs a transaction that reads before it writes. If the page is left meanwhile, or was before, the transaction
 * begins again when the page is shown again.
 * @param ask waits for what it reads, makes all writes, and returns them without waiting. It may run several times
 */
export async function readThenWrite<Schema extends DBSchema, N extends StoreNames<Schema>, T>(
  db: IDBPDatabase<Schema>,
  names: N[],
  ask: (transaction: IDBPTransaction<Schema, N[], 'readwrite'>) => Promise<Change<T>>,
): Promise<T> {
  for (;;) {
    while (away) await away;
    const transaction = db.transaction(names, 'readwrite');
    // Else an error of a request, which is thrown below, would be reported twice.
    transaction.done.catch(() => {});
    reading.add(transaction);
    try {
      const { writes, result } = await ask(transaction);
      reading.delete(transaction);
      transaction.commit();
      await Promise.all([...writes, transaction.done]);
      return result;
    } catch (error) {
      if (!interrupted.has(transaction)) throw error;
    } finally {
      reading.delete(transaction);
    }
  }
}
