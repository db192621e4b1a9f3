/**
 * Responses that are too long for one text: a large drawing, or a long list. They are read in runs, each in
 * its own transaction, so that a slow reader blocks nobody. All runs must show the same state. Some stores
 * can keep that state while it is read (`Store.snapshot`). On the others, a change between two runs ends the
 * response early instead of mixing two states; the caller asks again.
 */
import { CHUNK_CHARS } from '../../../core/drawing/limits.ts';
import { ChangedWhileSending, type Pieces, piecesOf, STREAMED_FROM } from '../../http/stream.ts';
import type { ChunkRef, DrawingRow, ReadTx, Snapshot, Store } from '../../ports.ts';
import { StoreCorrupt } from '../../ports.ts';
import { existingDrawing } from '../find.ts';
import { documentEnds } from './responses.ts';

/** Number of chunks in one read: half a megabyte, six at worst. */
const RUN = 16;

/** True if the document is sent in pieces. A row without a size counts as its possible maximum. */
export function isLong({ size, chunks }: DrawingRow): boolean {
  return (size ?? chunks.length * CHUNK_CHARS) > STREAMED_FROM;
}

/**
 * The current state of the store, for reads that last longer than a transaction.
 * @param byLink true for somebody who has only a link
 */
export async function viewOf(store: Store, byLink = false): Promise<Snapshot> {
  return (await store.snapshot?.(byLink)) ?? { read: (work) => store.read(work), close() {} };
}

type EndsOf = (row: DrawingRow, thumb: string) => { readonly head: string; readonly tail: string };

export interface LongDocument {
  readonly row: DrawingRow;
  readonly pieces: Pieces;
}

/**
 * A large document in pieces.
 * @throws ApiError 404; any error of reading its first or last part
 */
export async function longDocument(store: Store, id: string): Promise<LongDocument> {
  return documentIn(await viewOf(store), id, documentEnds);
}

/**
 * A large document in pieces, from a view that it closes.
 * @param endsOf makes what stands around the strokes
 * @throws as `longDocument`
 */
export async function documentIn(view: Snapshot, id: string, endsOf: EndsOf): Promise<LongDocument> {
  try {
    const begun = await view.read(async (tx) => {
      const row = await existingDrawing(tx, id);
      const [early, late] = parted(row.chunks);
      const run = early.slice(0, RUN);
      // Strokes added meanwhile change only the last chunks, so these are read first and kept.
      const [thumbs, first, last] = await Promise.all([tx.thumbs([id]), textsOf(tx, run), textsOf(tx, late)]);
      return { row, rest: early.slice(RUN), thumb: thumbs[0] ?? '', first, last };
    });
    const { row } = begun;
    return { row, pieces: piecesOf(documentTexts(view, begun, endsOf), view.close) };
  } catch (error) {
    view.close();
    throw error;
  }
}

interface OpenedDrawing {
  readonly row: DrawingRow;
  /** The chunks between `first` and `last`. */
  readonly rest: readonly ChunkRef[];
  readonly thumb: string;
  readonly first: readonly string[];
  readonly last: readonly string[];
}

async function* documentTexts(
  view: Snapshot,
  { row, rest, thumb, first, last }: OpenedDrawing,
  endsOf: EndsOf,
): AsyncGenerator<string> {
  const { head, tail } = endsOf(row, thumb);
  yield head;
  let comma = '';
  let run = first;
  for (let start = 0; ; start += RUN) {
    // Reads the next run while this one is sent.
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
    throw now?.rev === rev ? error : new ChangedWhileSending();
  }
}

function textsOf(tx: ReadTx, refs: readonly ChunkRef[]): Promise<string[]> {
  return tx.chunks(refs.map(([chunk]) => chunk));
}

/**
 * Splits the chunks: full ones, which stay unless strokes are erased, and small ones at the end, which are
 * packed as strokes are added.
 */
function parted(
  chunks: readonly ChunkRef[],
): readonly [early: readonly ChunkRef[], late: readonly ChunkRef[]] {
  const end = chunks.findLastIndex(([, , tier]) => tier === undefined) + 1;
  return [chunks.slice(0, end), chunks.slice(end)];
}
