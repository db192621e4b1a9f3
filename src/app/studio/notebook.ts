/**
 * What this device remembers of how a drawing was looked at and made: where the view stood, and what can be
 * undone. Kept beside the drawings, not with them: it is of no use elsewhere, and losing it loses nothing drawn.
 * Where the browser keeps no database, nothing is remembered.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Bounds, Camera } from '../../ink/index.ts';
import { type History, NO_HISTORY, type Step } from './history.ts';
import { stepOfText, stepText } from './step-text.ts';

interface Notebook extends DBSchema {
  cameras: { key: string; value: Camera };
  /** Steps are numbered over the life of the drawing; those before `done` are done, those from it on undone. */
  histories: { key: string; value: { readonly done: number } };
  /** As text; older ones are objects. */
  steps: { key: [drawing: string, number: number]; value: string | Step };
  pictures: { key: string; value: KeptPicture };
  /** Drawings whose stored thumbnail is older than what is on them. */
  staleThumbs: { key: string; value: true };
}

/** What a drawing looked like: shown while its strokes are read. */
export interface KeptPicture {
  /** Data URL. */
  readonly thumb: string;
  /** What the strokes covered. */
  readonly bounds: Bounds;
}

let opened: Promise<IDBPDatabase<Notebook>> | undefined;

function notebook(): Promise<IDBPDatabase<Notebook>> {
  opened ??= openDB<Notebook>('pleinair-studio', 3, {
    upgrade(db, before) {
      if (before < 1) {
        db.createObjectStore('cameras');
        db.createObjectStore('histories');
        db.createObjectStore('steps');
      }
      if (before < 2) db.createObjectStore('pictures');
      db.createObjectStore('staleThumbs');
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

/** Runs `work`; undefined when the notebook cannot be had. */
async function tried<T>(work: (db: IDBPDatabase<Notebook>) => Promise<T>): Promise<T | undefined> {
  try {
    return await work(await notebook());
  } catch {
    opened = undefined;
    return undefined;
  }
}

function stepsOf(id: string, from = 0, to = Number.MAX_SAFE_INTEGER): IDBKeyRange {
  return IDBKeyRange.bound([id, from], [id, to]);
}

export function readCamera(id: string): Promise<Camera | undefined> {
  return tried((db) => db.get('cameras', id));
}

export async function writeCamera(id: string, camera: Camera): Promise<void> {
  await tried((db) => db.put('cameras', camera, id));
}

export function readPicture(id: string): Promise<KeptPicture | undefined> {
  return tried((db) => db.get('pictures', id));
}

export async function writePicture(id: string, picture: KeptPicture): Promise<void> {
  await tried((db) => db.put('pictures', picture, id));
}

/** Was the drawing left before its thumbnail was made anew? */
export async function readThumbStale(id: string): Promise<boolean> {
  return (await tried((db) => db.get('staleThumbs', id))) === true;
}

export async function writeThumbStale(id: string, stale: boolean): Promise<void> {
  await tried<unknown>((db) => (stale ? db.put('staleThumbs', true, id) : db.delete('staleThumbs', id)));
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
    const steps = values.map(stepOfText);
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

let writing: Promise<void> = Promise.resolve();

async function writeSteps(id: string, history: History, newest: boolean): Promise<void> {
  const step = newest ? history.steps[history.done - 1] : undefined;
  const text = step && (await stepText(step));
  await tried(async (db) => {
    const transaction = db.transaction(['histories', 'steps'], 'readwrite');
    const steps = transaction.objectStore('steps');
    const done = history.first + history.done;
    const writes: Promise<unknown>[] = [transaction.objectStore('histories').put({ done }, id)];
    if (text !== undefined) {
      writes.push(steps.delete(stepsOf(id, done)), steps.put(text, [id, done - 1]));
      if (history.first > 0) writes.push(steps.delete(stepsOf(id, 0, history.first - 1)));
    }
    await Promise.all([...writes, transaction.done]);
  });
}
