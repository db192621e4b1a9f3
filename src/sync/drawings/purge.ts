/**
 * Deletes on the server what was permanently deleted here. A pending deletion is the store's own `Purge`
 * while a base exists; it is done when the base is gone. So nothing needs to be stored before the request.
 */
import { ALL_RECORDED } from '../../api/drawings/change/purged.ts';
import { type Purge, type ReadTx, StoreFull, type WriteTx } from '../../api/ports.ts';
import {
  type Base,
  changeMemory,
  cursorOfEra,
  forgetBase,
  readAnyBase,
  readBase,
  readMemory,
  writeBase,
} from './records.ts';
import { fetchDrawing, type Run, retryWhileChanging, startEra, writePulled } from './run.ts';
import { drawingPath, Stop, stop, trashPath, withCursor } from './server.ts';

/** Number of purges in one read. */
const PAGE = 200;
/** Number of attempts if others change the drawing first; then the next run continues. */
const MOVED_MAX = 5;

/**
 * Asks the server to delete what was deleted here. A server that cannot delete permanently leaves all of it
 * for later: the drawings stay in its trash.
 */
export async function purgeThere(run: Run): Promise<void> {
  const { store } = run;
  let able: boolean | undefined;
  const [{ purged = 0 }, known] = await store.read((tx) =>
    Promise.all([readMemory(tx), tx.value(ALL_RECORDED)]),
  );
  if (known === undefined) await recordPurges(run);
  let done = Number.POSITIVE_INFINITY;
  for (let seen = purged; ; ) {
    const page = await store.read((tx) => tx.purges(seen, PAGE));
    const wishes = await store.read(async (tx) => {
      const bases = await Promise.all(page.map(({ id }) => readAnyBase(tx, id)));
      return page.filter((_, index) => bases[index] !== undefined);
    });
    run.expect(wishes.length);
    for (const wish of wishes) {
      run.pause();
      able ??= await run.server.canPurge();
      if (!able) return remember(run, wish.seq - 1);
      // The others continue. The next run starts at this one, and finds the others done.
      if (!(await purgeOne(run, wish))) done = Math.min(done, wish.seq - 1);
      run.passed();
    }
    seen = page.at(-1)?.seq ?? seen;
    await remember(run, Math.min(seen, done));
    if (page.length < PAGE) return;
  }
}

/**
 * Records deletions that a full device carried out without a record: of these there is a base, and nothing else. Bases cannot
 * be listed, so those of all drawings of the server are looked at, once.
 */
async function recordPurges({ store, server, pause }: Run): Promise<void> {
  try {
    for (let since: string | undefined, hasMore = true; hasMore; ) {
      pause();
      const page = await server.changes(since);
      // The server was restored meanwhile. The next run looks again.
      if (page === 'expired') return;
      const ids = page.rows.map(({ id }) => id);
      if ((await store.read((tx) => unrecorded(tx, ids))).length > 0) {
        await store.write(async (tx) => recordAll(tx, await unrecorded(tx, ids)));
      }
      ({ cursor: since, hasMore } = page);
    }
    await store.write((tx) => tx.putValue(ALL_RECORDED, 'true'));
  } catch (error) {
    // Still full. What this device drew has to reach the server all the more.
    if (!(error instanceof StoreFull)) throw error;
  }
}

/** Which of these drawings were deleted here without a record. */
async function unrecorded(tx: ReadTx, ids: readonly string[]): Promise<string[]> {
  const { era } = await readMemory(tx);
  const found = await Promise.all(
    ids.map(async (id) => {
      const [row, purge, base] = await Promise.all([tx.drawing(id), tx.purge(id), readBase(tx, id, era)]);
      return row === undefined && purge === undefined && base !== undefined;
    }),
  );
  return ids.filter((_, index) => found[index]);
}

async function recordAll(tx: WriteTx, ids: readonly string[]): Promise<void> {
  const { counter: rev } = await tx.meta();
  let seq = rev;
  // Each revision here had a number of its own, so none was higher than `rev`.
  for (const id of ids) await tx.putPurge({ id, rev, keys: [], seq: ++seq });
  await tx.setCounter(seq);
}

async function remember({ store }: Run, seen: number): Promise<void> {
  const { purged = 0 } = await store.read(readMemory);
  if (seen <= purged) return;
  await changeMemory(store, (memory) => ({ ...memory, purged: seen }));
}

/** @returns true if it is done or no longer needed */
async function purgeOne(run: Run, { id, seq }: Purge): Promise<boolean> {
  for (let moved = 0; moved < MOVED_MAX; moved++) {
    const base = await run.store.read(async (tx) => {
      // Created again, or back from the server: nothing to delete.
      return (await tx.purge(id))?.seq === seq ? readAnyBase(tx, id) : undefined;
    });
    if (base === undefined) return true;
    const memory = await run.store.read(readMemory);
    // The server was restored from a backup, so its content is unknown until it is pulled.
    if (base.era !== memory.era) return forget(run, id);
    const fate = await ask(run, id, base, cursorOfEra(memory));
    if (fate === 'gone') return forget(run, id);
    if (fate === 'left') return false;
    if (fate === 'trashed') {
      await agree(run, id, { ...base, rev: base.rev + 1, trashed: true });
      continue;
    }
    const left = await retryWhileChanging(async () => {
      const pulled = await fetchDrawing(run, id, 0);
      if (pulled !== 'missing') await writePulled(run, new Map([[id, pulled]]));
      return pulled;
    });
    if (left === 'missing') return forget(run, id);
  }
  return false;
}

type PurgeResult = 'gone' | 'trashed' | 'moved' | 'left';

/**
 * Requests the deletion from the trash, or first the move to the trash. Sends the cursor of this run, because
 * a server restored from a backup may have other strokes at the same rev.
 */
async function ask(run: Run, id: string, base: Base, cursor: string | undefined): Promise<PurgeResult> {
  // Nobody changed it since, as far as this device knows: so it is deleted (`plan`), in the trash or by way of it.
  const { trashed: isForGood, rev } = base;
  const path = withCursor((isForGood ? trashPath : drawingPath)(id), cursor);
  const headers = { 'If-Match': `"${rev}"`, 'Idempotency-Key': run.options.newId() };
  const result = await run.server.ask(path, { method: 'DELETE', headers });
  if (result.ok) return isForGood ? 'gone' : result.tag === `"${rev + 1}"` ? 'trashed' : 'moved';
  switch (result.code) {
    case 'not_found':
      return 'gone';
    case 'conflict':
      return 'moved';
    case 'cursor_expired':
      await startEra(run);
      throw new Stop('more');
    case 'storage_full':
      throw stop('server_full');
    default:
      return 'left';
  }
}

/** Deletes the base. Its chunks may be deleted already. */
async function forget({ store }: Run, id: string): Promise<true> {
  await store.write(async (tx) => forgetBase(tx, id, await readAnyBase(tx, id)));
  return true;
}

async function agree({ store }: Run, id: string, base: Base): Promise<void> {
  await store.write(async (tx) => {
    const { era } = await readMemory(tx);
    if (era === base.era && (await tx.drawing(id)) === undefined) await writeBase(tx, id, base);
  });
}
