/**
 * What this device remembers of how a drawing was looked at and made: where the view stood, and what can be
 * undone. Kept beside the drawings, not with them: it is of no use elsewhere, and losing it loses nothing drawn.
 * Where the browser keeps no database, nothing is remembered.
 */
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import type { Bounds, Camera, Size } from '../../../ink/index.ts';
import { type History, NO_HISTORY, type Step } from './history.ts';
import { stepOfText, stepText } from './step-text.ts';

interface DrawingMemory extends DBSchema {
  cameras: { key: string; value: SavedCamera };
  histories: { key: string; value: HistoryHead };
  /** As text; older ones are objects. */
  steps: { key: [drawing: string, number: number]; value: string | Step };
  pictures: { key: string; value: SavedPicture };
  /** Drawings whose stored thumbnail is older than what is on them. */
  staleThumbs: { key: string; value: true };
  pictured: { key: string; value: ThumbRecord };
}

/** What is known of a history without reading its steps. */
interface HistoryHead {
  /** Steps are numbered over the life of the drawing; those before this one are done, those from it on undone. */
  readonly done: number;
  /** Characters of its steps; older ones do not say. */
  readonly size?: number;
  /** When it was last written, ms; older ones do not say. */
  readonly used?: number;
}

/** Under this key stands the size of all histories together; absent where it has to be counted anew. */
const ALL = '';
/** Characters of the histories of all drawings: beyond the first number those that rest longest go, down to the second. */
const SIZE_MAX = 64_000_000;
const SIZE_AFTER = 48_000_000;

/** Characters of the steps that were written or read. */
const sizes = new WeakMap<Step, number>();

/** Which thumbnail a drawing had at which rev, the last time that it was known to be right. */
export interface ThumbRecord {
  readonly rev: number;
  /** What tells it from others. */
  readonly print: string;
}

/** Where the view stood, and how large it was then (CSS px); older ones do not say. */
export interface SavedCamera extends Camera {
  readonly view?: Size;
}

/** What a drawing looked like: shown while its strokes are read. */
export interface SavedPicture {
  /** Data URL. */
  readonly thumb: string;
  /** What the strokes covered. */
  readonly bounds: Bounds;
}

let opened: Promise<IDBPDatabase<DrawingMemory>> | undefined;

function database(): Promise<IDBPDatabase<DrawingMemory>> {
  opened ??= openDB<DrawingMemory>('pleinair-studio', 4, {
    upgrade(db, before) {
      if (before < 1) {
        db.createObjectStore('cameras');
        db.createObjectStore('histories');
        db.createObjectStore('steps');
      }
      if (before < 2) db.createObjectStore('pictures');
      if (before < 3) db.createObjectStore('staleThumbs');
      db.createObjectStore('pictured');
    },
    blocking(_current, _blocked, event) {
      // Another page brings a newer version: it must not wait for this one.
      if (event.target instanceof IDBDatabase) event.target.close();
      opened = undefined;
    },
    terminated() {
      opened = undefined;
    },
  });
  return opened;
}

/** Runs `work`; undefined when the browser keeps no database. */
async function tried<T>(work: (db: IDBPDatabase<DrawingMemory>) => Promise<T>): Promise<T | undefined> {
  try {
    return await work(await database());
  } catch {
    opened = undefined;
    return undefined;
  }
}

function stepsOf(id: string, from = 0, to = Number.MAX_SAFE_INTEGER): IDBKeyRange {
  return IDBKeyRange.bound([id, from], [id, to]);
}

export function readCamera(id: string): Promise<SavedCamera | undefined> {
  return tried((db) => db.get('cameras', id));
}

export async function writeCamera(id: string, camera: SavedCamera): Promise<void> {
  await tried((db) => db.put('cameras', camera, id));
}

export function readPicture(id: string): Promise<SavedPicture | undefined> {
  return tried((db) => db.get('pictures', id));
}

