/** Which chunks that nothing needs can be deleted, although sync may still refer to them. */
import type { SyncMark } from '../../ports.ts';

/** The number of the change that wrote a chunk. */
export function numberOf(chunk: string): number {
  // parseInt stops at the dot, which is not a digit.
  return Number.parseInt(chunk, 36);
}

/**
 * The dropped chunks that can be deleted. Those that existed when sync last looked are kept, because sync may
 * still refer to them.
 */
export function sweep(
  mark: SyncMark | undefined,
  dropped: readonly string[],
): { readonly deleted: readonly string[]; readonly sync: SyncMark | undefined } {
  if (mark === undefined) return { deleted: dropped, sync: undefined };
  const held = dropped.filter((chunk) => numberOf(chunk) <= mark.keep);
  if (held.length === 0) return { deleted: dropped, sync: mark };
  return {
    deleted: dropped.filter((chunk) => numberOf(chunk) > mark.keep),
    sync: { ...mark, dropped: [...mark.dropped, ...held] },
  };
}
