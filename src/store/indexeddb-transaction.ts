import type { StoreNames } from 'idb';
import {
  type DrawingRow,
  type HourOf,
  type HoursQuery,
  type KeyEntry,
  type ReadTx,
  StoreCorrupt,
  type StoredHour,
  StoreUnavailable,
  type VersionRow,
  type WriteTx,
} from '../api/ports.ts';
import type { ChunkCache } from './chunk-cache.ts';
import type { DrawingCache, Slots } from './drawing-cache.ts';
import { objects } from './indexeddb-objects.ts';
import type { DrawingRecord, PhotoKey, Schema, VersionRecord } from './indexeddb-schema.ts';

/** A key that sorts after every number and string (Indexed Database API 3.0, 2.4). */
const END: [] = [];

/** The caches of one connection: what was read or written last. */
export interface Caches {
  readonly chunks: ChunkCache;
  readonly drawings: DrawingCache;
  /** The store's epoch, once it was read. It does not change while a connection lasts. */
  epoch?: string;
}

/**
 * The reads of the store port, on one transaction.
 * @param caches they save reads of what cannot have changed: the epoch and chunks
 */
export function indexedDbReader(tx: IDBTransaction, caches: Caches): ReadTx {
  const drawings = objects(tx, 'drawings');
  const list = (after: unknown[], trashed: number, limit?: number) =>
    drawings.index('order').getAll(IDBKeyRange.bound(after, [trashed, END], true), limit);
  return {
    async meta() {
      const meta = objects(tx, 'meta');
      const [counter, epoch] = await Promise.all([meta.get('counter'), caches.epoch ?? meta.get('epoch')]);
      if (typeof epoch !== 'string' || typeof counter !== 'number') throw new StoreCorrupt('meta is missing');
      caches.epoch = epoch;
      return { epoch, counter };
    },
    async drawing(id) {
      const record = await drawings.get(id);
      return record && toRow(record);
    },
    async list({ trashed, after, limit }) {
      const group = Number(trashed);
      const start = after ? [group, -Date.parse(after.updatedAt), after.id] : [group];
      return (await list(start, group, limit)).map(toRow);
    },
    async changes(since, limit) {
      const range = IDBKeyRange.lowerBound(since, true);
      return (await drawings.index('seq').getAll(range, limit)).map(toRow);
    },
    async purge(id) {
      return hasStore(tx, 'purges') ? objects(tx, 'purges').get(id) : undefined;
    },
    async purges(since, limit) {
      if (!hasStore(tx, 'purges')) return [];
      return objects(tx, 'purges').index('seq').getAll(IDBKeyRange.lowerBound(since, true), limit);
    },
    async counts() {
      const group = (trashed: number) => IDBKeyRange.bound([trashed], [trashed, END]);
      const [active, trashed, ...newest] = await Promise.all([
        drawings.index('order').count(group(0)),
        drawings.index('order').count(group(1)),
        list([0], 0, 1),
        list([1], 1, 1),
      ]);
      const updates = newest.flat().map((record) => toRow(record).updatedAt);
      return { drawings: active, trashed, newestUpdate: updates.sort().at(-1) ?? null };
    },
    async thumbs(ids) {
      const thumbs = objects(tx, 'thumbs');
      return Promise.all(ids.map(async (id) => (await thumbs.get(id)) ?? ''));
    },
    async chunks(ids) {
      const chunks = objects(tx, 'chunks');
      const texts = await Promise.all(ids.map(async (id) => caches.chunks.texts.get(id) ?? chunks.get(id)));
      const found = texts.map((text, i): [id: string, text: string] => {
        if (text === undefined) throw new StoreCorrupt(`chunk ${ids[i]} is missing`);
        return [ids[i] ?? '', text];
      });
      // Only chunks of read transactions are cached. A chunk written here may be rolled back, and its id is
      // then used for another.
      if (tx.mode === 'readonly') caches.chunks.add(new Map(found));
      return found.map(([, text]) => text);
    },
    async key(drawing, key) {
      return entryOf(await readSlots(tx, drawing), key);
    },
    async keys(drawing) {
      return [...(await readSlots(tx, drawing)).values()];
    },
    async versions(drawing) {
      if (!hasStore(tx, 'versions')) return undefined;
      const records = await objects(tx, 'versions').getAll(under(drawing));
      return records.map(toVersion);
    },
    async oldestVersions(limit) {
      if (!hasStore(tx, 'versions')) return [];
      const records = objects(tx, 'versions').index('updatedAt');
      return (await records.getAll(IDBKeyRange.lowerBound(''), limit)).map(toVersion);
    },
    async photos(drawing) {
      if (!hasStore(tx, 'photos')) return undefined;
      const keys = await objects(tx, 'photos').keys(drawing === undefined ? undefined : under(drawing));
      return keys.map((key) => {
        const [of, sha256, type, size] = key as PhotoKey;
        return { drawing: of, sha256, type, size };
      });
    },
    async photosSize() {
      if (!hasStore(tx, 'photos')) return 0;
      const keys = await objects(tx, 'photos').keys();
      return keys.reduce<number>((bytes, key) => bytes + (key as PhotoKey)[3], 0);
    },
    async photoBytes(drawing, sha256, start, end) {
      if (!hasStore(tx, 'photos')) return undefined;
      const [bytes] = await objects(tx, 'photos').getAll(under(drawing, sha256), 1);
      return bytes && new Uint8Array(bytes.slice(start, end));
    },
    async value(name) {
      return objects(tx, 'values').get(name);
    },
    async hours<M extends StoredHour['metric']>(metric: M, since: string, query: HoursQuery = {}) {
      const from = Date.parse(since);
      const end = query.before === undefined ? Number.POSITIVE_INFINITY : Date.parse(query.before);
      // IndexedDB refuses a range without anything in it.
      if (from >= end) return [];
      const range = IDBKeyRange.bound([metric, from], [metric, end], false, true);
      return (await objects(tx, 'hours').getAll(range)).reverse().slice(0, query.limit) as HourOf<M>[];
    },
  };
}

