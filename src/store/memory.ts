/** A store in memory, for tests. It is the reference for what the other stores do. */
import {
  type DrawingRow,
  type HourOf,
  type HoursQuery,
  type KeyEntry,
  type ListQuery,
  type PhotoRow,
  type Purge,
  type ReadTx,
  type Store,
  StoreCorrupt,
  type StoredHour,
  StoreUnavailable,
  type VersionRow,
  type WriteTx,
} from '../api/ports.ts';
import { newEpoch } from './epoch.ts';

/**
 * The whole state. Values in the maps are replaced and never changed, so a copy of the maps is a copy of the
 * state.
 */
interface State {
  readonly epoch: string;
  counter: number;
  readonly drawings: Map<string, DrawingRow>;
  readonly purges: Map<string, Purge>;
  readonly thumbs: Map<string, string>;
  readonly chunks: Map<string, string>;
  /** Keyed by drawing, then by slot. */
  readonly keys: Map<string, ReadonlyMap<number, KeyEntry>>;
  /** Keyed by drawing, then by revision. */
  readonly versions: Map<string, ReadonlyMap<number, VersionRow>>;
  /** Keyed by drawing and digest. */
  readonly photos: Map<string, { readonly photo: PhotoRow; readonly bytes: Uint8Array }>;
  readonly values: Map<string, string>;
  /** Keyed by metric and instant. */
  readonly hours: Map<string, StoredHour>;
}

/** Also tells what no drawing leads to. */
export interface MemoryStore extends Store {
  /** Ids of all chunks, whatever names them. */
  chunkIds(): readonly string[];
}

export function memoryStore(): MemoryStore {
  let state = emptyState();
  let closed = false;
  /** Settles when the latest write has settled. */
  let lastWrite: Promise<unknown> = Promise.resolve();

  function ensureOpen(): void {
    if (closed) throw new StoreUnavailable('the store is closed');
  }

  return {
    async read(work) {
      ensureOpen();
      return work(reader(state));
    },
    async snapshot() {
      ensureOpen();
      let kept: ReadTx | undefined = reader(state);
      return {
        async read(work) {
          if (kept === undefined) throw new StoreUnavailable('the snapshot is closed');
          return work(kept);
        },
        close() {
          kept = undefined;
        },
      };
    },
    write(work) {
      const result = lastWrite.then(async () => {
        ensureOpen();
        const draft = copy(state);
        const answer = await work(writer(draft));
        ensureOpen();
        state = draft;
        return answer;
      });
      lastWrite = result.catch(() => undefined);
      return result;
    },
    chunkIds: () => [...state.chunks.keys()],
    async writable() {
      return !closed;
    },
    async close() {
      closed = true;
      await lastWrite;
    },
  };
}

function emptyState(): State {
  return {
    epoch: newEpoch(),
    counter: 0,
    drawings: new Map(),
    purges: new Map(),
    thumbs: new Map(),
    chunks: new Map(),
    keys: new Map(),
    versions: new Map(),
    photos: new Map(),
    values: new Map(),
    hours: new Map(),
  };
}

function copy(state: State): State {
  return {
    ...state,
    drawings: new Map(state.drawings),
    purges: new Map(state.purges),
    thumbs: new Map(state.thumbs),
    chunks: new Map(state.chunks),
    keys: new Map(state.keys),
    versions: new Map(state.versions),
    photos: new Map(state.photos),
    values: new Map(state.values),
    hours: new Map(state.hours),
  };
}

