/** Runs in the page: the store suite over IndexedDB, and what tests do to the database without the store. */

import { writeKeeping } from '../../src/api/drawings/change/versions.ts';
import {
  type DrawingRow,
  type Store,
  StoreFull,
  StoreUnavailable,
  type WriteTx,
} from '../../src/api/ports.ts';
import { writeEarly } from '../../src/app/studio/document/drawing-memory.ts';
import { type IndexedDbStore, indexedDbStore } from '../../src/store/indexeddb.ts';
import { migrate } from '../../src/store/indexeddb-schema.ts';
import { createWrite } from '../../src/store/indexeddb-writer.ts';
import { logMark } from '../../src/store/new-log.ts';
import { equal, ok, rejects } from './assert.ts';
import { instant, row, uuid } from './samples.ts';
import { storeCases } from './suite.ts';
import { addOne, everything, fill } from './work.ts';

function openStore(name: string, upgrade = false): IndexedDbStore {
  return indexedDbStore({ name, upgrade, loadCreateWrite: async () => createWrite });
}

/** Runs a case of the shared suite, over a new database. */
export async function runCase(name: string, strokesJson: string): Promise<void> {
  const found = storeCases.find((storeCase) => storeCase.name === name);
  if (found === undefined) throw new Error(`no case ${name}`);
  const database = `case ${crypto.randomUUID()}`;
  const opened: Store[] = [];
  const open = async () => {
    const store = openStore(database);
    opened.push(store);
    return store;
  };
  await found.run({ open, strokes: JSON.parse(strokesJson) });
  for (const store of opened) await store.close();
  await finished(indexedDB.deleteDatabase(database));
}

const kept = new Map<string, Store>();

/** The store of this name, the same one at every call. */
function store(name: string): Store {
  const known = kept.get(name) ?? openStore(name);
  kept.set(name, known);
  return known;
}

export async function fillStore(name: string): Promise<string> {
  await store(name).write(fill);
  return contents(name);
}

export async function contents(name: string): Promise<string> {
  return JSON.stringify(await store(name).read(everything));
}

