/**
 * The chunks that were written or read last. The next stroke extends the last chunk of its drawing, which is nearly always
 * the one that the stroke before has written: reading it again would cost a trip to another process.
 */
export interface FreshChunks {
  readonly texts: ReadonlyMap<string, string>;
  /** Takes in what a transaction read, or wrote once that is committed: the ids of one that failed are used again. */
  add(chunks: ReadonlyMap<string, string>): void;
}

/** Enough for what is packed next of the drawings that are open; most are a few strokes, none over 32 KiB. */
const KEPT = 24;

export function freshChunks(): FreshChunks {
  const texts = new Map<string, string>();
  return {
    texts,
    add(chunks) {
      for (const [id, text] of [...chunks].slice(-KEPT)) {
        // Put at the end: what was used last is forgotten last.
        texts.delete(id);
        texts.set(id, text);
      }
      for (const id of texts.keys()) {
        if (texts.size <= KEPT) break;
        texts.delete(id);
      }
    },
  };
}
