/** Copies of the database, and going back to one. */
import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, realpathSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreUnavailable } from '../../src/api/ports.ts';
import { makePrivate, makePrivateFile, putInPlace } from '../config/private-files.ts';
import { checkDatabase, connect, removeDatabase } from './database-file.ts';
import { beginAnew, migrate } from './schema.ts';
import { isBusy, isCorrupt, toStoreError } from './sqlite-error.ts';

/** Ends the name under which a restore keeps what was there before; a number follows from the second one on. */
export const KEPT_SUFFIX = '.before-restore';

/**
 * Writes one consistent copy of the database, while a server may be using it. It gets its name once it is whole,
 * checked and on the disk.
 * @throws StoreCorrupt or StoreUnavailable as `checkDatabase`, StoreFull when the disk is full, StartError when there
 *   is a file of that name; no file is written then
 */
export function backupTo(sourceFile: string, targetFile: string): void {
  refuseSame(sourceFile, targetFile);
  checkDatabase(sourceFile, 0);
  const draft = `${targetFile}.new-${process.pid}`;
  removeDatabase(draft);
  try {
    makePrivateFile(draft);
    const database = connect(sourceFile);
    try {
      database.prepare('VACUUM INTO ?').run(draft);
    } finally {
      database.close();
    }
    checkDatabase(draft, Number.POSITIVE_INFINITY);
    sync(draft);
    putInPlace(draft, targetFile);
    sync(dirname(targetFile));
  } catch (error) {
    throw toStoreError(error);
  } finally {
    removeDatabase(draft);
  }
}

/**
 * Puts a backup in the place of the database, with a new epoch and new revisions: what clients remember of
 * the server's changes no longer holds. What was there before is kept beside it, under KEPT_SUFFIX.
 * @param now ms
 * @returns the path of what was kept; undefined when nothing was there
 * @throws StoreUnavailable when a server is using the database or the backup is of a newer version,
 *   StoreCorrupt when the backup is not sound; the database is untouched then
 */
export function restoreFrom(backupFile: string, targetFile: string, now = Date.now()): string | undefined {
  refuseSame(backupFile, targetFile);
  if (existsSync(`${backupFile}-wal`)) {
    const advice = 'a copy of a database in use, not a backup: its latest changes are in another file';
    throw new StoreUnavailable(`${backupFile} is ${advice}`);
  }
  checkDatabase(backupFile, Number.POSITIVE_INFINITY);
  const draft = `${targetFile}.new-${process.pid}`;
  removeDatabase(draft);
  try {
    copyFileSync(backupFile, draft);
    makePrivate(draft);
    const database = new DatabaseSync(draft);
    try {
      migrate(database);
      beginAnew(database, now);
    } finally {
      database.close();
    }
    sync(draft);
    const kept = setAside(targetFile);
    renameSync(draft, targetFile);
    sync(dirname(targetFile));
    return kept;
  } catch (error) {
    throw toStoreError(error);
  } finally {
    removeDatabase(draft);
  }
}

/** Makes sure that nobody uses the database, and moves it out of the way with its log. */
function setAside(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  refuseUsed(file);
  const kept = freeName(file + KEPT_SUFFIX);
  // A damaged database may still have its log: the two only make sense together.
  for (const suffix of ['-wal', '']) {
    if (!existsSync(file + suffix)) continue;
    makePrivate(file + suffix);
    putInPlace(file + suffix, kept + suffix);
  }
  removeDatabase(file);
  return kept;
}

/** What an earlier restore kept may be all that is left of something. */
function freeName(name: string): string {
  const isTaken = (path: string) => existsSync(path) || existsSync(`${path}-wal`);
  let free = name;
  for (let number = 2; isTaken(free); number += 1) free = `${name}-${number}`;
  return free;
}

/** Leaving WAL needs the file to oneself, and moves the log into it: every open connection shows. */
function refuseUsed(file: string): void {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = DELETE');
  } catch (error) {
    if (isBusy(error))
      throw new StoreUnavailable(
        `${file} is in use: stop the server first, and assistants that have it open`,
        { cause: error },
      );
    // It cannot be asked about a damaged database, which is what a restore is mostly for.
    if (!isCorrupt(error)) throw error;
  } finally {
    database.close();
  }
}

function refuseSame(a: string, b: string): void {
  if (existsSync(a) && existsSync(b) && realpathSync(a) === realpathSync(b)) {
    throw new StoreUnavailable(`${a} is the database itself`);
  }
}

/** Flushes a file, or a folder's list of names, to the disk. */
function sync(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
