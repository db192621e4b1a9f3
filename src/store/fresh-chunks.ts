/**
 * The chunks that were written last. The next stroke extends the last chunk of its drawing, which is nearly always
 * the one that the stroke before has written: reading it again would cost a trip to another process.
 */
export interface FreshChunks {
  readonly texts: ReadonlyMap<string, string>;
  /** Takes in what a transaction wrote, once that is committed: the ids of one that failed are used again. */
  add(written: ReadonlyMap<string, string>): void;
}

/** Enough for what is packed next of the drawings that are open; most are a few strokes, none over 32 KiB. */
const KEPT = 24;

export function freshChunks(): FreshChunks {
  const texts = new Map<string, string>();
  return {
    texts,
    add(written) {
      for (const [id, text] of [...written].slice(-KEPT)) texts.set(id, text);
      for (const id of texts.keys()) {
        if (texts.size <= KEPT) break;
        texts.delete(id);
      }
    },
  };
}
