/**
 * The size limits of a drawing and of a space. The sizes are updated with each change, without reading the drawings.
 */

import { DRAWING_MAX, STROKES_SIZE_MAX } from '../../../core/drawing/limits.ts';
import { sizeOfTexts } from '../../../core/drawing/strokes/chunks.ts';
import { ApiError } from '../../errors.ts';
import { type DrawingRow, type PhotoRow, type ReadTx, type SpaceUse, StoreFull } from '../../ports.ts';

/** Number of chunks in one read, for a row without a size. */
const RUN = 64;

/**
 * Checks the new size. A drawing from before the limit may still shrink or get another title.
 * @param before its current size, if it exists
 * @throws ApiError 413
 */
export function requireSize(size: number, before = 0): void {
  if (size <= STROKES_SIZE_MAX || size <= before) return;
  throw new ApiError('too_large', `a drawing is at most ${DRAWING_MAX} bytes of JSON`);
}

/** The size of a row. For a row of an older build without one, its chunks are read. */
export async function sizeOf(tx: ReadTx, { size, chunks }: DrawingRow): Promise<number> {
  if (size !== undefined) return size;
  let counted = 0;
  for (let start = 0; start < chunks.length; start += RUN) {
    counted += sizeOfTexts(await tx.chunks(chunks.slice(start, start + RUN).map(([id]) => id)));
  }
  return counted;
}

/** What a space may hold; null for any number. */
export interface SpaceLimits {
  /** Compared with `bytesOf`. */
  readonly bytes: number | null;
  /** Those in the trash included. */
  readonly drawings: number | null;
}

/**
 * What a drawing takes besides its strokes, its thumbnail and its photos, bytes: 5 KB at most for its title, its dates
 * and all that its paper, layers and underlay can name, and the rest for the idempotency keys of its last saves, as the
 * app writes them. A bound and not a count, so that a full space refuses no rename, and no layer that is hidden.
 */
const ROW_BYTES = 16 * 1024;

/** What the drawings of a space take, for its limit. */
export function bytesOf({ bytes, drawings }: Pick<SpaceUse, 'bytes' | 'drawings'>): number {
  return bytes + drawings * ROW_BYTES;
}

/** Bytes of the largest photo of each drawing: another beside it replaces it, or is replaced. */
export function settledBytes(photos: readonly Pick<PhotoRow, 'drawing' | 'size'>[]): number {
  const largest: Record<string, number> = {};
  for (const { drawing, size } of photos) largest[drawing] = Math.max(size, largest[drawing] ?? 0);
  return Object.values(largest).reduce((sum, size) => sum + size, 0);
}

/**
 * Checks what a space would hold after a change. Where it holds too much already, it may still hold less: deleting
 * always works, and so does taking strokes away, even if the new thumbnail happens to be larger.
 * @param strokes by how much the strokes grow, characters
 * @throws StoreFull with a limit
 */
export function requireRoom(before: SpaceUse, after: SpaceUse, strokes: number, limits: SpaceLimits): void {
  const { bytes, drawings } = limits;
  if (drawings !== null && after.drawings > drawings && after.drawings > before.drawings) {
    const noun = drawings === 1 ? 'drawing' : 'drawings';
    throw overLimit(`this would be over your limit of ${drawings} ${noun}, with the trash`);
  }
  const isMore = bytesOf(after) > bytesOf(before) && !(strokes < 0 && after.drawings === before.drawings);
  if (bytes !== null && bytesOf(after) > bytes && isMore) {
    throw overLimit(`this would be over your limit of ${bytes} bytes, with the trash`);
  }
}

function overLimit(limit: string): StoreFull {
  return Object.assign(new StoreFull(limit), { limit });
}
