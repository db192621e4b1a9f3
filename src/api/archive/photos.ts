/** The photos to draw from in an export file: each is an entry beside its drawing. */
import { photoName } from '../../core/archive/format.ts';
import { UNDERLAY_MAX } from '../../core/drawing/limits.ts';
import { type PhotoType, readPhoto } from '../../core/drawing/members/photo.ts';
import { sha256Of } from '../../core/hex.ts';
import { storePhoto } from '../drawings/underlay/store-photo.ts';
import { ApiError } from '../errors.ts';
import type { ReadTx, Store } from '../ports.ts';

/** A photo that a drawing names. */
export interface ArchivedPhoto {
  readonly type: PhotoType;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The photo that a drawing names; undefined if it names none, or it is not here. */
export async function namedPhoto(tx: ReadTx, drawing: string): Promise<ArchivedPhoto | undefined> {
  const [row, photos = []] = await Promise.all([tx.drawing(drawing), tx.photos(drawing)]);
  const photo = photos.find(({ sha256 }) => sha256 === row?.underlay?.sha256);
  const bytes = photo && (await tx.photoBytes(drawing, photo.sha256, 0, UNDERLAY_MAX));
  return bytes && { type: photo.type, bytes: new Uint8Array(bytes) };
}

/** The name of its entry. */
export function photoEntry(drawing: string, { type }: Pick<ArchivedPhoto, 'type'>): string {
  return photoName(drawing, type === 'image/jpeg' ? 'jpg' : type.slice('image/'.length));
}

/**
 * Stores the photo of a drawing of an export, unless it is here.
 * @throws ApiError 400 if it is no photo, or another one than the drawing names; StoreFull
 */
export async function importPhoto(store: Store, drawing: string, bytes: Uint8Array): Promise<void> {
  const photo = readPhoto(bytes);
  if (typeof photo === 'string') throw new ApiError('invalid_body', `it ${photo}`);
  const sha256 = await sha256Of(new Uint8Array(bytes));
  await store.write(async (tx) => {
    const row = await tx.drawing(drawing);
    if (row?.underlay?.sha256 !== sha256)
      throw new ApiError('invalid_body', 'it is another photo than the one that its drawing names');
    await storePhoto(tx, row, { drawing, sha256, type: photo.type, size: bytes.length }, bytes);
  });
}
