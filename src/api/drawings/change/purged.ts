/** Permanent deletion, and the records that remain of deleted drawings. */
import { PURGE_KEYS_KEPT, PURGES_KEPT } from '../../../core/drawing/limits.ts';
import type { DrawingRow, Purge, WriteTx } from '../../ports.ts';
import { DROPPED_PURGE } from '../response/cursor.ts';
import { sizeOf, takeFromTotal } from './versions.ts';

/**
 * Name of a stored value of a device that syncs: every deletion for good since it was written has its record. Only the absence
 * of something can be noted on a full device.
 */
export const ALL_RECORDED = 'purges-recorded';

/** The rev announced to pages for a deletion: later than any they have seen. */
export function revOfPurge({ rev }: Pick<DrawingRow, 'rev'>): number {
  return rev + 1;
}

/** A deleted drawing whose record is not stored yet. */
export type RemovedDrawing = Omit<Purge, 'seq'>;

/** Deletes a drawing for good, as change `seq`. */
export async function purge(tx: WriteTx, row: DrawingRow, seq: number): Promise<void> {
  // Deletes first: on a full disk, the record needs the freed space.
  const [removed, versions] = await remove(tx, row);
  await remember(tx, removed, seq);
  await takeFromTotal(tx, versions);
}

/**
 * Deletes a drawing and everything that only it uses.
 * @returns what its record says, and the bytes that its versions took
 */
export async function remove(
  tx: WriteTx,
  { id, rev, chunks, sync }: DrawingRow,
): Promise<readonly [RemovedDrawing, versions: number]> {
  const entries = await tx.keys(id);
  const latest = entries.sort((a, b) => b.rev - a.rev).slice(0, PURGE_KEYS_KEPT);
  const versions = (await tx.versions(id)) ?? [];
  const all = [chunks, ...versions.map((version) => version.chunks)].flat();
  await tx.deleteChunks([...new Set([...all.map(([chunk]) => chunk), ...(sync?.dropped ?? [])])]);
  await tx.deleteDrawing(id);
  return [{ id, rev, keys: latest.map(({ key }) => key) }, sizeOf(versions)];
}

/** Stores the record of a deletion. The oldest records are dropped if there are too many. */
export async function remember(tx: WriteTx, removed: RemovedDrawing, seq: number): Promise<void> {
  await Promise.all([tx.setCounter(seq), tx.putPurge({ ...removed, seq })]);
  const forgotten = await tx.dropPurges(PURGES_KEPT);
  if (forgotten !== undefined) await tx.putValue(DROPPED_PURGE, String(forgotten));
}
