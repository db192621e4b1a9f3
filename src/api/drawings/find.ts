/** Finds the drawing that a request is for. Separate from the other checks, because a read needs only these. */
import { ID_PATTERN } from '../../core/drawing/limits.ts';
import { ApiError, notFound } from '../errors.ts';
import type { Call } from '../http/route.ts';
import type { DrawingRow, ReadTx } from '../ports.ts';
import type { KeyedRequest } from './change/commit.ts';

/** Path in the details of a 404. It marks a request that was applied before. */
export const APPLIED = 'Idempotency-Key';

/** @throws ApiError 404 for an id that no drawing can have */
export function drawingId(call: Pick<Call, 'path'>): string {
  const id = call.path.id ?? '';
  if (!ID_PATTERN.test(id)) throw unknownDrawing();
  return id;
}

export function unknownDrawing(): ApiError {
  return notFound('there is no drawing with this id');
}

/**
 * The stored row of a drawing.
 * @param keyed the request, if it has an Idempotency-Key
 * @throws ApiError 404
 */
export async function existingDrawing(tx: ReadTx, id: string, keyed?: KeyedRequest): Promise<DrawingRow> {
  const row = await tx.drawing(id);
  if (row !== undefined) return row;
  await notAppliedBefore(tx, id, keyed);
  throw unknownDrawing();
}

/**
 * Refuses a request that comes again although it was applied before the drawing was permanently deleted: it
 * must not create the drawing again.
 * @throws ApiError 404 with the reason in its details
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
