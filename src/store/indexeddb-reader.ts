/** The reads of the store port. */
import type { StoreNames } from 'idb';
import {
  type DrawingRow,
  type HourOf,
  type HoursQuery,
  type KeyEntry,
  type ReadTx,
  StoreCorrupt,
  type StoredHour,
  type VersionRow,
} from '../api/ports.ts';
import type { ChunkCache } from './chunk-cache.ts';
import type { DrawingCache, Slots } from './drawing-cache.ts';
import { objects } from './indexeddb-objects.ts';
import type { DrawingRecord, PhotoKey, Schema, VersionKey, VersionRecord } from './indexeddb-schema.ts';

/** A key that sorts after every number and string (Indexed Database API 3.0, 2.4). */
const END: [] = [];

/** The caches of one connection: what was read or written last. */
export interface Caches {
  readonly chunks: ChunkCache;
  /** Filled by writes alone. */
  drawings?: DrawingCache;
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
    async oldestVersions(limit, isNewestSpared = false) {
      if (!hasStore(tx, 'versions')) return [];
      const versions = objects(tx, 'versions');
      // Keys alone: there may be thousands of versions, most of them the only ones of their drawings.
      const aged = (await versions.index('updatedAt').keys()) as VersionKey[];
      const newest = new Map(isNewestSpared ? ((await versions.keys()) as VersionKey[]) : []);
      const found = aged.filter(([drawing, rev]) => newest.get(drawing) !== rev).slice(0, limit);
      return Promise.all(found.map(async (key) => toVersion((await versions.get(key))!)));
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

/**
 * True if the database has an object store of a later version. A page that may not upgrade meets an older database until
 * the worker has upgraded it.
 */
export function hasStore(tx: IDBTransaction, name: StoreNames<Schema>): boolean {
  return tx.objectStoreNames.contains(name);
}

/** The keys that begin with these parts. */
export function under(...parts: readonly string[]): IDBKeyRange {
  return IDBKeyRange.bound(parts, [...parts, END]);
}

export async function readSlots(tx: IDBTransaction, drawing: string): Promise<Slots> {
  const records = await objects(tx, 'keys').getAll(under(drawing));
  return new Map(records.map(({ slot, entry }) => [slot, entry]));
}

export function entryOf(slots: Slots, key: string): KeyEntry | undefined {
  for (const entry of slots.values()) if (entry.key === key) return entry;
  return undefined;
}

function toRow({ row }: DrawingRecord): DrawingRow {
  return JSON.parse(row);
}

function toVersion({ version }: VersionRecord): VersionRow {
  return JSON.parse(version);
}
