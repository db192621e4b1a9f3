/**
 * Permanent deletion of drawings in the trash, and of one outside it on request. Only a `Purge` record
 * remains: the change feed lists it, so that devices which were offline learn of the deletion.
 * docs/contract.md says how repeated and late requests are answered.
 */

import { conflict, invalidParameter } from '../errors.ts';
import { parseKey, parseRevCondition } from '../http/conditions.ts';
import { oneOf, opaque, type Values } from '../http/query.ts';
import { jsonResponse, type RouteResponse } from '../http/respond.ts';
import type { Route } from '../http/route.ts';
import type { DrawingRow, WriteTx } from '../ports.ts';
import { requireRev } from './change/preconditions.ts';
import { revOfPurge } from './change/purged.ts';
import { writePurges } from './change/write-purges.ts';
import { drawingId, unknownDrawing } from './find.ts';
import { changeNumber } from './response/cursor.ts';

/**
 * Largest number of drawings, and of chunks, that one transaction deletes while the trash is emptied. Others
 * wait for it.
 */
const BATCH = 50;
const BATCH_CHUNKS = 2_000;

function purgeResponse(deleted: number): RouteResponse {
  return jsonResponse(200, JSON.stringify({ ok: true, deleted }));
}

const query = { cursor: opaque() };
const oneQuery = { ...query, untrashed: oneOf(['false', 'true'], 'false') };

export const purgeDrawing: Route = {
  id: 'purgeDrawing',
  method: 'DELETE',
  path: '/api/v1/trash/{id}',
  access: 'token',
  query: oneQuery,
  checkHeaders(headers) {
    parseKey(headers.get('Idempotency-Key'));
    parseRevCondition(headers.get('If-Match'));
  },
  async handle(call) {
    const id = drawingId(call);
    const { cursor, untrashed } = call.query as Values<typeof oneQuery>;
    const condition = parseRevCondition(call.request.headers.get('If-Match'));
    const row = await writePurges(call.store, async (tx, purgeOne) => {
      // Checked first: if the store was restored from a backup, no other check is reliable.
      if (cursor !== undefined) changeNumber(cursor, await tx.meta());
      const before = await tx.drawing(id);
      if (before === undefined) {
        if ((await tx.purge(id)) !== undefined) return undefined;
        throw unknownDrawing();
      }
      if (!before.trashed && untrashed === 'false')
        throw conflict(before.rev, 'the drawing is not in the trash');
      if (condition !== undefined) requireRev(condition, before);
      await purgeOne(before);
      return before;
    });
    if (row !== undefined) call.ports.announce({ id, rev: revOfPurge(row) });
    return purgeResponse(row === undefined ? 0 : 1);
  },
};

export const emptyTrash: Route = {
  id: 'emptyTrash',
  method: 'DELETE',
  path: '/api/v1/trash',
  access: 'token',
  query,
  checkHeaders(headers) {
    parseKey(headers.get('Idempotency-Key'));
    if (headers.get('If-Match') === null) return;
    throw invalidParameter('If-Match', 'the trash has no revision; use a cursor');
  },
  async handle({ ports, store, ...call }) {
    const { cursor } = call.query as Values<typeof query>;
    const until = await store.read(async (tx) => {
      const meta = await tx.meta();
      return cursor === undefined ? meta.counter : changeNumber(cursor, meta);
    });
    let deleted = 0;
    let after: DrawingRow | undefined;
    do {
      const { gone, last } = await writePurges(store, (tx, purgeOne) =>
        purgeSome(tx, purgeOne, until, after),
      );
      for (const row of gone) ports.announce({ id: row.id, rev: revOfPurge(row) });
      deleted += gone.length;
      after = last;
    } while (after !== undefined);
    return purgeResponse(deleted);
  },
};

/**
 * Deletes a batch of drawings in the trash, after a place in its list.
 * @param until number of the last change that counts; drawings changed later stay
 * @returns the deleted drawings, and the last one looked at; undefined at the end of the list
 */
async function purgeSome(
  tx: WriteTx,
  purgeOne: (row: DrawingRow) => Promise<void>,
  until: number,
  after: DrawingRow | undefined,
): Promise<{ readonly gone: readonly DrawingRow[]; readonly last: DrawingRow | undefined }> {
  const rows = await tx.list({
    trashed: true,
    limit: BATCH,
    ...(after && { after: { updatedAt: after.updatedAt, id: after.id } }),
  });
  const gone: DrawingRow[] = [];
  let chunks = 0;
  for (const row of rows) {
    if (row.seq <= until) {
      await purgeOne(row);
      gone.push(row);
      chunks += row.chunks.length;
    }
    if (chunks > BATCH_CHUNKS) return { gone, last: row };
  }
  return { gone, last: rows.length < BATCH ? undefined : rows.at(-1) };
}
