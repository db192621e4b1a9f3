/** Cursors of the feed of changes: the store's epoch, and the number of a change. */
import { ApiError } from '../../errors.ts';
import type { StoreMeta } from '../../ports.ts';

/**
 * The number in a cursor. One of another epoch is from before a backup was restored: its numbers mean
 * other changes now.
 * @throws ApiError 410
 */
export function changeNumber(cursor: string, { epoch, counter }: StoreMeta): number {
  const match = /^([^.]+)\.(0|[1-9]\d{0,15})$/.exec(cursor);
  const number = Number(match?.[2]);
  if (match?.[1] !== epoch || number > counter) throw cursorExpired();
  return number;
}

export function cursorExpired(): ApiError {
  return new ApiError(
    'cursor_expired',
    'this cursor is not of this store any more; start again without since',
  );
}
