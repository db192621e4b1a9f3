/** The open snapshots of a process. Each costs a connection, so there are only so many, and fewer for one space. */
import { StoreBusy } from '../../../src/api/ports.ts';

/**
 * Most snapshots at a time. Over PostgreSQL, each one uses a connection of the pool. With SQLite, the log cannot be
 * emptied while one is open.
 */
export const SNAPSHOTS_MAX = { sqlite: 16, postgres: 6 } as const;

/**
 * Parts of them for all links and for those of one space, so that whoever has only a link leaves some for the devices
 * of people.
 */
const PARTS = { links: 1 / 2, linksOfSpace: 1 / 3 } as const;
/**
 * Part for the devices of one space of what everybody else leaves, so that there is always one for the next space,
 * however slowly some read.
 */
const DEVICES_PART = 1 / 2;

/** Who reads: a device of the space, or somebody with a link. */
interface Reader {
  readonly space: string;
  readonly byLink: boolean;
}

export interface OpenSnapshots {
  /**
   * @param close ends the snapshot; it is how one is known here
   * @throws StoreBusy if too many are open
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
      const alike = all.filter(({ byLink }) => byLink === reader.byLink);
      const own = alike.filter(({ space }) => space === reader.space).length;
      const ofLinks = (part: number) => Math.ceil(most * part);
      const left = most - (all.length - own);
      const isFull = reader.byLink
        ? alike.length >= ofLinks(PARTS.links) || own >= ofLinks(PARTS.linksOfSpace)
        : own >= Math.max(1, Math.floor(left * DEVICES_PART));
      if (isFull || all.length >= most) throw new StoreBusy('too many long answers are under way');
      open.set(close, reader);
    },
    has: (close) => open.has(close),
    delete: (close) => open.delete(close),
    closeAll() {
      for (const close of open.keys()) close();
    },
  };
}
