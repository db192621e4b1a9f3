/** `backup` and `restore`. */
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { databaseFile, readConfig } from '../config/config.ts';
import { makePrivateFolder } from '../config/private-files.ts';
import { StartError } from '../config/start-error.ts';
import { backupTo, restoreFrom } from '../store/index.ts';

/**
 * Path of the database that the environment names.
 * @throws ConfigError
 */
export function configuredDatabase({ DATA_DIR }: Readonly<Record<string, string | undefined>>): string {
  // Reads DATA_DIR alone: a wrong setting of the server must not prevent a backup.
  return databaseFile(readConfig({ DATA_DIR }, () => undefined).dataDir);
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
