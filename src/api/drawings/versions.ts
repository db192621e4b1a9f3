/** GET: the earlier versions of a drawing, and one of them. To take one back, send it as a PUT. */
import { ONE_LAYER } from '../../core/drawing/members/layers.ts';
import { membersJson, optionalMembers } from '../../core/drawing/members/optional-members.ts';
import { WHITE } from '../../core/drawing/members/paper.ts';
import { SPACE_VERSIONS_SIZE_MAX } from '../../core/drawing/versions.ts';
import { type ApiError, notFound } from '../errors.ts';
import { parseIfNoneMatch } from '../http/conditions.ts';
import { clientHas, jsonResponse, notModified, piecesResponse, taggedByContent } from '../http/respond.ts';
import type { Route } from '../http/route.ts';
import { type DrawingPorts, type ReadTx, StoreCorrupt, type VersionRow } from '../ports.ts';
import { bytesOfVersion, bytesOfVersions } from './change/versions.ts';
import { drawingId, existingDrawing } from './find.ts';
import { isLong, piecesIn, viewOf } from './response/long.ts';
import { revTag } from './response/responses.ts';

export const listVersions: Route<DrawingPorts> = {
  id: 'listVersions',
  method: 'GET',
  path: '/api/v1/drawings/{id}/versions',
  access: 'token',
  checkHeaders: parseIfNoneMatch,
  async handle(call) {
    const id = drawingId(call);
    const body = await call.store.read(async (tx) => {
      const [row, found = [], bytes] = await Promise.all([
        existingDrawing(tx, id),
        tx.versions(id),
        bytesOfVersions(tx),
      ]);
      const versions = found.map(entryOf).reverse();
      const { leftOut = null, gaveWay = null } = row.kept ?? {};
      const room = { bytes, bytesMax: SPACE_VERSIONS_SIZE_MAX };
      return { versions, leftOutAt: leftOut, gaveWayAt: gaveWay, ...room };
    });
    return taggedByContent(call, JSON.stringify(body));
  },
};

export const getVersion: Route<DrawingPorts> = {
  id: 'getVersion',
  method: 'GET',
  path: '/api/v1/drawings/{id}/versions/{version}',
  access: 'token',
  checkHeaders: parseIfNoneMatch,
  async handle(call) {
    const id = drawingId(call);
    const { version: name = '' } = call.path;
    const ifNoneMatch = parseIfNoneMatch(call.request.headers);
    try {
      const short = await call.store.read(async (tx) => {
        const version = await existingVersion(tx, id, name);
        const tag = revTag(version.rev);
        if (clientHas(ifNoneMatch, tag)) return notModified(tag);
        if (isLong(version)) return undefined;
        const strokes = await tx.chunks(version.chunks.map(([chunk]) => chunk));
        const { head, tail } = endsOf(version);
        return jsonResponse(200, `${head}${strokes.join(',')}${tail}`, { ETag: tag });
      });
      if (short !== undefined) return short;
      const { row, pieces } = await piecesIn(await viewOf(call.store), {
        find: (tx) => existingVersion(tx, id, name),
        ends: async (_, version) => endsOf(version),
      });
      return piecesResponse(pieces, { ETag: revTag(row.rev) });
    } catch (error) {
      // A process of the version before deletes chunks without a look at versions.
      if (error instanceof StoreCorrupt) throw unknownVersion();
      throw error;
    }
  },
};

/** @throws ApiError 404 */
async function existingVersion(tx: ReadTx, id: string, name: string): Promise<VersionRow> {
  const [, versions = []] = await Promise.all([existingDrawing(tx, id), tx.versions(id)]);
  const found = versions.find(({ rev }) => String(rev) === name);
  if (found === undefined) throw unknownVersion();
  return found;
}

function unknownVersion(): ApiError {
  return notFound('the drawing has no version with this id; it may have been thinned out');
}

/** A version as the list has it. */
function entryOf(version: VersionRow) {
  const { rev, title, strokeCount, updatedAt } = version;
  const members = optionalMembers(version);
  return { id: String(rev), rev, title, strokeCount, ...members, updatedAt, bytes: bytesOfVersion(version) };
}

/**
 * The JSON of a version before and after its strokes. It is the body of a PUT that takes the version back, so it names what
 * the version has not: a PUT leaves what it does not name.
 */
function endsOf(version: VersionRow): { readonly head: string; readonly tail: string } {
  const { drawing, rev, title, updatedAt } = version;
  const { paper = WHITE, layers = ONE_LAYER, underlay = null } = version;
  const text = JSON.stringify({ id: String(rev), drawing, rev, title });
  const members = membersJson({ paper, layers, underlay });
  const tail = `],"thumb":"","updatedAt":${JSON.stringify(updatedAt)}${members}}`;
  return { head: `${text.slice(0, -1)},"strokes":[`, tail };
}
