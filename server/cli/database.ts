/** What backup and restore share: their one argument, the configured database, and how they fail. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { databaseFile, readConfig } from '../config.ts';
import { forOperator, StartError } from '../start-error.ts';

export interface DatabaseCommand {
  /** Of the backup, absolute. */
  readonly file: string;
  /** Of the server's database, absolute. */
  readonly database: string;
}

/**
 * Reads the arguments and DATA_DIR.
 * @throws StartError, ConfigError
 */
export function databaseCommand(name: string): DatabaseCommand {
  const [file, ...more] = process.argv.slice(2);
  if (file === undefined || file === '' || more.length > 0) {
    throw new StartError(`usage: npm run ${name} -- FILE`);
  }
  // Only DATA_DIR matters here: a setting of the server that is wrong must not keep a backup from being made.
  const { dataDir } = readConfig({ DATA_DIR: process.env.DATA_DIR }, () => undefined);
  return { file: resolve(file), database: databaseFile(dataDir) };
}

/** @throws StartError unless the file is there */
export function requireFile(file: string, what: string): void {
  if (!existsSync(file)) throw new StartError(`${what} ${file} does not exist`);
}

/** Runs a command to its exit status: 0, or 1 with one line about why. */
export function runCommand(name: string, work: () => string): void {
  try {
    console.log(work());
  } catch (error) {
    console.error(`${name} failed:`, forOperator(error));
    process.exitCode = 1;
  }
}
