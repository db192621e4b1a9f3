/** The source of an export: the drawings and the profile of a host. */
import { ENTRY_MAX } from '../../core/archive/format.ts';
import { documentText, readParts } from '../drawings/response/responses.ts';
import { type Store, StoreCorrupt } from '../ports.ts';
import { storedProfile } from '../profile.ts';
import { type ArchivedPhoto, namedPhoto } from './photos.ts';

export interface Library {
  /** Number of drawings, the trash included. */
  count(): Promise<number>;
  /** Ids of all drawings. One that changes meanwhile may come twice; none is left out. */
  ids(): AsyncIterable<string>;
  /**
   * The JSON of a drawing, as GET returns it; undefined if it was deleted for good since its id was given.
   * @throws Unreadable if only this drawing cannot be read; any other error ends the export
   */
  document(id: string): Promise<string | undefined>;
  /**
   * The photo that a drawing names; undefined if it is not here.
   * @throws Unreadable if only this photo cannot be read
   */
  photo(id: string): Promise<ArchivedPhoto | undefined>;
  /** The JSON of the profile, as GET returns it. */
  profile(): Promise<string>;
}

/** One drawing cannot be read, while the others can. The message gives the reason. */
export class Unreadable extends Error {
  override name = 'Unreadable';
}

/** Number of rows in one read. */
const PAGE = 500;

/** A library over a store. Each drawing is read in its own transaction, so that writers need not wait. */
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
          const row = await tx.drawing(id);
          if (row === undefined) return undefined;
          // Too large: written before there was a limit. No text can hold it, and no import accepts it.
          if ((row.size ?? 0) > ENTRY_MAX) throw new Unreadable('it is larger than a drawing may be');
          const { strokes, thumb } = await readParts(tx, row);
          return documentText(row, strokes, thumb);
        });
      } catch (error) {
        if (error instanceof StoreCorrupt) throw new Unreadable(error.message);
        throw error;
      }
    },
    photo: (id) => store.read((tx) => namedPhoto(tx, id)),
    profile: () => store.read(storedProfile),
  };
}