export async function writePicture(id: string, picture: SavedPicture): Promise<void> {
  await tried((db) => db.put('pictures', picture, id));
}

/** Was the drawing left before its thumbnail was made anew? */
export async function readThumbStale(id: string): Promise<boolean> {
  return (await tried((db) => db.get('staleThumbs', id))) === true;
}

export async function writeThumbStale(id: string, stale: boolean): Promise<void> {
  await tried<unknown>((db) => (stale ? db.put('staleThumbs', true, id) : db.delete('staleThumbs', id)));
}

/** All drawings that were left before their thumbnail was made anew. */
export async function readThumbsStale(): Promise<Set<string>> {
  return new Set(await tried((db) => db.getAllKeys('staleThumbs')));
}

export async function readPictured(): Promise<Map<string, ThumbRecord>> {
  const read = await tried(async (db) => {
    const [keys, values] = await Promise.all([db.getAllKeys('pictured'), db.getAll('pictured')]);
    return keys.map((key, i) => [key, values[i]] as const);
  });
  return new Map(read?.flatMap(([key, value]) => (value ? [[key, value] as const] : [])));
}

export async function writePictured(pictured: ReadonlyMap<string, ThumbRecord>): Promise<void> {
  await tried(async (db) => {
    const transaction = db.transaction('pictured', 'readwrite');
    await Promise.all([
      ...[...pictured].map(([id, one]) => transaction.store.put(one, id)),
      transaction.done,
    ]);
  });
}

export async function readHistory(id: string): Promise<History> {
  const read = await tried(async (db) => {
    const transaction = db.transaction(['histories', 'steps']);
    const [mark, keys, values] = await Promise.all([
      transaction.objectStore('histories').get(id),
      transaction.objectStore('steps').getAllKeys(stepsOf(id)),
      transaction.objectStore('steps').getAll(stepsOf(id)),
    ]);
    const first = keys[0]?.[1] ?? 0;
    const steps = values.map((value) => {
      const step = stepOfText(value);
      sizes.set(step, sizeOf(value));
      return step;
    });
    return { first, steps, done: Math.min(steps.length, Math.max(0, (mark?.done ?? 0) - first)) };
  });
  return read ?? NO_HISTORY;
}

/** Writes how far the history is done; with `newest`, its last done step too, which ends it. */
export function writeHistory(id: string, history: History, newest: boolean): Promise<void> {
  // One after the other: a long step takes longer to be written than the short one after it.
  writing = writing.then(() => writeSteps(id, history, newest));
  return writing;
}

/** Forgets all of drawings that were deleted for good: what can be undone of them has their strokes in it. */
export async function forgetDrawings(ids: ReadonlySet<string>): Promise<void> {
  if (ids.size === 0) return;
  await tried(async (db) => {
    const names = ['cameras', 'histories', 'pictures', 'staleThumbs', 'pictured'] as const;
    const transaction = db.transaction([...names, 'steps' as const], 'readwrite');
    const steps = transaction.objectStore('steps');
    for (const name of names) {
      const store = transaction.objectStore(name);
      const known = await store.getAllKeys();
      await Promise.all(known.filter((id) => ids.has(id)).map((id) => store.delete(id)));
      // Every drawing that has steps has a mark of how far they are done.
      if (name === 'histories') {
        await Promise.all(known.filter((id) => ids.has(id)).map((id) => steps.delete(stepsOf(id))));
        await store.delete(ALL);
      }
    }
    await transaction.done;
  });
}

let writing: Promise<void> = Promise.resolve();

