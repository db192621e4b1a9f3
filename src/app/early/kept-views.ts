/**
 * Stores what the canvas of a drawing shows, so that it stands at once when the drawing is opened by its address. On this
 * device only, and of use only there: losing one loses no stroke.
 */
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import {
  type Box,
  INK_LOOK,
  isSound,
  KEPT_VIEWS,
  type KeptView,
  PIXELS,
  type SeenView,
  VIEWS,
} from './kept-view.ts';
import { atOnce, readThenWrite } from './page-transactions.ts';

interface KeptViews extends DBSchema {
  views: { key: string; value: KeptView };
  pixels: { key: string; value: ArrayBuffer };
}

/** Most views as they are, and most bytes of them. Older ones are packed: they take half of the bytes or less. */
const PLAIN_MAX = 3;
const PLAIN_BYTES_MAX = 24_000_000;
/** Most bytes of all. Beyond them the pixels of the least recently used are deleted. */
const BYTES_MAX = 40_000_000;
/** Most drawings of which anything is known. */
const DRAWINGS_MAX = 200;

/** True once the storage was full: from then on nothing is kept. */
let isFull = false;

/** The open database. A page that is left has no time to open it. */
let opened: Promise<IDBPDatabase<KeptViews>> | undefined;

/** Runs `work` with the database; undefined if that fails. */
async function withViews<T>(work: (db: IDBPDatabase<KeptViews>) => Promise<T>): Promise<T | undefined> {
  try {
    opened ??= openViews().catch(openAnew);
    return await work(await opened);
  } catch {
    // Also where the browser has closed it.
    close();
    return undefined;
  }
}

/** Closes the database, where others want to delete it. */
function close(): void {
  void opened?.then(
    (db) => db.close(),
    () => undefined,
  );
  opened = undefined;
}

function openViews(): Promise<IDBPDatabase<KeptViews>> {
  return openDB<KeptViews>(KEPT_VIEWS, 2, {
    blocking: close,
    terminated: close,
    upgrade(db, before) {
      // The first version had the pixels in the same store. They come again.
      if (before === 1) db.deleteObjectStore(VIEWS);
      db.createObjectStore(VIEWS);
      db.createObjectStore(PIXELS);
    },
  });
}

/** One of a newer app, which was rolled back, cannot be read: it is deleted, and its views come again. */
async function openAnew(error: unknown): Promise<IDBPDatabase<KeptViews>> {
  if (!(error instanceof DOMException && error.name === 'VersionError')) throw error;
  await deleteDB(KEPT_VIEWS);
  return openViews();
}

/** What is kept of a drawing's view, without its pixels. */
export async function readKeptView(drawing: string): Promise<KeptView | undefined> {
  const view = await withViews((db) =>
    atOnce(db, [VIEWS], 'readonly', (at) => at.objectStore(VIEWS).get(drawing)),
  );
  return isSound(view) ? view : undefined;
}

/** True if a drawing that looks like this needs no other pixels than those that are kept, as they are. */
export function isKept(seen: SeenView, kept: KeptView | undefined): boolean {
  if (!kept || kept.packed || kept.bytes === 0 || kept.look !== INK_LOOK) return false;
  return likeness(kept) === likeness(seen);
}

function likeness({ width, height, scale, left, top, camera, paper, at, screen, ink }: SeenView): string {
  const { x, y, zoom } = camera;
  const box = [at.x, at.y, at.width, at.height];
  return [width, height, scale, left, top, x, y, zoom, ...box, paper, screen, ink].join('\n');
}

/**
 * What is stored of a view that is seen now.
 * @param box the part that has ink
 * @param pixels of that part
 */
export function keptAsSeen(seen: SeenView, box: Box, pixels: ArrayBuffer): KeptView {
  return { ...seen, box, look: INK_LOOK, used: Date.now(), bytes: pixels.byteLength, packed: false };
}

/** Notes that a view was seen again, unchanged. */
export async function touchKeptView(drawing: string): Promise<void> {
  await withViews((db) =>
    readThenWrite(db, [VIEWS], async (transaction) => {
      const store = transaction.objectStore(VIEWS);
      const view = await store.get(drawing);
      const writes = view ? [store.put({ ...view, used: Date.now() }, drawing)] : [];
      return { writes, result: undefined };
    }),
  );
}

/**
 * Stores the view of a drawing, then packs or deletes what is beyond the bounds.
 * @param pixels of its box: RGBA, not premultiplied
 */
export async function writeKeptView(drawing: string, view: KeptView, pixels: ArrayBuffer): Promise<void> {
  if (isFull) return;
  await withViews(async (db) => {
    if (pixels.byteLength > PLAIN_BYTES_MAX) {
      await put(db, drawing, view, undefined);
      await pack(db, drawing, pixels);
    } else await put(db, drawing, view, pixels);
    for (const id of await overPlain(db)) await pack(db, id);
    await trim(db);
  });
}

