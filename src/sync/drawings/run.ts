/** Functions that the parts of a run share. */

import { ALL_RECORDED } from '../../api/drawings/change/purged.ts';
import { unlessCorrupt } from '../../api/drawings/change/unless-corrupt.ts';
import { writeKeeping } from '../../api/drawings/change/versions.ts';
import type { Store, WriteTx } from '../../api/ports.ts';
import type { Dates } from '../../core/drawing/dates.ts';
import type { DrawingTrouble, TroubleReason } from '../state/drawings-state.ts';
import { type MergePlan, readLocal, StaleBase } from './local-drawing.ts';
import type { Side } from './plan.ts';
import type { SyncOptions } from './ports.ts';
import { landedAs, receive } from './pull/receive.ts';
import { receivePurge } from './pull/receive-purge.ts';
import {
  changeMemory,
  cursorOfEra,
  type Memory,
  nextEra,
  readMemory,
  withTrouble,
  writeMemory,
} from './records.ts';
import { type Server, Stop } from './server.ts';

export interface Run {
  readonly options: SyncOptions;
  readonly store: Store;
  readonly server: Server;
  /** Dates of drawings that the server refuses. */
  readonly withheld: Map<string, readonly (keyof Dates)[]>;
  /** True once the server had no room for a drawing. */
  isFull: boolean;
  /** Ends the run if its time slice is over. Call it between drawings. */
  pause(): void;
  /** Adds drawings to the total of the progress. */
  expect(drawings: number): void;
  passed(): void;
}

/** The server's version ready to be written, or the reason why there is none. */
export type PullResult = MergePlan | TroubleReason;

/** Number of attempts on a drawing that a person keeps changing. */
const ATTEMPTS = 5;

/** For `catch`: the reason why a drawing waits whose strokes cannot be read. */
export function unreadable(error: unknown): 'unreadable' {
  unlessCorrupt(error);
  return 'unreadable';
}

/**
 * Starts a new era: everything agreed is void, and is read and merged again.
 * @param firstCursor of its first page, if that is known
 */
export async function startEra({ store }: Pick<Run, 'store'>, firstCursor?: string): Promise<void> {
  await store.write(async (tx) => {
    await writeMemory(tx, nextEra(await readMemory(tx), firstCursor));
    // A deletion without a record is void with what was agreed: the drawing comes back.
    await tx.putValue(ALL_RECORDED, 'true');
  });
}

/**
 * Reads a drawing from the server, and plans what to write here.
 * @param rev lowest rev expected; an older one means that the server is inconsistent
 * @param sent content of a request in doubt
 */
export async function fetchDrawing(run: Run, id: string, rev: number, sent?: Side): Promise<PullResult> {
  const remote = await run.server.drawing(id);
  if (typeof remote === 'string') return remote;
  if (remote.rev < rev) return 'server_error';
  const here = await readLocal(run.store, id).catch(unreadable);
  if (here === 'unreadable') return here;
  if (remote.rev < (here.base?.rev ?? 0)) {
    // The server was restored from a backup during this run. With the old base, its lost strokes would look
    // erased.
    await startEra(run);
    throw new Stop('more');
  }
  return receive(here, remote, sent && landedAs(sent, remote));
}

/**
 * Plans what to write here for a drawing that the server permanently deleted.
 * @param sent content of a request that was applied before that
 */
export async function fetchPurge(
  { store }: Pick<Run, 'store'>,
  id: string,
  sent?: Side,
): Promise<PullResult> {
  const here = await readLocal(store, id).catch(unreadable);
  return here === 'unreadable' ? here : receivePurge(here, sent);
}

/**
 * Checks that the server was not restored from a backup during this run, before anything is deleted here
 * because the server lacks it. A restored server did not erase what it lost.
 * @throws Stop
 */
async function requireSameServer(run: Run): Promise<void> {
  const cursor = cursorOfEra(await run.store.read(readMemory));
  if (cursor === undefined || (await run.server.changes(cursor, 1)) !== 'expired') return;
  await startEra(run);
  throw new Stop('more');
}

/**
 * Writes the pulled drawings and the memory in one transaction. Drawings that cannot be read are parked.
 * @param more writes more in this transaction, and returns the new memory
 * @throws StaleBase, Stop, StoreFull, StoreUnavailable
 */
export async function writePulled(
  run: Run,
  pulled: ReadonlyMap<string, PullResult>,
  more: (memory: Memory, tx: WriteTx) => Memory | Promise<Memory> = (memory) => memory,
): Promise<void> {
  const { store, options } = run;
  if ([...pulled.values()].some((what) => typeof what !== 'string' && what.takes)) {
    await requireSameServer(run);
  }
  const rows = await writeKeeping(store, options.now, async (tx, keeping) => {
    const [before, { counter }] = await Promise.all([readMemory(tx), tx.meta()]);
    let [memory, last] = [before, counter];
    const written = [];
    for (const [id, what] of pulled) {
      if (typeof what === 'string') {
        memory = withTrouble(memory, id, 'parked', what);
        continue;
      }
      const received = await what.write(tx, memory, last + 1, { keeping, now: options.now() });
      memory = received.memory;
      last = received.number;
      written.push(...received.rows);
    }
    await writeMemory(tx, await more(memory, tx));
    return written;
  });
  for (const { id, rev } of rows) options.announce({ id, rev });
}

/** Repeats `work` while a person changes its data. After too many attempts the next run continues. */
export async function retryWhileChanging<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StaleBase)) throw error;
    }
  }
  throw new Stop('more');
}

/** Like `Promise.all`, but rejects only after all have ended, so that nothing continues after the run. */
export async function waitForAll<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/** Stores that a drawing waits while the others continue. */
export async function noteTrouble(
  { store }: Run,
  id: string,
  kind: DrawingTrouble['kind'],
  reason: TroubleReason,
): Promise<void> {
  await changeMemory(store, (memory) => withTrouble(memory, id, kind, reason));
}
