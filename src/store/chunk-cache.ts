/**
 * A cache of the chunks written or read last. The next stroke extends the last chunk of its drawing, nearly
 * always the one just written. Reading it again would cost a round trip to another process.
 */
export interface ChunkCache {
  readonly texts: ReadonlyMap<string, string>;
  /**
   * Adds chunks that a read transaction read, or that a committed transaction wrote. Never those of a failed
   * one: its ids are used again.
   */
  add(chunks: ReadonlyMap<string, string>): void;
}

/**
 * Largest number of chunks in the cache: enough for the next packing of the drawings that are open. Most hold
 * a few strokes, none is over 32 KiB.
 */
const CHUNKS_MAX = 24;

export function chunkCache(): ChunkCache {
  const texts = new Map<string, string>();
  return {
    texts,
    add(chunks) {
      for (const [id, text] of [...chunks].slice(-CHUNKS_MAX)) {
        // Moves it to the end, because chunks are dropped from the start.
        texts.delete(id);
        texts.set(id, text);
      }
      for (const id of texts.keys()) {
        if (texts.size <= CHUNKS_MAX) break;
        texts.delete(id);
      }
    },
  };
}
