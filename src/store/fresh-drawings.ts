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

export interface FreshDrawings {
  /** The counter for which the cache is valid; undefined while it is empty. */
  readonly counter: number | undefined;
  /** True if the cache has anything of this drawing, valid or not. */
  has(drawing: string): boolean;
  /** The cached parts of the drawing, if the cache is valid for `counter`. */
  at(counter: number, drawing: string): CachedDrawing | undefined;
  /** Caches what was read at `counter`. */
  hold(counter: number, drawing: string, known: CachedDrawing): void;
  /** Updates the cache after a commit that moved the counter from `from` to `to`. */
  commit(from: number, to: number, written: CommittedData): void;
}

/** Number of drawings kept: enough for those that are open. */
const KEPT = 8;

export function freshDrawings(): FreshDrawings {
  const held = new Map<string, CachedDrawing>();
  let current = -1;

  function keep(drawing: string, known: CachedDrawing): void {
    held.delete(drawing);
    held.set(drawing, known);
    for (const oldest of held.keys()) {
      if (held.size <= KEPT) break;
      held.delete(oldest);
    }
  }

  return {
    get counter() {
      return held.size > 0 ? current : undefined;
    },
    has: (drawing) => held.has(drawing),
    at: (counter, drawing) => (counter === current ? held.get(drawing) : undefined),
    hold(counter, drawing, known) {
      if (counter !== current) held.clear();
      current = counter;
      keep(drawing, { ...held.get(drawing), ...known });
    },
    commit(from, to, { rows, keys, deleted }) {
      if (from !== current) held.clear();
      current = to;
      for (const id of deleted) held.delete(id);
      for (const row of rows) keep(row.id, { ...held.get(row.id), row });
      for (const { drawing, slot, entry } of keys) {
        const known = held.get(drawing);
        if (known?.slots) held.set(drawing, { ...known, slots: new Map(known.slots).set(slot, entry) });
      }
    },
  };
}
