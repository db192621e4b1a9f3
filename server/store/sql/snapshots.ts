/** The open snapshots of a process. Each costs a connection, so there are only so many, and fewer for one space. */
import { StoreUnavailable } from '../../../src/api/ports.ts';

/**
 * Most snapshots at a time. Over PostgreSQL, each one uses a connection of the pool. With SQLite, the log cannot be
 * emptied while one is open.
 */
export const SNAPSHOTS_MAX = { sqlite: 16, postgres: 6 } as const;

/**
 * Parts of them: for one space, so that whoever reads slowly there leaves some for everybody else; for all links and
 * for those of one space, so that whoever has only a link leaves some for the devices of people.
 */
const PARTS = { space: 2 / 3, links: 2 / 3, linksOfSpace: 1 / 3 } as const;

/** Who reads: a device of the space, or somebody with a link. */
interface Reader {
  readonly space: string;
  readonly byLink: boolean;
}

export interface OpenSnapshots {
  /**
   * @param close ends the snapshot; it is how one is known here
   * @throws StoreUnavailable if too many are open
   */
  add(reader: Reader, close: () => void): void;
  has(close: () => void): boolean;
  /** @returns false if it was not open */
  delete(close: () => void): boolean;
  closeAll(): void;
}

export function openSnapshots(most: number): OpenSnapshots {
  const open = new Map<() => void, Reader>();
  return {
    add(reader, close) {
      const all = [...open.values()];
      const own = all.filter(({ space }) => space === reader.space);
      const isFull = (readers: readonly Reader[], part: number) => readers.length >= Math.ceil(most * part);
      const byLink = (readers: readonly Reader[]) => readers.filter((one) => one.byLink);
      if (
        isFull(all, 1) ||
        isFull(own, PARTS.space) ||
        (reader.byLink && (isFull(byLink(all), PARTS.links) || isFull(byLink(own), PARTS.linksOfSpace)))
      ) {
        throw new StoreUnavailable('too many long answers are under way');
      }
      open.set(close, reader);
    },
    has: (close) => open.has(close),
    delete: (close) => open.delete(close),
    closeAll() {
      for (const close of open.keys()) close();
    },
  };
}
