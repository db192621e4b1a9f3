/** The checks that need the stored drawing, in the contract's order. */
import { isAhead } from '../../../core/drawing/dates.ts';
import { ApiError, conflict, gone, invalidBody } from '../../errors.ts';
import { namesRev, type RevCondition } from '../../http/conditions.ts';
import type { DrawingRow, KeyEntry, ReadTx } from '../../ports.ts';
import type { KeyedRequest } from './commit.ts';

/**
 * The remembered response, if this request was applied before.
 * @throws ApiError 422 if its key was used before with another request
 */
export async function replayedResponse(
  tx: ReadTx,
  id: string,
  keyed: KeyedRequest | undefined,
): Promise<KeyEntry | undefined> {
  if (keyed === undefined) return undefined;
  const entry = await tx.key(id, keyed.key);
  if (entry !== undefined && entry.hash !== keyed.hash) throw keyReused();
  return entry;
}

export function keyReused(): ApiError {
  return new ApiError('key_reused', 'this Idempotency-Key was already used for another request');
}

/** The row as it was when the remembered response was sent. */
export function rowAt(row: DrawingRow, entry: KeyEntry, trashed: boolean): DrawingRow {
  const { rev, title, strokeCount, updatedAt } = entry;
  return { ...row, rev, title, strokeCount, updatedAt, trashed };
}

/** @throws ApiError 409 `gone` */
export function requireNotTrashed(row: DrawingRow): void {
  if (row.trashed) throw gone(row.rev);
}

/** @throws ApiError 428 */
export function preconditionRequired(): ApiError {
  return new ApiError('precondition_required', 'send If-Match with the revision you last read');
}

/** @throws ApiError 409 `conflict` */
export function requireRev(condition: RevCondition, row: DrawingRow): void {
  if (!namesRev(condition, row.rev)) throw conflict(row.rev, 'the drawing has changed since');
}

/**
 * Refuses dates in the future.
 * @param dates each with its place in the body
 * @throws ApiError 400 for dates in the future
 */
export function requireNotAhead(
  dates: readonly (readonly [path: string, date: string | undefined])[],
  now: number,
): void {
  const ahead = dates.filter(([, date]) => date !== undefined && isAhead(date, now));
  if (ahead.length === 0) return;
  throw invalidBody(ahead.map(([path]) => ({ path, message: 'is in the future' })));
}