/** Another page or worker wrote since the cache was filled. Nothing based on it may be committed. */
export class StaleCache extends Error {}

/** A write transaction. */
export interface Writing {
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
export function indexedDbWriter(tx: IDBTransaction, caches: Caches, assume: boolean): Writing {
  const reader = indexedDbReader(tx, caches);
  const { epoch } = caches;
  const assumed = assume && epoch !== undefined ? caches.drawings.counter : undefined;
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
      caches.drawings.commit(counterBefore, counter ?? counterBefore, {
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
        const asked = caches.drawings.has(id) ? undefined : reader.drawing(id);
        const { counter: at } = await meta;
        const known = caches.drawings.at(at, id)?.row;
        if (known !== undefined) return known;
        const row = await (asked ?? reader.drawing(id));
        if (row !== undefined) caches.drawings.set(at, id, { row });
        return row;
      },
      async key(drawing, key) {
        if (keys.length > 0 || deleted.has(drawing)) return entryOf(await readSlots(tx, drawing), key);
        const asked = caches.drawings.has(drawing) ? undefined : readSlots(tx, drawing);
        const { counter: at } = await meta;
        const known = caches.drawings.at(at, drawing)?.slots;
        if (known !== undefined) return entryOf(known, key);
        const slots = await (asked ?? readSlots(tx, drawing));
        caches.drawings.set(at, drawing, { slots });
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

/**
 * True if the database has an object store of a later version. A page that may not upgrade meets an older database until
 * the worker has upgraded it.
 */
function hasStore(tx: IDBTransaction, name: StoreNames<Schema>): boolean {
  return tx.objectStoreNames.contains(name);
}

/** The keys that begin with these parts. */
function under(...parts: readonly string[]): IDBKeyRange {
  return IDBKeyRange.bound(parts, [...parts, END]);
}

async function readSlots(tx: IDBTransaction, drawing: string): Promise<Slots> {
  const records = await objects(tx, 'keys').getAll(under(drawing));
  return new Map(records.map(({ slot, entry }) => [slot, entry]));
}

function entryOf(slots: Slots, key: string): KeyEntry | undefined {
  for (const entry of slots.values()) if (entry.key === key) return entry;
  return undefined;
}

function toRow({ row }: DrawingRecord): DrawingRow {
  return JSON.parse(row);
}

function toVersion({ version }: VersionRecord): VersionRow {
  return JSON.parse(version);
}
