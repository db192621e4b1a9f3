/** Chunks of synced drawings: reused if they are stored already, and deleted if nothing refers to them. */
import { chunkIds } from '../../../api/drawings/change/commit.ts';
import { allOf, type Keeping, settleVersions } from '../../../api/drawings/change/versions.ts';
import type { ChunkRef, DrawingRow, SyncMark, WriteTx } from '../../../api/ports.ts';
import { sameMembers } from '../../../core/drawing/members/member-kinds.ts';
import { type Chunk, parseChunk } from '../../../core/drawing/strokes/chunks.ts';
import { strokeJson } from '../../../core/drawing/strokes/stroke-json.ts';
import type { Base, Content } from '../records.ts';

export interface PlacedChunks {
  readonly chunks: readonly ChunkRef[];
  readonly written: readonly { readonly id: string; readonly text: string }[];
}

/** Ids of stored chunks, keyed by their text. */
export type Pool = Map<string, string>;

export function poolOf(refs: readonly ChunkRef[], texts: readonly string[]): Pool {
  return new Map(refs.map(([id], index) => [texts[index] ?? '', id]));
}

/** Returns ids for the chunks that change `number` writes. */
export function chunkNames(number: number): () => string {
  const nameChunk = chunkIds(number);
  let index = 0;
  return () => nameChunk(index++);
}

/**
 * Finds or creates a stored chunk for each chunk. Chunks in the pool are not written again; new ones are
 * added to it.
 */
export function place(chunks: readonly Chunk[], pool: Pool, newChunk: () => string): PlacedChunks {
  const written: { id: string; text: string }[] = [];
  // A chunk must not be used twice in a list: both places would lose it when one is edited.
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

function sameChunks(a: readonly ChunkRef[], b: readonly ChunkRef[]): boolean {
  return a.length === b.length && a.every(([id], index) => id === b[index]?.[0]);
}

/** True if both are surely equal, decided without comparing strokes. */
export function isSame(a: Content, b: Content): boolean {
  return (
    a.title === b.title && sameMembers(a, b) && a.trashed === b.trashed && sameChunks(a.chunks, b.chunks)
  );
}

/**
 * Writes a row and its new base, and deletes the chunks that neither uses any more, nor an earlier version.
 * @param keeping whether the state before is kept as a version; undefined if the drawing stays as it is
 * @param takes true if it replaces something of that state: all of it counts as lost
 * @param now ms
 */
export async function writeBoth(
  tx: WriteTx,
  number: number,
  before: { readonly row: DrawingRow | undefined; readonly base: Base | undefined },
  row: DrawingRow,
  base: Content,
  era: number,
  keeping: Keeping | undefined,
  now: number,
  takes = false,
): Promise<DrawingRow> {
  const named = new Set([...row.chunks, ...base.chunks].map(([id]) => id));
  const old = [...(before.row?.chunks ?? []), ...(before.base?.chunks ?? [])].map(([id]) => id);
  const unnamed = new Set([...old, ...(before.row?.sync?.dropped ?? [])].filter((id) => !named.has(id)));
  const { kept, free } =
    before.row === undefined
      ? { kept: row.kept, free: [...unnamed] }
      : await settleVersions(
          tx,
          before.row,
          row,
          [...unnamed],
          { keeping },
          keeping !== undefined,
          now,
          takes ? allOf(before.row) : undefined,
        );
  const deleted = free.filter((id) => !named.has(id));
  const { thumbSeq = 0 } = row;
  // A thumbnail that was made after the last request had been made is sent with the next one.
  const isSent = thumbSeq <= (before.row?.sync?.keep ?? thumbSeq);
  const isClean = isSent && isSame(row, base);
  const sync: SyncMark = {
    era,
    seq: isClean ? row.seq : 0,
    rev: isClean ? row.rev : (before.row?.sync?.rev ?? 0),
    keep: number,
    dropped: [],
  };
  const marked = { ...row, kept, sync };
  await Promise.all([
    tx.setCounter(number),
    tx.putDrawing(marked),
    deleted.length > 0 ? tx.deleteChunks(deleted) : undefined,
  ]);
  return marked;
}
