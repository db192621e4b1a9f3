/**
 * The view, the thumbnail and the undo steps of each drawing, stored on this device only, in a database of their
 * own. They are of no use elsewhere, and losing them loses no stroke; only what was drawn while a drawing opened is
 * nowhere else until it is saved. Without IndexedDB nothing is stored.
 */
import type { IDBPObjectStore, StoreNames } from 'idb';
import { drawingOf, type EarlyMoves, keysOf } from '../../early/early-moves.ts';
import { forgetKeptViews, makeRoomOfViews } from '../../early/kept-views.ts';
import { atOnce, type Change, readThenWrite } from '../../early/page-transactions.ts';
import { type History, NO_HISTORY, type Step } from './history.ts';
import {
  type DrawingMemory,
  type EarlyRecord,
  type HistoryHead,
  type SavedCamera,
  type SavedPicture,
  type ThumbRecord,
  TOTAL_KEY,
  withDatabase,
} from './memory-database.ts';

export type { EarlyRecord, Unfinished } from './memory-database.ts';

import { stepOfText, stepText } from './step-text.ts';

/** Most characters of all histories. Beyond that the least recently used are deleted, down to SIZE_AFTER. */
const SIZE_MAX = 64_000_000;
const SIZE_AFTER = 48_000_000;

/** Characters of steps that were written or read. */
const sizes = new WeakMap<Step, number>();

/** Most characters of all saved pictures. Beyond that the least recently saved are deleted. */
const PICTURES_MAX = 16_000_000;

/** Most ms that an opening drawing waits for what is remembered of it. */
const PATIENCE = 2_000;

/**
 * What was read, if it comes within two seconds from now; else undefined. Another tab may keep the database busy for
 * long, and the drawing can be shown without.
 */
export function inTime<T>(reading: Promise<T>): Promise<T | undefined> {
  return Promise.race([reading, new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE))]);
}

function stepsOf(id: string, from = 0, to = Number.MAX_SAFE_INTEGER): IDBKeyRange {
  return IDBKeyRange.bound([id, from], [id, to]);
}

/** The saved view of a drawing. */
export function readCamera(id: string): Promise<SavedCamera | undefined> {
  return readOne('cameras', id);
}

/** Saves the view of a drawing. */
export async function writeCamera(id: string, camera: SavedCamera): Promise<void> {
  await write('cameras', (store) => store.put(camera, id));
}

/** The saved thumbnail and bounds of a drawing. */
export async function readPicture(id: string): Promise<SavedPicture | undefined> {
  const read = await readOne('pictures', id);
  return read && 'thumb' in read ? read : undefined;
}

/** Saves thumbnail and bounds of a drawing. */
export async function writePicture(id: string, picture: SavedPicture): Promise<void> {
  await changePictures(async (store) => {
    const sizes = (await picturesIn(store)).filter(([other]) => other !== id);
    sizes.push([id, picture.thumb.length]);
    let all = sizes.reduce((sum, [, size]) => sum + size, 0);
    const writes: Promise<unknown>[] = [store.put(picture, id)];
    let kept = 0;
    for (const [oldest, size] of sizes.slice(0, -1)) {
      if (all <= PICTURES_MAX) break;
      all -= size;
      kept++;
      writes.push(store.delete(oldest));
    }
    writes.push(store.put({ sizes: sizes.slice(kept) }, TOTAL_KEY));
    return { writes, result: undefined };
  });
}

type Pictures = IDBPObjectStore<DrawingMemory, 'pictures'[], 'pictures', 'readwrite'>;

function changePictures<T>(change: (store: Pictures) => Promise<Change<T>>): Promise<T | undefined> {
  return withDatabase((db) =>
    readThenWrite(db, ['pictures' as const], (transaction) => change(transaction.objectStore('pictures'))),
  );
}

/** The saved pictures and their characters, the least recently saved first. Counted if that is not stored. */
async function picturesIn(store: Pictures): Promise<(readonly [id: string, characters: number])[]> {
  const total = await store.get(TOTAL_KEY);
  if (total && 'sizes' in total) return [...total.sizes];
  const sizes: (readonly [string, number])[] = [];
  for (let at = await store.openCursor(); at; at = await at.continue()) {
    if ('thumb' in at.value) sizes.push([at.key, at.value.thumb.length]);
  }
  return sizes;
}

/**
 * Deletes the saved pictures of other drawings: they are made again.
 * @returns true if there were any
 */
