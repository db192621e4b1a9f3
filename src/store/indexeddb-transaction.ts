import type { IDBPTransaction } from 'idb';
import { type DrawingRow, type ReadTx, StoreCorrupt, type WriteTx } from '../api/ports.ts';
import type { DrawingRecord, Schema, Stores } from './indexeddb-schema.ts';

export type Transaction<M extends IDBTransactionMode> = IDBPTransaction<Schema, Stores, M>;

/** Greater than every number and string in the order of keys (Indexed Database API 3.0, 2.4). */
const END: [] = [];

/** The reads of the port, on a transaction. */
export function indexedDbReader(tx: Transaction<IDBTransactionMode>): ReadTx {
  const drawings = tx.objectStore('drawings');
  const list = (after: unknown[], trashed: number, limit?: number) =>
    drawings.index('order').getAll(IDBKeyRange.bound(after, [trashed, END], true), limit);
  return {
    async meta() {
      const meta = tx.objectStore('meta');
      const [epoch, counter] = await Promise.all([meta.get('epoch'), meta.get('counter')]);
      if (typeof epoch !== 'string' || typeof counter !== 'number') throw new StoreCorrupt('meta is missing');
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
      const thumbs = tx.objectStore('thumbs');
      return Promise.all(ids.map(async (id) => (await thumbs.get(id)) ?? ''));
    },
    async chunks(ids) {
      const chunks = tx.objectStore('chunks');
      const texts = await Promise.all(ids.map((id) => chunks.get(id)));
      return texts.map((text, i) => {
        if (text === undefined) throw new StoreCorrupt(`chunk ${ids[i]} is missing`);
        return text;
      });
    },
    async key(drawing, key) {
      return (await tx.objectStore('keys').index('key').get([drawing, key]))?.entry;
    },
    async value(name) {
      return tx.objectStore('values').get(name);
    },
    async hours(metric, since, limit) {
      const range = IDBKeyRange.bound([metric, Date.parse(since)], [metric, END]);
      return (await tx.objectStore('hours').getAll(range)).reverse().slice(0, limit);
    },
  };
}

/** The reads and writes of the port, on a transaction that may write. */
export function indexedDbWriter(tx: Transaction<'readwrite'>): WriteTx {
  return {
    ...indexedDbReader(tx),
    async setCounter(counter) {
      await tx.objectStore('meta').put(counter, 'counter');
    },
    async putDrawing(row) {
      await tx.objectStore('drawings').put({
        id: row.id,
        seq: row.seq,
        order: [Number(row.trashed), -Date.parse(row.updatedAt), row.id],
        row: JSON.stringify(row),
      });
    },
    async putThumb(drawing, thumb) {
      const thumbs = tx.objectStore('thumbs');
      await (thumb === '' ? thumbs.delete(drawing) : thumbs.put(thumb, drawing));
    },
    async putChunks(chunks) {
      const store = tx.objectStore('chunks');
      await Promise.all(chunks.map(({ id, text }) => store.add(text, id)));
    },
    async deleteChunks(ids) {
      const store = tx.objectStore('chunks');
      await Promise.all(ids.map((id) => store.delete(id)));
    },
    async putKey(drawing, slot, entry) {
      await tx.objectStore('keys').put({ drawing, slot, key: entry.key, entry });
    },
    async putValue(name, text) {
      await tx.objectStore('values').put(text, name);
    },
    async putHours(hours) {
      const store = tx.objectStore('hours');
      await Promise.all(hours.map((figure) => store.put(figure, [figure.metric, Date.parse(figure.hour)])));
    },
    async dropHours(before) {
      const store = tx.objectStore('hours');
      const keys = await store.getAllKeys();
      const old = keys.filter(([, at]) => at < Date.parse(before));
      await Promise.all(old.map((key) => store.delete(key)));
    },
  };
}

function toRow({ row }: DrawingRecord): DrawingRow {
  return JSON.parse(row);
}
