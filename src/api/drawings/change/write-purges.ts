/** Permanent deletion by a person, also on a full disk. Apart from what it is made of, which sync needs at once. */
import { type DrawingRow, type Store, StoreFull, type WriteTx } from '../../ports.ts';
import { nextNumber } from './commit.ts';
import { ALL_RECORDED, purge, type RemovedDrawing, remember, remove } from './purged.ts';
import { TOTAL } from './versions.ts';

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
    let gone: RemovedDrawing[] = [];
    const result = await store.write(async (tx) => {
      gone = [];
      let chunks = 0;
      const done = await work(tx, async (row) => {
        chunks += row.chunks.length;
        gone.push((await remove(tx, row))[0]);
      });
      // No chunks to delete, so no space to gain.
      if (chunks === 0) throw error;
      await tx.deleteValue(ALL_RECORDED);
      await tx.deleteValue(TOTAL);
      return done;
    });
    const recorded = store.write(async (tx) => {
      for (const one of gone) await remember(tx, one, await nextNumber(tx));
    });
    await recorded.catch((left: unknown) => {
      // Something else took the space, or it was too little. The drawings are deleted all the same, so the
      // request must not fail.
      if (!(left instanceof StoreFull)) throw left;
    });
    return result;
  }
}
