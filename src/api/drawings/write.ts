/** POST and PUT of whole drawings. */

import type { GivenDates } from '../../core/drawing/dates.ts';
import { sameLayers } from '../../core/drawing/members/layers.ts';
import { sameMembers } from '../../core/drawing/members/member-kinds.ts';
import { changedMembers } from '../../core/drawing/members/optional-members.ts';
import { sizeOfTexts } from '../../core/drawing/strokes/chunks.ts';
import { withUnknownMembers } from '../../core/drawing/strokes/unknown-members.ts';
import { uuid } from '../../core/hex.ts';
import { type DrawingBody, parseDrawing, readDates, readDrawingBody } from '../contract/drawing-body.ts';
import { ApiError, conflict } from '../errors.ts';
import {
  namesRev,
  parseCreateOnly,
  parseKey,
  parseRevCondition,
  prefersMinimal,
} from '../http/conditions.ts';
import { jsonBody } from '../http/json-body.ts';
import { jsonResponse, type RouteResponse } from '../http/respond.ts';
import type { Call, Route } from '../http/route.ts';
import type { DrawingRow, WriteTx } from '../ports.ts';
import { chunkIds, commit, type KeyedRequest, keyedRequest, nextNumber } from './change/commit.ts';
import {
  keyReused,
  preconditionRequired,
  replayedResponse,
  requireNotAhead,
  requireNotTrashed,
  rowAt,
} from './change/preconditions.ts';
import { unlessCorrupt } from './change/unless-corrupt.ts';
import { allOf, type Keeping, writeKeeping } from './change/versions.ts';
import { drawingId, existingDrawing, notAppliedBefore } from './find.ts';
import { documentText, minimalResponse, readParts, revTag } from './response/responses.ts';

const ENCODE = new TextEncoder();

interface Outcome {
  readonly row: DrawingRow;
  readonly status: 200 | 201;
  /** False if the request had been applied before. */
  readonly changed: boolean;
}

/** The content of a request, and the dates that it gives. */
type DatedBody = DrawingBody & GivenDates;

export const createDrawing: Route = {
  id: 'createDrawing',
  method: 'POST',
  path: '/api/v1/drawings',
  access: 'token',
  body: jsonBody({ mediaType: 'application/json', parse: parseDrawing }),
  checkHeaders: (headers) => void parseKey(headers.get('Idempotency-Key')),
  async handle(call) {
    const key = parseKey(call.request.headers.get('Idempotency-Key'));
    const content: DatedBody = readDrawingBody(call.body?.value, undefined, false);
    const keyed = await keyedOf(call, key);
    const id = key === undefined ? call.ports.newId() : await idOfKey(key);
    const outcome = await call.store.write(async (tx): Promise<Outcome> => {
      const row = await tx.drawing(id);
      if (row === undefined) {
        await notAppliedBefore(tx, id, keyed);
        return { row: await put(tx, id, row, content, call.ports.now(), keyed), status: 201, changed: true };
      }
      const entry = await replayedResponse(tx, id, keyed);
      if (entry !== undefined) return { row: rowAt(row, entry, false), status: 200, changed: false };
      requireNotTrashed(row);
      if (await sameContent(tx, row, content)) return { row, status: 200, changed: false };
      throw keyReused();
    });
    return writeResponse(call, outcome, content);
  },
};

export const replaceDrawing: Route = {
  id: 'replaceDrawing',
  method: 'PUT',
  path: '/api/v1/drawings/{id}',
  access: 'token',
  body: jsonBody({ mediaType: 'application/json', parse: parseDrawing }),
  checkHeaders(headers) {
    parseKey(headers.get('Idempotency-Key'));
    parseRevCondition(headers.get('If-Match'));
    parseCreateOnly(headers);
  },
  async handle(call) {
    const { headers } = call.request;
    const createOnly = parseCreateOnly(headers);
    const condition = parseRevCondition(headers.get('If-Match'));
    const body = readDrawingBody(call.body?.value, call.path.id, true);
    let content: DatedBody = { ...body, ...readDates(call.body?.value, createOnly) };
    const id = drawingId(call);
    const keyed = await keyedOf(call, parseKey(headers.get('Idempotency-Key')));
    const outcome = await writeKeeping(call.store, call.ports.now, async (tx, keeping): Promise<Outcome> => {
      const row = createOnly ? await tx.drawing(id) : await existingDrawing(tx, id, keyed);
      if (row === undefined) {
        await notAppliedBefore(tx, id, keyed);
        return { row: await put(tx, id, row, content, call.ports.now(), keyed), status: 201, changed: true };
      }
      // Who names no layers leaves them, and the strokes on them.
      if (!createOnly && !content.layers && !sameLayers(row.layers)) {
        content = {
          ...content,
          chunks: await withUnknownMembers(content.chunks, row.chunks, (ids) =>
            tx.chunks(ids).catch(unlessCorrupt),
          ),
        };
      }
      const entry = await replayedResponse(tx, id, keyed);
      if (entry !== undefined) return { row: rowAt(row, entry, false), status: 200, changed: false };
      requireNotTrashed(row);
      if (!createOnly && condition === undefined) throw preconditionRequired();
      if (condition !== undefined && namesRev(condition, row.rev)) {
        const whole = await put(tx, id, row, content, call.ports.now(), keyed, keeping);
        return { row: whole, status: 200, changed: true };
      }
      // Equal content is a success (RFC 9110, 13.1.1): after a lost response, or in a restarted worker, the
      // same request comes again.
      // A change leaves an optional member that it does not name; a new drawing has none that it does not name.
      const whole = createOnly ? content : { ...content, ...changedMembers(row, content) };
      if (await sameContent(tx, row, whole)) return { row, status: 200, changed: false };
      if (!createOnly) throw conflict(row.rev, 'the drawing has changed since');
      throw new ApiError('precondition_failed', `it exists with other content at revision ${row.rev}`, {
        headers: { ETag: revTag(row.rev) },
      });
    });
    return writeResponse(call, outcome, content);
  },
};

