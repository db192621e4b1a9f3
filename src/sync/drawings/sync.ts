/** The sync engine: its runs, and its state between runs. */
import { type DrawingRow, StoreFull, StoreUnavailable } from '../../api/ports.ts';
import type { DrawingsState } from '../state/drawings-state.ts';
import type { Sync, SyncOptions, SyncOutcome } from './ports.ts';
import { syncProfile } from './profile.ts';
import { nextPage, pull } from './pull/pull.ts';
import { purgeThere } from './purge.ts';
import { settle } from './push/deliver.ts';
import { push } from './push/push.ts';
import { isWaiting } from './push/requests.ts';
import { changeMemory, nextEra, readMemory } from './records.ts';
import type { Run } from './run.ts';
import { createServer, Stop } from './server.ts';

/** Number of rows in one read. */
const ROWS = 1_000_000;

export function createSync(options: SyncOptions): Sync {
  const { store, onProgress } = options;

  return {
    async run(signal = new AbortController().signal, isByHand = false) {
      let [done, total] = [0, 0];
      const run: Run = {
        options,
        store,
        server: createServer(options, signal),
        withheld: new Map(),
        isFull: false,
        pause() {
          if (signal.aborted) throw new Stop('more');
        },
        expect(drawings) {
          if (drawings === 0) return;
          total += drawings;
          onProgress?.({ done, total });
        },
        passed() {
          onProgress?.({ done: ++done, total });
        },
      };
      try {
        await work(run, signal, isByHand);
        return 'done';
      } catch (error) {
        return outcomeOf(error);
      }
    },

    async state(): Promise<DrawingsState> {
      const { memory, changed, others } = await store.read(async (tx) => {
        const found = await readMemory(tx);
        const ids = Object.keys(found.troubles);
        return {
          memory: found,
          changed: await tx.changes(found.scanned, ROWS),
          others: await Promise.all(ids.map((id) => tx.drawing(id))),
        };
      });
      const rows = new Map<string, DrawingRow>();
      for (const row of [...others, ...changed]) {
        if (row !== undefined && isWaiting(row, memory.era)) rows.set(row.id, row);
      }
      const waiting = [...rows.values()].map(({ id, rev, sync }) => {
        const known = sync?.era === memory.era ? sync.rev : 0;
        return [id, Math.max(1, rev - known)] as const;
      });
      return {
        waiting,
        troubles: Object.entries(memory.troubles).map(([drawing, trouble]) => ({ drawing, ...trouble })),
        notices: memory.notices,
      };
    },

    dismiss: (drawing) =>
      changeMemory(store, (memory) => ({
        ...memory,
        notices: memory.notices.filter((notice) => notice.drawing !== drawing),
      })),

    forget: () => changeMemory(store, ({ era }) => nextEra({ era, scanned: 0, troubles: {}, notices: [] })),
  };
}

async function work(run: Run, signal: AbortSignal, isByHand: boolean): Promise<void> {
  // The feed comes first: it shows whether the server was restored from a backup, which decides how requests
  // in doubt are settled.
  let page = await nextPage(run);
  if (await settle(run)) page = await nextPage(run);
  let full: unknown;
  try {
    await pull(run, page);
    await syncProfile(run);
  } catch (error) {
    // This device is full. It is all the more important that its drawings reach the server.
    if (!(error instanceof StoreFull)) throw error;
    full = error;
  }
  await purgeThere(run);
  await push(run);
  const { options, server, pause } = run;
  await options.photos?.({ options, server, signal, isByHand, pause });
  if (full !== undefined) throw full;
}

/** @throws the error itself if it is a defect */
function outcomeOf(error: unknown): SyncOutcome {
  if (error instanceof Stop) return error.outcome;
  if (error instanceof StoreFull) return { trouble: 'device_full', wait: 0 };
  if (error instanceof StoreUnavailable) return { trouble: 'storage', wait: 0 };
  throw error;
}
