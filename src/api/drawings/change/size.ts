/** The size limit of a drawing. The size is updated with each change, without reading the drawing. */

import { DRAWING_MAX, STROKES_SIZE_MAX } from '../../../core/drawing/limits.ts';
import { sizeOfTexts } from '../../../core/drawing/strokes/chunks.ts';
import { ApiError } from '../../errors.ts';
import type { DrawingRow, ReadTx } from '../../ports.ts';

/** Number of chunks in one read, for a row without a size. */
const RUN = 64;

/**
 * Checks the new size. A drawing from before the limit may still shrink or get another title.
 * @param before its current size, if it exists
 * @throws ApiError 413
 */
export function requireSize(size: number, before = 0): void {
  if (size <= STROKES_SIZE_MAX || size <= before) return;
  throw new ApiError(
    'too_large',
    `a drawing is at most ${DRAWING_MAX} bytes of JSON; this change would exceed that, so nothing was changed`,
  );
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
