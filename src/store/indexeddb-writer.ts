/** The writes of the store port. Apart from the reads: a worker starts for reading, and sooner without what it needs later. */
import {
  type DrawingRow,
  type KeyEntry,
  type ReadTx,
  type Store,
  StoreUnavailable,
  type WriteTx,
} from '../api/ports.ts';
import { drawingCache } from './drawing-cache.ts';
import { objects } from './indexeddb-objects.ts';
import { type Caches, entryOf, hasStore, indexedDbReader, readSlots, under } from './indexeddb-reader.ts';

/** Runs work in one transaction of the store; again if the browser ended the connection. */
export type Run = <T>(
  mode: IDBTransactionMode,
  work: (tx: IDBTransaction, caches: Caches) => Promise<T>,
) => Promise<T>;

/** Makes the `write` of a store. One for each store: it knows of the writes that are under way. */
export function createWrite(run: Run): Store['write'] {
  let underWay = 0;
  return async (work) => {
    let isStale = false;
    let committed = () => {};
    const attempt = (assume: boolean) =>
      run('readwrite', async (tx, caches) => {
        const writing = indexedDbWriter(tx, caches, assume);
        committed = writing.committed;
        writing.begun.catch((error: unknown) => {
          isStale = error instanceof StaleCache;
        });
        try {
          return await work(writing.tx);
        } finally {
          // Checked also after an error: an error based on a wrong assumption does not count.
          await writing.begun;
        }
      });
    // While another write of this connection runs, the assumption would be wrong from the start.
    const isAlone = underWay === 0;
    underWay += 1;
    try {
      const answer = await attempt(isAlone).catch((error: unknown) => {
        if (!isStale) throw error;
        return attempt(false);
      });
      committed();
      return answer;
    } finally {
      underWay -= 1;
    }
  };
}

/** Another page or worker wrote since the cache was filled. Nothing based on it may be committed. */
class StaleCache extends Error {}

/** A write transaction. */
interface Writing {
  readonly tx: WriteTx;
  /**
   * Resolves when the transaction has begun. Commit only then: a transaction that still waits for another may
   * time out, and must not take effect after that. Rejects with StaleCache if the assumption was wrong.
   */
  readonly begun: Promise<unknown>;
  /** Call it after the commit: it adds the written data to the caches. */
  committed(): void;
}

/**
 * The reads and writes of the store port, on one write transaction.
 * @param assume true to assume that nobody else wrote since the caches were filled. All requests then start
 *   at once, and only the commit waits until the counter confirms this. Otherwise the requests wait for the
 *   counter first, which costs one more round trip to another process
 */