function keyedOf(call: Call, key: string | undefined): Promise<KeyedRequest | undefined> {
  const { pathname } = new URL(call.request.url);
  return keyedRequest(key, call.request.method, pathname, call.body?.bytes ?? new Uint8Array());
}

/** A UUIDv8 (RFC 9562, 5.8) derived from the key, so that a create request sent twice makes one drawing. */
export async function idOfKey(key: string): Promise<string> {
  return uuid(new Uint8Array(await crypto.subtle.digest('SHA-256', ENCODE.encode(key)), 0, 16), 8);
}

/** Writes the whole content as the next revision, or as the first one if there is no row. */
async function put(
  tx: WriteTx,
  id: string,
  before: DrawingRow | undefined,
  content: DatedBody,
  now: number,
  keyed: KeyedRequest | undefined,
  keeping: Keeping = 'due',
): Promise<DrawingRow> {
  const { createdAt, updatedAt } = content;
  requireNotAhead(
    [
      ['/createdAt', createdAt],
      ['/updatedAt', updatedAt === before?.updatedAt ? undefined : updatedAt],
    ],
    now,
  );
  const seq = await nextNumber(tx);
  const nameChunk = chunkIds(seq);
  const written = content.chunks.map(({ text }, index) => ({ id: nameChunk(index), text }));
  const strokes = {
    count: content.strokeCount,
    size: sizeOfTexts(textsOf(content)),
    chunks: content.chunks.map((chunk, index) => [nameChunk(index), chunk.strokes] as const),
    written,
    dropped: (before?.chunks ?? []).map(([chunk]) => chunk),
    lost: before && ((await adds(tx, before, content)) ? undefined : allOf(before)),
  };
  return commit(tx, seq, id, before, { ...content, strokes, keeping }, now, keyed);
}

/** True if a request only adds strokes at the end: nothing of the state before it is replaced. */
async function adds(tx: WriteTx, row: DrawingRow, content: DrawingBody): Promise<boolean> {
  if (row.title !== content.title || !sameMembers(row, changedMembers(row, content))) return false;
  const texts = textsOf(content);
  if (content.strokeCount < row.strokeCount || sizeOfTexts(texts) < (row.size ?? 0)) return false;
  const stored = await tx.chunks(row.chunks.map(([id]) => id)).catch(unlessCorrupt);
  // A damaged drawing, which the request repairs.
  if (!stored) return true;
  // Nearly always both are split alike, and to join all would take as long as to read it.
  const other = stored.findIndex((text, index) => text !== texts[index]);
  return other === -1 || texts.slice(other).join().startsWith(stored.slice(other).join());
}

/** True if the stored drawing equals the request. Texts are canonical, so equal content has equal text. */
async function sameContent(tx: WriteTx, row: DrawingRow, content: DrawingBody): Promise<boolean> {
  if (row.title !== content.title || row.strokeCount !== content.strokeCount) return false;
  if (!sameMembers(row, content)) return false;
  // Equal strokes have the same size, however they are split, so a large drawing is rarely read for this.
  if (row.size !== undefined && row.size !== sizeOfTexts(textsOf(content))) return false;
  const stored = await readParts(tx, row);
  return stored.thumb === content.thumb && stored.strokes.join(',') === textsOf(content).join(',');
}

function textsOf({ chunks }: DrawingBody): string[] {
  return chunks.map(({ text }) => text);
}

function writeResponse(call: Call, outcome: Outcome, content: DrawingBody): RouteResponse {
  const { row, status, changed } = outcome;
  if (changed) call.ports.announce({ id: row.id, rev: row.rev });
  const created = status === 201 || call.request.method === 'POST';
  const headers = created ? { Location: `/api/v1/drawings/${row.id}` } : {};
  if (prefersMinimal(call.request.headers.get('Prefer'))) return minimalResponse(status, row, headers);
  return jsonResponse(status, documentText(row, textsOf(content), content.thumb), {
    ...headers,
    ETag: revTag(row.rev),
  });
}
