/** `backup`, `restore` and `restored`, and where the database is. */
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { readConfig } from '../config/config.ts';
import { type DatabaseAt, databaseAt, databaseName } from '../config/database-at.ts';
import { makePrivateFolder } from '../config/private-files.ts';
import { StartError } from '../config/start-error.ts';
import { backupTo, openDatabase, renewEpochs, requirePostgres, restoreFrom } from '../store/index.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The database that the environment names, and the folder for files beside it. */
export interface ConfiguredDatabase {
  readonly at: DatabaseAt;
  /** Absolute path. */
  readonly dataDir: string;
}

/** @throws ConfigError */
export function configuredDatabase({ DATA_DIR, DATABASE_URL }: Environment): ConfiguredDatabase {
  // Only these two: a wrong setting of the server must not prevent an export.
  const config = readConfig({ DATA_DIR, DATABASE_URL }, () => undefined);
  return { at: databaseAt(config), dataDir: config.dataDir };
}

/**
 * The path of the database, for commands that only SQLite has.
 * @throws StartError for PostgreSQL, with what to do instead; ConfigError
 */
export function configuredFile(env: Environment, instead: string): string {
  const { at } = configuredDatabase(env);
  if (at.kind === 'sqlite') return at.file;
  throw new StartError(`${databaseName(at)} is not a file: ${instead}`);
}

/**
 * Checks that the database exists. A command that reads must not create an empty one.
 * @throws StartError or StoreUnavailable if it does not exist, or nothing of Pleinair is in it
 */
export async function requireDatabase(at: DatabaseAt): Promise<void> {
  if (at.kind === 'postgres') return requirePostgres(at.url);
  if (!existsSync(at.file)) {
    throw new StartError(`the database ${at.file} does not exist; start the server once`);
  }
}

/** @throws StartError if the file does not exist */
export function requireFile(file: string, what: string): void {
  if (!existsSync(file)) throw new StartError(`${what} ${file} does not exist`);
}

/**
 * Copies the database as it is at one moment, even while the server runs.
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
 * Replaces the database with a backup. The store gets a new epoch, so that devices that synced after the backup
 * notice and merge instead of trusting old revisions.
 * @returns what to print
 */
export async function restore(file: string, database: string): Promise<string> {
  requireFile(file, 'the backup');
  if (statSync(file).isDirectory()) throw new StartError(`${file} is a folder, not a file`);
  // On a new machine the folder does not exist yet.
  makePrivateFolder(dirname(database));
  const kept = restoreFrom(file, database);
  const done = `Restored ${database} from ${file}${kept === undefined ? '' : `; the old database is kept as ${kept}`}`;
  return done + (await keysAgain({ kind: 'sqlite', file: database }));
}

/**
 * Gives every space a new epoch after `pg_restore`, as `restore` does for SQLite.
 * @returns what to print
 * @throws StartError for SQLite
 */
export async function restored({ at }: ConfiguredDatabase): Promise<string> {
  if (at.kind === 'sqlite') {
    throw new StartError('DATABASE_URL is not set; for SQLite, restore does this itself');
  }
  await requireDatabase(at);
  await renewEpochs(at.url);
  return `Devices will read everything again from ${databaseName(at)}${await keysAgain(at)}`;
}

/** What to know of the tokens and links that a backup brought back, as further lines; empty if it has none. */
async function keysAgain(at: DatabaseAt): Promise<string> {
  const { people, shares, close } = await openDatabase(at);
  try {
    let [tokens, links] = [0, 0];
    for (const person of await people.list()) {
      tokens += person.tokens.length;
      links += (await shares.read(person.space, (tx) => tx.list())).length;
    }
    if (tokens + links === 0) return '';
    const [token, link] = [tokens === 1 ? 'token' : 'tokens', links === 1 ? 'link' : 'links'];
    return `\nIt has ${tokens} ${token} and ${links} ${link}. Those that were revoked or ended after the backup open again:\npleinair people list shows the tokens, and a drawing's own menu its links.`;
  } finally {
    await close();
  }
}
