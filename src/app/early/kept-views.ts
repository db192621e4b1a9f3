/**
 * Stores what the canvas of a drawing shows, so that it stands at once when the drawing is opened by its address. On this
 * device only, and of use only there: losing one loses no stroke.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { INK_LOOK, KEPT_VIEWS, type KeptView, VIEWS } from './kept-view.ts';

interface KeptViews extends DBSchema {
  views: { key: string; value: KeptView };
}

/** Most views, and most bytes of all. Beyond either the least recently used are deleted. */
const VIEWS_MAX = 3;
const BYTES_MAX = 24_000_000;

/** Runs `work` with the database; undefined if that fails. It is not kept open, because deletions wait for it. */
async function withViews<T>(work: (db: IDBPDatabase<KeptViews>) => Promise<T>): Promise<T | undefined> {
  try {
    const db = await openDB<KeptViews>(KEPT_VIEWS, 1, {
      upgrade: (db) => void db.createObjectStore(VIEWS),
    });
    try {
      return await work(db);
    } finally {
      db.close();
    }
  } catch {
    return undefined;
  }
}

/** Stores the view of a drawing. One that is too large for all is not stored, and the one before goes. */
export async function writeKeptView(drawing: string, view: Omit<KeptView, 'look' | 'used'>): Promise<void> {
  await withViews(async (db) => {
    const transaction = db.transaction(VIEWS, 'readwrite');
    const { store } = transaction;
    const others: { readonly id: string; readonly bytes: number; readonly used: number }[] = [];
    for (let at = await store.openCursor(); at; at = await at.continue()) {
      const { pixels, used } = at.value;
      if (at.key !== drawing) others.push({ id: at.key, bytes: pixels.byteLength, used });
    }
    let left = BYTES_MAX - view.pixels.byteLength;
    const writes: Promise<unknown>[] = [];
    for (const [i, { id, bytes }] of others.toSorted((a, b) => b.used - a.used).entries()) {
      left -= bytes;
      if (i + 1 >= VIEWS_MAX || left < 0) writes.push(store.delete(id));
    }
    const isTooLarge = view.pixels.byteLength > BYTES_MAX;
    writes.push(
      isTooLarge ? store.delete(drawing) : store.put({ ...view, look: INK_LOOK, used: Date.now() }, drawing),
    );
    await Promise.all([...writes, transaction.done]);
  });
}

/** Deletes the views of these drawings. */
export async function forgetKeptViews(drawings: ReadonlySet<string>): Promise<void> {
  await withViews(async (db) => {
    const transaction = db.transaction(VIEWS, 'readwrite');
    await Promise.all([...[...drawings].map((id) => transaction.store.delete(id)), transaction.done]);
  });
}

/**
 * Deletes the views of all drawings but `open`, for room.
 * @returns true if there were any
 */
export async function forgetOtherViews(open: string): Promise<boolean> {
  const forgotten = await withViews(async (db) => {
    const transaction = db.transaction(VIEWS, 'readwrite');
    const others = (await transaction.store.getAllKeys()).filter((id) => id !== open);
    await Promise.all([...others.map((id) => transaction.store.delete(id)), transaction.done]);
    return others.length > 0;
  });
  return forgotten === true;
}
