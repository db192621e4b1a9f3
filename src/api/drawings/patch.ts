/** PATCH: saves a finished stroke. Its cost grows with the patch, not with the drawing. */

import { STROKES_MAX } from '../../core/drawing/limits.ts';
import { applyPatch, parsePatch } from '../../core/drawing/patch.ts';
import { editStrokes } from '../../core/drawing/strokes/edit-strokes.ts';
import type { Problem } from '../../core/drawing/types.ts';
import { conflict, invalidBody, invalidParameter } from '../errors.ts';
import { parseKey, parseRevCondition } from '../http/conditions.ts';
import { jsonBody } from '../http/json-body.ts';
import { jsonResponse } from '../http/respond.ts';
import type { Route } from '../http/route.ts';
import type { DrawingRow, WriteTx } from '../ports.ts';
import { type Change, chunkIds, commit, keyedRequest, nextNumber } from './change/commit.ts';
import {
  preconditionRequired,
  replayedResponse,
  requireNotAhead,
  requireNotTrashed,
  requireRev,
  rowAt,
} from './change/preconditions.ts';
import { sizeOf } from './change/size.ts';
import { writeKeeping } from './change/versions.ts';
import { drawingId, existingDrawing } from './find.ts';
import { revTag } from './response/responses.ts';

/** The one revision that a patch is made for. Its indices mean nothing in another revision. */
function patchRev(headers: Headers): number | undefined {
  const condition = parseRevCondition(headers.get('If-Match'));
  if (condition === undefined) return undefined;
  const [rev, ...others] = condition;
  if (typeof rev !== 'number' || others.length > 0)
    throw invalidParameter('If-Match', 'must name exactly one revision');
  return rev;
}

function patchKey(headers: Headers): string {
  const key = parseKey(headers.get('Idempotency-Key'));
  // So that a patch sent twice is applied once.
  if (key === undefined) throw invalidParameter('Idempotency-Key', 'is required');
  return key;
}

export const patchDrawing: Route = {
  id: 'patchDrawing',
  method: 'PATCH',
  path: '/api/v1/drawings/{id}',
  access: 'token',
  body: jsonBody({ mediaType: 'application/json-patch+json' }),
  checkHeaders(headers) {
    patchRev(headers);
    patchKey(headers);
  },
  async handle({ ports, store, request, path, body }) {
    const rev = patchRev(request.headers);
    const { pathname } = new URL(request.url);
    // Starts the digest, which runs on another thread while this one parses the operations.
    const digested = keyedRequest(
      patchKey(request.headers),
      'PATCH',
      pathname,
      body?.bytes ?? new Uint8Array(),
    );
    const problems: Problem[] = [];
    const operations = parsePatch(body?.value, problems);
    if (operations === undefined) throw invalidBody(problems);
    const id = drawingId({ path });
    const keyed = await digested;

    const { row, changed } = await writeKeeping(store, ports.now, async (tx, keeping) => {
      // Starts all reads at once: each wait inside an IndexedDB transaction is a round trip to another
      // process.
      const [before, entry, seq] = await Promise.all([
        existingDrawing(tx, id, keyed),
        replayedResponse(tx, id, keyed),
        nextNumber(tx),
      ]);
      if (entry !== undefined) return { row: rowAt(before, entry, before.trashed), changed: false };
      requireNotTrashed(before);
      if (rev === undefined) throw preconditionRequired();
      requireRev([rev], before);
      const now = ports.now();
      const change = { ...(await changeOf(tx, before, operations, seq, now)), keeping };
      return { row: await commit(tx, seq, id, before, change, now, keyed), changed: true };
    });
    if (changed) ports.announce({ id, rev: row.rev });
    const { title, strokeCount, updatedAt } = row;
    return jsonResponse(200, JSON.stringify({ id, rev: row.rev, title, strokeCount, updatedAt }), {
      ETag: revTag(row.rev),
    });
  },
};

type Operations = NonNullable<ReturnType<typeof parsePatch>>;

/** @throws ApiError 409 if a `test` fails, 400 if an index is out of range or there are too many strokes */
async function changeOf(
  tx: WriteTx,
  before: DrawingRow,
  operations: Operations,
  seq: number,
  now: number,
): Promise<Change> {
  const editor = editStrokes(before.chunks, (ids) => tx.chunks(ids));
  const result = await applyPatch(before, editor, operations);
  if (result.failed === 'test')
    throw conflict(before.rev, `the test of operation ${result.index} found something else`);
  if (result.failed === 'range') throw invalidBody([result.problem]);
  const { date, ...rest } = result;
  const updatedAt = date?.updatedAt;
  if (date !== undefined && updatedAt !== before.updatedAt) {
    requireNotAhead([[`/${date.index}/value`, updatedAt]], now);
  }
  const { count } = editor;
  if (count > STROKES_MAX) {
    throw invalidBody([
      { path: '', message: `a drawing has at most ${STROKES_MAX} strokes; this makes ${count}` },
    ]);
  }
  const edits = operations.filter(({ op, target }) => target === 'stroke' && op !== 'test');
  const change: Change = { ...rest, updatedAt, takes: edits.every(({ op }) => op === 'remove') || undefined };
  if (edits.length === 0) return change;
  const { growth, ...edited } = await editor.finish(chunkIds(seq));
  const size = (await sizeOf(tx, before)) + growth;
  return { ...change, strokes: { count, size, ...edited } };
}
