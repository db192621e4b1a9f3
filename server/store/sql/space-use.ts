/**
 * What each space holds: counts in its row, which every write updates in its transaction. All drawings are counted
 * only if the last write came from an older version that does not update them.
 */
import type { SpaceUse } from '../../../src/api/ports.ts';
import type { Executor } from './prepare.ts';
import type { Queries } from './queries.ts';

export async function useOf(on: Executor, q: Queries, space: string): Promise<SpaceUse> {
  const [head] = await q.head(on, { space });
  if (head === undefined || head.counted_at !== head.counter) return countedUse(on, q, space);
  const { drawings, trashed, bytes } = head;
  return { drawings, trashed, bytes };
}

/** Counts what a space holds. */
export async function countedUse(on: Executor, q: Queries, space: string): Promise<SpaceUse> {
  const [[rows], [thumbs], [photos]] = await Promise.all([
    q.countDrawings(on, { space }),
    q.countThumbs(on, { space }),
    q.countPhotos(on, { space }),
  ]);
  const { drawings = 0, trashed = 0, size = 0 } = rows ?? {};
  return { drawings, trashed, bytes: size + (thumbs?.size ?? 0) + (photos?.size ?? 0) };
}
