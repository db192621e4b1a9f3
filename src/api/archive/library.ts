/** What an export is made of, as a host has it. */
import { ENTRY_MAX } from '../../core/archive/format.ts';
import { documentText, readParts } from '../drawings/answer/answers.ts';
import { existing } from '../drawings/change/preconditions.ts';
import { type Store, StoreCorrupt } from '../ports.ts';
import { storedProfile } from '../profile.ts';

export interface Library {
  /** How many drawings there are, the trash included. */
  count(): Promise<number>;
  /** Of all drawings. One that changes meanwhile may come twice, and none is left out. */
  ids(): AsyncIterable<string>;
  /**
   * A drawing as GET answers it.
   * @throws Unreadable when this one cannot be had; anything else ends the export
   */
  document(id: string): Promise<string>;
  /** As GET answers it. */
  profile(): Promise<string>;
}

/** One drawing cannot be read, and the others can. The message says why. */
export class Unreadable extends Error {
  override name = 'Unreadable';
}

/** Rows read at once. */
const PAGE = 500;

/** Reads from a store, a drawing in each transaction: whoever writes is not kept waiting. */
export function storeLibrary(store: Store): Library {
  return {
    async count() {
      const { drawings, trashed } = await store.read((tx) => tx.counts());
      return drawings + trashed;
    },
    async *ids() {
      let since = 0;
      for (;;) {
        const from = since;
        const rows = await store.read((tx) => tx.changes(from, PAGE));
        for (const { id } of rows) yield id;
        since = rows.at(-1)?.seq ?? since;
        if (rows.length < PAGE) return;
      }
    },
    async document(id) {
      try {
        return await store.read(async (tx) => {
          const row = await existing(tx, id);
          // From before there was a limit. No text holds it, and no import takes it.
          if ((row.size ?? 0) > ENTRY_MAX) throw new Unreadable('it is larger than a drawing may be');
          const { strokes, thumb } = await readParts(tx, row);
          return documentText(row, strokes, thumb);
        });
      } catch (error) {
        if (error instanceof StoreCorrupt) throw new Unreadable(error.message);
        throw error;
      }
    },
    profile: () => store.read(storedProfile),
  };
}
