/** Permanent deletion, and the records that remain of deleted drawings. */
import { PURGE_KEYS_KEPT, PURGES_KEPT } from '../../../core/drawing/limits.ts';
import { type DrawingRow, type Purge, type Store, StoreFull, type WriteTx } from '../../ports.ts';
import { DROPPED_PURGE } from '../response/cursor.ts';
import { nextNumber } from './commit.ts';
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

interface RemovedDrawing extends Omit<Purge, 'seq'> {
  /** Bytes that its versions took. */
  readonly versions: number;
}

/** Deletes a drawing and everything that only it uses, as change `seq`. */
export async function purge(tx: WriteTx, row: DrawingRow, seq: number): Promise<void> {
  // Deletes first: on a full disk, the record needs the freed space.
  await remember(tx, await remove(tx, row), seq);
}

async function remove(tx: WriteTx, { id, rev, chunks, sync }: DrawingRow): Promise<RemovedDrawing> {
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
async function remember(tx: WriteTx, { versions, ...removed }: RemovedDrawing, seq: number): Promise<void> {
  await Promise.all([tx.setCounter(seq), tx.putPurge({ ...removed, seq })]);
  await addToTotal(tx, -versions);
  const forgotten = await tx.dropPurges(PURGES_KEPT);
  if (forgotten !== undefined) await tx.putValue(DROPPED_PURGE, String(forgotten));
}

/**
 * Runs `work`, which deletes drawings, in one transaction. If the storage is full, browsers refuse any
 * transaction that writes, however much it deletes. Then one transaction only deletes, and a second one
 * stores the records if there is room. Sync looks for those that are missing, as where the process was killed between both.
 * @param work receives a function that deletes one drawing
 */
export async function writePurges<T>(
  store: Store,
  work: (tx: WriteTx, purgeOne: (row: DrawingRow) => Promise<void>) => Promise<T>,
): Promise<T> {
  try {
    return await store.write((tx) => work(tx, async (row) => purge(tx, row, await nextNumber(tx))));
  } catch (error) {
    if (!(error instanceof StoreFull)) throw error;
    const [result, gone] = await store.write(async (tx) => {
      const removed: RemovedDrawing[] = [];
      let chunks = 0;
      const result = await work(tx, async (row) => {
        chunks += row.chunks.length;
        removed.push(await remove(tx, row));
      });
      // No chunks to delete, so no space to gain.
      if (chunks === 0) throw error;
      await tx.deleteValue(ALL_RECORDED);
      return [result, removed] as const;
    });
    try {
      await store.write(async (tx) => {
        for (const one of gone) await remember(tx, one, await nextNumber(tx));
      });
    } catch (left) {
      // Something else took the space, or it was too little. The drawings are deleted all the same, so the
      // request must not fail.
      if (!(left instanceof StoreFull)) throw left;
    }
    return result;
  }
}
