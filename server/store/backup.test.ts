import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DrawingRow, StoreCorrupt, StoreUnavailable } from '../../src/api/ports.ts';
import { addOne, everything, fill } from '../../tests/store/work.ts';
import { backupTo, KEPT_SUFFIX, restoreFrom } from './backup.ts';
import { sqliteStore } from './sqlite.ts';

let dir: string;
let file: string;
let backup: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'pleinair-backup-'));
  file = join(dir, 'pleinair.db');
  backup = join(dir, 'backup.db');
});

afterEach(() => rmSync(dir, { recursive: true }));

/** A closed database with everything in it, and what that is. */
async function filled() {
  const store = sqliteStore({ file });
  await store.write(fill);
  const contents = await store.read(everything);
  await store.close();
  return contents;
}

async function contentsOf(path: string) {
  const store = sqliteStore({ file: path });
  const contents = await store.read(everything);
  await store.close();
  return contents;
}

describe('store: backup', () => {
  it('is one file with everything that was committed, taken while the database is in use', async () => {
    const store = sqliteStore({ file });
    await store.write(fill);
    const writing = Array.from({ length: 20 }, () => store.write(addOne));
    backupTo(file, backup);
    await Promise.all(writing);
    await store.close();
    expect(readdirSync(dir).sort()).toEqual(['backup.db', 'pleinair.db']);
    const copy = sqliteStore({ file: backup });
    const { counter, drawings } = await copy.read(async (tx) => ({
      ...(await tx.meta()),
      ...(await tx.counts()),
    }));
    expect(drawings).toBe(counter);
    await copy.close();
  });

  it('replaces an older backup', async () => {
    const contents = await filled();
    backupTo(file, backup);
    backupTo(file, backup);
    expect(await contentsOf(backup)).toEqual(contents);
  });

  it('of a damaged database is refused, and the older backup kept', async () => {
    writeFileSync(file, 'no database');
    writeFileSync(backup, 'older');
    expect(() => backupTo(file, backup)).toThrow(StoreCorrupt);
    expect(readFileSync(backup, 'utf8')).toBe('older');
    expect(readdirSync(dir).sort()).toEqual(['backup.db', 'pleinair.db']);
  });

  it('never goes over the database itself', async () => {
    await filled();
    expect(() => backupTo(file, file)).toThrow('is the database itself');
  });
});

describe('store: restore', () => {
  it('brings everything back under a new epoch, and keeps what was there', async () => {
    const contents = await filled();
    backupTo(file, backup);
    const store = sqliteStore({ file });
    await store.write(addOne);
    const later = await store.read(everything);
    await store.close();

    const now = Date.now();
    const kept = restoreFrom(backup, file, now);
    const restored = await contentsOf(file);
    expect(restored.meta.epoch).not.toBe(contents.meta.epoch);
    const anew = (drawing: DrawingRow) => ({ ...drawing, rev: now });
    expect(restored).toEqual({
      ...contents,
      meta: { ...contents.meta, epoch: restored.meta.epoch },
      drawing: contents.drawing && anew(contents.drawing),
      list: contents.list.map(anew),
    });
    expect(kept).toBe(file + KEPT_SUFFIX);
    expect(await contentsOf(file + KEPT_SUFFIX)).toEqual(later);
  });

  it('gives no revision that was there before, however often and whatever the clock says', async () => {
    await filled();
    const now = Date.now();
    const rev = async () => (await contentsOf(file)).drawing?.rev;
    backupTo(file, backup);
    restoreFrom(backup, file, now);
    const again = join(dir, 'again.db');
    backupTo(file, again);
    restoreFrom(again, file, now - 60_000);
    expect(await rev()).toBe(now + 1);
    restoreFrom(backup, file, now + 60_000);
    expect(await rev()).toBe(now + 60_000);
  });

  it('makes a database where there is none', async () => {
    const contents = await filled();
    backupTo(file, backup);
    rmSync(file);
    expect(restoreFrom(backup, file, 5_000)).toBeUndefined();
    expect((await contentsOf(file)).drawing).toEqual({ ...contents.drawing, rev: 5_000 });
  });

  it('takes the place of a damaged database, which is kept', async () => {
    const contents = await filled();
    backupTo(file, backup);
    writeFileSync(file, 'damaged');
    restoreFrom(backup, file, 5_000);
    expect((await contentsOf(file)).drawing).toEqual({ ...contents.drawing, rev: 5_000 });
    expect(readFileSync(file + KEPT_SUFFIX, 'utf8')).toBe('damaged');
  });

  it('is refused while a server uses the database', async () => {
    await filled();
    backupTo(file, backup);
    const store = sqliteStore({ file });
    expect(() => restoreFrom(backup, file)).toThrow(/in use: stop the server first/);
    expect(await store.write(addOne)).toBe(2);
    await store.close();
    expect(existsSync(file + KEPT_SUFFIX)).toBe(false);
  });

  it.each([
    ['that is no database', () => writeFileSync(backup, 'no database'), StoreCorrupt],
    ['of a newer version', () => changeBackup('PRAGMA user_version = 99'), StoreUnavailable],
    ['of another product', () => changeBackup('PRAGMA application_id = 7'), StoreCorrupt],
    ['that is damaged', damageBackup, StoreCorrupt],
    ['that is a copy with its log beside it', () => writeFileSync(`${backup}-wal`, 'log'), StoreUnavailable],
  ])('refuses a backup %s, and leaves the database untouched', async (_, spoil, type) => {
    await filled();
    backupTo(file, backup);
    spoil();
    const before = readFileSync(file);
    expect(() => restoreFrom(backup, file)).toThrow(type);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(dir).filter((name) => name.startsWith('pleinair'))).toEqual(['pleinair.db']);
  });

  function changeBackup(sql: string): void {
    const database = new DatabaseSync(backup);
    database.exec(sql);
    database.close();
  }

  function damageBackup(): void {
    const bytes = readFileSync(backup);
    bytes.fill(0xa5, 3 * 4096, 9 * 4096);
    writeFileSync(backup, bytes);
  }
});