function indexedDbWriter(tx: IDBTransaction, caches: Caches, assume: boolean): Writing {
  const reader = indexedDbReader(tx, caches);
  const { epoch } = caches;
  caches.drawings ??= drawingCache();
  const { drawings } = caches;
  const assumed = assume && epoch !== undefined ? drawings.counter : undefined;
  const read = reader.meta();
  const begun = read.then(({ counter }) => {
    if (assumed === undefined || assumed === counter) return;
    // Aborts immediately, because a transaction without pending requests commits by itself.
    tx.abort();
    throw new StaleCache();
  });
  const meta =
    epoch !== undefined && assumed !== undefined ? Promise.resolve({ epoch, counter: assumed }) : read;
  const chunks = new Map<string, string>();
  const rows = new Map<string, DrawingRow>();
  const deleted = new Set<string>();
  const keys: { drawing: string; slot: number; entry: KeyEntry }[] = [];
  let counterBefore = -1;
  let counter: number | undefined;
  read.then(
    (meta) => {
      counterBefore = meta.counter;
    },
    // `read` and `begun` pass the error on. A transaction that was aborted before reports it itself.
    () => {},
  );
  return {
    begun,
    committed() {
      caches.chunks.add(chunks);
      drawings.commit(counterBefore, counter ?? counterBefore, {
        rows: [...rows.values()],
        keys,
        deleted,
      });
    },
    tx: { ...reader, ...writes() },
  };

  function purges() {
    if (!hasStore(tx, 'purges')) throw new StoreUnavailable('the database is not up to date');
    return objects(tx, 'purges');
  }

  function writes(): Omit<WriteTx, Exclude<keyof ReadTx, 'meta' | 'drawing' | 'key'>> {
    return {
      /** The first read of nearly every write. The cached value is right until the counter is set. */
      meta: () => (counter === undefined ? meta : reader.meta()),
      async drawing(id) {
        if (rows.has(id)) return rows.get(id);
        if (deleted.has(id)) return undefined;
        // Reads at once if the cache cannot have it, without waiting for the counter.
        const asked = drawings.has(id) ? undefined : reader.drawing(id);
        const { counter: at } = await meta;
        const known = drawings.at(at, id)?.row;
        if (known !== undefined) return known;
        const row = await (asked ?? reader.drawing(id));
        if (row !== undefined) drawings.set(at, id, { row });
        return row;
      },
      async key(drawing, key) {
        if (keys.length > 0 || deleted.has(drawing)) return entryOf(await readSlots(tx, drawing), key);
        const asked = drawings.has(drawing) ? undefined : readSlots(tx, drawing);
        const { counter: at } = await meta;
        const known = drawings.at(at, drawing)?.slots;
        if (known !== undefined) return entryOf(known, key);
        const slots = await (asked ?? readSlots(tx, drawing));
        drawings.set(at, drawing, { slots });
        return entryOf(slots, key);
      },
      async setCounter(to) {
        counter = to;
        objects(tx, 'meta').put(to, 'counter');
      },
      async putDrawing(row) {
        rows.set(row.id, row);
        objects(tx, 'drawings').put({
          id: row.id,
          seq: row.seq,
          order: [Number(row.trashed), -Date.parse(row.updatedAt), row.id],
          row: JSON.stringify(row),
        });
      },
      async deleteDrawing(id) {
        rows.delete(id);
        deleted.add(id);
        for (const name of ['drawings', 'thumbs'] as const) objects(tx, name).delete(id);
        for (const name of ['keys', 'versions', 'photos'] as const) {
          if (hasStore(tx, name)) objects(tx, name).delete(under(id));
        }
      },
      async putPurge(purge) {
        purges().put(purge);
      },
      async deletePurge(id) {
        if (hasStore(tx, 'purges')) purges().delete(id);
      },
      async dropPurges(keep) {
        const store = purges();
        const over = (await store.count()) - keep;
        if (over <= 0) return undefined;
        const oldest = await store.index('seq').getAll(IDBKeyRange.lowerBound(0), over);
        for (const { id } of oldest) store.delete(id);
        return oldest.at(-1)?.seq;
      },
      async putThumb(drawing, thumb) {
        const thumbs = objects(tx, 'thumbs');
        if (thumb === '') thumbs.delete(drawing);
        else thumbs.put(thumb, drawing);
      },
      async putChunks(added) {
        const store = objects(tx, 'chunks');
        for (const { id, text } of added) {
          store.add(text, id);
          chunks.set(id, text);
        }
      },
      async deleteChunks(ids) {
        const store = objects(tx, 'chunks');
        for (const id of ids) store.delete(id);
      },
      async putKey(drawing, slot, entry) {
        keys.push({ drawing, slot, entry });
        objects(tx, 'keys').put({ drawing, slot, entry });
      },
      async putVersion(version) {
        const { drawing, rev, updatedAt } = version;
        objects(tx, 'versions').put({ drawing, rev, updatedAt, version: JSON.stringify(version) });
      },
      async deleteVersion(drawing, rev) {
        objects(tx, 'versions').delete([drawing, rev]);
      },
      async putPhoto({ drawing, sha256, type, size }, bytes) {
        objects(tx, 'photos').put(bytes.slice().buffer, [drawing, sha256, type, size]);
      },
      async deletePhoto(drawing, sha256) {
        objects(tx, 'photos').delete(under(drawing, sha256));
      },
      async putValue(name, text) {
        objects(tx, 'values').put(text, name);
      },
      async deleteValue(name) {
        objects(tx, 'values').delete(name);
      },
      async putHours(hours) {
        const store = objects(tx, 'hours');
        for (const figure of hours) store.put(figure, [figure.metric, Date.parse(figure.hour)]);
      },
      async dropHours(before) {
        const store = objects(tx, 'hours');
        const keys = await store.keys();
        for (const key of keys) {
          if (Array.isArray(key) && Number(key[1]) < Date.parse(before)) store.delete(key);
        }
      },
    };
  }
}
