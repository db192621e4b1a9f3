/**
 * A cache of the rows and idempotency keys of the drawings written last. The next stroke changes the same
 * drawing, and its key is nearly always new: looking up both each time would cost more than the write itself.
 *
 * The cache is valid while nobody else has written. The store's counter tells: every commit increases it, by
 * whatever page or worker.
 */
import type { DrawingRow, KeyEntry } from '../api/ports.ts';

/** Key entries of one drawing by slot. */
export type Slots = ReadonlyMap<number, KeyEntry>;

/** The cached parts of a drawing; a part is absent if it was not read. */
export interface CachedDrawing {
  readonly row?: DrawingRow | undefined;
  readonly slots?: Slots | undefined;
}

export interface CommittedData {
  readonly rows: readonly DrawingRow[];
  readonly keys: readonly { readonly drawing: string; readonly slot: number; readonly entry: KeyEntry }[];
  /** Ids of deleted drawings. A drawing created again after that is also in `rows`. */
  readonly deleted: Iterable<string>;
}

export interface DrawingCache {
  /** The counter for which the cache is valid; undefined while it is empty. */
  readonly counter: number | undefined;
  /** True if the cache has anything of this drawing, valid or not. */
  has(drawing: string): boolean;
  /** The cached parts of the drawing, if the cache is valid for `counter`. */
  at(counter: number, drawing: string): CachedDrawing | undefined;
  /** Caches what was read at `counter`. */
  set(counter: number, drawing: string, known: CachedDrawing): void;
  /** Updates the cache after a commit that moved the counter from `from` to `to`. */
  commit(from: number, to: number, written: CommittedData): void;
}

/** Largest number of drawings in the cache: enough for those that are open. */
const DRAWINGS_MAX = 8;

export function drawingCache(): DrawingCache {
  const cached = new Map<string, CachedDrawing>();
  let current = -1;

  function keep(drawing: string, known: CachedDrawing): void {
    cached.delete(drawing);
    cached.set(drawing, known);
    for (const oldest of cached.keys()) {
      if (cached.size <= DRAWINGS_MAX) break;
      cached.delete(oldest);
    }
  }

  return {
    get counter() {
      return cached.size > 0 ? current : undefined;
    },
    has: (drawing) => cached.has(drawing),
    at: (counter, drawing) => (counter === current ? cached.get(drawing) : undefined),
    set(counter, drawing, known) {
      if (counter !== current) cached.clear();
      current = counter;
      keep(drawing, { ...cached.get(drawing), ...known });
    },
    commit(from, to, { rows, keys, deleted }) {
      if (from !== current) cached.clear();
      current = to;
      for (const id of deleted) cached.delete(id);
      for (const row of rows) keep(row.id, { ...cached.get(row.id), row });
      for (const { drawing, slot, entry } of keys) {
        const known = cached.get(drawing);
        if (known?.slots) cached.set(drawing, { ...known, slots: new Map(known.slots).set(slot, entry) });
      }
    },
  };
}