async function forgetPictures(open: string): Promise<boolean> {
  const forgotten = await changePictures(async (store) => {
    const others = (await store.getAllKeys()).filter((id) => id !== open && id !== TOTAL_KEY);
    // Only deletions, since a full storage accepts nothing else. The next write counts again.
    const writes = [...others.map((id) => store.delete(id)), store.delete(TOTAL_KEY)];
    return { writes, result: others.length > 0 };
  });
  return forgotten === true;
}

/** True if the drawing was closed before its thumbnail was updated. */
export async function readThumbStale(id: string): Promise<boolean> {
  return (await readOne('staleThumbs', id)) === true;
}

/** Stores whether the thumbnail of a drawing is out of date. */
export async function writeThumbStale(id: string, stale: boolean): Promise<void> {
  await write('staleThumbs', (store) => (stale ? store.put(true, id) : store.delete(id)));
}

/** Ids of all drawings that were closed before their thumbnail was updated. */
export async function readThumbsStale(): Promise<Set<string>> {
  return new Set(await read('staleThumbs', (store) => store.getAllKeys()));
}

/** The thumbnail records of all drawings, by id. */
export async function readPictured(): Promise<Map<string, ThumbRecord>> {
  const all = await read('pictured', async (store) => {
    const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
    return keys.map((key, i) => [key, values[i]] as const);
  });
  return new Map(all?.flatMap(([key, value]) => (value ? [[key, value] as const] : [])));
}

/** Stores thumbnail records. */
export async function writePictured(pictured: ReadonlyMap<string, ThumbRecord>): Promise<void> {
  await write('pictured', (store) => Promise.all([...pictured].map(([id, one]) => store.put(one, id))));
}

/** Id of the layer that was last worked on. */
export function readActiveLayer(id: string): Promise<string | undefined> {
  return readOne('activeLayers', id);
}

/** Stores the id of the layer that is worked on. */
export async function writeActiveLayer(id: string, layer: string): Promise<void> {
  await write('activeLayers', (store) => store.put(layer, id));
}

/** The keys of all that pages keep of a drawing which is not saved yet, in the order in which they came. */
export async function readEarlyKeys(id: string): Promise<readonly string[]> {
  return (await read('early', (store) => store.getAllKeys(keysOf(id)))) ?? [];
}

/** What a page keeps of a drawing: what it made while that opened, or what was drawn before the app came. */
export function readEarly(key: string): Promise<EarlyRecord | EarlyMoves | undefined> {
  return readOne('early', key);
}

/**
 * Stores what was made of a drawing while it opens.
 * @param taken keys of what is in it now: they are deleted in the same transaction
 * @returns false if the database has refused it
 */
export function writeEarly(key: string, early: EarlyRecord, taken: readonly string[] = []): Promise<boolean> {
  return write('early', (store) =>
    Promise.all([store.put(early, key), ...taken.map((one) => store.delete(one))]),
  );
}

/** What this key has is saved. */
export function forgetEarly(key: string): Promise<boolean> {
  return write('early', (store) => store.delete(key));
}

/** The stored history of a drawing. */
export async function readHistory(id: string): Promise<History> {
  const read = await withDatabase(async (db) => {
    const [mark, keys, values] = await atOnce(db, ['histories', 'steps'], 'readonly', (transaction) =>
      Promise.all([
        transaction.objectStore('histories').get(id),
        transaction.objectStore('steps').getAllKeys(stepsOf(id)),
        transaction.objectStore('steps').getAll(stepsOf(id)),
      ]),
    );
    const first = keys[0]?.[1] ?? 0;
    const numbers = keys.map(([, number]) => number);
    if (numbers.some((number, i) => number !== first + i)) incomplete.add(id);
    const steps = values.map((value) => {
      const step = stepOfText(value);
      sizes.set(step, sizeOf(value));
      return step;
    });
    return { first, steps, done: numbers.filter((number) => number < (mark?.done ?? 0)).length };
  });
  return read ?? NO_HISTORY;
}

/** The steps that are written with the state: the last done one, after which all others go; or all. */
export type Written = 'none' | 'newest' | 'all';

/** Writes the state of a history. */
export function writeHistory(id: string, history: History, written: Written): Promise<void> {
  const one = { id, history, written };
  unwritten.add(one);
  // A hidden page may not get another turn.
  if (document.visibilityState === 'hidden') hurryHistory(id);
  // One after the other, because a long step takes longer than the next short one.
  writing = writing.then(() => writeSteps(one));
  return writing;
}

/**
 * The page may be going away: writes now what is not written of a drawing's history, in requests that end without the
 * page. The text of a large step is otherwise made in slices, and the change itself would be stored before it.
 */
