/** What the parts of a run share. */
import { type Store, StoreCorrupt, type WriteTx } from '../../api/ports.ts';
import type { Dates } from '../../core/drawing/dates.ts';
import { type MergePlan, readLocal, StaleBase } from './local-drawing.ts';
import type { Side } from './plan.ts';
import type { DrawingTrouble, SyncOptions, TroubleReason } from './ports.ts';
import { landedAs, receive } from './pull/receive.ts';
import { receivePurge } from './pull/receive-purge.ts';
import { type Memory, nextEra, readMemory, withTrouble, writeMemory } from './records.ts';
import { type Server, Stop } from './server.ts';

export interface Run {
  readonly options: SyncOptions;
  readonly store: Store;
  readonly server: Server;
  /** Dates of drawings that the server does not take. */
  readonly withheld: Map<string, readonly (keyof Dates)[]>;
  /** Ends the run where the slice is over; to be called between drawings. */
  pause(): void;
  /** So many more drawings are to be looked at, or were. */
  expect(drawings: number): void;
  passed(): void;
}

/** What the server has, ready to be written, or why there is nothing. */
export type Pulled = MergePlan | TroubleReason;

/** So often a drawing is looked at again that a person keeps changing. */
const ATTEMPTS = 5;

/** Whatever was agreed on is void, and everything is read again and merged. */
export async function startEra({ store }: Pick<Run, 'store'>): Promise<void> {
  await store.write(async (tx) => writeMemory(tx, nextEra(await readMemory(tx))));
}

/**
 * Reads a drawing from the server and makes of it what is to be written here.
 * @param rev at least; what is older comes from a server that is not itself
 * @param sent what a request in doubt would have made of it
 */
export async function fetchDrawing(run: Run, id: string, rev: number, sent?: Side): Promise<Pulled> {
  const remote = await run.server.drawing(id);
  if (typeof remote === 'string') return remote;
  if (remote.rev < rev) return 'server_error';
  try {
    const here = await readLocal(run.store, id);
    if (remote.rev < (here.base?.rev ?? 0)) {
      // It came back from a backup since this run began: with that base it would look as if it had erased what it lost.
      await startEra(run);
      throw new Stop('more');
    }
    return await receive(here, remote, sent && landedAs(sent, remote));
  } catch (error) {
    if (error instanceof StoreCorrupt) return 'unreadable';
    throw error;
  }
}

/**
 * What is to be written here of a drawing that the server has deleted for good.
 * @param sent what a request made of it before that
 */
export async function fetchPurge({ store }: Pick<Run, 'store'>, id: string, sent?: Side): Promise<Pulled> {
  try {
    return receivePurge(await readLocal(store, id), sent);
  } catch (error) {
    if (error instanceof StoreCorrupt) return 'unreadable';
    throw error;
  }
}

/**
 * Before anything goes here because the server does not have it: is it still the server of this run? One that came back
 * from a backup has not erased what it lost.
 * @throws Stop
 */
async function requireSameServer(run: Run): Promise<void> {
  const { cursor } = await run.store.read(readMemory);
  if (cursor === undefined || (await run.server.changes(cursor, 1)) !== 'expired') return;
  await startEra(run);
  throw new Stop('more');
}

/**
 * Writes what was pulled in one transaction, and the memory that goes with it: what cannot be had is parked in it.
 * @param more what else is written and remembered then
 * @throws StaleBase, Stop, StoreFull, StoreUnavailable
 */
export async function writePulled(
  run: Run,
  pulled: ReadonlyMap<string, Pulled>,
  more: (memory: Memory, tx: WriteTx) => Memory | Promise<Memory> = (memory) => memory,
): Promise<void> {
  const { store, options } = run;
  if ([...pulled.values()].some((what) => typeof what !== 'string' && what.takes)) {
    await requireSameServer(run);
  }
  const rows = await store.write(async (tx) => {
    const [before, { counter }] = await Promise.all([readMemory(tx), tx.meta()]);
    let [memory, last] = [before, counter];
    const written = [];
    for (const [id, what] of pulled) {
      if (typeof what === 'string') {
        memory = withTrouble(memory, id, 'parked', what);
        continue;
      }
      const received = await what.write(tx, memory, last + 1);
      memory = received.memory;
      last = received.number;
      written.push(...received.rows);
    }
    await writeMemory(tx, await more(memory, tx));
    return written;
  });
  for (const { id, rev } of rows) options.announce({ id, rev });
}

/** Does it again while a person changes what it works on; the next run goes on where that does not end. */
export async function untilStill<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StaleBase)) throw error;
    }
  }
  throw new Stop('more');
}

/** Like `Promise.all`, but throws only when all have ended: nothing goes on behind the back of a run that is over. */
export async function allEnded<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/** Notes that a drawing waits while the others go on. */
export async function noteTrouble(
  { store }: Run,
  id: string,
  kind: DrawingTrouble['kind'],
  reason: TroubleReason,
): Promise<void> {
  await store.write(async (tx) => writeMemory(tx, withTrouble(await readMemory(tx), id, kind, reason)));
}
