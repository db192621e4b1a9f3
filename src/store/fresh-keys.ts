/**
 * The idempotency keys of drawings that were written last. Nearly every write asks whether its key is known, and it
 * nearly never is: an index over the keys, or a look at them each time, would cost more than the write.
 *
 * What is held is right as long as nobody else has written, which the store's counter tells: every commit takes a
 * number of it, whatever page or worker makes it.
 */
import type { KeyEntry } from '../api/ports.ts';

/** Entries of one drawing by slot. */
export type Slots = ReadonlyMap<number, KeyEntry>;

export interface FreshKeys {
  /** Those of a drawing, when the store's counter is still at `counter`. */
  at(counter: number, drawing: string): Slots | undefined;
  /** Holds what was read of a drawing at `counter`. */
  hold(counter: number, drawing: string, slots: Slots): void;
  /** Takes in a commit that brought the counter from one number to another. */
  commit(from: number, to: number, written: readonly WrittenKey[]): void;
}

export interface WrittenKey {
  readonly drawing: string;
  readonly slot: number;
  readonly entry: KeyEntry;
}

/** Drawings; enough for those that are open. */
const KEPT = 8;

export function freshKeys(): FreshKeys {
  const byDrawing = new Map<string, Map<number, KeyEntry>>();
  let current = -1;

  return {
    at: (counter, drawing) => (counter === current ? byDrawing.get(drawing) : undefined),
    hold(counter, drawing, slots) {
      if (counter !== current) byDrawing.clear();
      current = counter;
      byDrawing.delete(drawing);
      byDrawing.set(drawing, new Map(slots));
      for (const oldest of byDrawing.keys()) {
        if (byDrawing.size <= KEPT) break;
        byDrawing.delete(oldest);
      }
    },
    commit(from, to, written) {
      if (from !== current) return;
      current = to;
      for (const { drawing, slot, entry } of written) byDrawing.get(drawing)?.set(slot, entry);
    },
  };
}
