import { StoreCorrupt } from '../../ports.ts';

/** For `catch`: undefined in place of strokes that cannot be read, because a chunk of them is missing. */
export function unlessCorrupt(error: unknown): undefined {
  if (!(error instanceof StoreCorrupt)) throw error;
}
