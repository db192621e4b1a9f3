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
export function isLong({ size, chunks }: Pick<DrawingRow, 'size' | 'chunks'>): boolean {
  return (size ?? chunks.length * CHUNK_CHARS) > STREAMED_FROM;
}

/**
 * The current state of the store, for reads that last longer than a transaction.
 * @param byLink true for somebody who has only a link
 */
export async function viewOf(store: Store, byLink = false): Promise<Snapshot> {
  return (await store.snapshot?.(byLink)) ?? { read: (work) => store.read(work), close() {} };
}

interface Ends {
  readonly head: string;
  readonly tail: string;
}
type EndsOf = (row: DrawingRow, thumb: string) => Ends;

/** What has strokes and a revision: a drawing, or an earlier version of one. */
type Stroked = Pick<DrawingRow, 'rev' | 'chunks'>;

/** Where a long document comes from. */
interface Source<Row extends Stroked> {
  /** @throws ApiError 404 */
  find(tx: ReadTx): Promise<Row>;
  /** What stands around the strokes, made of what is read with the row. */
  ends(tx: ReadTx, row: Row): Promise<Ends>;
}

export interface LongDocument<Row extends Stroked = DrawingRow> {
  readonly row: Row;
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
export function documentIn(view: Snapshot, id: string, endsOf: EndsOf): Promise<LongDocument> {
  return piecesIn(view, {
    find: (tx) => existingDrawing(tx, id),
    async ends(tx, row) {
      const [thumb = ''] = await tx.thumbs([id]);
      return endsOf(row, thumb);
    },
  });
}

/**
 * What a source has, in pieces, from a view that it closes.
 * @throws ApiError 404; any error of reading its first or last part
 */
export async function piecesIn<Row extends Stroked>(
  view: Snapshot,
  source: Source<Row>,
): Promise<LongDocument<Row>> {
  try {
    const begun = await view.read(async (tx) => {
      const row = await source.find(tx);
      const [early, late] = parted(row.chunks);
      const run = early.slice(0, RUN);
      // Strokes added meanwhile change only the last chunks, so these are read first and kept.
      const [ends, first, last] = await Promise.all([
        source.ends(tx, row),
        textsOf(tx, run),
        textsOf(tx, late),
      ]);
      return { row, rest: early.slice(RUN), ends, first, last };
    });
    const { row } = begun;
    return { row, pieces: piecesOf(documentTexts(view, begun, source), view.close) };
  } catch (error) {
    view.close();
    throw error;
  }
}

interface Opened<Row> {
  readonly row: Row;
  /** The chunks between `first` and `last`. */
  readonly rest: readonly ChunkRef[];
  readonly ends: Ends;
  readonly first: readonly string[];
  readonly last: readonly string[];
}

async function* documentTexts<Row extends Stroked>(
  view: Snapshot,
  { row, rest, ends, first, last }: Opened<Row>,
  source: Source<Row>,
): AsyncGenerator<string> {
  yield ends.head;
  let comma = '';
  let run = first;
  for (let start = 0; ; start += RUN) {
    // Reads the next run while this one is sent.
    const next = start < rest.length ? readRun(view, row, source, rest.slice(start, start + RUN)) : undefined;
    next?.catch(() => {});
    if (run.length > 0) {
      yield comma + run.join();
      comma = ',';
    }
    if (next === undefined) break;
    run = await next;
  }
  if (last.length > 0) yield comma + last.join();
  yield ends.tail;
}

async function readRun<Row extends Stroked>(
  view: Snapshot,
  { rev }: Row,
  source: Source<Row>,
  run: readonly ChunkRef[],
): Promise<string[]> {
  try {
    return await view.read((tx) => textsOf(tx, run));
  } catch (error) {
    if (!(error instanceof StoreCorrupt)) throw error;
    const now = await view.read((tx) => source.find(tx)).catch(() => undefined);
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
