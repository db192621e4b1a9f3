/** GET: one drawing, and the change feed. */
import { parseCondition } from '../http/conditions.ts';
import { integer, opaque, type Values } from '../http/query.ts';
import {
  cachedResponse,
  clientHas,
  contentTag,
  jsonResponse,
  notModified,
  piecesResponse,
  type RouteResponse,
} from '../http/respond.ts';
import type { Call, Route } from '../http/route.ts';
import type { DrawingPorts, DrawingRow, Purge } from '../ports.ts';
import { drawingId, existingDrawing } from './find.ts';
import { changeNumber, cursorExpired, newestDroppedPurge } from './response/cursor.ts';
import { isLong, longDocument } from './response/long.ts';
import { documentText, readParts, revTag } from './response/responses.ts';

const checkHeaders = (headers: Headers) => void parseCondition('If-None-Match', headers.get('If-None-Match'));

/** A response with a tag of its content; 304 if the caller already has it. */
export async function taggedByContent(call: Call<DrawingPorts>, json: string): Promise<RouteResponse> {
  const ifNoneMatch = parseCondition('If-None-Match', call.request.headers.get('If-None-Match'));
  return cachedResponse(json, await contentTag(json), ifNoneMatch);
}

export const getDrawing: Route<DrawingPorts> = {
  id: 'getDrawing',
  method: 'GET',
  path: '/api/v1/drawings/{id}',
  access: 'token',
  checkHeaders,
  async handle(call) {
    const id = drawingId(call);
    const ifNoneMatch = parseCondition('If-None-Match', call.request.headers.get('If-None-Match'));
    const { store } = call;
    const short = await store.read(async (tx) => {
      // Starts both reads at once, because each wait is a round trip to another process.
      const [row, thumbs] = await Promise.all([
        existingDrawing(tx, id),
        ifNoneMatch === undefined ? tx.thumbs([id]) : [],
      ]);
      const tag = revTag(row.rev);
      // Not read for a 304: strokes may be megabytes.
      if (clientHas(ifNoneMatch, tag)) return notModified(tag);
      if (isLong(row)) return undefined;
      const { strokes, thumb } = await readParts(tx, row, thumbs[0]);
      return jsonResponse(200, documentText(row, strokes, thumb), { ETag: tag });
    });
    if (short !== undefined) return short;
    const { row, pieces } = await longDocument(store, id);
    return piecesResponse(pieces, { ETag: revTag(row.rev) });
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
  checkHeaders,
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
