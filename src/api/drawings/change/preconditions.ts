/** The checks that need the stored drawing, each in its place in the contract's order. */
import { isAhead } from '../../../core/drawing/dates.ts';
import { ID_PATTERN } from '../../../core/drawing/limits.ts';
import { ApiError, conflict, gone, invalidBody, notFound } from '../../errors.ts';
import { namesRev, type RevCondition } from '../../http/conditions.ts';
import type { Call } from '../../http/route.ts';
import type { DrawingRow, KeyEntry, ReadTx } from '../../ports.ts';
import type { KeyedRequest } from './commit.ts';
import { APPLIED } from './purged.ts';

/** @throws ApiError 404 for an id that no drawing can have */
export function drawingId(call: Call): string {
  const id = call.path.id ?? '';
  if (!ID_PATTERN.test(id)) throw unknownDrawing();
  return id;
}

export function unknownDrawing(): ApiError {
  return notFound('there is no drawing with this id');
}

/**
 * @param keyed the request, where it is one that is remembered
 * @throws ApiError 404
 */
export async function existing(tx: ReadTx, id: string, keyed?: KeyedRequest): Promise<DrawingRow> {
  const row = await tx.drawing(id);
  if (row !== undefined) return row;
  await notAppliedBefore(tx, id, keyed);
  throw unknownDrawing();
}

/**
 * A request that was applied before the drawing was deleted for good, and comes again, must not make it anew.
 * @throws ApiError 404 that says so in its details
 */
export async function notAppliedBefore(
  tx: ReadTx,
  id: string,
  keyed: KeyedRequest | undefined,
): Promise<void> {
  const purge = keyed && (await tx.purge(id));
  if (purge?.keys.includes(keyed?.key ?? '') !== true) return;
  const message = 'it was applied before the drawing was deleted for good';
  throw new ApiError('not_found', message, { details: [{ path: APPLIED, message }] });
}

/**
 * The answer that this very request already got, if it is one sent again.
 * @throws ApiError 422 when its key came with something else before
 */
export async function replayed(
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
  return new ApiError('key_reused', 'this Idempotency-Key was sent before with another request');
}

/** The row as it was when the remembered answer was given. */
export function rowAt(row: DrawingRow, entry: KeyEntry, trashed: boolean): DrawingRow {
  const { rev, title, strokeCount, updatedAt } = entry;
  return { ...row, rev, title, strokeCount, updatedAt, trashed };
}

/** @throws ApiError 409 `gone` */
export function notTrashed(row: DrawingRow): void {
  if (row.trashed) throw gone(row.rev);
}

/** @throws ApiError 428 */
export function conditionNeeded(): ApiError {
  return new ApiError('precondition_required', 'send If-Match with the revision that you have seen');
}

/** @throws ApiError 409 `conflict` */
export function requireRev(condition: RevCondition, row: DrawingRow): void {
  if (!namesRev(condition, row.rev)) throw conflict(row.rev, 'the drawing has changed since');
}

/**
 * @param dates with the place in the body of each
 * @throws ApiError 400 for what is in the future
 */
export function requireNotAhead(
  dates: readonly (readonly [path: string, date: string | undefined])[],
  now: number,
): void {
  const ahead = dates.filter(([, date]) => date !== undefined && isAhead(date, now));
  if (ahead.length === 0) return;
  throw invalidBody(ahead.map(([path]) => ({ path, message: 'is in the future' })));
}
