/**
 * The rows and idempotency keys of the drawings that were written last. The next stroke changes the same drawing, and
 * its key is nearly never known: to look for both each time would cost more than what is written.
 *
 * What is held is right as long as nobody else has written, which the store's counter tells: every commit takes a
 * number of it, whatever page or worker makes it.
 */
import type { DrawingRow, KeyEntry } from '../api/ports.ts';

/** Key entries of one drawing by slot. */
export type Slots = ReadonlyMap<number, KeyEntry>;

/** What is known of a drawing; absent what was not looked at. */
export interface Known {
  readonly row?: DrawingRow | undefined;
  readonly slots?: Slots | undefined;
}

export interface Written {
  readonly rows: readonly DrawingRow[];
  readonly keys: readonly { readonly drawing: string; readonly slot: number; readonly entry: KeyEntry }[];
  /** They may be among the rows again. */
  readonly deleted: Iterable<string>;
}

export interface FreshDrawings {
  /** The counter at which what is held is right; undefined while nothing is held. */
  readonly counter: number | undefined;
  /** Is anything held of it, right or not? */
  has(drawing: string): boolean;
  /** What is held of it, when the store's counter is still at `counter`. */
  at(counter: number, drawing: string): Known | undefined;
  /** Holds what was read of it at `counter`. */
  hold(counter: number, drawing: string, known: Known): void;
  /** Takes in a commit that brought the counter from one number to another. */
  commit(from: number, to: number, written: Written): void;
}

/** Drawings; enough for those that are open. */
const KEPT = 8;

export function freshDrawings(): FreshDrawings {
  const held = new Map<string, Known>();
  let current = -1;

  function keep(drawing: string, known: Known): void {
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
