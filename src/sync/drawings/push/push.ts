/** Push: what changed on this device since it was last looked at, some drawings abreast, each request after request. */
import { StoreCorrupt } from '../../../api/ports.ts';
import { StaleBase } from '../local-drawing.ts';
import { readMemory, SLOTS, withoutTrouble, writeBase, writeMemory } from '../records.ts';
import { noteTrouble, type Run, untilStill } from '../run.ts';
import { stop } from '../server.ts';
import { writeBoth } from './content.ts';
import { type Request_, send } from './deliver.ts';
import { type Clean, isWaiting, requestFor } from './requests.ts';

/** Rows are read by so many. */
const ROWS = 1_000_000;
/** So often others may be there first before the drawing is left to the next run. */
const MOVED_MAX = 5;
/** Drawings that could not be pushed and are tried again in one run. */
const RETRIED_MAX = 50;

/** Sends what is not on the server as it is here. */
export async function push(run: Run): Promise<void> {
  const { troubles, scanned } = await run.store.read(readMemory);
  const failed = Object.entries(troubles).filter(([, { kind }]) => kind === 'failed');
  /** Left to the next run, whatever becomes of them meanwhile. */
  const left = new Set<string>();
  await pushAll(
    run,
    failed.slice(0, RETRIED_MAX).map(([id]) => id),
    left,
  );
  let seen = scanned;
  for (;;) {
    const rows = await run.store.read((tx) => tx.changes(seen, ROWS));
    const { era } = await run.store.read(readMemory);
    const waiting = rows.filter((row) => isWaiting(row, era) && !left.has(row.id));
    run.expect(waiting.length);
    await pushAll(
      run,
      waiting.map(({ id }) => id),
      left,
      run.passed,
    );
    seen = rows.at(-1)?.seq ?? seen;
    if (waiting.length === 0) break;
  }
  if (seen > scanned) {
    await run.store.write(async (tx) => writeMemory(tx, { ...(await readMemory(tx)), scanned: seen }));
  }
}

/**
 * Drawings have nothing to do with each other: some are under way at the same time.
 * @param left gets those that wait for the next run
 */
async function pushAll(
  run: Run,
  ids: readonly string[],
  left: Set<string>,
  passed: () => void = () => {},
): Promise<void> {
  const queue = ids.values();
  const failures: unknown[] = [];
  async function lane(slot: number): Promise<void> {
    for (const id of queue) {
      try {
        if (!(await pushDrawing(run, slot, id))) left.add(id);
        passed();
      } catch (error) {
        failures.push(error);
      }
      // What ends the run ends all lanes, each where the drawing that it is at ends: nothing goes on behind its back.
      if (failures.length > 0) return;
    }
  }
  await Promise.all(Array.from({ length: SLOTS }, (_, slot) => lane(slot)));
  if (failures.length > 0) throw failures[0];
}

/** @returns is there nothing more to send? */
async function pushDrawing(run: Run, slot: number, id: string): Promise<boolean> {
  for (let moved = 0; moved < MOVED_MAX; ) {
    run.pause();
    const fate = await untilStill(async () => {
      const next = await nextRequest(run, id);
      return next === 'unreadable' || next === 'clean' ? next : send(run, slot, next);
    });
    switch (fate) {
      case 'landed':
        break;
      case 'moved':
        moved++;
        break;
      case 'full':
        throw stop('server_full');
      case 'clean':
        return true;
      case 'unreadable':
        await noteTrouble(run, id, 'failed', fate);
        return false;
      default:
        return false;
    }
  }
  await noteTrouble(run, id, 'failed', 'server_error');
  return false;
}

/** What is to be asked of the server next for a drawing; `clean` where that is nothing, which is noted then. */
async function nextRequest(run: Run, id: string): Promise<Request_ | 'clean' | 'unreadable'> {
  try {
    const withheld = run.withheld.get(id) ?? [];
    const next = await run.store.read((tx) => requestFor(tx, id, run.options.newId(), withheld));
    if (next === undefined) return 'clean';
    if ('path' in next) return next;
    await noteClean(run, next);
    return 'clean';
  } catch (error) {
    if (error instanceof StoreCorrupt) return 'unreadable';
    throw error;
  }
}

/** A picture alone is nothing to send, nor is what was changed and changed back. The base takes the row's chunks, however the strokes are cut. */
async function noteClean({ store }: Run, { row, base }: Clean): Promise<void> {
  const { id, seq, chunks } = row;
  const { updatedAt = row.updatedAt } = base;
  await store.write(async (tx) => {
    const [memory, now, { counter }] = await Promise.all([readMemory(tx), tx.drawing(id), tx.meta()]);
    if (now?.seq !== seq || memory.era !== base.era) throw new StaleBase();
    const next = { ...base, chunks };
    await writeBase(tx, id, next);
    await writeBoth(tx, counter + 1, { row: now, base }, { ...now, updatedAt }, next, base.era);
    if (memory.troubles[id] !== undefined) await writeMemory(tx, withoutTrouble(memory, id));
  });
}
