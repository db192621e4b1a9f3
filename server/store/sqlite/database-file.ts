/** Creates, checks and opens the database file. Never writes to a file that is not Pleinair's. */
import { existsSync, linkSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { StoreCorrupt, StoreUnavailable } from '../../../src/api/ports.ts';
import { makePrivate, makePrivateFile } from '../../config/private-files.ts';
import { VERSION } from '../sql/steps.ts';
import { isCorrupt } from './sqlite-error.ts';
import { APPLICATION_ID, migrate, pragma } from './sqlite-schema.ts';

/**
 * Largest file whose every page is checked at a start, bytes: that takes about a second. In larger files, damage is
 * found when it is read.
 */
const CHECKED_MAX = 512 * 1024 * 1024;

/**
 * SQLite's own busy timeout, ms. It blocks the whole process, so it covers only the short moments in which
 * another process opens, closes or recovers the database.
 */
const BLOCKING_MS = 250;

/**
 * Creates the database if it is missing, checks it, and migrates it to the current version.
 * @throws StoreCorrupt if it is damaged or not a database of this product, StoreUnavailable if it has a newer version;
 * the file is left untouched then
 */
export function ensureDatabase(file: string): void {
  if (!isThere(file)) create(file);
  // SQLite gives its log and index the same mode as the database.
  for (const suffix of ['', '-wal', '-shm']) makePrivate(file + suffix);
  checkDatabase(file, CHECKED_MAX);
  const database = connect(file);
  try {
    if (pragma(database, 'user_version') < VERSION) {
      migrate(database);
      // Programs that check the version must see the new one without reading the log.
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    }
  } finally {
    database.close();
  }
}

/** Opens a connection, with the settings of every connection. */
export function connect(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: BLOCKING_MS, enableForeignKeyConstraints: true });
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Like `connect`, but read-only. */
export function connectForReading(file: string): DatabaseSync {
  const database = connect(file);
  database.exec('PRAGMA query_only = 1');
  return database;
}

/**
 * Checks a database without writing to it.
 * @param checkedMax size in bytes up to which every page is checked
 * @throws as `ensureDatabase`
 */
export function checkDatabase(file: string, checkedMax: number): void {
  // If there is a log, it must be read too. Without one, SQLite can be told that nobody else writes, and then
  // leaves no files beside the database. Only SQLite opens the file, because closing it in any other way drops
  // this process's locks on it (sqlite.org/howtocorrupt.html, 2.2).
  const immutable = `${pathToFileURL(file).href}?mode=ro&immutable=1`;
  const hasLog = isThere(`${file}-wal`);
  try {
    look(new URL(immutable), (database) => {
      // Where a process was killed, or the disk became full, while the log was written into the file, the file names more
      // pages than it has, and SQLite calls it damaged until it has read the log: not with this setting, which writes nothing.
      if (hasLog) {
        database.enableDefensive(false);
        database.exec('PRAGMA writable_schema = 1');
      }
      checkIdentity(file, database);
      if (!hasLog) checkPages(file, database, checkedMax);
    });
    if (!hasLog) return;
    look(file, (database) => {
      checkIdentity(file, database);
      checkPages(file, database, checkedMax);
    });
  } catch (error) {
    if (isCorrupt(error)) throw new StoreCorrupt(`${file} is damaged or not a database`, { cause: error });
    throw error;
  }
}

function look(file: string | URL, work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(file, { readOnly: true, timeout: BLOCKING_MS });
  try {
    work(database);
  } finally {
    database.close();
  }
}

function checkIdentity(file: string, database: DatabaseSync): void {
  if (pragma(database, 'application_id') !== APPLICATION_ID) {
    throw new StoreCorrupt(`${file} is not a Pleinair database`);
  }
  const version = pragma(database, 'user_version');
  if (version > VERSION) {
    const known = `this one knows versions up to ${VERSION}`;
    throw new StoreUnavailable(`${file} is of version ${version}, made by a newer Pleinair: ${known}`);
  }
}

function checkPages(file: string, database: DatabaseSync, checkedMax: number): void {
  if (statSync(file).size > checkedMax) return;
  const [row] = database.prepare('PRAGMA quick_check(1)').all();
  const finding = String(row?.quick_check);
  if (finding !== 'ok') throw new StoreCorrupt(`${file} is damaged: ${finding}`);
}

/**
 * Creates the database under another name and links it into place, so that a start that is killed halfway leaves no
 * broken database.
 */
function create(file: string): void {
  const draft = `${file}.new-${process.pid}`;
  removeDatabase(draft);
  try {
    makePrivateFile(draft);
    const database = new DatabaseSync(draft);
    try {
      database.exec('PRAGMA synchronous = FULL');
      migrate(database);
    } finally {
      database.close();
    }
    // SQLite leaves an empty file if it opened one and wrote nothing.
    if (existsSync(file) && !isThere(file)) rmSync(file);
    linkSync(draft, file);
  } catch (error) {
    // If another process was faster, its database is as good.
    if (!isThere(file)) throw error;
  } finally {
    removeDatabase(draft);
  }
}

/** True if there is a file that is not empty. */
function isThere(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Removes an unused database, with SQLite's files beside it. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}
