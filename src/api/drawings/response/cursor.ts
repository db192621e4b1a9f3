/** Cursors of the change feed: the store's epoch, and the number of a change. */
import { ApiError } from '../../errors.ts';
import type { ReadTx, StoreMeta } from '../../ports.ts';

/**
 * The change number in a cursor. A cursor of another epoch is from before a backup was restored: its numbers
 * now mean other changes.
 * @throws ApiError 410 for a cursor of another epoch, or of a number that was not given yet
 */
export function changeNumber(cursor: string, { epoch, counter }: StoreMeta): number {
  const match = /^([^.]+)\.(0|[1-9]\d{0,15})$/.exec(cursor);
  const number = Number(match?.[2]);
  if (match?.[1] !== epoch || number > counter) throw cursorExpired();
  return number;
}

export function cursorExpired(): ApiError {
  return new ApiError('cursor_expired', 'this cursor has expired; read from the start again');
}

/** Name of the stored value with the number of the newest change whose record was dropped. */
export const DROPPED_PURGE = 'purges';

/** The number of the newest deletion whose record was dropped. A cursor before it may have missed deletions. */
export async function newestDroppedPurge(tx: ReadTx): Promise<number> {
  return Number((await tx.value(DROPPED_PURGE)) ?? 0);
}
