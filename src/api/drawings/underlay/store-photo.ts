/**
 * Which photos of a drawing stay: the one that it names, and the last one that was sent. While both are there, one replaces the
 * other, and only the larger counts for a limit: a smaller photo in the place of a larger one must never be refused. So what
 * counts stays within the limit, and all photos together within twice the limit.
 */
import { UNDERLAYS_MAX } from '../../../core/drawing/limits.ts';
import { type DrawingRow, type PhotoRow, StoreFull, StoreUnavailable, type WriteTx } from '../../ports.ts';
import { settledBytes } from '../change/size.ts';

/** True if the drawing shows this photo. Such a one never goes unless somebody asks for that. */
export function isNamed({ underlay }: DrawingRow, { sha256 }: Pick<PhotoRow, 'sha256'>): boolean {
  return underlay?.sha256 === sha256;
}

/**
 * Stores a photo of a drawing. Another that the drawing does not name goes: it was replaced, or never placed.
 * @returns false if it was there
 * @throws StoreFull with a limit, if all photos would be too large
 */
export async function storePhoto(
  tx: WriteTx,
  row: DrawingRow,
  photo: PhotoRow,
  bytes: Uint8Array,
): Promise<boolean> {
  const [own, before] = await Promise.all([tx.photos(row.id), tx.photosSize()]);
  if (own === undefined) throw new StoreUnavailable('the database is not up to date');
  if (own.some(({ sha256 }) => sha256 === photo.sha256)) return false;
  const gone = own.filter((one) => !isNamed(row, one));
  const after = gone.reduce((bytes, { size }) => bytes - size, before + photo.size);
  if (after > UNDERLAYS_MAX && !(await replaces(tx, gone, photo))) {
    const limit = `the space for photos to draw from is full: together they take at most ${UNDERLAYS_MAX} bytes`;
    throw Object.assign(new StoreFull(limit), { limit, part: '/underlay' });
  }
  await deletePhotos(tx, gone);
  await tx.putPhoto(photo, bytes);
  return true;
}

/** True if all photos are within the limit, or no more than before, without those that others replace. */
async function replaces(tx: WriteTx, gone: readonly PhotoRow[], photo: PhotoRow): Promise<boolean> {
  const all = (await tx.photos()) ?? [];
  const names = new Set(gone.map(({ sha256 }) => sha256));
  const stay = all.filter(({ drawing, sha256 }) => drawing !== photo.drawing || !names.has(sha256));
  const [before, after] = [settledBytes(all), settledBytes([...stay, photo])];
  return after <= UNDERLAYS_MAX || after <= before;
}

export async function deletePhotos(tx: WriteTx, photos: readonly PhotoRow[]): Promise<void> {
  for (const { drawing, sha256 } of photos) await tx.deletePhoto(drawing, sha256);
}
