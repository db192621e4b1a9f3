/**
 * Invariant 4: a device's cursor never passes a change that it neither applied nor parked. Checked after every
 * write in the engine's records (src/sync/drawings/records.ts), because only there it shows that a crash would
 * lose something.
 */
import type { Store } from '../../../src/api/ports.ts';
import { readBase, readMemory } from '../../../src/sync/drawings/records.ts';

export interface CursorWatch {
  /** Checks the device's disk after a write. */
  check(device: string, disk: Store): Promise<void>;
  /** The violation in words; undefined while the invariant holds. */
  readonly broken: string | undefined;
}

/** More than the drawings of a run. */
const ALL = 1_000;

export function watchCursors(server: Store): CursorWatch {
  /** The last checked cursor of each device. */
  const seen = new Map<string, string>();
  let broken: string | undefined;
  return {
    async check(device, disk) {
      const cursor = await disk.read(async (tx) => (await readMemory(tx)).cursor);
      if (cursor === undefined || cursor === seen.get(device)) return;
      seen.set(device, cursor);
      const [epoch, rows, purges] = await server.read(async (tx) => [
        (await tx.meta()).epoch,
        await tx.changes(0, ALL),
        await tx.purges(0, ALL),
      ]);
      const [cursorEpoch, number] = cursor.split('.');
      // The server went back meanwhile. The device will learn so with its next request.
      if (cursorEpoch !== epoch) return;
      await disk.read(async (tx) => {
        const { era, troubles } = await readMemory(tx);
        for (const { id, seq } of purges) {
          if (seq > Number(number) || Object.hasOwn(troubles, id)) continue;
          if ((await readBase(tx, id, era)) === undefined) continue;
          broken ??= `invariant 4: the cursor of ${device} is at ${number}, past ${id.slice(0, 8)}, which was deleted for good; it believes that it is there`;
        }
        for (const { id, rev, seq } of rows) {
          if (seq > Number(number) || Object.hasOwn(troubles, id)) continue;
          const base = await readBase(tx, id, era);
          if (base !== undefined && base.rev >= rev) continue;
          const has = base === undefined ? 'nothing of it' : `rev ${base.rev}`;
          broken ??= `invariant 4: the cursor of ${device} is at ${number}, past ${id.slice(0, 8)} rev ${rev}; it has ${has}`;
        }
      });
    },
    get broken() {
      return broken;
    },
  };
}
