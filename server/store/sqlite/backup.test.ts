import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { type DrawingRow, type Purge, StoreCorrupt, StoreUnavailable } from '../../../src/api/ports.ts';
import { testFolder } from '../../../tests/store/folder.ts';
import { addOne, everything, fill } from '../../../tests/store/work.ts';
import { backupTo, PREVIOUS_SUFFIX, restoreFrom } from './backup.ts';
import { sqliteStore } from './sqlite.ts';

const folder = testFolder();
let file: string;
let backup: string;

beforeEach(() => {
  file = folder.file('pleinair.db');
  backup = folder.file('backup.db');
});

/** A closed database with something in every table, and what it contains. */
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

/** The file mode in octal, as `ls` and `chmod` show it. */
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('store: backup', () => {
  it('is one file with everything that was committed, taken while the database is in use', async () => {
    const store = sqliteStore({ file });
    await store.write(fill);
    const writing = Array.from({ length: 20 }, () => store.write(addOne));
    backupTo(file, backup);
    await Promise.all(writing);
    await store.close();
    expect(readdirSync(folder.path).sort()).toEqual(['backup.db', 'pleinair.db']);
    const copy = sqliteStore({ file: backup });
    const { counter, drawings } = await copy.read(async (tx) => ({
      ...(await tx.meta()),
      ...(await tx.counts()),
    }));
    expect(drawings).toBe(counter);
    await copy.close();
  });

  it('never replaces a file, also not one that comes while it is made', async () => {
    await filled();
    writeFileSync(backup, 'older');
    expect(() => backupTo(file, backup)).toThrow('already exists');
    expect(readFileSync(backup, 'utf8')).toBe('older');
    expect(readdirSync(folder.path).sort()).toEqual(['backup.db', 'pleinair.db']);
  });

  it('of a damaged database is refused, and the older backup kept', async () => {
    writeFileSync(file, 'no database');
    writeFileSync(backup, 'older');
    expect(() => backupTo(file, backup)).toThrow(StoreCorrupt);
    expect(readFileSync(backup, 'utf8')).toBe('older');
    expect(readdirSync(folder.path).sort()).toEqual(['backup.db', 'pleinair.db']);
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
    const anew = <T extends DrawingRow | Purge>(it: T): T => ({ ...it, rev: now });
    expect(restored).toEqual({
      ...contents,
      meta: { ...contents.meta, epoch: restored.meta.epoch },
      drawing: contents.drawing && anew(contents.drawing),
      purge: contents.purge && anew(contents.purge),
      list: contents.list.map(anew),
    });
    expect(kept).toBe(file + PREVIOUS_SUFFIX);
    expect(await contentsOf(file + PREVIOUS_SUFFIX)).toEqual(later);
  });

  it('keeps what was there beside all that earlier ones kept', async () => {
    await filled();
    backupTo(file, backup);
    const seen: string[] = [];
    for (const mark of ['first', 'second', 'third']) {
      writeFileSync(file, mark);
      seen.push(restoreFrom(backup, file) ?? '');
    }
    expect(seen).toEqual(['', '-2', '-3'].map((end) => file + PREVIOUS_SUFFIX + end));
    expect(seen.map((kept) => readFileSync(kept, 'utf8'))).toEqual(['first', 'second', 'third']);
  });

  it('gives what it keeps a number above all that there are, so that numbers tell the order', async () => {
    await filled();
    backupTo(file, backup);
    const keep = (mark: string) => {
      writeFileSync(file, mark);
      return restoreFrom(backup, file);
    };
    for (const mark of ['first', 'second', 'third']) keep(mark);
    rmSync(file + PREVIOUS_SUFFIX);
    rmSync(`${file}${PREVIOUS_SUFFIX}-2`);
    // Names of something else.
    for (const end of ['-20.txt', '-30a', '-040', 'd-50']) {
      writeFileSync(file + PREVIOUS_SUFFIX + end, '');
    }
    expect(keep('fourth')).toBe(`${file}${PREVIOUS_SUFFIX}-4`);
    for (let number = 3; number <= 4; number++) rmSync(`${file}${PREVIOUS_SUFFIX}-${number}`);
    writeFileSync(`${file}${PREVIOUS_SUFFIX}-9-wal`, 'of an earlier one');
    expect(keep('fifth')).toBe(`${file}${PREVIOUS_SUFFIX}-10`);
  });

  it('gives what it keeps no name under which an earlier one kept a log', async () => {
    await filled();
    backupTo(file, backup);
    writeFileSync(`${file}${PREVIOUS_SUFFIX}-wal`, 'of an earlier one');
    writeFileSync(file, 'damaged');
    expect(restoreFrom(backup, file)).toBe(`${file}${PREVIOUS_SUFFIX}-2`);
    expect(readFileSync(`${file}${PREVIOUS_SUFFIX}-wal`, 'utf8')).toBe('of an earlier one');
  });

  it.skipIf(process.platform === 'win32')('all that holds drawings is for its owner alone', async () => {
    const modes = () => readdirSync(folder.path).map((name) => `${name} ${modeOf(folder.file(name))}`);
    const umask = process.umask(0);
    try {
      await filled();
      backupTo(file, backup);
      expect(modes().sort()).toEqual(['backup.db 600', 'pleinair.db 600']);
      chmodSync(file, 0o644);
      chmodSync(backup, 0o644);
      restoreFrom(backup, file);
      expect(modes().sort()).toEqual([
        'backup.db 644',
        'pleinair.db 600',
        `pleinair.db${PREVIOUS_SUFFIX} 600`,
      ]);
      // A database of an earlier version, with a log left by a killed server.
      chmodSync(file, 0o644);
      const killed = new DatabaseSync(file);
      killed.exec('PRAGMA journal_mode = WAL; UPDATE spaces SET counter = counter');
      expect(modes()).toEqual(expect.arrayContaining(['pleinair.db-wal 644', 'pleinair.db-shm 644']));
      const store = sqliteStore({ file });
      await store.write(addOne);
      expect(modes().filter((line) => /^pleinair.db/.test(line) && !line.endsWith(' 600'))).toEqual([]);
      await store.close();
      killed.close();
    } finally {
      process.umask(umask);
    }
  });

  it('gives no revision that was there before, however often and whatever the clock says', async () => {
    await filled();
    const now = Date.now();
    const rev = async () => (await contentsOf(file)).drawing?.rev;
    backupTo(file, backup);
    restoreFrom(backup, file, now);
    const again = folder.file('again.db');
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
    expect(readFileSync(file + PREVIOUS_SUFFIX, 'utf8')).toBe('damaged');
  });

  it('is refused while a server uses the database', async () => {
    await filled();
    backupTo(file, backup);
    const store = sqliteStore({ file });
    expect(() => restoreFrom(backup, file)).toThrow(/in use: stop the server first/);
    expect(await store.write(addOne)).toBe(2);
    await store.close();
    expect(existsSync(file + PREVIOUS_SUFFIX)).toBe(false);
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
    expect(readdirSync(folder.path).filter((name) => name.startsWith('pleinair'))).toEqual(['pleinair.db']);
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