async function writeSteps(id: string, history: History, newest: boolean): Promise<void> {
  const step = newest ? history.steps[history.done - 1] : undefined;
  const text = step && (await stepText(step));
  if (step && text !== undefined) sizes.set(step, text.length);
  const size = history.steps.reduce((sum, one) => sum + (sizes.get(one) ?? 0), 0);
  const all = await tried(async (db) => {
    const transaction = db.transaction(['histories', 'steps'], 'readwrite');
    const [histories, steps] = [transaction.objectStore('histories'), transaction.objectStore('steps')];
    const [before, sum] = await Promise.all([histories.get(id), histories.get(ALL)]);
    const isCounted = sum?.size !== undefined && (before === undefined || before.size !== undefined);
    const all = isCounted ? (sum?.size ?? 0) - (before?.size ?? 0) + size : Number.POSITIVE_INFINITY;
    const done = history.first + history.done;
    const writes: Promise<unknown>[] = [
      histories.put({ done, size, used: Date.now() }, id),
      isCounted ? histories.put({ done: 0, size: all }, ALL) : histories.delete(ALL),
    ];
    if (text !== undefined) {
      writes.push(steps.delete(stepsOf(id, done)), steps.put(text, [id, done - 1]));
      if (history.first > 0) writes.push(steps.delete(stepsOf(id, 0, history.first - 1)));
    }
    await Promise.all([...writes, transaction.done]);
    return all;
  });
  if (all !== undefined && all > SIZE_MAX) await forgetHistories(id, SIZE_MAX, SIZE_AFTER);
}

/**
 * The storage is full: what could be undone of other drawings goes, before anything that is drawn has to wait.
 * @returns was there any?
 */
export function makeRoom(open: string): Promise<boolean> {
  const made = writing.then(() => forgetHistories(open, 0, 0));
  writing = made.then(() => undefined);
  return made;
}

/**
 * Counts the histories, and where they are larger than `most` together, forgets those that rest longest until they are
 * no larger than `after`; never that of the drawing that is `open`.
 * @returns was one forgotten?
 */
async function forgetHistories(open: string, most: number, after: number): Promise<boolean> {
  const forgotten = await tried(async (db) => {
    const transaction = db.transaction(['histories', 'steps'], 'readwrite');
    const [histories, steps] = [transaction.objectStore('histories'), transaction.objectStore('steps')];
    const [ids, marks] = await Promise.all([histories.getAllKeys(), histories.getAll()]);
    const known: { readonly id: string; readonly mark: HistoryHead; readonly size: number }[] = [];
    for (const [i, id] of ids.entries()) {
      const mark = marks[i];
      if (mark === undefined || id === ALL) continue;
      known.push({ id, mark, size: mark.size ?? (await countSteps(steps, id)) });
    }
    let all = known.reduce((sum, { size }) => sum + size, 0);
    const oldest = known
      .filter(({ id }) => id !== open)
      .sort((a, b) => (a.mark.used ?? 0) - (b.mark.used ?? 0));
    const gone = new Set<string>();
    const writes: Promise<unknown>[] = [];
    for (const { id, size } of all > most ? oldest : []) {
      if (all <= after) break;
      gone.add(id);
      all -= size;
    }
    if (gone.size > 0) {
      // Nothing is written: a storage that is full takes deletions alone. The next write has it counted anew.
      for (const id of gone) writes.push(histories.delete(id), steps.delete(stepsOf(id)));
      writes.push(histories.delete(ALL));
    } else {
      for (const { id, mark, size } of known) {
        if (mark.size === undefined) writes.push(histories.put({ ...mark, size }, id));
      }
      writes.push(histories.put({ done: 0, size: all }, ALL));
    }
    await Promise.all([...writes, transaction.done]);
    return gone.size > 0;
  });
  return forgotten === true;
}

type Steps = IDBPObjectStore<DrawingMemory, ('histories' | 'steps')[], 'steps', 'readwrite'>;

/** One step at a time: together they may be as much as a page can hold. */
async function countSteps(steps: Steps, id: string): Promise<number> {
  let size = 0;
  for (let at = await steps.openCursor(stepsOf(id)); at; at = await at.continue()) size += sizeOf(at.value);
  return size;
}

function sizeOf(value: string | Step): number {
  return typeof value === 'string' ? value.length : JSON.stringify(value).length;
}
