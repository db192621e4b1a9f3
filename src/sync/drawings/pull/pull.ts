/** Pull: reads the server's change feed page by page, and each drawing that changed. */
import { ID_PATTERN } from '../../../core/drawing/limits.ts';
import { StaleBase } from '../local-drawing.ts';
import { type Memory, readBase, readMemory } from '../records.ts';
import {
  fetchDrawing,
  fetchPurge,
  type PullResult,
  type Run,
  retryWhileChanging,
  startEra,
  waitForAll,
  writePulled,
} from '../run.ts';
import { type FeedPage, type FeedRow, stop } from '../server.ts';

/** Characters of drawings held in memory before they are written. */
const HELD_MAX = 2 * 1024 * 1024;
/** Number of drawings requested at the same time. */
const CONCURRENT_MAX = 4;
/** Number of parked drawings that one run tries again. */
const RETRIED_MAX = 50;

/** Number of eras in one run. A server that is restored from backups more often cannot be pulled from. */
const ERAS_MAX = 3;

/**
 * The next page of the feed. Starts a new era if the server was restored from a backup, and with the first page of all:
 * without a cursor nothing shows whether what was agreed before was agreed with the same server.
 */
export async function nextPage(run: Run): Promise<FeedPage> {
  for (let attempt = 0; attempt < ERAS_MAX; attempt++) {
    const { cursor, firstCursor } = await run.store.read(readMemory);
    const page = await run.server.changes(cursor);
    if (page === 'expired') {
      await startEra(run);
      continue;
    }
    if (cursor !== undefined) return page;
    if (firstCursor === undefined) {
      await startEra(run, page.cursor);
      return page;
    }
    // A run ended while it applied the first page. Asked only now, so that this page is of the same server, too.
    if ((await run.server.changes(firstCursor, 1)) !== 'expired') return page;
    await startEra(run);
  }
  throw stop('busy');
}

/** Applies the feed from page `first` to its end. */
export async function pull(run: Run, first: FeedPage): Promise<void> {
  // Retried drawings may be newer than the page, so the page is fetched again. Its old rows would look as if
  // the server had gone back.
  let page = (await retryParked(run)) ? await nextPage(run) : first;
  for (let eras = 0; ; ) {
    const changed = await retryWhileChanging(() => changedRows(run, page));
    if (changed === 'below') {
      // The server was restored from a backup, but does not say so.
      if (++eras === ERAS_MAX) throw stop('busy');
      await startEra(run);
      page = await nextPage(run);
      continue;
    }
    await applyPage(run, page, changed);
    if (!page.hasMore) return;
    page = await nextPage(run);
  }
}

/** The rows with news; `below` if a row is older than the agreed state. */
async function changedRows({ store }: Run, { rows }: FeedPage): Promise<FeedRow[] | 'below'> {
  return store.read(async (tx) => {
    const { era, troubles } = await readMemory(tx);
    const bases = await Promise.all(rows.map(({ id }) => readBase(tx, id, era)));
    if (rows.some(({ rev, deleted }, index) => !deleted && rev < (bases[index]?.rev ?? 0))) return 'below';
    const news = await Promise.all(
      rows.map(async ({ id, rev, deleted }, index) => {
        const base = bases[index];
        if (!deleted) return rev !== base?.rev;
        return base !== undefined || Object.hasOwn(troubles, id) || (await tx.drawing(id)) !== undefined;
      }),
    );
    return rows.filter((_, index) => news[index]);
  });
}

async function applyPage(run: Run, page: FeedPage, rows: readonly FeedRow[]): Promise<void> {
  run.expect(rows.length);
  let held = new Map<string, FeedRow>();
  let pulled = new Map<string, PullResult>();
  const write = async (remember?: (memory: Memory) => Memory) => {
    const [again, what] = [held, pulled];
    held = new Map();
    pulled = new Map();
    try {
      await writePulled(run, what, remember);
    } catch (error) {
      if (!(error instanceof StaleBase)) throw error;
      // Written one by one then: a person is drawing on one of them, or one is the kept copy of another.
      for (const row of again.values()) {
        await retryWhileChanging(async () => writePulled(run, await fetchAll(run, [row])));
      }
      await writePulled(run, new Map(), remember);
    }
  };
  for (let at = 0; at < rows.length; at += CONCURRENT_MAX) {
    run.pause();
    const some = rows.slice(at, at + CONCURRENT_MAX);
    for (const row of some) held.set(row.id, row);
    for (const [id, what] of await fetchAll(run, some)) pulled.set(id, what);
    const size = [...pulled.values()].reduce(
      (sum, what) => sum + (typeof what === 'string' ? 0 : what.size),
      0,
    );
    // Rows written here stay written if the run ends before the page does; the next run skips them.
    if (size > HELD_MAX) await write();
    for (const _ of some) run.passed();
  }
  // The cursor moves past rows that are applied or parked, in this transaction or before.
  await write((memory) => ({ ...memory, cursor: page.cursor }));
}

async function fetchAll(run: Run, rows: readonly FeedRow[]): Promise<Map<string, PullResult>> {
  const found = await waitForAll(
    rows.map(async ({ id, rev, deleted }): Promise<[string, PullResult]> => {
      if (deleted) return [id, await fetchPurge(run, id)];
      const isNamed = ID_PATTERN.test(id) && rev >= 1;
      return [id, isNamed ? await fetchDrawing(run, id, rev) : 'invalid'];
    }),
  );
  return new Map(found);
}

/** @returns true if there were any */
async function retryParked(run: Run): Promise<boolean> {
  const { troubles } = await run.store.read(readMemory);
  const parked = Object.entries(troubles).filter(
    ([id, { kind }]) => kind === 'parked' && ID_PATTERN.test(id),
  );
  for (const [id] of parked.slice(0, RETRIED_MAX)) {
    run.pause();
    await retryWhileChanging(async () => writePulled(run, new Map([[id, await fetchDrawing(run, id, 0)]])));
  }
  return parked.length > 0;
}
