import {
  type DrawingRow,
  HOME,
  type KeyEntry,
  type PhotoRow,
  type Purge,
  type ReadTx,
  SpaceGone,
  StoreCorrupt,
  type WriteTx,
} from '../../../src/api/ports.ts';
import type { PhotoType } from '../../../src/core/drawing/members/photo.ts';
import type { Executor } from './prepare.ts';
import {
  type DrawingColumns,
  type KeyColumns,
  NO_LIMIT,
  type PhotoColumns,
  type PurgeColumns,
  type Queries,
} from './queries.ts';
import { useOf } from './space-use.ts';
import { type DrawingsTable, type KeysTable, SERVER_SPACE } from './tables.ts';

/** The reads of `Store`, on a transaction. */
export function sqlReader(on: Executor, q: Queries, space: string): ReadTx {
  return {
    async meta() {
      const [row] = await q.meta(on, { space });
      if (row === undefined) throw missing(space, 'the meta row is missing');
      return { epoch: row.epoch, counter: row.counter };
    },
    async drawing(id) {
      const [row] = await q.drawing(on, { space, id });
      return row && toDrawing(row);
    },
    async list({ trashed, after, limit = NO_LIMIT }) {
      const which = { space, trashed: Number(trashed), limit };
      const rows = after ? await q.listAfter(on, { ...which, ...after }) : await q.list(on, which);
      return rows.map(toDrawing);
    },
    async changes(since, limit) {
      return (await q.changes(on, { space, since, limit })).map(toDrawing);
    },
    async purge(id) {
      const [row] = await q.purge(on, { space, id });
      return row && toPurge(row);
    },
    async purges(since, limit) {
      return (await q.purges(on, { space, since, limit })).map(toPurge);
    },
    async counts() {
      const [{ drawings, trashed }, ...newest] = await Promise.all([
        useOf(on, q, space),
        q.newest(on, { space, trashed: 0 }),
        q.newest(on, { space, trashed: 1 }),
      ]);
      const dates = newest.flat().map(({ updated_at }) => updated_at);
      return { drawings: drawings - trashed, trashed, newestUpdate: dates.sort().at(-1) ?? null };
    },
    async thumbs(ids) {
      const found = byId(await q.thumbs(on, space, ids));
      return ids.map((id) => found.get(id) ?? '');
    },
    async chunks(ids) {
      const found = byId(await q.chunks(on, space, ids));
      return ids.map((id) => {
        const text = found.get(id);
        if (text === undefined) throw new StoreCorrupt(`chunk ${id} is missing`);
        return text;
      });
    },
    async key(drawing, key) {
      const [row] = await q.key(on, { space, drawing, key });
      return row && toKeyEntry(row);
    },
    async keys(drawing) {
      return (await q.keys(on, { space, drawing })).map(toKeyEntry);
    },
    async versions(drawing) {
      return (await q.versions(on, { space, drawing })).map(({ version }) => JSON.parse(version));
    },
    async oldestVersions(limit, isNewestSpared = false) {
      const query = isNewestSpared ? q.oldestButNewest : q.oldestVersions;
      return (await query(on, { space, limit })).map(({ version }) => JSON.parse(version));
    },
    async photos(drawing) {
      const rows =
        drawing === undefined ? await q.photos(on, { space }) : await q.photosOf(on, { space, drawing });
      return rows.map(toPhoto);
    },
    async photosSize() {
      return Number((await q.countPhotos(on, { space }))[0]?.size ?? 0);
    },
    async photoBytes(drawing, sha256, start, end) {
      const part = { start: start + 1, length: Math.max(0, end - start) };
      const [row] = await q.photoBytes(on, { space, drawing, sha256, ...part });
      // As they are, without what a driver adds to them.
      return row && new Uint8Array(row.bytes);
    },
    async value(name) {
      return (await q.value(on, { space, name }))[0]?.text;
    },
    async hours(metric, since, { before, limit = NO_LIMIT } = {}) {
      const end = before === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(before);
      const rows = await q.hours(on, { metric, since: Date.parse(since), before: end, limit });
      return rows.map(({ figure }) => JSON.parse(figure));
    },
  };
}

