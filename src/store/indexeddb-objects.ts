/**
 * Object stores whose requests are promises. Those of idb stand behind a Proxy at every step, which costs more than
 * the requests themselves where a stroke is saved; what opens and upgrades the database is left to it.
 */
import type { Schema, STORES } from './indexeddb-schema.ts';

type StoreName = (typeof STORES)[number];

/** Rejects with the error of a request that failed; the transaction is given up then. */
function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** What can be read of a store or through an index, its values in the order of its keys. */
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
}

/**
 * Its writes are only asked for. One that fails gives the transaction up, which `committed` tells: waiting for each
 * as well would be a second trip to another process before the commit.
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
  /** Fails where there is one with this key. */
  add(value: V, key?: IDBValidKey): void {
    this.#store.add(value, key);
  }
  delete(key: IDBValidKey | IDBKeyRange): void {
    this.#store.delete(key);
  }
  keys(): Promise<IDBValidKey[]> {
    return settled(this.#store.getAllKeys());
  }
}

/** A store of the device's database, in a transaction. */
export function objects<N extends StoreName>(tx: IDBTransaction, name: N): Objects<Schema[N]['value']> {
  return new Objects<Schema[N]['value']>(tx.objectStore(name));
}

/** Resolves when the transaction is committed, rejects with why it was not. */
export function committed(tx: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(tx.error ?? new DOMException('the transaction was given up', 'AbortError'));
    tx.oncomplete = () => resolve();
    tx.onabort = fail;
    tx.onerror = fail;
  });
}
