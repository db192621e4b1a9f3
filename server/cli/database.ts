/** What `backup` and `restore` do. */
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { databaseFile, readConfig } from '../config/config.ts';
import { makePrivateFolder } from '../config/private-files.ts';
import { StartError } from '../config/start-error.ts';
import { backupTo, restoreFrom } from '../store/index.ts';

/**
 * The database that the environment names.
 * @throws ConfigError
 */
export function configuredDatabase({ DATA_DIR }: Readonly<Record<string, string | undefined>>): string {
  // Only DATA_DIR matters here: a setting of the server that is wrong must not keep a backup from being made.
  return databaseFile(readConfig({ DATA_DIR }, () => undefined).dataDir);
}

/** @throws StartError unless it is there */
export function requireFile(file: string, what: string): void {
  if (!existsSync(file)) throw new StartError(`${what} ${file} does not exist`);
}

/**
 * Copies the database as it is at one moment, also while the server runs.
 * @returns what to tell
 */
export function backup(file: string, database: string): string {
  requireFile(database, 'the database');
  if (existsSync(file)) throw new StartError(`${file} exists already; a backup overwrites nothing`);
  requireFile(dirname(file), 'the folder');
  backupTo(database, file);
  return `Backed up ${database} to ${file} (${statSync(file).size} bytes)`;
}

/**
 * Puts a backup in the database's place. The store's epoch is new afterwards, so that devices which synced past the
 * backup notice and merge instead of trusting old revisions.
 * @returns what to tell
 */
export function restore(file: string, database: string): string {
  requireFile(file, 'the backup');
  if (statSync(file).isDirectory()) throw new StartError(`${file} is a folder, and no file`);
  // Of a new machine, where nothing was served yet.
  makePrivateFolder(dirname(database));
  const kept = restoreFrom(file, database);
  return `Restored ${database} from ${file}${kept === undefined ? '' : `; what was there is kept as ${kept}`}`;
}
