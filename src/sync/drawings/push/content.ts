/** The strokes of drawings as chunks: found again where they are stored already, and deleted when nobody names them. */
import { chunkIds } from '../../../api/drawings/change/commit.ts';
import type { ChunkRef, DrawingRow, SyncMark, WriteTx } from '../../../api/ports.ts';
import { type Chunk, parseChunk } from '../../../core/drawing/strokes/chunks.ts';
import { strokeJson } from '../../../core/drawing/strokes/stroke-json.ts';
import type { Base, Content } from '../records.ts';

export interface Placed {
  readonly chunks: readonly ChunkRef[];
  readonly written: readonly { readonly id: string; readonly text: string }[];
}

/** Ids of stored chunks by their text. */
export type Pool = Map<string, string>;

export function poolOf(refs: readonly ChunkRef[], texts: readonly string[]): Pool {
  return new Map(refs.map(([id], index) => [texts[index] ?? '', id]));
}

/** Ids for the chunks that the change `number` writes. */
export function chunkNames(number: number): () => string {
  const nameChunk = chunkIds(number);
  let index = 0;
  return () => nameChunk(index++);
}

/** What is in the pool is not written again; what is written gets into it. */
export function place(chunks: readonly Chunk[], pool: Pool, newChunk: () => string): Placed {
  const written: { id: string; text: string }[] = [];
  // A list that named a chunk twice would lose both places when one of them is edited.
  const named = new Set<string>();
  const refs = chunks.map(({ text, strokes }): ChunkRef => {
    let id = pool.get(text);
    if (id === undefined || named.has(id)) {
      id = newChunk();
      pool.set(text, id);
      written.push({ id, text });
    }
    named.add(id);
    return [id, strokes];
  });
  return { chunks: refs, written };
}

/** The canonical text of each stroke. */
export function strokeTexts(chunks: readonly string[]): string[] {
  return chunks.flatMap((text) => parseChunk(text).map(strokeJson));
}

export function sameChunks(a: readonly ChunkRef[], b: readonly ChunkRef[]): boolean {
  return a.length === b.length && a.every(([id], index) => id === b[index]?.[0]);
}

/** Is it the same for sure, without a look at the strokes? */
export function isSame(a: Content, b: Content): boolean {
  return a.title === b.title && a.trashed === b.trashed && sameChunks(a.chunks, b.chunks);
}

/** Writes a row and its new base, and deletes the chunks that neither names any more. */
export async function writeBoth(
  tx: WriteTx,
  number: number,
  before: { readonly row: DrawingRow | undefined; readonly base: Base | undefined },
  row: DrawingRow,
  base: Content,
  era: number,
): Promise<DrawingRow> {
  const named = new Set([...row.chunks, ...base.chunks].map(([id]) => id));
  const old = [...(before.row?.chunks ?? []), ...(before.base?.chunks ?? [])].map(([id]) => id);
  const unnamed = new Set([...old, ...(before.row?.sync?.dropped ?? [])].filter((id) => !named.has(id)));
  const isClean = isSame(row, base);
  const sync: SyncMark = {
    era,
    seq: isClean ? row.seq : 0,
    rev: isClean ? row.rev : (before.row?.sync?.rev ?? 0),
    keep: number,
    dropped: [],
  };
  const marked = { ...row, sync };
  await Promise.all([
    tx.setCounter(number),
    tx.putDrawing(marked),
    unnamed.size > 0 ? tx.deleteChunks([...unnamed]) : undefined,
  ]);
  return marked;
}
