/** GET: the list, one drawing, and what changed. */
import { parseCondition } from '../conditions.ts';
import { ApiError, invalidParameter } from '../errors.ts';
import { integer, oneOf, opaque, type Values } from '../query.ts';
import { type Answer, cachedAnswer, contentTag, isHeld } from '../respond.ts';
import type { Call, Route } from '../route.ts';
import { documentText, entryOf, listCursor, readListCursor, readParts, revTag } from './answers.ts';
import { drawingId, existing } from './preconditions.ts';

const checkHeaders = (headers: Headers) => void parseCondition('If-None-Match', headers.get('If-None-Match'));

/** A 304 where the caller holds what it would get. */
async function taggedByContent(call: Call, json: string): Promise<Answer> {
  const ifNoneMatch = parseCondition('If-None-Match', call.request.headers.get('If-None-Match'));
  return cachedAnswer(json, await contentTag(json), ifNoneMatch);
}

const listQuery = {
  trashed: oneOf('Only the drawings in the trash, instead of only the others.', ['false', 'true'], 'false'),
  limit: integer('At most so many; all of them without one.', 1, 200, undefined),
  cursor: opaque('Where the last page ended: its `next`. Needs `limit`.'),
};

export const listDrawings: Route = {
  id: 'listDrawings',
  method: 'GET',
  path: '/api/v1/drawings',
  access: 'token',
  query: listQuery,
  checkHeaders,
  async handle(call) {
    const { trashed, limit, cursor } = call.query as Values<typeof listQuery>;
    if (cursor !== undefined && limit === undefined)
      throw invalidParameter('cursor', 'needs limit beside it');
    const after = cursor === undefined ? undefined : readListCursor(cursor);
    const body = await call.ports.store.read(async (tx) => {
      const rows = await tx.list({
        trashed: trashed === 'true',
        ...(after === undefined ? {} : { after }),
        // One more than asked tells whether the list goes on.
        ...(limit === undefined ? {} : { limit: limit + 1 }),
      });
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const thumbs = await tx.thumbs(page.map(({ id }) => id));
      const drawings = page.map((row, index) => entryOf(row, thumbs[index] ?? ''));
      const next = rows.length > page.length && last !== undefined ? listCursor(last) : null;
      return limit === undefined ? { drawings } : { drawings, next };
    });
    return taggedByContent(call, JSON.stringify(body));
  },
};

export const getDrawing: Route = {
  id: 'getDrawing',
  method: 'GET',
  path: '/api/v1/drawings/{id}',
  access: 'token',
  checkHeaders,
  async handle(call) {
    const id = drawingId(call);
    const ifNoneMatch = parseCondition('If-None-Match', call.request.headers.get('If-None-Match'));
    return call.ports.store.read(async (tx) => {
      // Each wait is a trip to another process: what will be needed is asked for at once.
      const [row, thumbs] = await Promise.all([
        existing(tx, id),
        ifNoneMatch === undefined ? tx.thumbs([id]) : [],
      ]);
      const tag = revTag(row.rev);
      // Strokes may be megabytes: they are not read for a 304.
      const parts = isHeld(ifNoneMatch, tag)
        ? { strokes: [], thumb: '' }
        : await readParts(tx, row, thumbs[0]);
      return cachedAnswer(documentText(row, parts.strokes, parts.thumb), tag, ifNoneMatch);
    });
  },
};

const changesQuery = {
  since: opaque('The `cursor` of the last answer; without one, everything from the start.'),
  limit: integer('At most so many changes.', 1, 1000, 200),
};

export const listChanges: Route = {
  id: 'listChanges',
  method: 'GET',
  path: '/api/v1/drawings/changes',
  access: 'token',
  query: changesQuery,
  checkHeaders,
  async handle(call) {
    const { since, limit } = call.query as Values<typeof changesQuery>;
    const body = await call.ports.store.read(async (tx) => {
      const meta = await tx.meta();
      const from = since === undefined ? 0 : changeNumber(since, meta.epoch, meta.counter);
      const rows = await tx.changes(from, limit + 1);
      const page = rows.slice(0, limit);
      const has_more = rows.length > page.length;
      const seen = has_more ? (page.at(-1)?.seq ?? from) : meta.counter;
      return {
        changes: page.map(({ id, rev, trashed, updatedAt }) => ({ id, rev, trashed, updatedAt })),
        cursor: `${meta.epoch}.${seen}`,
        has_more,
      };
    });
    return taggedByContent(call, JSON.stringify(body));
  },
};

/**
 * The number in a cursor. One of another epoch is from before a backup was restored: its numbers mean
 * other changes now.
 * @throws ApiError 410
 */
function changeNumber(cursor: string, epoch: string, counter: number): number {
  const match = /^([^.]+)\.(0|[1-9]\d{0,15})$/.exec(cursor);
  const number = Number(match?.[2]);
  if (match?.[1] !== epoch || number > counter) {
    throw new ApiError(
      'cursor_expired',
      'this cursor is not of this store any more; start again without since',
    );
  }
  return number;
}
