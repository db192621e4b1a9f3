/** The open snapshots of a process. Each costs a connection, so there are only so many, and fewer for one space. */
import { StoreUnavailable } from '../../../src/api/ports.ts';

/**
 * Most snapshots at a time. Over PostgreSQL, each one uses a connection of the pool. With SQLite, the log cannot be
 * emptied while one is open.
 */
export const SNAPSHOTS_MAX = { sqlite: 16, postgres: 6 } as const;

/** Part of them for one space, so that whoever reads slowly there leaves some for everybody else. */
const OF_SPACE = 2 / 3;

export interface OpenSnapshots {
  /**
   * @param close ends the snapshot; it is how one is known here
   * @throws StoreUnavailable if too many are open
   */
  add(space: string, close: () => void): void;
  has(close: () => void): boolean;
  /** @returns false if it was not open */
  delete(close: () => void): boolean;
  closeAll(): void;
}

export function openSnapshots(most: number): OpenSnapshots {
  const spaces = new Map<() => void, string>();
  return {
    add(space, close) {
      const own = [...spaces.values()].filter((other) => other === space).length;
      if (spaces.size >= most || own >= Math.ceil(most * OF_SPACE)) {
        throw new StoreUnavailable('too many long answers are under way');
      }
      spaces.set(close, space);
    },
    has: (close) => spaces.has(close),
    delete: (close) => spaces.delete(close),
    closeAll() {
      for (const close of spaces.keys()) close();
    },
  };
}
