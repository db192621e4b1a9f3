/** The database of a running server: opened with one line for the operator if it cannot be, and watched. */
import { accessSync, constants } from 'node:fs';
import { HOME } from '../src/api/ports.ts';
import type { Config } from './config/config.ts';
import { type DatabaseAt, databaseAt } from './config/database-at.ts';
import { makePrivateFolder } from './config/private-files.ts';
import { errorCode, StartError } from './config/start-error.ts';
import type { Metrics } from './metrics/metrics.ts';
import { watchedStores } from './metrics/watched.ts';
import { type Database, openDatabase } from './store/index.ts';

type Optional = 'people' | 'tickets' | 'alerts' | 'commits';
/** A database; without people, DRAW_TOKEN is the only token, without tickets there are no streams, without alerts none. */
export type ServedDatabase = Omit<Database, Optional> & Partial<Pick<Database, Optional>>;

/** Opens a database. */
export type Open = (at: DatabaseAt) => ServedDatabase | Promise<ServedDatabase>;

/**
 * Opens the database that the configuration names.
 * @param open replaces `openDatabase`, in tests
 * @throws StartError with one line if it cannot be opened
 */
export async function openServed(
  config: Config,
  metrics: Metrics | undefined,
  open: Open = openDatabase,
): Promise<ServedDatabase> {
  const at = databaseAt(config);
  const database = await (at.kind === 'postgres' ? open(at) : openFile(at, config.dataDir, open));
  if (metrics === undefined) return database;
  return { ...database, storeOf: watchedStores(database.storeOf, metrics.storeError) };
}

async function openFile(
  at: Extract<DatabaseAt, { kind: 'sqlite' }>,
  dataDir: string,
  open: Open,
): Promise<ServedDatabase> {
  try {
    makePrivateFolder(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} is not writable (${errorCode(error) ?? 'unknown'})`);
  }
  try {
    return await open(at);
  } catch (error) {
    // SQLite's own message names no file.
    const code = errorCode(error);
    if (code === undefined || !(error instanceof Error)) throw error;
    throw new StartError(`the database ${at.file} cannot be opened: ${error.message} (${code})`);
  }
}

/**
 * True if the database answers, in tables that this version can read, and permits writes. A full disk is no reason to
 * send requests elsewhere: nobody could delete anything to make room.
 */
export async function takesWrites(database: ServedDatabase): Promise<boolean> {
  if (!(await database.permitsWrites())) return false;
  await database.storeOf(HOME).read((tx) => tx.meta());
  return true;
}
