/** Runs in the page: the undo steps of many drawings, in the real database of the studio's drawing memory. */

import {
  forgetDrawings,
  makeRoom,
  readCamera,
  readHistory,
  readPicture,
  writeCamera,
  writeEarly,
  writeHistory,
  writePicture,
  writeThumbStale,
} from '../../src/app/studio/document/drawing-memory.ts';
import { addStep, type History, NO_HISTORY, record } from '../../src/app/studio/document/history.ts';

const open = new Map<string, History>();
const number = (n: number) => `drawing ${String(n).padStart(2, '0')}`;

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Draws one step of about so many characters on a drawing. */
export async function draw(n: number, characters: number, size = 1): Promise<void> {
  // Each point takes 16 characters.
  const points = Array.from({ length: Math.ceil(characters / 16) }, (_, i): [number, number] => [
    100_000 + (i % 900_000),
    -10_000 - (i % 90_000),
  ]);
  const step = addStep([], [{ tool: 'pen', color: '#000000', size, points }]);
  const history = record(open.get(number(n)) ?? NO_HISTORY, step);
  open.set(number(n), history);
  await writeHistory(number(n), history, 'newest');
}

/**
 * Writes what an older build of the app would have written: an entry without a size, and a step of so many
 * characters, if any.
 */
export async function drawAsBefore(n: number, characters: number): Promise<void> {
  const db = await settled(indexedDB.open('pleinair-studio'));
  const tx = db.transaction(['histories', 'steps'], 'readwrite');
  tx.objectStore('histories').put({ done: 1 }, number(n));
  if (characters > 0)
    tx.objectStore('steps').put(`{"kind":"add","items":[]${' '.repeat(characters)}}`, [number(n), 0]);
  await new Promise((resolve) => {
    tx.oncomplete = resolve;
  });
  db.close();
}

/** Characters of the stored steps, by the drawing's number. */
export async function kept(): Promise<Record<number, number>> {
  const db = await settled(indexedDB.open('pleinair-studio'));
  const steps = db.transaction('steps').objectStore('steps');
  const sizes: Record<number, number> = {};
  for (const key of await settled(steps.getAllKeys())) {
    const n = Number(Array.isArray(key) && typeof key[0] === 'string' ? key[0].slice(-2) : Number.NaN);
    sizes[n] = (sizes[n] ?? 0) + String(await settled(steps.get(key))).length;
  }
  db.close();
  return sizes;
}

/** Writes all steps of a drawing anew, each of one stroke of another size, with the last one undone. */
export async function rewrite(n: number, size: number): Promise<void> {
  const { steps, ...rest } = open.get(number(n)) ?? NO_HISTORY;
  const written = steps.map(() => addStep([], [{ tool: 'pen', color: '#000000', size, points: [[1, 2]] }]));
  const history = { ...rest, steps: written, done: steps.length - 1 };
  open.set(number(n), history);
  await writeHistory(number(n), history, 'all');
}

/** Undoes all steps of a drawing. */
export async function undoAll(n: number): Promise<void> {
  const history = { ...(open.get(number(n)) ?? NO_HISTORY), done: 0 };
  open.set(number(n), history);
  await writeHistory(number(n), history, 'none');
}

/** The number of done steps that are stored, and the sizes of all strokes in them. */
export async function sizesOf(n: number): Promise<readonly [done: number, sizes: readonly number[]]> {
  const { done, steps } = await readHistory(number(n));
  return [done, steps.flatMap(({ items }) => items.map(({ stroke }) => stroke.size))];
}

/** How many steps can be undone when a drawing is opened. */
export async function undoable(n: number): Promise<number> {
  return (await readHistory(number(n))).done;
}

/** Saves a picture of so many characters for a drawing. */
export async function picture(n: number, characters: number): Promise<void> {
  const bounds = { minX: 0, minY: 0, maxX: 1, maxY: 1 };
  await writePicture(number(n), { thumb: 'p'.repeat(characters), bounds });
}

/** Writes a picture as an older build of the app would have, which counted none. */
export async function pictureAsBefore(n: number, characters: number): Promise<void> {
  const db = await settled(indexedDB.open('pleinair-studio'));
  const tx = db.transaction('pictures', 'readwrite');
  tx.objectStore('pictures').put({ thumb: 'p'.repeat(characters), bounds: {} }, number(n));
  tx.objectStore('pictures').delete('');
  await new Promise((resolve) => {
    tx.oncomplete = resolve;
  });
  db.close();
}

