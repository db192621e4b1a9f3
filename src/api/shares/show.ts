/** GET of a drawing by its link. Nothing in the response reveals its owner, its id or its revision. */
import { membersJson, optionalMembers } from '../../core/drawing/members/optional-members.ts';
import { documentIn, isLong, viewOf } from '../drawings/response/long.ts';
import { readParts } from '../drawings/response/responses.ts';
import { ApiError } from '../errors.ts';
import { refuseIfOver } from '../http/admission.ts';
import { parseIfNoneMatch } from '../http/conditions.ts';
import { clientHas, contentTag, jsonResponse, notModified, piecesResponse } from '../http/respond.ts';
import type { Route } from '../http/route.ts';
import type { DrawingRow, Store } from '../ports.ts';
import { linkOf, noteSeen, shownRow, unknownLink } from './links.ts';
import type { Share, SharePorts } from './share-ports.ts';

/**
 * The JSON before and after the strokes. The photo that a drawing was made from is not shown, so neither is where it lies,
 * nor its digest, by which somebody could recognise it.
 */
function sharedEnds({ underlay: _photo, ...row }: DrawingRow) {
  const { title, createdAt, updatedAt } = row;
  const times = `"createdAt":${JSON.stringify(createdAt)},"updatedAt":${JSON.stringify(updatedAt)}`;
  return { head: `{"title":${JSON.stringify(title)},"strokes":[`, tail: `]${membersJson(row)},${times}}` };
}

/**
 * The ETag of what a link shows, whose strokes the ids of their chunks stand for. Without the revision, which a new
 * thumbnail changes too: whoever looks would read the whole drawing again. A digest with the link, because the same
 * tag at two links would tell that they show the same.
 */
export function tagOf(
  { hash }: Pick<Share, 'hash'>,
  { title, chunks, createdAt, updatedAt, underlay: _photo, ...row }: DrawingRow,
): Promise<string> {
  const ids = chunks.map(([id]) => id);
  return contentTag(JSON.stringify([hash, title, createdAt, updatedAt, ids, optionalMembers(row)]));
}

export const getShared: Route<SharePorts> = {
  id: 'getShared',
  method: 'GET',
  path: '/api/v1/shared/{secret}',
  access: 'shared',
  checkHeaders: parseIfNoneMatch,
  async handle({ ports, request, client, path }) {
    refuseIfOver(await ports.shareQuota(client));
    const ifNoneMatch = parseIfNoneMatch(request.headers);
    const share = await linkOf(ports.shares, path.secret ?? '', ports.now());
    const store = ports.storeOf(share.space);
    const short = await store.read(async (tx) => {
      const row = shownRow(await tx.drawing(share.drawing));
      const held = ifNoneMatch !== undefined;
      return { row, strokes: held || isLong(row) ? undefined : (await readParts(tx, row, '')).strokes };
    });
    const tag = await tagOf(share, short.row);
    await noteSeen(ports.shares, share, ports.now());
    if (clientHas(ifNoneMatch, tag)) return notModified(tag);
    if (short.strokes !== undefined) {
      const { head, tail } = sharedEnds(short.row);
      return jsonResponse(200, `${head}${short.strokes.join(',')}${tail}`, { ETag: tag });
    }
    const { row, pieces } = await shownDocument(store, share);
    return piecesResponse(pieces, { ETag: await tagOf(share, row) });
  },
};

/** @throws ApiError 404 if the drawing was trashed or deleted meanwhile */
async function shownDocument(store: Store, { drawing }: Share) {
  const view = await viewOf(store, true);
  const document = await documentIn(view, drawing, sharedEnds).catch((error: unknown) => {
    throw error instanceof ApiError && error.code === 'not_found' ? unknownLink() : error;
  });
  if (!document.row.trashed) return document;
  document.pieces.close();
  throw unknownLink();
}
