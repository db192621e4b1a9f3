/**
 * Answers that are too long for one text: a large drawing, and the list of many. They are read in runs, each in a
 * transaction of its own, so that nobody waits for whoever reads slowly. All of a run is as it was when the answer began:
 * some stores keep that state for as long as it is read (`Store.snapshot`). On the others a change that comes between
 * two runs breaks the answer off, where it would have mixed two states; the caller asks again.
 */
import { CHUNK_CHARS } from '../../../core/drawing/limits.ts';
import { LONG, Overtaken, type Pieces, piecesOf } from '../../http/stream.ts';
import type { ChunkRef, DrawingRow, ReadTx, Snapshot, Store } from '../../ports.ts';
import { StoreCorrupt } from '../../ports.ts';
import { existing } from '../change/preconditions.ts';
import { documentEnds } from './answers.ts';

/** Chunks that are read at once: half a megabyte, and at worst six. */
const RUN = 16;

/** Is its document one to be sent in pieces? Where nobody counted, it is if it may be. */
export function isLong({ size, chunks }: DrawingRow): boolean {
  return (size ?? chunks.length * CHUNK_CHARS) > LONG;
}

/** The store as it is now, for reads that go on for longer than a transaction. */
export async function viewOf(store: Store): Promise<Snapshot> {
  return (await store.snapshot?.()) ?? { read: (work) => store.read(work), close() {} };
}

export interface LongDocument {
  readonly row: DrawingRow;
  readonly pieces: Pieces;
}

/**
 * A large document.
 * @throws ApiError 404; what is wrong with its beginning or its end
 */
export async function longDocument(store: Store, id: string): Promise<LongDocument> {
  const view = await viewOf(store);
  try {
    const begun = await view.read(async (tx) => {
      const row = await existing(tx, id);
      const [early, late] = parted(row.chunks);
      const run = early.slice(0, RUN);
      // Strokes that come while it is read change its last chunks alone: these are held from the beginning on.
      const [thumbs, first, last] = await Promise.all([tx.thumbs([id]), textsOf(tx, run), textsOf(tx, late)]);
      return { row, rest: early.slice(RUN), thumb: thumbs[0] ?? '', first, last };
    });
    const { row } = begun;
    return { row, pieces: piecesOf(documentTexts(view, begun), view.close) };
  } catch (error) {
    view.close();
    throw error;
  }
}

interface OpenedDrawing {
  readonly row: DrawingRow;
  /** Chunks between `first` and `last`. */
  readonly rest: readonly ChunkRef[];
  readonly thumb: string;
  readonly first: readonly string[];
  readonly last: readonly string[];
}

async function* documentTexts(
  view: Snapshot,
  { row, rest, thumb, first, last }: OpenedDrawing,
): AsyncGenerator<string> {
  const { head, tail } = documentEnds(row, thumb);
  yield head;
  let comma = '';
  let run = first;
  for (let start = 0; ; start += RUN) {
    // Read while this run is on its way.
    const next = start < rest.length ? readRun(view, row, rest.slice(start, start + RUN)) : undefined;
    next?.catch(() => {});
    if (run.length > 0) {
      yield comma + run.join();
      comma = ',';
    }
    if (next === undefined) break;
    run = await next;
  }
  if (last.length > 0) yield comma + last.join();
  yield tail;
}

async function readRun(view: Snapshot, { id, rev }: DrawingRow, run: readonly ChunkRef[]): Promise<string[]> {
  try {
    return await view.read((tx) => textsOf(tx, run));
  } catch (error) {
    if (!(error instanceof StoreCorrupt)) throw error;
    const now = await view.read((tx) => tx.drawing(id));
    throw now?.rev === rev ? error : new Overtaken();
  }
}

function textsOf(tx: ReadTx, refs: readonly ChunkRef[]): Promise<string[]> {
  return tx.chunks(refs.map(([chunk]) => chunk));
}

/** Those that stay as long as nothing is erased, and the small ones at the end, which are packed as more come. */
function parted(
  chunks: readonly ChunkRef[],
): readonly [early: readonly ChunkRef[], late: readonly ChunkRef[]] {
  const end = chunks.findLastIndex(([, , tier]) => tier === undefined) + 1;
  return [chunks.slice(0, end), chunks.slice(end)];
}
