/** How large a drawing may be, and how large it is: counted with each change, and not by reading it again. */

import { DRAWING_MAX, STROKES_SIZE_MAX } from '../../../core/drawing/limits.ts';
import { sizeOfTexts } from '../../../core/drawing/strokes/chunks.ts';
import { ApiError } from '../../errors.ts';
import type { DrawingRow, ReadTx } from '../../ports.ts';

/** Chunks that are read at once of a row that was never counted. */
const RUN = 64;

/**
 * A drawing that was larger than this before there was a limit may still shrink, and be given another title.
 * @param before its size until now, where it is there already
 * @throws ApiError 413
 */
export function requireSize(size: number, before = 0): void {
  if (size <= STROKES_SIZE_MAX || size <= before) return;
  throw new ApiError(
    'too_large',
    `a drawing is at most ${DRAWING_MAX} bytes of JSON, and this would make it larger; nothing was changed`,
  );
}

/** The size of a row; the first time, where an older build wrote it, its chunks are read for that. */
export async function sizeOf(tx: ReadTx, { size, chunks }: DrawingRow): Promise<number> {
  if (size !== undefined) return size;
  let counted = 0;
  for (let start = 0; start < chunks.length; start += RUN) {
    counted += sizeOfTexts(await tx.chunks(chunks.slice(start, start + RUN).map(([id]) => id)));
  }
  return counted;
}
