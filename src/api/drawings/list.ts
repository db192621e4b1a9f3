/**
 * GET /drawings: newest first, with thumbnails unless the client prefers the short form. A short list is one
 * text; a long one is sent in pieces.
 */
import { listCursor, readListCursor } from '../../core/drawing/list-cursor.ts';
import type { DrawingEntry } from '../../core/drawing/types.ts';
import { invalidParameter } from '../errors.ts';
import { parseIfNoneMatch, prefersMinimal } from '../http/conditions.ts';
import { integer, oneOf, opaque, type Values } from '../http/query.ts';
import { clientHas, contentTag, jsonResponse, notModified, piecesResponse } from '../http/respond.ts';
import type { Route } from '../http/route.ts';
import { ChangedWhileSending, type Pieces, piecesOf } from '../http/stream.ts';
import type { DrawingPorts, ListQuery, ReadTx, Snapshot } from '../ports.ts';
import { viewOf } from './response/long.ts';
import { entryOf, MINIMAL } from './response/responses.ts';

/**
 * Longest list in characters that is still one text: hundreds of drawings with the thumbnails that a page
 * makes.
 */
const SHORT = 8_000_000;
/** Number of rows in one read. */
const ROWS = 500;
/**
 * Number of thumbnails in one read, for a long list and for one that may be short: at worst three and
 * thirteen megabytes.
 */
const RUN = 8;
const SHORT_RUN = 32;

const listQuery = {
  trashed: oneOf(['false', 'true'], 'false'),
  limit: integer(1, 200, undefined),
  cursor: opaque(),
};

export const listDrawings: Route<DrawingPorts> = {
  id: 'listDrawings',
  method: 'GET',
  path: '/api/v1/drawings',
  access: 'token',
  query: listQuery,
  checkHeaders: parseIfNoneMatch,
  async handle({ store, query, request }) {
    const { trashed, limit, cursor } = query as Values<typeof listQuery>;
    if (cursor !== undefined && limit === undefined) throw invalidParameter('cursor', 'requires limit');
    const after = cursor === undefined ? undefined : readListCursor(cursor);
    if (cursor !== undefined && after === undefined)
      throw invalidParameter('cursor', 'is not a cursor of this list');
    const wanted = { trashed: trashed === 'true', ...(after === undefined ? {} : { after }) };
    const ifNoneMatch = parseIfNoneMatch(request.headers);
    const bare = prefersMinimal(request.headers.get('Prefer'));

    const short = await store.read(async (tx) => {
      const list = await readList(tx, wanted, limit, bare);
      return { list, json: await shortText(tx, list) };
    });
    const tag = await listTag(short.list);
    if (clientHas(ifNoneMatch, tag)) return notModified(tag);
    const headers = { ...(bare ? MINIMAL : {}), ETag: tag };
    if (short.json !== undefined) return jsonResponse(200, short.json, headers);

    const view = await viewOf(store);
    try {
      const list = await view.read((tx) => readList(tx, wanted, limit, bare));
      return piecesResponse(longPieces(view, list), { ...headers, ETag: await listTag(list) });
    } catch (error) {
      view.close();
      throw error;
    }
  },
};

/** A list without its thumbnails, which may take half a gigabyte. */
interface List {
  readonly epoch: string;
  readonly entries: readonly DrawingEntry[];
  /** For each entry, the number of the change that made it. */
  readonly seqs: readonly number[];
  /** The JSON after the entries. */
  readonly end: string;
  /** True if the response has no thumbnails. */
  readonly bare: boolean;
}

async function readList(
  tx: ReadTx,
  wanted: Omit<ListQuery, 'limit'>,
  limit = Number.POSITIVE_INFINITY,
  bare: boolean,
): Promise<List> {
  const entries: DrawingEntry[] = [];
  const seqs: number[] = [];
  const { epoch } = await tx.meta();
  let next: string | null = null;
  for (let from: Omit<ListQuery, 'limit'> = wanted; ; ) {
    const left = limit - entries.length;
    // One row more than wanted shows whether the list goes on.
    const rows = await tx.list({ ...from, limit: Math.min(ROWS, left + 1) });
    for (const row of rows.slice(0, left)) {
      entries.push(entryOf(row, ''));
      seqs.push(row.seq);
    }
    const last = rows.slice(0, left).at(-1);
    if (last !== undefined && rows.length > left) next = listCursor(last);
    if (last === undefined || rows.length > left || rows.length < ROWS) break;
    const { updatedAt, id } = last;
    from = { ...wanted, after: { updatedAt, id } };
  }
  const end = limit === Number.POSITIVE_INFINITY ? ']}' : `],"next":${JSON.stringify(next)}}`;
  return { epoch, entries, seqs, end, bare };
}

/**
 * The entity tag of a list, computed without reading its thumbnails. A thumbnail only changes with a change
 * of its drawing, and those are numbered.
 */
function listTag({ epoch, entries, seqs, end, bare }: List): Promise<string> {
  return contentTag(JSON.stringify([epoch, entries, seqs, end, bare]));
}

const START = '{"drawings":[';

/** The JSON of a short list; undefined if the list must be sent in pieces. */
async function shortText(tx: ReadTx, { entries, end, bare }: List): Promise<string | undefined> {
  const texts: string[] = [];
  let chars = 0;
  for (let start = 0; start < entries.length; start += SHORT_RUN) {
    for (const text of await entryTexts(tx, entries.slice(start, start + SHORT_RUN), bare)) {
      texts.push(text);
      chars += text.length;
    }
    if (chars > SHORT) return undefined;
  }
  return `${START}${texts.join(',')}${end}`;
}

async function entryTexts(tx: ReadTx, run: readonly DrawingEntry[], bare: boolean): Promise<string[]> {
  const thumbs = bare ? [] : await tx.thumbs(run.map(({ id }) => id));
  return run.map((entry, index) => JSON.stringify({ ...entry, thumb: thumbs[index] ?? '' }));
}

function longPieces(view: Snapshot, list: List): Pieces {
  return piecesOf(longTexts(view, list), view.close);
}

async function* longTexts(view: Snapshot, { entries, end, bare }: List): AsyncGenerator<string> {
  yield START;
  let comma = '';
  for (let start = 0; start < entries.length; start += RUN) {
    const run = entries.slice(start, start + RUN);
    const texts = await view.read(async (tx) => {
      const [texts, rows] = await Promise.all([
        entryTexts(tx, run, bare),
        Promise.all(run.map(({ id }) => tx.drawing(id))),
      ]);
      if (rows.some((row, index) => row?.rev !== run[index]?.rev)) throw new ChangedWhileSending();
      return texts;
    });
    for (const text of texts) {
      yield comma + text;
      comma = ',';
    }
  }
  yield end;
}
