/**
 * DELETE and restore. They only set a flag, so no drawing is ever lost. A repeated request changes nothing.
 */
import { parseKey, parseRevCondition, prefersMinimal } from '../http/conditions.ts';
import { opaque, type Values } from '../http/query.ts';
import { jsonResponse, piecesResponse } from '../http/respond.ts';
import type { AuthorizedCall, Route } from '../http/route.ts';
import type { DrawingRow, WriteTx } from '../ports.ts';
import { commit, keyedRequest, nextNumber } from './change/commit.ts';
import { replayedResponse, requireRev, rowAt } from './change/preconditions.ts';
import { drawingId, existingDrawing } from './find.ts';
import { changeNumber } from './response/cursor.ts';
import { isLong, longDocument } from './response/long.ts';
import { documentText, minimalResponse, readParts, revTag } from './response/responses.ts';

const checkHeaders = (headers: Headers) => {
  parseKey(headers.get('Idempotency-Key'));
  parseRevCondition(headers.get('If-Match'));
};

interface FlagResult<T> {
  readonly row: DrawingRow;
  readonly changed: boolean;
  readonly more: T;
}

/**
 * Sets the trash flag of a drawing.
 * @param cursor of the changes, of the store that the drawing was seen in
 * @param more reads what the response needs besides the row, in the same transaction
 */
async function setTrashed<T>(
  call: AuthorizedCall,
  trashed: boolean,
  cursor: string | undefined,
  more: (tx: WriteTx, row: DrawingRow, current: boolean) => Promise<T>,
): Promise<FlagResult<T>> {
  const id = drawingId(call);
  const { headers, method, url } = call.request;
  const condition = parseRevCondition(headers.get('If-Match'));
  const key = parseKey(headers.get('Idempotency-Key'));
  const keyed = await keyedRequest(key, method, new URL(url).pathname, new Uint8Array());
  const result = await call.store.write(async (tx): Promise<FlagResult<T>> => {
    // Checked first: if the store was restored from a backup, the revision may be another one's.
    if (cursor !== undefined) changeNumber(cursor, await tx.meta());
    const before = await existingDrawing(tx, id, keyed);
    const entry = await replayedResponse(tx, id, keyed);
    if (entry !== undefined) {
      const row = rowAt(before, entry, trashed);
      return { row, changed: false, more: await more(tx, row, before.rev === row.rev) };
    }
    if (before.trashed === trashed)
      return { row: before, changed: false, more: await more(tx, before, true) };
    if (condition !== undefined) requireRev(condition, before);
    const row = await commit(tx, await nextNumber(tx), id, before, { trashed }, call.ports.now(), keyed);
    return { row, changed: true, more: await more(tx, row, true) };
  });
  if (result.changed) call.ports.announce({ id, rev: result.row.rev });
  return result;
}

const query = { cursor: opaque() };

export const trashDrawing: Route = {
  id: 'trashDrawing',
  method: 'DELETE',
  path: '/api/v1/drawings/{id}',
  access: 'token',
  query,
  checkHeaders,
  async handle(call) {
    const { cursor } = call.query as Values<typeof query>;
    const { row } = await setTrashed(call, true, cursor, async () => undefined);
    return jsonResponse(200, '{"ok":true,"recoverable":true}', { ETag: revTag(row.rev) });
  },
};

export const restoreDrawing: Route = {
  id: 'restoreDrawing',
  method: 'PUT',
  path: '/api/v1/drawings/{id}/restore',
  access: 'token',
  checkHeaders,
  async handle(call) {
    const minimal = prefersMinimal(call.request.headers.get('Prefer'));
    const { row, more } = await setTrashed(call, false, undefined, async (tx, row, current) =>
      // The strokes of an older revision are not kept, so a repeated request gets the short form.
      minimal || !current ? 'short' : isLong(row) ? 'long' : readParts(tx, row),
    );
    if (more === 'short') return minimalResponse(200, row);
    if (more === 'long') {
      const { row: now, pieces } = await longDocument(call.store, row.id);
      return piecesResponse(pieces, { ETag: revTag(now.rev) });
    }
    return jsonResponse(200, documentText(row, more.strokes, more.thumb), { ETag: revTag(row.rev) });
  },
};
