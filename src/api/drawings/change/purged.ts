/** Permanent deletion, and the records that remain of deleted drawings. */
import { PURGE_KEYS_KEPT, PURGES_KEPT } from '../../../core/drawing/limits.ts';
import type { DrawingRow, Purge, WriteTx } from '../../ports.ts';
import { DROPPED_PURGE } from '../response/cursor.ts';
import { addToTotal, bytesOfVersion } from './versions.ts';

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
export interface RemovedDrawing extends Omit<Purge, 'seq'> {
  /** Bytes that its versions took. */
  readonly versions: number;
}

/** Deletes a drawing for good, as change `seq`. */
export async function purge(tx: WriteTx, row: DrawingRow, seq: number): Promise<void> {
  // Deletes first: on a full disk, the record needs the freed space.
  await remember(tx, await remove(tx, row), seq);
}

/** Deletes a drawing and everything that only it uses. */
export async function remove(tx: WriteTx, { id, rev, chunks, sync }: DrawingRow): Promise<RemovedDrawing> {
  const entries = await tx.keys(id);
  const latest = entries.sort((a, b) => b.rev - a.rev).slice(0, PURGE_KEYS_KEPT);
  const versions = (await tx.versions(id)) ?? [];
  const all = [chunks, ...versions.map((version) => version.chunks)].flat();
  await tx.deleteChunks([...new Set([...all.map(([chunk]) => chunk), ...(sync?.dropped ?? [])])]);
  await tx.deleteDrawing(id);
  const bytes = versions.reduce((sum, version) => sum + bytesOfVersion(version), 0);
  return { id, rev, keys: latest.map(({ key }) => key), versions: bytes };
}

/** Stores the record of a deletion. The oldest records are dropped if there are too many. */
export async function remember(
  tx: WriteTx,
  { versions, ...removed }: RemovedDrawing,
  seq: number,
): Promise<void> {
  await Promise.all([tx.setCounter(seq), tx.putPurge({ ...removed, seq })]);
  await addToTotal(tx, -versions);
  const forgotten = await tx.dropPurges(PURGES_KEPT);
  if (forgotten !== undefined) await tx.putValue(DROPPED_PURGE, String(forgotten));
}
