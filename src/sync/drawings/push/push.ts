/**
 * Push: sends what changed on this device since the last scan. Several drawings at a time; for each, one
 * request after the other.
 */
import { StaleBase } from '../local-drawing.ts';
import { changeMemory, readMemory, SLOTS, withoutTrouble, writeBase, writeMemory } from '../records.ts';
import { noteTrouble, type Run, retryWhileChanging, unreadable } from '../run.ts';
import { Stop, stop } from '../server.ts';
import { writeBoth } from './content.ts';
import { type PushRequest, send } from './deliver.ts';
import { type Clean, isWaiting, requestFor } from './requests.ts';

/** Number of rows in one read. */
const ROWS = 1_000_000;
/** Number of attempts if others change the drawing first; then the next run continues. */
const MOVED_MAX = 5;
/** Number of failed drawings that one run tries again. */
const RETRIED_MAX = 50;

/** Pushes local changes that the server does not have. */
export async function push(run: Run): Promise<void> {
  const { troubles, scanned, era } = await run.store.read(readMemory);
  const failed = Object.entries(troubles).filter(([, { kind }]) => kind === 'failed');
  /** Drawings left to the next run, even if they change meanwhile. */
  const left = new Set<string>();
  await pushAll(
    run,
    era,
    failed.slice(0, RETRIED_MAX).map(([id]) => id),
    left,
  );
  let seen = scanned;
  for (;;) {
    const rows = await run.store.read((tx) => tx.changes(seen, ROWS));
    if ((await run.store.read(readMemory)).era !== era) throw new Stop('more');
    const waiting = rows.filter((row) => isWaiting(row, era) && !left.has(row.id));
    run.expect(waiting.length);
    await pushAll(
      run,
      era,
      waiting.map(({ id }) => id),
      left,
      run.passed,
    );
    seen = rows.at(-1)?.seq ?? seen;
    if (waiting.length === 0) break;
  }
  if (run.isFull) throw stop('server_full');
  if (seen > scanned) {
    await changeMemory(run.store, (memory) => ({ ...memory, scanned: seen }));
  }
}

/**
 * Pushes drawings, several at a time, because they are independent.
 * @param era of this run, which has a cursor
 * @param left receives the drawings that wait for the next run
 */
async function pushAll(
  run: Run,
  era: number,
  ids: readonly string[],
  left: Set<string>,
  passed: () => void = () => {},
): Promise<void> {
  const queue = ids.values();
  const failures: unknown[] = [];
  async function lane(slot: number): Promise<void> {
    for (const id of queue) {
      try {
        if (!(await pushDrawing(run, era, slot, id))) left.add(id);
        passed();
      } catch (error) {
        failures.push(error);
      }
      // An error ends the whole push, each lane after its current drawing, so that nothing continues after the
      // run has ended.
      if (failures.length > 0) return;
    }
  }
  await Promise.all(Array.from({ length: SLOTS }, (_, slot) => lane(slot)));
  if (failures.length > 0) throw failures[0];
}

/** @returns true if nothing is left to send */
async function pushDrawing(run: Run, era: number, slot: number, id: string): Promise<boolean> {
  for (let moved = 0; moved < MOVED_MAX; ) {
    run.pause();
    const result = await retryWhileChanging(async () => {
      const next = await nextRequest(run, id);
      if (typeof next === 'string') return next;
      // Found restored from a backup meanwhile. The new era has no cursor yet, so a second restore would not show, and
      // what that loses of this drawing would count as sent.
      if (next.era !== era) throw new Stop('more');
      return send(run, slot, next);
    });
    switch (result) {
      case 'landed':
        break;
      case 'moved':
        moved++;
        break;
      case 'clean':
        return true;
      case 'unreadable':
        await noteTrouble(run, id, 'failed', result);
        return false;
      default:
        return false;
    }
  }
  await noteTrouble(run, id, 'failed', 'server_error');
  return false;
}

/** The next request for a drawing; `clean` if there is none, which is then recorded. */
async function nextRequest(run: Run, id: string): Promise<PushRequest | 'clean' | 'unreadable'> {
  const withheld = run.withheld.get(id) ?? [];
  const reading = run.store.read((tx) => requestFor(tx, id, run.options.newId(), withheld));
  const next = await reading.catch(unreadable);
  if (next === undefined) return 'clean';
  if (next === 'unreadable' || 'path' in next) return next;
  await noteClean(run, next);
  return 'clean';
}

/**
 * Marks a drawing as sent if only its thumbnail changed, or if it was changed and changed back. The base
 * takes the row's chunks, however the strokes are split.
 */
async function noteClean({ store, options }: Run, { row, base }: Clean): Promise<void> {
  const { id, seq, chunks } = row;
  const { createdAt = row.createdAt, updatedAt = row.updatedAt } = base;
  await store.write(async (tx) => {
    const [memory, now, { counter }] = await Promise.all([readMemory(tx), tx.drawing(id), tx.meta()]);
    if (now?.seq !== seq || memory.era !== base.era) throw new StaleBase();
    const next = { ...base, chunks };
    await writeBase(tx, id, next);
    const row = { ...now, createdAt, updatedAt };
    await writeBoth(tx, counter + 1, { row: now, base }, row, next, base.era, undefined, options.now());
    if (memory.troubles[id] !== undefined) await writeMemory(tx, withoutTrouble(memory, id));
  });
}
