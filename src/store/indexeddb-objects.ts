/**
 * Object stores with promises. The `idb` library, which the page's own databases use, puts a Proxy around every step,
 * which costs more than the requests themselves when a stroke is saved; and without it in its first script, a worker starts
 * 0.4 ms sooner.
 */
import type { Schema, STORES } from './indexeddb-schema.ts';

type StoreName = (typeof STORES)[number];

/** The request's result. Rejects with its error; the transaction is then aborted. */
export function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** The reads of a store or an index. Values come in the order of the keys. */
class Source<V> {
  readonly #source: IDBObjectStore | IDBIndex;

  constructor(source: IDBObjectStore | IDBIndex) {
    this.#source = source;
  }
  get(key: IDBValidKey): Promise<V | undefined> {
    return settled<V | undefined>(this.#source.get(key));
  }
  getAll(range: IDBKeyRange, limit?: number): Promise<V[]> {
    return settled<V[]>(this.#source.getAll(range, limit));
  }
  count(range?: IDBKeyRange): Promise<number> {
    return settled(this.#source.count(range));
  }
  /** Keys of the store, in the order of the source. */
  keys(range?: IDBKeyRange): Promise<IDBValidKey[]> {
    return settled(this.#source.getAllKeys(range));
  }
}

/**
 * The reads and writes of a store. Writes return no promise: one that fails aborts the transaction, and
 * `committed` reports that. Waiting for each would cost a second round trip to another process before the
 * commit.
 */
class Objects<V> extends Source<V> {
  readonly #store: IDBObjectStore;

  constructor(store: IDBObjectStore) {
    super(store);
    this.#store = store;
  }
  index(name: string): Source<V> {
    return new Source<V>(this.#store.index(name));
  }
  put(value: V, key?: IDBValidKey): void {
    this.#store.put(value, key);
  }
  /** Fails if the key exists. */
  add(value: V, key?: IDBValidKey): void {
    this.#store.add(value, key);
  }
  delete(key: IDBValidKey | IDBKeyRange): void {
    this.#store.delete(key);
  }
}

/** An object store of the device's database, inside a transaction. */
export function objects<N extends StoreName>(tx: IDBTransaction, name: N): Objects<Schema[N]['value']> {
  return new Objects<Schema[N]['value']>(tx.objectStore(name));
}

/** Resolves when the transaction is committed; rejects with the reason if it is not. */
export function committed(tx: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(tx.error ?? new DOMException('', 'AbortError'));
    tx.oncomplete = () => resolve();
    tx.onabort = fail;
    tx.onerror = fail;
  });
}
