/** GET: one drawing, and the change feed. */
import { parseIfNoneMatch } from '../http/conditions.ts';
import { integer, opaque, type Values } from '../http/query.ts';
import { clientHas, lateResponse, notModified, piecesResponse, taggedByContent } from '../http/respond.ts';
import type { Route } from '../http/route.ts';
import { ChangedWhileSending } from '../http/stream.ts';
import type { DrawingPorts, DrawingRow, Purge } from '../ports.ts';
import { drawingId, existingDrawing } from './find.ts';
import { changeNumber, cursorExpired, newestDroppedPurge } from './response/cursor.ts';
import { isLong, longDocument } from './response/long.ts';
import { documentText, readParts, revTag } from './response/responses.ts';

export const getDrawing: Route<DrawingPorts> = {
  id: 'getDrawing',
  method: 'GET',
  path: '/api/v1/drawings/{id}',
  access: 'token',
  checkHeaders: parseIfNoneMatch,
  async handle(call) {
    const id = drawingId(call);
    const ifNoneMatch = parseIfNoneMatch(call.request.headers);
    const { store } = call;
    let begin: (row: DrawingRow) => void = () => {};
    const begun = new Promise<DrawingRow>((resolve) => {
      begin = resolve;
    });
    let rev: number | undefined;
    const text = store.read(async (tx) => {
      // Starts both reads at once, because each wait is a round trip to another process.
      const [row, thumbs] = await Promise.all([
        existingDrawing(tx, id),
        ifNoneMatch === undefined ? tx.thumbs([id]) : [],
      ]);
      // A store that lost its connection reads once more. The head may have been sent.
      if (rev !== undefined && rev !== row.rev) throw new ChangedWhileSending();
      rev = row.rev;
      begin(row);
      // Not read for a 304: strokes may be megabytes.
      if (clientHas(ifNoneMatch, revTag(rev)) || isLong(row)) return '';
      const { strokes, thumb } = await readParts(tx, row, thumbs[0]);
      return documentText(row, strokes, thumb);
    });
    // The strokes are read while the head of the response is on its way: the last round trip costs no time then.
    const row = await Promise.race([begun, text.then(() => begun)]);
    const tag = revTag(row.rev);
    if (clientHas(ifNoneMatch, tag)) return notModified(tag);
    if (!isLong(row)) return lateResponse(text, { ETag: tag });
    const long = await longDocument(store, id);
    return piecesResponse(long.pieces, { ETag: revTag(long.row.rev) });
  },
};

const changesQuery = {
  since: opaque(),
  limit: integer(1, 1000, 200),
};

export const listChanges: Route<DrawingPorts> = {
  id: 'listChanges',
  method: 'GET',
  path: '/api/v1/drawings/changes',
  access: 'token',
  query: changesQuery,
  checkHeaders: parseIfNoneMatch,
  async handle(call) {
    const { since, limit } = call.query as Values<typeof changesQuery>;
    const body = await call.store.read(async (tx) => {
      const [meta, dropped] = await Promise.all([tx.meta(), newestDroppedPurge(tx)]);
      const from = since === undefined ? 0 : changeNumber(since, meta);
      if (since !== undefined && from < dropped) throw cursorExpired();
      const [drawings, purges] = await Promise.all([tx.changes(from, limit + 1), tx.purges(from, limit + 1)]);
      const rows = [...drawings, ...purges].sort((a, b) => a.seq - b.seq);
      const page = rows.slice(0, limit);
      const has_more = rows.length > page.length;
      const seen = has_more ? (page.at(-1)?.seq ?? from) : meta.counter;
      return { changes: page.map(changeOf), cursor: `${meta.epoch}.${seen}`, has_more };
    });
    return taggedByContent(call, JSON.stringify(body));
  },
};

function changeOf(row: DrawingRow | Purge) {
  const { id, rev } = row;
  if (!('trashed' in row)) return { id, deleted: true };
  return { id, rev, trashed: row.trashed, updatedAt: row.updatedAt };
}
