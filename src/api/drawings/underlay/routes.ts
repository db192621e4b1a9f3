/**
 * PUT, GET and DELETE of the photo that a drawing is made from. Where it lies is a member of the drawing, `underlay`; the
 * photo is sent first, and then its place. A photo is named by its digest, so every request is safe to receive twice.
 */
import { sha256Of } from '../../../core/hex.ts';
import { notFound } from '../../errors.ts';
import { parseCondition, parseIfNoneMatch, parseKey } from '../../http/conditions.ts';
import { opaque } from '../../http/query.ts';
import { clientHas, jsonResponse, notModified } from '../../http/respond.ts';
import type { Route } from '../../http/route.ts';
import { ChangedWhileSending, type Pieces } from '../../http/stream.ts';
import type { PhotoRow, Store } from '../../ports.ts';
import { requireNotTrashed } from '../change/preconditions.ts';
import { drawingId, existingDrawing } from '../find.ts';
import { readSentPhoto } from './read-photo.ts';
import { deletePhotos, isNamed, storePhoto } from './store-photo.ts';

const PATH = '/api/v1/drawings/{id}/underlay';

/** Bytes of a photo that are in memory at a time while it is sent, however slowly somebody reads. */
const PIECE = 512 * 1024;

export function photoTag(sha256: string): string {
  return `"${sha256}"`;
}

export const putUnderlay: Route = {
  id: 'putUnderlay',
  method: 'PUT',
  path: PATH,
  access: 'token',
  checkHeaders: (headers) => void parseKey(headers.get('Idempotency-Key')),
  async handle(call) {
    const { bytes, type, width, height } = await readSentPhoto(call);
    const drawing = drawingId(call);
    const sha256 = await sha256Of(new Uint8Array(bytes));
    const { row, isNew } = await call.store.write(async (tx) => {
      const row = await existingDrawing(tx, drawing);
      requireNotTrashed(row);
      const photo: PhotoRow = { drawing, sha256, type, size: bytes.length };
      return { row, isNew: await storePhoto(tx, row, photo, bytes) };
    });
    if (isNew) call.ports.announce({ id: drawing, rev: row.rev });
    const body = JSON.stringify({ sha256, type, width, height, bytes: bytes.length });
    return jsonResponse(isNew ? 201 : 200, body, { ETag: photoTag(sha256) });
  },
};

export const getUnderlay: Route = {
  id: 'getUnderlay',
  method: 'GET',
  path: PATH,
  access: 'token',
  query: { sha256: opaque() },
  checkHeaders: parseIfNoneMatch,
  async handle(call) {
    const drawing = drawingId(call);
    const photo = await call.store.read(async (tx) => {
      const [{ underlay }, photos = []] = await Promise.all([
        existingDrawing(tx, drawing),
        tx.photos(drawing),
      ]);
      const digest = call.query.sha256 ?? underlay?.sha256;
      return photos.find(({ sha256 }) => sha256 === digest);
    });
    if (photo === undefined) throw notFound('the drawing has no photo here');
    const tag = photoTag(photo.sha256);
    const ifNoneMatch = parseIfNoneMatch(call.request.headers);
    if (clientHas(ifNoneMatch, tag)) return notModified(tag);
    const headers = { 'Content-Type': photo.type, 'Content-Length': String(photo.size), ETag: tag };
    return { status: 200, headers, body: piecesOfPhoto(call.store, photo) };
  },
};

/** A photo never changes, so its pieces need no common state of the store. */
function piecesOfPhoto(store: Store, { drawing, sha256, size }: PhotoRow): Pieces {
  let at = 0;
  return {
    async next() {
      if (at >= size) return undefined;
      const piece = await store.read((tx) => tx.photoBytes(drawing, sha256, at, at + PIECE));
      if (piece === undefined || piece.length === 0) throw new ChangedWhileSending();
      at += piece.length;
      return piece;
    },
    close: () => {},
  };
}

export const deleteUnderlay: Route = {
  id: 'deleteUnderlay',
  method: 'DELETE',
  path: PATH,
  access: 'token',
  checkHeaders(headers) {
    parseKey(headers.get('Idempotency-Key'));
    parseCondition('If-Match', headers.get('If-Match'));
  },
  async handle(call) {
    const drawing = drawingId(call);
    // A photo that the drawing shows is deleted only by its name, so that a late request deletes no other.
    const asked = parseCondition('If-Match', call.request.headers.get('If-Match'));
    const { row, deleted } = await call.store.write(async (tx) => {
      const row = await existingDrawing(tx, drawing);
      requireNotTrashed(row);
      const photos = (await tx.photos(drawing)) ?? [];
      const gone = photos.filter((one) => !isNamed(row, one) || clientHas(asked, photoTag(one.sha256)));
      await deletePhotos(tx, gone);
      return { row, deleted: gone.length };
    });
    if (deleted > 0) call.ports.announce({ id: drawing, rev: row.rev });
    return jsonResponse(200, JSON.stringify({ ok: true, deleted }));
  },
};
