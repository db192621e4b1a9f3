/** `backup`, `restore` and `restored`, and where the database is. */
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { readConfig } from '../config/config.ts';
import { type DatabaseAt, databaseAt, databaseName } from '../config/database-at.ts';
import { makePrivateFolder } from '../config/private-files.ts';
import { StartError } from '../config/start-error.ts';
import { backupTo, renewEpochs, restoreFrom } from '../store/index.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The database that the environment names, and the folder for files beside it. */
export interface ConfiguredDatabase {
  readonly at: DatabaseAt;
  /** Absolute path. */
  readonly dataDir: string;
}

/** @throws ConfigError */
export function configuredDatabase({ DATA_DIR, DATABASE_URL }: Environment): ConfiguredDatabase {
  // Reads these alone: a wrong setting of the server must not prevent an export.
  const config = readConfig({ DATA_DIR, DATABASE_URL }, () => undefined);
  return { at: databaseAt(config), dataDir: config.dataDir };
}

/**
 * Path of the database, for what only SQLite has.
 * @throws StartError for PostgreSQL, with what to do instead; ConfigError
 */
export function configuredFile(env: Environment, instead: string): string {
  const { at } = configuredDatabase(env);
  if (at.kind === 'sqlite') return at.file;
  throw new StartError(`${databaseName(at)} is not a file: ${instead}`);
}

/**
 * A command about what is stored must not make an empty database.
 * @throws StartError if the file of a database does not exist
 */
export function requireDatabase(at: DatabaseAt): void {
  if (at.kind === 'sqlite') requireFile(at.file, 'the database');
}

/** @throws StartError if the file does not exist */
export function requireFile(file: string, what: string): void {
  if (!existsSync(file)) throw new StartError(`${what} ${file} does not exist`);
}

/**
 * Copies the database as it is at one moment, also while the server runs.
 * @returns what to print
 */
export function backup(file: string, database: string): string {
  requireFile(database, 'the database');
  if (existsSync(file)) throw new StartError(`${file} already exists; a backup never overwrites a file`);
  requireFile(dirname(file), 'the folder');
  backupTo(database, file);
  return `Backed up ${database} to ${file} (${statSync(file).size} bytes)`;
}

/**
 * Replaces the database by a backup. The store gets a new epoch, so that devices that synced after the backup
 * notice and merge instead of trusting old revisions.
 * @returns what to print
 */
export function restore(file: string, database: string): string {
  requireFile(file, 'the backup');
  if (statSync(file).isDirectory()) throw new StartError(`${file} is a folder, not a file`);
  // On a new machine, where nothing was served yet, the folder is missing.
  makePrivateFolder(dirname(database));
  const kept = restoreFrom(file, database);
  return `Restored ${database} from ${file}${kept === undefined ? '' : `; what was there is kept as ${kept}`}`;
}

/**
 * After `pg_restore`: the store gets a new epoch, as `restore` gives one to SQLite.
 * @returns what to print
 * @throws StartError for SQLite, whose restore does it
 */
export async function restored({ at }: ConfiguredDatabase): Promise<string> {
  if (at.kind === 'sqlite') {
    throw new StartError('DATABASE_URL is not set, and `restore` has done this for SQLite already');
  }
  await renewEpochs(at.url);
  return `Devices will look again at everything in ${databaseName(at)}`;
}