/** The numbers of the drawings, below 40, whose picture is saved. */
export async function pictured(): Promise<number[]> {
  const found: number[] = [];
  for (let n = 0; n < 40; n++) if (await readPicture(number(n))) found.push(n);
  return found;
}

/** Deletes everything about a drawing. */
export async function forget(n: number): Promise<void> {
  await forgetDrawings(new Set([number(n)]));
}

export function roomBeside(n: number): Promise<boolean> {
  return makeRoom(number(n));
}

/** Sets the device's clock back. */
export function setClockBack(ms: number): void {
  const { now } = Date;
  Date.now = () => now() - ms;
}

/** How often more than one record is read at once while drawing `n` gets so many steps. */
export async function readsOfMany(n: number, steps: number): Promise<number> {
  let reads = 0;
  const { getAll, getAllKeys, openCursor } = IDBObjectStore.prototype;
  const counted = <F extends (...args: never[]) => unknown>(method: F): F =>
    function (this: unknown, ...args: Parameters<F>) {
      reads += 1;
      return method.apply(this, args);
    } as F;
  Object.assign(IDBObjectStore.prototype, {
    getAll: counted(getAll),
    getAllKeys: counted(getAllKeys),
    openCursor: counted(openCursor),
  });
  for (let i = 0; i < steps; i++) await draw(n, 100);
  Object.assign(IDBObjectStore.prototype, { getAll, getAllKeys, openCursor });
  return reads;
}

/** What of the drawing's memory is stored while the page is left, and after it is shown again. */
export interface Left {
  /** Modes and stores of transactions that waited for the page when it was left, or later. */
  readonly open: readonly string[];
  readonly away: readonly string[];
  readonly back: readonly string[];
}

/** Leaves the page amid reads and writes, as a browser does that keeps the page; later shows it again. */
export async function leave(n: number): Promise<Left> {
  const id = number(n);
  // The database is open: what follows begins at once.
  await readCamera(id);
  const { transaction } = IDBDatabase.prototype;
  const { commit, abort } = IDBTransaction.prototype;
  const waits = new Map<IDBTransaction, string>();
  let begun = 0;
  let interrupted = 0;
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...args) {
    const made = transaction.apply(this, args);
    begun += 1;
    waits.set(made, [made.mode, ...made.objectStoreNames].join(' '));
    return made;
  };
  IDBTransaction.prototype.commit = function () {
    commit.call(this);
    waits.delete(this);
  };
  IDBTransaction.prototype.abort = function () {
    abort.call(this);
    interrupted += 1;
    waits.delete(this);
  };
  const bounds = { minX: 0, minY: 0, maxX: 1, maxY: 1 };
  const step = addStep([], [{ tool: 'pen', color: '#000000', size: 1, points: [[1, 1]] }]);
  const landed: string[] = [];
  const doing = (what: string, work: Promise<unknown>) => work.then(() => landed.push(what));
  const steps = doing('step', writeHistory(id, record(NO_HISTORY, step), 'newest'));
  const picture = doing('picture', writePicture(id, { thumb: 'p', bounds }));
  const reading = readHistory(id);
  // Only so long that the transactions have begun. None can have got an answer.
  while (begun < 3) await Promise.resolve();
  const camera = doing('camera', writeCamera(id, { x: 0, y: 0, zoom: 1 }));
  const early = doing('early', writeEarly(id, { title: '', strokes: [] }));
  const stale = doing('stale', writeThumbStale(id, true));
  while (begun < 6) await Promise.resolve();
  dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  const open = [...waits.values()];
  const forgotten = doing('forgotten', forgetDrawings(new Set(['another'])));
  await Promise.all([camera, early, stale, reading]);
  open.push(...waits.values());
  if (interrupted === 0) open.push('nothing was interrupted');
  const away = [...landed].sort();
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await Promise.all([steps, picture, forgotten]);
  Object.assign(IDBDatabase.prototype, { transaction });
  Object.assign(IDBTransaction.prototype, { commit, abort });
  return { open, away, back: landed.slice(away.length).sort() };
}