function reader(state: State): ReadTx {
  const rows = (keep: (row: DrawingRow) => boolean) => [...state.drawings.values()].filter(keep);
  return {
    async meta() {
      return { epoch: state.epoch, counter: state.counter };
    },
    async drawing(id) {
      return structuredClone(state.drawings.get(id));
    },
    async list({ trashed, after, limit }) {
      const found = rows((row) => row.trashed === trashed && (!after || inListOrder(after, row) < 0));
      return structuredClone(found.sort(inListOrder).slice(0, limit));
    },
    async changes(since, limit) {
      const found = rows((row) => row.seq > since).sort((a, b) => a.seq - b.seq);
      return structuredClone(found.slice(0, limit));
    },
    async purge(id) {
      return structuredClone(state.purges.get(id));
    },
    async purges(since, limit) {
      const found = [...state.purges.values()].filter(({ seq }) => seq > since);
      return structuredClone(found.sort((a, b) => a.seq - b.seq).slice(0, limit));
    },
    async counts() {
      const newestUpdate = rows(() => true).reduce<string | null>(
        (newest, { updatedAt }) => (newest === null || updatedAt > newest ? updatedAt : newest),
        null,
      );
      const trashed = rows((row) => row.trashed).length;
      return { drawings: state.drawings.size - trashed, trashed, newestUpdate };
    },
    async thumbs(ids) {
      return ids.map((id) => state.thumbs.get(id) ?? '');
    },
    async chunks(ids) {
      return ids.map((id) => {
        const text = state.chunks.get(id);
        if (text === undefined) throw new StoreCorrupt(`chunk ${id} is missing`);
        return text;
      });
    },
    async key(drawing, key) {
      const entries = [...(state.keys.get(drawing)?.values() ?? [])];
      return structuredClone(entries.find((entry) => entry.key === key));
    },
    async keys(drawing) {
      return structuredClone([...(state.keys.get(drawing)?.values() ?? [])]);
    },
    async versions(drawing) {
      const found = [...(state.versions.get(drawing)?.values() ?? [])];
      return structuredClone(found.sort((a, b) => a.rev - b.rev));
    },
    async oldestVersions(limit, isNewestSpared = false) {
      const found = [...state.versions.values()].flatMap((versions) => {
        const newest = Math.max(...versions.keys());
        return [...versions.values()].filter(({ rev }) => !isNewestSpared || rev !== newest);
      });
      return structuredClone(found.sort(byAge).slice(0, limit));
    },
    async photos(drawing) {
      const all = [...state.photos.values()].map(({ photo }) => ({ ...photo }));
      return all.filter((photo) => drawing === undefined || photo.drawing === drawing);
    },
    async photosSize() {
      return [...state.photos.values()].reduce((bytes, { photo }) => bytes + photo.size, 0);
    },
    async photoBytes(drawing, sha256, start, end) {
      return state.photos.get(`${drawing} ${sha256}`)?.bytes.slice(start, end);
    },
    async value(name) {
      return state.values.get(name);
    },
    async hours<M extends StoredHour['metric']>(metric: M, since: string, query: HoursQuery = {}) {
      const before = query.before === undefined ? Number.POSITIVE_INFINITY : Date.parse(query.before);
      const found = [...state.hours.values()].filter(({ metric: of, hour }) => {
        const at = Date.parse(hour);
        return of === metric && at >= Date.parse(since) && at < before;
      });
      found.sort((a, b) => Date.parse(b.hour) - Date.parse(a.hour));
      return structuredClone(found.slice(0, query.limit)) as HourOf<M>[];
    },
  };
}

function writer(draft: State): WriteTx {
  return {
    ...reader(draft),
    async setCounter(counter) {
      draft.counter = counter;
    },
    async putDrawing(row) {
      draft.drawings.set(row.id, structuredClone(row));
    },
    async deleteDrawing(id) {
      for (const map of [draft.drawings, draft.thumbs, draft.keys, draft.versions]) map.delete(id);
      for (const [key, { photo }] of draft.photos) if (photo.drawing === id) draft.photos.delete(key);
    },
    async putPurge(purge) {
      draft.purges.set(purge.id, structuredClone(purge));
    },
    async deletePurge(id) {
      draft.purges.delete(id);
    },
    async dropPurges(keep) {
      const newestFirst = [...draft.purges.values()].sort((a, b) => b.seq - a.seq);
      for (const { id } of newestFirst.slice(keep)) draft.purges.delete(id);
      return newestFirst[keep]?.seq;
    },
    async putThumb(drawing, thumb) {
      if (thumb === '') draft.thumbs.delete(drawing);
      else draft.thumbs.set(drawing, thumb);
    },
    async putChunks(chunks) {
      for (const { id, text } of chunks) {
        if (draft.chunks.has(id)) throw new Error(`chunk ${id} is there already`);
        draft.chunks.set(id, text);
      }
    },
    async deleteChunks(ids) {
      for (const id of ids) draft.chunks.delete(id);
    },
    async putKey(drawing, slot, entry) {
      const slots = new Map(draft.keys.get(drawing));
      draft.keys.set(drawing, slots.set(slot, structuredClone(entry)));
    },
    async putVersion(version) {
      const versions = new Map(draft.versions.get(version.drawing));
      draft.versions.set(version.drawing, versions.set(version.rev, structuredClone(version)));
    },
    async deleteVersion(drawing, rev) {
      const versions = new Map(draft.versions.get(drawing));
      versions.delete(rev);
      draft.versions.set(drawing, versions);
    },
    async putPhoto(photo, bytes) {
      draft.photos.set(`${photo.drawing} ${photo.sha256}`, { photo: { ...photo }, bytes: bytes.slice() });
    },
    async deletePhoto(drawing, sha256) {
      draft.photos.delete(`${drawing} ${sha256}`);
    },
    async putValue(name, text) {
      draft.values.set(name, text);
    },
    async deleteValue(name) {
      draft.values.delete(name);
    },
    async putHours(hours) {
      for (const figure of hours) {
        draft.hours.set(`${figure.metric} ${Date.parse(figure.hour)}`, structuredClone(figure));
      }
    },
    async dropHours(before) {
      for (const [key, figure] of draft.hours) {
        if (Date.parse(figure.hour) < Date.parse(before)) draft.hours.delete(key);
      }
    },
  };
}

type ListPlace = NonNullable<ListQuery['after']>;

/** Order of lists: `updatedAt` descending, then `id` ascending. */
function inListOrder(a: ListPlace, b: ListPlace): number {
  if (a.updatedAt !== b.updatedAt) return a.updatedAt > b.updatedAt ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** Oldest first, then by drawing and `rev`. */
function byAge(a: VersionRow, b: VersionRow): number {
  if (a.updatedAt !== b.updatedAt) return a.updatedAt < b.updatedAt ? -1 : 1;
  return a.drawing === b.drawing ? a.rev - b.rev : a.drawing < b.drawing ? -1 : 1;
}
