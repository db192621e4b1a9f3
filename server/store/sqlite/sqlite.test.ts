import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  HOME,
  type Store,
  StoreBusy,
  StoreCorrupt,
  StoreFull,
  StoreUnavailable,
} from '../../../src/api/ports.ts';
import { testFolder } from '../../../tests/store/folder.ts';
import { row } from '../../../tests/store/samples.ts';
import { storeCases } from '../../../tests/store/suite.ts';
import { addOne, everything, fill } from '../../../tests/store/work.ts';
import { realStrokes } from '../../../tests/support/drawing/strokes.ts';
import { BASE_VERSION, VERSION } from '../sql/steps.ts';
import { type SqliteOptions, sqliteDatabase, sqliteStore } from './sqlite.ts';

const folder = testFolder();
let file: string;
const opened: Store[] = [];
const children: ChildProcess[] = [];

beforeEach(() => {
  file = folder.file('pleinair.db');
});

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function open(options: Partial<SqliteOptions> = {}): Store {
  const store = sqliteStore({ file, ...options });
  opened.push(store);
  return store;
}

/** Another process on the same database: tests/store/child.ts. */
function another(...task: string[]): { child: ChildProcess; lines: AsyncIterator<string> } {
  const script = join(import.meta.dirname, '../../../tests/store/child.ts');
  const child = spawn(process.execPath, [script, file, ...task], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

describe('store: SQLite', () => {
  const strokes = realStrokes(200);
  for (const { name, run } of storeCases.filter(({ device }) => !device)) {
    it(name, () => run({ open: async () => open(), strokes }));
  }

  it('has only so many snapshots, and fewer for one space', async () => {
    const database = sqliteDatabase({ file });
    const mine = database.storeOf(HOME);
    opened.push(mine);
    const other = database.storeOf((await database.people.add('Mei')).space);
    const third = database.storeOf((await database.people.add('Bob')).space);
    const views = [];
    for (let i = 0; i < 8; i++) views.push(await mine.snapshot!());
    await expect(mine.snapshot!()).rejects.toThrow(StoreBusy);
    for (let i = 0; i < 4; i++) views.push(await other.snapshot!());
    await expect(other.snapshot!()).rejects.toThrow(StoreBusy);
    for (let i = 0; i < 2; i++) views.push(await third.snapshot!());
    await expect(third.snapshot!()).rejects.toThrow(StoreBusy);
    for (const view of views) view.close();
    (await mine.snapshot!()).close();
  });

  it('has snapshots for whoever has a link, and always some more for people', async () => {
    const database = sqliteDatabase({ file });
    const mine = database.storeOf(HOME);
    opened.push(mine);
    const other = database.storeOf((await database.people.add('Mei')).space);
    for (let i = 0; i < 6; i++) await mine.snapshot!(true);
    await expect(mine.snapshot!(true)).rejects.toThrow(StoreBusy);
    for (let i = 0; i < 2; i++) await other.snapshot!(true);
    await expect(other.snapshot!(true)).rejects.toThrow(StoreBusy);
    for (let i = 0; i < 4; i++) await mine.snapshot!();
    await expect(mine.snapshot!()).rejects.toThrow(StoreBusy);
    await other.snapshot!();
  });

  it.each(['transactions', 'reads of a snapshot'] as const)(
    'lets others have their turn while somebody asks for many %s, one after the other',
    async (which) => {
      const store = open();
      await store.write(fill);
      const view = await store.snapshot!();
      let turns = 0;
      const turn = () => {
        turns += 1;
        waiting = setImmediate(turn);
      };
      let waiting = setImmediate(turn);
      for (let asked = 0; turns < 5 && asked < 50_000; asked++) {
        await (which === 'transactions' ? store : view).read((tx) => tx.meta());
      }
      clearImmediate(waiting);
      view.close();
      expect(turns).toBe(5);
    },
  );

  it('is full when the disk is, writes nothing then, and can still be read and written to', async () => {
    const store = open({ maxPageCount: 100 });
    await store.write(fill);
    const before = await store.read(everything);
    const tooBig = store.write(async (tx) => {
      await tx.setCounter(9);
      await tx.putDrawing(row(2));
      await tx.putChunks([{ id: 'big', text: 'x'.repeat(100 * 4096) }]);
    });
    await expect(tooBig).rejects.toThrow(StoreFull);
    expect(await store.read(everything)).toEqual(before);
    expect(await store.write(addOne)).toBe(2);
  });

  it('writes nothing of a work that fails while its other writes are under way', async () => {
    const store = open({ maxPageCount: 100 });
    await store.write(fill);
    await store.write((tx) => tx.putChunks([{ id: 'kept', text: 'x' }]));
    const before = await store.read(everything);
    // SQLite rolls back by itself when the disk is full, before the other writes reach it.
    const work = store.write((tx) =>
      Promise.all([
        tx.putChunks([{ id: 'big', text: 'x'.repeat(100 * 4096) }]),
        tx.deleteChunks(['kept']),
        tx.setCounter(9),
      ]),
    );
    await expect(work).rejects.toThrow(StoreFull);
    expect(await store.read(everything)).toEqual(before);
    expect(await store.read((tx) => tx.chunks(['kept']))).toEqual(['x']);
  });

  it('keeps its log short, however much is written', async () => {
    const store = open();
    const text = 'x'.repeat(57_000);
    for (let i = 0; i < 400; i++) {
      await store.write(async (tx) => {
        await tx.putChunks([{ id: `c${i}`, text }]);
        if (i > 0) await tx.deleteChunks([`c${i - 1}`]);
      });
    }
    expect(statSync(`${file}-wal`).size).toBeLessThan(6 * 1024 * 1024);
    expect(statSync(file).size).toBeLessThan(2 * 1024 * 1024);
  });

  it('creates the database in one piece, with its identity in the file itself', async () => {
    await open().close();
    expect(readdirSync(folder.path)).toEqual(['pleinair.db']);
    const header = readFileSync(file);
    expect(header.subarray(68, 72).toString()).toBe('Plei');
    expect(header.readUInt32BE(60)).toBe(VERSION);
  });

  it('takes over a file without a byte, which SQLite leaves when it is stopped too early', async () => {
    writeFileSync(file, '');
    expect(await open().write(addOne)).toBe(1);
  });
});

describe('store: SQLite with another process', () => {
  it('runs one write at a time, and loses none', async () => {
    const store = open();
    const { child, lines } = another('add', '100');
    expect((await lines.next()).value).toBe('ready');
    const exit = once(child, 'exit');
    const own: number[] = [];
    for (let i = 0; i < 100; i++) own.push(await store.write(addOne));
    const theirs: number[] = [];
    for (let line = await lines.next(); !line.done; line = await lines.next())
      theirs.push(Number(line.value));
    expect(await exit).toEqual([0, null]);
    expect([...own, ...theirs].sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
    expect((await store.read((tx) => tx.counts())).drawings).toBe(200);
  });

  it('waits for its write without stopping this process, and reads meanwhile', async () => {
    const store = open();
    const { child, lines } = another('lock');
    expect((await lines.next()).value).toBe('locked');
    let written = false;
    const writing = store.write(addOne).then(() => {
      written = true;
    });
    expect((await store.read((tx) => tx.meta())).counter).toBe(0);
    expect(written).toBe(false);
    child.stdin?.write('go\n');
    await writing;
    expect((await store.read((tx) => tx.meta())).counter).toBe(1);
  });

  it('has every write that was acknowledged before the process was killed', async () => {
    open();
    const { child, lines } = another('add', '100000');
    await lines.next();
    let acknowledged = 0;
    while (acknowledged < 50) acknowledged = Number((await lines.next()).value);
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    for (let line = await lines.next(); !line.done; line = await lines.next())
      acknowledged = Number(line.value);
    await exit;
    const { counter, drawings } = await open().read(async (tx) => ({
      ...(await tx.meta()),
      ...(await tx.counts()),
    }));
    expect(counter).toBeGreaterThanOrEqual(acknowledged);
    expect(drawings).toBe(counter);
  });
});

describe('store: SQLite refuses to open, and leaves the file untouched,', () => {
  /** Everything in the folder, byte for byte. */
  function contents(): Record<string, string> {
    return Object.fromEntries(
      readdirSync(folder.path).map((name) => [name, readFileSync(folder.file(name)).toString('base64')]),
    );
  }

  async function filled(): Promise<void> {
    const store = sqliteStore({ file });
    await store.write(async (tx) => {
      await fill(tx);
      await tx.putChunks(Array.from({ length: 50 }, (_, i) => ({ id: `c${i}`, text: 'x'.repeat(9_000) })));
    });
    await store.close();
  }

  function expectRefusal(type: typeof StoreCorrupt | typeof StoreUnavailable, message: RegExp): void {
    const before = contents();
    expect(() => open()).toThrow(type);
    expect(() => open()).toThrow(message);
    expect(contents()).toEqual(before);
  }

  it('a file that is no database', () => {
    writeFileSync(file, 'These are my notes, not a database. '.repeat(1_000));
    expectRefusal(StoreCorrupt, /pleinair\.db is damaged or not a database/);
  });

  it('a database whose pages are damaged', async () => {
    await filled();
    const bytes = readFileSync(file);
    bytes.fill(0xa5, 3 * 4096, 8 * 4096);
    writeFileSync(file, bytes);
    expectRefusal(StoreCorrupt, /is damaged/);
  });

  it('a database that was cut off', async () => {
    await filled();
    writeFileSync(file, readFileSync(file).subarray(0, 5 * 4096));
    expectRefusal(StoreCorrupt, /is damaged/);
  });

  it('a database of another product', () => {
    const database = new DatabaseSync(file);
    database.exec('CREATE TABLE notes (text TEXT)');
    database.close();
    expectRefusal(StoreCorrupt, /not a Pleinair database/);
  });

  it('a database of a newer version', async () => {
    await filled();
    const database = new DatabaseSync(file);
    database.exec(`PRAGMA user_version = ${VERSION + 1}`);
    database.close();
    expectRefusal(StoreUnavailable, /of version \d+, made by a newer Pleinair/);
  });

  it('a database whose newer version is in its log only, as a crash leaves it', async () => {
    await filled();
    const crashed = folder.file('crashed.db');
    const database = new DatabaseSync(file);
    database.exec(`PRAGMA user_version = ${VERSION + 1}`);
    for (const suffix of ['', '-wal']) copyFileSync(file + suffix, crashed + suffix);
    database.close();
    file = crashed;
    const before = [readFileSync(file), readFileSync(`${file}-wal`)];
    expect(() => open()).toThrow(/of version \d+, made by a newer Pleinair/);
    expect([readFileSync(file), readFileSync(`${file}-wal`)]).toEqual(before);
    expect(existsSync(`${file}-journal`)).toBe(false);
  });

  it('a database whose tables cannot be brought to this version: it is as it was, and who has it open goes on', async () => {
    const store = open();
    await store.write(fill);
    const before = await store.read(everything);
    // The step of codes can be taken again, the next one finds its columns there.
    const plain = new DatabaseSync(file);
    plain.exec(`DROP TABLE codes; PRAGMA user_version = ${BASE_VERSION + 1}`);
    const state = () => [
      plain.prepare('PRAGMA user_version').get(),
      plain.prepare("SELECT name FROM sqlite_schema WHERE name = 'codes'").all(),
    ];
    const broken = state();
    expect(() => open()).toThrow('duplicate column name');
    expect(state()).toEqual(broken);
    plain.close();
    expect(await store.read(everything)).toEqual(before);
    expect(await store.write(addOne)).toBe(2);
  });
});