/** Writes a chunk of so many characters together with a drawing. Returns the error's name, or "". */
export async function writeChunk(name: string, id: string, characters: number): Promise<string> {
  try {
    await store(name).write(async (tx) => {
      await tx.setCounter(77);
      await tx.putDrawing(row(77));
      await tx.putChunks([{ id, text: noise(characters) }]);
    });
    return '';
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
}

/** Writes so many characters to another database of this origin. Returns the error's name, or "". */
export async function writeElsewhere(name: string, characters: number): Promise<string> {
  const database = await elsewhere(name);
  const tx = database.transaction('texts', 'readwrite', { durability: 'strict' });
  tx.objectStore('texts').put(noise(characters), 1);
  return new Promise((resolve) => {
    tx.oncomplete = () => resolve('');
    tx.onabort = () => resolve(tx.error?.name ?? 'Error');
  });
}

export async function openElsewhere(name: string): Promise<void> {
  await elsewhere(name);
}

const others = new Map<string, Promise<IDBDatabase>>();

function elsewhere(name: string): Promise<IDBDatabase> {
  const known = others.get(name);
  if (known !== undefined) return known;
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore('texts');
  const opened = finished(request);
  others.set(name, opened);
  return opened;
}

/** Keeps a text of so many characters in the page's own memory of a drawing. Tells nobody whether that worked. */
export async function remember(characters: number): Promise<void> {
  await writeEarly(uuid(1), { title: noise(characters), strokes: [] });
}

/** Whether the log of the browser's databases is remembered as sound. */
export async function isLogSound(): Promise<boolean> {
  return (await logMark()) !== undefined;
}

const VERSION = { drawing: uuid(1), title: '', strokeCount: 64 };
/** Characters of a chunk of real strokes. */
const CHUNK = 30_000;

/** Characters that no database compresses. */
function noise(characters: number): string {
  const values = new Uint32Array(16_384);
  const parts: string[] = [];
  for (let length = 0; length < characters; length += 65_536)
    parts.push(crypto.getRandomValues(values).join(''));
  return parts.join('').slice(0, characters);
}

/** Keeps versions of a drawing, each with a chunk of its own, until the storage is full. Returns how many. */
export async function fillWithVersions(name: string): Promise<number> {
  await store(name).write((tx) => tx.putDrawing(row(1)));
  for (let n = 1; ; n++) {
    const id = `of version ${n}`;
    try {
      await store(name).write(async (tx) => {
        await tx.putChunks([{ id, text: noise(CHUNK) }]);
        await tx.putVersion({
          ...VERSION,
          rev: n,
          seq: n,
          updatedAt: instant(n),
          chunks: [[id, 64]],
          held: [[id, CHUNK]],
        });
      });
    } catch (error) {
      if (error instanceof StoreFull) return n - 1;
      throw error;
    }
  }
}

/** Saves strokes of so many characters as the application does. Returns the versions that are left, or the error. */
export async function saveKeeping(name: string, characters: number): Promise<number | string> {
  try {
    await writeKeeping(store(name), Date.now, async (tx) => {
      await tx.putDrawing(row(2));
      await tx.putChunks([{ id: 'drawn now', text: noise(characters) }]);
    });
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
  return versionCount(name);
}

export async function versionCount(name: string): Promise<number> {
  return (await store(name).read((tx) => tx.versions(uuid(1))))?.length ?? 0;
}

export async function chunkLength(name: string, id: string): Promise<number> {
  const [text = ''] = await store(name).read((tx) => tx.chunks([id]));
  return text.length;
}

export async function increment(name: string): Promise<number> {
  return store(name).write(addOne);
}

/** Upgrades the database to a later version, as future code might. */
export async function upgradeBehind(name: string, version: number): Promise<void> {
  const request = indexedDB.open(name, version);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('of-the-future');
    request.transaction?.objectStore('drawings').createIndex('title', 'title');
  };
  (await finished(request)).close();
}

/**
 * A database of the first version is used as it is while it must not be upgraded, and is complete once it may
 * be.
 */
export async function upgradeOlder(name: string): Promise<void> {
  const older = indexedDB.open(name, 1);
  older.onupgradeneeded = () => {
    if (older.transaction !== null) migrate(0, 1, older.result, older.transaction);
  };
  (await finished(older)).close();
  const purge = { id: uuid(7), seq: 7, rev: 1, keys: [] };
  const [page, worker] = [openStore(name), openStore(name, true)];
  equal(await page.write(addOne), 1);
  equal(await page.read((tx) => tx.purges(0, 10)), []);
  equal(await page.read((tx) => tx.purge(uuid(7))), undefined);
  equal(await page.read((tx) => tx.versions(uuid(1))), undefined);
  equal(await page.read((tx) => tx.oldestVersions(1)), []);
  equal(await page.read((tx) => tx.photos(uuid(1))), undefined);
  equal(await page.read((tx) => tx.photosSize()), 0);
  equal(await page.read((tx) => tx.photoBytes(uuid(1), 'a', 0, 1)), undefined);
  await rejects(
    page.write(async (tx) => {
      await tx.deleteDrawing(uuid(1));
      await tx.putPurge(purge);
    }),
    StoreUnavailable,
  );
  equal(await page.read((tx) => tx.drawing(row(1).id)), row(1));
  await worker.write((tx) => tx.putPurge(purge));
  equal(await worker.read((tx) => tx.drawing(row(1).id)), row(1));
  // The store's connection was closed for the upgrade, and the next one sees everything.
  equal(await page.read((tx) => tx.purges(0, 10)), [purge]);
  equal(await page.read((tx) => tx.versions(uuid(1))), []);
  equal(await page.read((tx) => tx.photos()), []);
  for (const each of [page, worker]) await each.close();
}

/** Opens an existing database ahead of the first transaction, twice. Returns how often the browser was asked. */
export async function openAhead(name: string): Promise<number> {
  const first = openStore(name);
  await first.read((tx) => tx.meta());
  await first.close();
  const { open } = IDBFactory.prototype;
  let asked = 0;
  IDBFactory.prototype.open = function (...args) {
    if (args[0] === name) asked += 1;
    return open.apply(this, args);
  };
  try {
    const opened = openStore(name);
    opened.open();
    opened.open();
    ok(asked === 1, 'asked at once');
    await opened.read((tx) => tx.meta());
    await opened.close();
    return asked;
  } finally {
    IDBFactory.prototype.open = open;
  }
}

export async function versionOf(name: string): Promise<number | undefined> {
  return (await indexedDB.databases()).find((database) => database.name === name)?.version;
}

/** While another connection's upgrade does not end, the store reports that instead of waiting for ever. */
export async function openWhileBlocked(name: string, passTime: () => Promise<void>): Promise<void> {
  const request = indexedDB.open(name, 1);
  const blocked = new Promise<() => void>((resolve) => {
    request.onupgradeneeded = () => {
      const created = request.result.createObjectStore('busy');
      resolve(keepBusy(created));
    };
  });
  const release = await blocked;
  const failed = rejects(
    store(name).read((tx) => tx.meta()),
    StoreUnavailable,
  );
  await passTime();
  await failed;
  release();
  (await finished(request)).close();
}

/** While another transaction does not end, a write gives up, and none of it happens later. */
export async function writeWhileBlocked(name: string, passTime: () => Promise<void>): Promise<void> {
  const before = await fillStore(name);
  const database = await finished(indexedDB.open(name));
  const release = keepBusy(database.transaction('drawings', 'readwrite').objectStore('drawings'));
  const failed = rejects(
    store(name).write((tx) => tx.setCounter(99)),
    StoreUnavailable,
  );
  await passTime();
  await failed;
  release();
  database.close();
  equal(await contents(name), before);
  equal(await increment(name), 2);
}

/** A write whose connection is closed in the middle is repeated on the next connection. */
export async function writeWhileEnded(name: string, end: () => Promise<void>): Promise<void> {
  let attempts = 0;
  await store(name).write(async (tx) => {
    attempts++;
    await tx.setCounter(attempts * 10);
    if (attempts > 1) return;
    void end();
    // Until the browser closes the connection, which rejects this.
    for (;;) await tx.meta();
  });
  equal(attempts, 2);
  equal((await store(name).read((tx) => tx.meta())).counter, 20);
}

/**
 * Several connections append to one drawing in turns, so that what each has cached is nearly always outdated,
 * and its writes are repeated on the current rows.
 */
export async function writeInTurns(name: string): Promise<void> {
  const first = openStore(name);
  const connections = [first, openStore(name), openStore(name)];
  await first.write(fill);
  let attempts = 0;
  const append = async (tx: WriteTx) => {
    attempts++;
    const [meta, before] = await Promise.all([tx.meta(), tx.drawing(uuid(1)), tx.key(uuid(1), 'none')]);
    if (before === undefined) throw new Error('there is no drawing');
    const [seq, rev] = [meta.counter + 1, before.rev + 1];
    // The id is taken if another connection has made this change.
    await tx.putChunks([{ id: `c${seq}`, text: String(rev) }]);
    await tx.setCounter(seq);
    const chunks: DrawingRow['chunks'] = [...before.chunks, [`c${seq}`, 1]];
    await tx.putDrawing({ ...before, rev, seq, strokeCount: before.strokeCount + 1, chunks });
    return rev;
  };
  const turns = [0, 0, 1, 0, 2, 1, 1, 2, 0];
  const start = await first.read((tx) => tx.drawing(uuid(1)));
  if (start === undefined) throw new Error('there is no drawing');
  for (const [i, turn] of turns.entries()) equal(await connections[turn]?.write(append), start.rev + i + 1);
  ok(attempts > turns.length, 'some were done again');
  const together = await Promise.all(connections.map((one) => one.write(append)));
  const last = start.rev + turns.length;
  equal(together.toSorted((a, b) => a - b).join(), [last + 1, last + 2, last + 3].join());
  // The error comes from the current row, not from a cached one.
  const refused = await rejects(
    first.write(async (tx) => {
      throw new Error(String((await tx.drawing(uuid(1)))?.rev));
    }),
    Error,
  );
  equal(refused.message, String(last + 3));
  const [after, texts] = await first.read(async (tx) => {
    const row = await tx.drawing(uuid(1));
    return [row, await tx.chunks((row?.chunks ?? []).map(([id]) => id))] as const;
  });
  equal(after?.strokeCount, start.strokeCount + turns.length + 3);
  equal(texts.slice(1).join(), Array.from(texts.slice(1), (_, i) => start.rev + i + 1).join());
  // An error of the first, outdated attempt is never reported, also if the work awaits something else first.
  await connections[1]?.write(append);
  let isAgain = false;
  const slow = first.write(async (tx) => {
    if (isAgain) throw new Error('again');
    isAgain = true;
    await tx.setCounter(999);
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
  equal((await rejects(slow, Error)).message, 'again');
  ok((await first.read((tx) => tx.meta())).counter < 999, 'nothing of it was committed');
  for (const one of connections) await one.close();
}

/** Awaiting anything else inside a transaction is a defect, and is reported as one. */
export async function awaitSomethingElse(name: string): Promise<string> {
  const error = await rejects(
    store(name).write(async (tx) => {
      await tx.setCounter(5);
      await fetch('/');
    }),
    Error,
  );
  ok(!(error instanceof StoreUnavailable), 'another error than StoreUnavailable');
  return error.message;
}

/** Sends requests without end, so that the transaction stays open, until the returned function is called. */
function keepBusy(objectStore: IDBObjectStore): () => void {
  let busy = true;
  const ask = () => {
    if (busy) objectStore.get('nothing').onsuccess = ask;
  };
  ask();
  return () => {
    busy = false;
  };
}

function finished<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the request failed'));
  });
}
