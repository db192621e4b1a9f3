/** Makes a backup of the database, and restores one. */
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreUnavailable } from '../../../src/api/ports.ts';
import { makePrivate, makePrivateFile, putInPlace } from '../../config/private-files.ts';
import { checkDatabase, connect, removeDatabase } from './database-file.ts';
import { isBusy, isCorrupt, toStoreError } from './sqlite-error.ts';
import { migrate, renewEpoch } from './sqlite-schema.ts';

/** Suffix of the old database, which a restore keeps. From the second one on, a number follows. */
export const PREVIOUS_SUFFIX = '.before-restore';

/**
 * Writes a consistent copy of the database, which a server may be using. The copy gets its name only when it is
 * complete, checked and on the disk.
 * @throws StoreCorrupt or StoreUnavailable as `checkDatabase`, StoreFull when the disk is full, StartError if a
 * file has that name; no file is written then
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
 * Replaces the database with a backup, with a new epoch and new revisions, because the cursors and revisions that
 * clients have are no longer valid. The old database is kept beside it, with PREVIOUS_SUFFIX.
 * @param now ms
 * @returns the path of the old database; undefined if there was none
 * @throws StoreUnavailable if a server is using the database or the backup has a newer version, StoreCorrupt if the
 * backup is damaged; the database is left untouched then
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
      renewEpoch(database, now);
    } finally {
      database.close();
    }
    sync(draft);
    const kept = moveAside(targetFile);
    renameSync(draft, targetFile);
    sync(dirname(targetFile));
    return kept;
  } catch (error) {
    throw toStoreError(error);
  } finally {
    removeDatabase(draft);
  }
}

/** Checks that nobody uses the database, and moves it and its log away. */
function moveAside(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  assertUnused(file);
  const kept = freeName(file + PREVIOUS_SUFFIX);
  // A damaged database may still have its log, and each is useless without the other.
  for (const suffix of ['-wal', '']) {
    if (!existsSync(file + suffix)) continue;
    makePrivate(file + suffix);
    putInPlace(file + suffix, kept + suffix);
  }
  removeDatabase(file);
  return kept;
}

/**
 * A new name for the old database, because an earlier one may be the only copy of something. Its number is one above
 * the highest, even if some were removed, so that the highest is the newest.
 */
function freeName(name: string): string {
  let highest = 0;
  for (const file of readdirSync(dirname(name))) {
    if (!file.startsWith(basename(name))) continue;
    const [isKept, number = 1] =
      /^(?:-([1-9]\d{0,8}))?(?:-wal)?$/.exec(file.slice(basename(name).length)) ?? [];
    if (isKept !== undefined) highest = Math.max(highest, Number(number));
  }
  return highest === 0 ? name : `${name}-${highest + 1}`;
}

/**
 * Leaves WAL mode, which moves the log into the file.
 * @throws StoreUnavailable if another connection is open, because leaving WAL mode needs exclusive access
 */
function assertUnused(file: string): void {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = DELETE');
  } catch (error) {
    if (isBusy(error))
      throw new StoreUnavailable(
        `${file} is in use: stop the server first, and assistants that have it open`,
        { cause: error },
      );
    // A damaged database cannot leave WAL mode, but restoring over one must work.
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

/** Flushes a file or a folder's entries to the disk. */
function sync(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