export function hurryHistory(id: string): void {
  for (const one of unwritten) {
    if (one.id !== id) continue;
    unwritten.delete(one);
    complete(one);
    const texts = stepsIn(one).map((step) => noted(step, JSON.stringify(step)));
    void withDatabase((db) =>
      atOnce(db, ['histories' as const, 'steps' as const], 'readwrite', (transaction) => {
        const histories = transaction.objectStore('histories');
        // To count all would be to read first. The next write does.
        return Promise.all([
          histories.delete(TOTAL_KEY),
          ...puts(one, texts, histories, transaction.objectStore('steps')),
        ]);
      }),
    ).then((done) => noteWritten(id, done !== undefined));
  }
}

/** Deletes everything about drawings that were deleted for good: their undo steps contain strokes. */
export async function forgetDrawings(ids: ReadonlySet<string>): Promise<void> {
  if (ids.size === 0) return;
  await forgetKeptViews(ids);
  const names = [
    'cameras',
    'histories',
    'pictures',
    'staleThumbs',
    'pictured',
    'early',
    'activeLayers',
  ] as const;
  await withDatabase((db) =>
    readThenWrite(db, [...names, 'steps' as const], async (transaction) => {
      const steps = transaction.objectStore('steps');
      const known = await Promise.all(names.map((name) => transaction.objectStore(name).getAllKeys()));
      const writes = names.flatMap((name, i) => {
        const store = transaction.objectStore(name);
        const gone = known[i]?.filter((key) => ids.has(drawingOf(key))) ?? [];
        return [
          ...gone.map((id) => store.delete(id)),
          // Every drawing with steps has an entry in `histories`.
          ...(name === 'histories' ? gone.map((id) => steps.delete(stepsOf(id))) : []),
          ...(known[i]?.includes(TOTAL_KEY) ? [store.delete(TOTAL_KEY)] : []),
        ];
      });
      return { writes, result: undefined };
    }),
  );
}

/** Reads with requests that are all made at once. */
function read<Name extends StoreName, T>(
  name: Name,
  ask: (store: Store<Name, 'readonly'>) => Promise<T>,
): Promise<T | undefined> {
  return withDatabase((db) => atOnce(db, [name], 'readonly', (at) => ask(at.objectStore(name))));
}

function readOne<Name extends StoreName>(
  name: Name,
  id: string,
): Promise<DrawingMemory[Name]['value'] | undefined> {
  return read(name, (store) => store.get(id));
}

/** Writes with requests that are all made at once. Returns false if that fails. */
async function write<Name extends StoreName>(
  name: Name,
  ask: (store: Store<Name, 'readwrite'>) => Promise<unknown>,
): Promise<boolean> {
  const done = await withDatabase(async (db) => {
    await atOnce(db, [name], 'readwrite', (at) => ask(at.objectStore(name)));
    return true;
  });
  return done === true;
}

/** The stores with an entry for each drawing. */
type StoreName = Exclude<StoreNames<DrawingMemory>, 'steps'>;
type Store<Name extends StoreName, Mode extends IDBTransactionMode> = IDBPObjectStore<
  DrawingMemory,
  Name[],
  Name,
  Mode
>;

let writing: Promise<void> = Promise.resolve();

/** What is to be written of a history. */
interface Unwritten {
  readonly id: string;
  readonly history: History;
  written: Written;
}

/** In the order in which they were made. */
const unwritten = new Set<Unwritten>();
/** Ids of drawings of whose steps some were not written, as the storage was full. */
const incomplete = new Set<string>();

/** If steps before it are missing, all are written with the next one: they are found by their number. */
function complete(one: Unwritten): void {
  if (incomplete.has(one.id)) one.written = 'all';
}

function noteWritten(id: string, isWritten: boolean): void {
  if (isWritten) incomplete.delete(id);
  else incomplete.add(id);
}

function firstIn({ history, written }: Unwritten): number {
  return written === 'newest' ? history.done - 1 : 0;
}

function stepsIn(one: Unwritten): readonly Step[] {
  const { history, written } = one;
  const to = { none: 0, newest: history.done, all: history.steps.length }[written];
  return history.steps.slice(firstIn(one), to);
}

function noted(step: Step, text: string): string {
  sizes.set(step, text.length);
  return text;
}

function sizeOfAll({ steps }: History): number {
  return steps.reduce((sum, one) => sum + (sizes.get(one) ?? 0), 0);
}