/** The reads and writes of `Store`, on a transaction. `countedWrite` adds the counter. */
export function sqlWriter(on: Executor, q: Queries, space: string): Omit<WriteTx, 'setCounter'> {
  return {
    ...sqlReader(on, q, space),
    async putDrawing(row) {
      await q.putDrawing(on, { space, ...fromDrawing(row) });
    },
    async deleteDrawing(id) {
      await q.deleteKeys(on, { space, drawing: id });
      await q.deleteThumb(on, { space, drawing: id });
      await q.deleteVersions(on, { space, drawing: id });
      await q.deletePhotos(on, { space, drawing: id });
      await q.deleteDrawing(on, { space, id });
    },
    async putPurge({ keys, ...purge }) {
      await q.deletePurge(on, { space, id: purge.id });
      await q.putPurge(on, { space, ...purge, keys: JSON.stringify(keys) });
    },
    async deletePurge(id) {
      await q.deletePurge(on, { space, id });
    },
    async dropPurges(keep) {
      const [newest] = await q.purgeAt(on, { space, place: keep });
      if (newest !== undefined) await q.dropPurges(on, { space, last: newest.seq });
      return newest?.seq;
    },
    async putThumb(drawing, thumb) {
      if (thumb === '') await q.deleteThumb(on, { space, drawing });
      else await q.putThumb(on, { space, drawing, thumb });
    },
    async putChunks(chunks) {
      for (const { id, text } of chunks) await q.putChunk(on, { space, id, text });
    },
    async deleteChunks(ids) {
      await q.deleteChunks(on, space, ids);
    },
    async putKey(drawing, slot, entry) {
      await q.putKey(on, { space, ...fromKeyEntry(drawing, slot, entry) });
    },
    async putVersion(version) {
      const { drawing, rev, updatedAt } = version;
      await q.putVersion(on, {
        space,
        drawing,
        rev,
        updated_at: updatedAt,
        version: JSON.stringify(version),
      });
    },
    async deleteVersion(drawing, rev) {
      await q.deleteVersion(on, { space, drawing, rev });
    },
    async putPhoto(photo, bytes) {
      await q.putPhoto(on, { space, ...photo, bytes });
    },
    async deletePhoto(drawing, sha256) {
      await q.deletePhoto(on, { space, drawing, sha256 });
    },
    async putValue(name, text) {
      await q.putValue(on, { space, name, text });
    },
    async deleteValue(name) {
      await q.deleteValue(on, { space, name });
    },
    async putHours(hours) {
      for (const figure of hours) {
        const at = Date.parse(figure.hour);
        await q.putHour(on, { metric: figure.metric, at, figure: JSON.stringify(figure) });
      }
    },
    async dropHours(before) {
      await q.dropHours(on, { before: Date.parse(before) });
    },
  };
}

/** A space without its row was removed, unless nobody can remove it. */
function missing(space: string, what: string): Error {
  return space === HOME || space === SERVER_SPACE
    ? new StoreCorrupt(what)
    : new SpaceGone('the space was removed');
}

function byId(rows: readonly { readonly id: string; readonly text: string }[]): Map<string, string> {
  return new Map(rows.map(({ id, text }) => [id, text]));
}

function toDrawing(row: DrawingColumns): DrawingRow {
  return {
    id: row.id,
    rev: row.rev,
    seq: row.seq,
    title: row.title,
    strokeCount: row.stroke_count,
    ...(row.size === null ? {} : { size: row.size }),
    chunks: JSON.parse(row.chunks),
    ...(row.paper === null ? {} : { paper: JSON.parse(row.paper) }),
    ...(row.layers === null ? {} : { layers: JSON.parse(row.layers) }),
    ...(row.underlay === null ? {} : { underlay: JSON.parse(row.underlay) }),
    ...(row.kept === null ? {} : { kept: JSON.parse(row.kept) }),
    trashed: row.trashed === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    keyCount: row.key_count,
  };
}

function fromDrawing(row: DrawingRow): Omit<DrawingsTable, 'space'> {
  return {
    id: row.id,
    rev: row.rev,
    seq: row.seq,
    title: row.title,
    stroke_count: row.strokeCount,
    size: row.size ?? null,
    chunks: JSON.stringify(row.chunks),
    paper: row.paper === undefined ? null : JSON.stringify(row.paper),
    layers: row.layers === undefined ? null : JSON.stringify(row.layers),
    underlay: row.underlay ? JSON.stringify(row.underlay) : null,
    kept: row.kept === undefined ? null : JSON.stringify(row.kept),
    trashed: Number(row.trashed),
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    key_count: row.keyCount,
  };
}

function toPhoto({ drawing, sha256, type, size }: PhotoColumns): PhotoRow {
  return { drawing, sha256, type: type as PhotoType, size };
}

function toPurge({ id, seq, rev, keys }: PurgeColumns): Purge {
  return { id, seq, rev, keys: JSON.parse(keys) };
}

function toKeyEntry(row: KeyColumns): KeyEntry {
  return {
    key: row.key,
    hash: row.hash,
    rev: row.rev,
    title: row.title,
    strokeCount: row.stroke_count,
    updatedAt: row.updated_at,
  };
}

function fromKeyEntry(drawing: string, slot: number, entry: KeyEntry): Omit<KeysTable, 'space'> {
  return {
    drawing,
    slot,
    key: entry.key,
    hash: entry.hash,
    rev: entry.rev,
    title: entry.title,
    stroke_count: entry.strokeCount,
    updated_at: entry.updatedAt,
  };
}