type Views = IDBPDatabase<KeptViews>;
type View = readonly [id: string, view: KeptView];

function put(db: Views, id: string, view: KeptView, pixels: ArrayBuffer | undefined): Promise<unknown> {
  return atOnce(db, [VIEWS, PIXELS], 'readwrite', (transaction) => {
    const store = transaction.objectStore(PIXELS);
    return Promise.all([
      transaction.objectStore(VIEWS).put({ ...view, bytes: pixels?.byteLength ?? 0 }, id),
      pixels ? store.put(pixels, id) : store.delete(id),
    ]);
  });
}

/** All, the most recently used first. Damaged ones are deleted: they must not end the others. */
async function allViews(db: Views): Promise<View[]> {
  const all = await readThenWrite(db, [VIEWS, PIXELS], async (transaction) => {
    const [store, pixels] = [transaction.objectStore(VIEWS), transaction.objectStore(PIXELS)];
    const [ids, views] = await Promise.all([store.getAllKeys(), store.getAll()]);
    const damaged = ids.filter((_, i) => !isSound(views[i]));
    return {
      writes: damaged.flatMap((id) => [store.delete(id), pixels.delete(id)]),
      result: ids.flatMap((id, i): View[] => (isSound(views[i]) ? [[id, views[i]]] : [])),
    };
  });
  return all.sort(([, a], [, b]) => b.used - a.used);
}

/** The drawings whose pixels are beyond the bounds of those that stay as they are. */
async function overPlain(db: Views): Promise<string[]> {
  const plain = (await allViews(db)).filter(([, { bytes, packed }]) => bytes > 0 && !packed);
  let sum = 0;
  return plain
    .filter(([, { bytes }], i) => {
      sum += bytes;
      return i >= PLAIN_MAX || sum > PLAIN_BYTES_MAX;
    })
    .map(([id]) => id);
}

/** Makes a picture file of a drawing's pixels. Where that is impossible, they are deleted. */
async function pack(db: Views, id: string, given?: ArrayBuffer): Promise<void> {
  const [view, pixels] = await atOnce(db, [VIEWS, PIXELS], 'readonly', (transaction) =>
    Promise.all([transaction.objectStore(VIEWS).get(id), given ?? transaction.objectStore(PIXELS).get(id)]),
  );
  if (!view || !pixels) return;
  const { packPixels } = await import('./pack-pixels.ts');
  const file = await packPixels(pixels, view.box.width, view.box.height);
  // Unless another was kept meanwhile.
  const now = await atOnce(db, [VIEWS], 'readonly', (at) => at.objectStore(VIEWS).get(id));
  if (now?.used === view.used) await put(db, id, { ...view, packed: true }, file);
}

/** Deletes what is beyond the bounds of all. */
async function trim(db: Views): Promise<void> {
  const all = await allViews(db);
  await atOnce(db, [VIEWS, PIXELS], 'readwrite', (transaction) => {
    const [views, pixels] = [transaction.objectStore(VIEWS), transaction.objectStore(PIXELS)];
    let sum = 0;
    const writes = all.flatMap(([id, view], i): Promise<unknown>[] => {
      sum += view.bytes;
      if (i >= DRAWINGS_MAX) return [views.delete(id), pixels.delete(id)];
      if (sum <= BYTES_MAX || view.bytes === 0) return [];
      return [views.put({ ...view, bytes: 0 }, id), pixels.delete(id)];
    });
    return Promise.all(writes);
  });
}

/** Deletes the views of these drawings. */
export async function forgetKeptViews(drawings: ReadonlySet<string>): Promise<void> {
  await withViews((db) =>
    atOnce(db, [VIEWS, PIXELS], 'readwrite', (transaction) => {
      const [views, pixels] = [transaction.objectStore(VIEWS), transaction.objectStore(PIXELS)];
      return Promise.all([...drawings].flatMap((id) => [views.delete(id), pixels.delete(id)]));
    }),
  );
}

/**
 * Deletes all views, because the storage is full. Until the page is closed, none is kept again.
 * @returns true if there were any
 */
export async function makeRoomOfViews(): Promise<boolean> {
  isFull = true;
  const count = await withViews((db) =>
    atOnce(db, [VIEWS, PIXELS], 'readwrite', async (transaction) => {
      const [views, pixels] = [transaction.objectStore(VIEWS), transaction.objectStore(PIXELS)];
      const [count] = await Promise.all([pixels.count(), views.clear(), pixels.clear()]);
      return count;
    }),
  );
  return count !== undefined && count > 0;
}
