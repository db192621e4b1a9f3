/** The server's store: the port of src/api/ports.ts over SQLite or PostgreSQL. */
import type { DatabaseAt } from '../config/database-at.ts';
import type { Database } from './sql/database.ts';
import { sqliteDatabase } from './sqlite/sqlite.ts';

export type { HeldAlerts, Receiver, StoredAlerts, StoredAlertsTx } from './sql/alerts/subscriptions.ts';
export type { Database, PoolUse } from './sql/database.ts';
export { type Commits, commitFeed } from './sql/live/commits.ts';
export { isMixed, PeopleRefused } from './sql/people/find-person.ts';
export { operatorMark, tokenMark } from './sql/people/made-by.ts';
export type { Person } from './sql/people/persons.ts';
export { NAME_MAX, type NewToken, type People } from './sql/people.ts';
export { SNAPSHOTS_MAX } from './sql/snapshots.ts';
export { SERVER_SPACE } from './sql/tables.ts';
export { backupTo, PREVIOUS_SUFFIX, restoreFrom } from './sqlite/backup.ts';
export { type SqliteOptions, sqliteDatabase, sqliteStore } from './sqlite/sqlite.ts';

/**
 * Opens a database, and creates or migrates it first if needed. The folder of a file must exist.
 * @throws StoreCorrupt or StoreUnavailable, with a message for the operator, if it cannot be used; it is left
 * untouched then
 */
export async function openDatabase(at: DatabaseAt): Promise<Database> {
  if (at.kind === 'sqlite') return sqliteDatabase(at);
  // Loaded here, so that a server with SQLite starts without PostgreSQL's driver.
  const { postgresDatabase } = await import('./postgres/postgres.ts');
  return postgresDatabase(at);
}

/**
 * Gives every space of a PostgreSQL database a new epoch after a restore, which ends all cursors of clients.
 * @throws StoreUnavailable as `openDatabase`
 */
export async function renewEpochs(url: string): Promise<void> {
  const { renewPostgresEpochs } = await import('./postgres/postgres-client.ts');
  await renewPostgresEpochs(url);
}

/**
 * Makes sure that a server was started on a PostgreSQL database.
 * @throws StoreUnavailable also if it was not
 */
export async function requirePostgres(url: string): Promise<void> {
  const { requireTables } = await import('./postgres/postgres-client.ts');
  await requireTables(url);
}