async function writeSteps(one: Unwritten): Promise<void> {
  const { id, history } = one;
  complete(one);
  const texts: string[] = [];
  for (const step of stepsIn(one)) {
    if (!unwritten.has(one)) return;
    texts.push(noted(step, await stepText(step)));
  }
  const size = sizeOfAll(history);
  const all = await changeHistories(async (histories, steps) => {
    // Written in a hurry meanwhile, perhaps with later ones.
    if (!unwritten.has(one)) return { writes: [], result: 0 };
    const [before, sum] = await Promise.all([histories.get(id), histories.get(TOTAL_KEY)]);
    const isCounted = sum?.size !== undefined && (before === undefined || before.size !== undefined);
    const all = isCounted ? (sum?.size ?? 0) - (before?.size ?? 0) + size : Number.POSITIVE_INFINITY;
    const writes = [
      isCounted ? histories.put({ done: 0, size: all }, TOTAL_KEY) : histories.delete(TOTAL_KEY),
      ...puts(one, texts, histories, steps),
    ];
    return { writes, result: all };
  });
  if (unwritten.delete(one)) noteWritten(id, all !== undefined);
  if (all !== undefined && all > SIZE_MAX) await forgetHistories(id, SIZE_MAX, SIZE_AFTER);
}

/** Makes the requests that write a history. */
function puts(one: Unwritten, texts: readonly string[], histories: Histories, steps: Steps) {
  const { id, history, written } = one;
  const done = history.first + history.done;
  const writes: Promise<unknown>[] = [
    histories.put({ done, size: sizeOfAll(history), used: Date.now() }, id),
  ];
  if (texts.length > 0) {
    writes.push(steps.delete(stepsOf(id, written === 'newest' ? done : 0)));
    const first = history.first + firstIn(one);
    writes.push(...texts.map((text, i) => steps.put(text, [id, first + i])));
    if (history.first > 0) writes.push(steps.delete(stepsOf(id, 0, history.first - 1)));
  }
  return writes;
}

/**
 * Frees space when the storage is full, so that strokes can be saved. Deletes what can be made again, or else the
 * undo steps of other drawings.
 * @param open id of the open drawing, whose picture and steps stay
 * @returns true if there was anything to delete: try again, and call this again where that fails
 */
export function makeRoom(open: string): Promise<boolean> {
  const made = writing.then(async () => {
    const [views, pictures] = await Promise.all([makeRoomOfViews(), forgetPictures(open)]);
    return views || pictures || forgetHistories(open, 0, 0);
  });
  writing = made.then(() => undefined);
  return made;
}

/**
 * Counts all histories. If they exceed `most` characters, deletes the least recently used ones until `after`
 * remain, but never that of the `open` drawing.
 * @returns true if one was deleted
 */
async function forgetHistories(open: string, most: number, after: number): Promise<boolean> {
  const forgotten = await changeHistories(async (histories, steps) => {
    const [ids, marks] = await Promise.all([histories.getAllKeys(), histories.getAll()]);
    const known: { readonly id: string; readonly mark: HistoryHead; readonly size: number }[] = [];
    for (const [i, id] of ids.entries()) {
      const mark = marks[i];
      if (mark === undefined || id === TOTAL_KEY) continue;
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
      // Only deletions, since a full storage accepts nothing else. The next write counts again.
      for (const id of gone) writes.push(histories.delete(id), steps.delete(stepsOf(id)));
      writes.push(histories.delete(TOTAL_KEY));
    } else {
      for (const { id, mark, size } of known) {
        if (mark.size === undefined) writes.push(histories.put({ ...mark, size }, id));
      }
      writes.push(histories.put({ done: 0, size: all }, TOTAL_KEY));
    }
    return { writes, result: gone.size > 0 };
  });
  return forgotten === true;
}

function changeHistories<T>(
  change: (histories: Histories, steps: Steps) => Promise<Change<T>>,
): Promise<T | undefined> {
  return withDatabase((db) =>
    readThenWrite(db, ['histories' as const, 'steps' as const], (transaction) =>
      change(transaction.objectStore('histories'), transaction.objectStore('steps')),
    ),
  );
}

type Histories = IDBPObjectStore<DrawingMemory, ('histories' | 'steps')[], 'histories', 'readwrite'>;
type Steps = IDBPObjectStore<DrawingMemory, ('histories' | 'steps')[], 'steps', 'readwrite'>;

/** Characters of a drawing's steps. Read one at a time, because all together may exceed the memory of a page. */
async function countSteps(steps: Steps, id: string): Promise<number> {
  let size = 0;
  for (let at = await steps.openCursor(stepsOf(id)); at; at = await at.continue()) size += sizeOf(at.value);
  return size;
}

function sizeOf(value: string | Step): number {
  return typeof value === 'string' ? value.length : JSON.stringify(value).length;
}
