/** What stays of drawings that were deleted for good, and how one becomes that. */
import { PURGE_KEYS_KEPT, PURGES_KEPT } from '../../../core/drawing/limits.ts';
import {
  type DrawingRow,
  type Purge,
  type ReadTx,
  type Store,
  StoreFull,
  type WriteTx,
} from '../../ports.ts';
import { nextNumber } from './commit.ts';

/** Names, in the details of a 404, a request that had been applied before. */
export const APPLIED = 'Idempotency-Key';

/** The named value with the number of the newest change that `dropPurges` forgot. */
const FORGOTTEN = 'purges';

/** A cursor before this number may not have heard of what was deleted. */
export async function forgottenPurges(tx: ReadTx): Promise<number> {
  return Number((await tx.value(FORGOTTEN)) ?? 0);
}

/** What pages are told as its rev: a later one than any of them has seen. */
export function revAfter({ rev }: Pick<DrawingRow, 'rev'>): number {
  return rev + 1;
}

type Removed = Omit<Purge, 'seq'>;

/** Deletes a drawing as the change `seq`, with everything that only it uses. */
export async function purge(tx: WriteTx, row: DrawingRow, seq: number): Promise<void> {
  // Deleted first: on a disk that is full, what is remembered takes the room of it.
  await remember(tx, await remove(tx, row), seq);
}

async function remove(tx: WriteTx, { id, rev, chunks, sync }: DrawingRow): Promise<Removed> {
  const entries = await tx.keys(id);
  const latest = entries.sort((a, b) => b.rev - a.rev).slice(0, PURGE_KEYS_KEPT);
  await tx.deleteChunks([...chunks.map(([chunk]) => chunk), ...(sync?.dropped ?? [])]);
  await tx.deleteDrawing(id);
  return { id, rev, keys: latest.map(({ key }) => key) };
}

/** The oldest of too many is forgotten. */
async function remember(tx: WriteTx, removed: Removed, seq: number): Promise<void> {
  await Promise.all([tx.setCounter(seq), tx.putPurge({ ...removed, seq })]);
  const forgotten = await tx.dropPurges(PURGES_KEPT);
  if (forgotten !== undefined) await tx.putValue(FORGOTTEN, String(forgotten));
}

/**
 * Does a work that deletes drawings, in one transaction. Browsers whose storage is full refuse one that writes anything,
 * however much it deletes: then it is deleted in a transaction of its own, and remembered in the next, if that has room.
 * @param work is given what deletes one
 */
export async function purging<T>(
  store: Store,
  work: (tx: WriteTx, purgeOne: (row: DrawingRow) => Promise<void>) => Promise<T>,
): Promise<T> {
  try {
    return await store.write((tx) => work(tx, async (row) => purge(tx, row, await nextNumber(tx))));
  } catch (error) {
    if (!(error instanceof StoreFull)) throw error;
    const [answer, gone] = await store.write(async (tx) => {
      const removed: Removed[] = [];
      let chunks = 0;
      const result = await work(tx, async (row) => {
        chunks += row.chunks.length;
        removed.push(await remove(tx, row));
      });
      // There is nothing to gain by it.
      if (chunks === 0) throw error;
      return [result, removed] as const;
    });
    try {
      await store.write(async (tx) => {
        for (const one of gone) await remember(tx, one, await nextNumber(tx));
      });
    } catch (left) {
      // Others took the room, or it was not enough: they are gone all the same, and to deny it would be untrue.
      if (!(left instanceof StoreFull)) throw left;
    }
    return answer;
  }
}
