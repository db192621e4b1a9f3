import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testFolder } from '../../../tests/store/folder.ts';

const disk = vi.hoisted(() => ({ isFull: false }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return {
    ...fs,
    statfsSync: (path: string) => ({ ...fs.statfsSync(path), ...(disk.isFull && { bavail: 0 }) }),
  };
});

const { takesWrites } = await import('../../served-database.ts');
const { connect, connectForReading, ensureDatabase } = await import('./database-file.ts');
const { sqliteDatabase, sqliteStore } = await import('./sqlite.ts');

const folder = testFolder();
let file: string;
const open: DatabaseSync[] = [];

beforeEach(() => {
  file = folder.file('pleinair.db');
  ensureDatabase(file);
});
afterEach(() => {
  for (const database of open.splice(0)) database.close();
});

function kept(database: DatabaseSync): DatabaseSync {
  open.push(database);
  return database;
}

describe('store: a connection to the database', () => {
  it('waits for the disk with each commit (synchronous=FULL), over a log', () => {
    for (const database of [kept(connect(file)), kept(connectForReading(file))]) {
      // 0 is OFF, 1 NORMAL, 2 FULL: with WAL, only FULL flushes the log at each commit.
      expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
      expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    }
  });

  it('for reading writes nothing, whatever it is asked', () => {
    const reading = kept(connectForReading(file));
    for (const sql of ['UPDATE spaces SET counter = 7', 'CREATE TABLE t (a)', 'DROP TABLE chunks']) {
      expect(() => reading.exec(sql)).toThrow('readonly database');
    }
    expect(kept(connect(file)).prepare('SELECT counter FROM spaces').get()).toEqual({ counter: 0 });
  });
});

describe('store: a log that was being written into the database when the process was killed', () => {
  it('is read at the next start, and until then nothing is damaged', () => {
    const database = kept(connect(file));
    database.exec('CREATE TABLE grown (bytes)');
    const checkpoint = () => database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    checkpoint();
    const before = readFileSync(file);
    database.exec('INSERT INTO grown VALUES (zeroblob(100000))');
    const log = readFileSync(`${file}-wal`);
    checkpoint();
    // Pages are written in order. The first one, which says how many there are, was the last.
    const { page_size: size } = database.prepare('PRAGMA page_size').get() as { page_size: number };
    const cut = Buffer.concat([readFileSync(file).subarray(0, size), before.subarray(size)]);
    const [found, without] = [folder.file('found.db'), folder.file('without.db')];
    for (const name of [found, without]) writeFileSync(name, cut);
    writeFileSync(`${found}-wal`, log);
    ensureDatabase(found);
    const grown = kept(connect(found)).prepare('SELECT length(bytes) AS bytes FROM grown').get();
    expect(grown).toEqual({ bytes: 100_000 });
    expect(() => ensureDatabase(without)).toThrow('damaged');
  });
});

describe('store: can it be written to', () => {
  it('is answered without the lock, also while somebody else has it', async () => {
    const store = sqliteStore({ file });
    const other = kept(new DatabaseSync(file));
    other.exec('BEGIN IMMEDIATE');
    expect(await store.writable()).toBe(true);
    other.exec('ROLLBACK');
    await store.close();
  });

  it('says no on a full disk, which is no reason for /ready to say so', async () => {
    const database = sqliteDatabase({ file });
    disk.isFull = true;
    try {
      expect([await database.writable(), await takesWrites(database)]).toEqual([false, true]);
    } finally {
      disk.isFull = false;
    }
    expect([await database.writable(), await takesWrites(database)]).toEqual([true, true]);
    await database.close();
  });
});
