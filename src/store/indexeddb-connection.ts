import { type IDBPDatabase, openDB } from 'idb';
import { StoreUnavailable } from '../api/ports.ts';
import { migrate, type Schema, VERSION } from './indexeddb-schema.ts';

export type Database = IDBPDatabase<Schema>;

/** Engines have been seen to never answer; then a person is told so instead of waiting. ms. */
const OPEN_TIMEOUT_MS = 5_000;

export interface Connection {
  /** The open database; opens it when it is not. */
  open(): Promise<Database>;
  /** Forgets the database, so that the next `open` opens it anew. */
  drop(database: Database): void;
  close(): void;
}

/**
 * Keeps one connection, opened when it is first needed.
 * @param upgrade whether an older database may be brought to this code's version. A newer one is used as
 *   it is, since versions only add
 */
export function connection(name: string, upgrade: boolean): Connection {
  let current: Promise<Database> | undefined;
  let latest: Database | undefined;
  let closed = false;

  function connect(): Promise<Database> {
    if (closed) throw new StoreUnavailable('the store is closed');
    const opening = open(name, upgrade, forget);
    const inTime = within(opening, 'the database does not open');
    current = inTime;
    inTime.then(
      (database) => {
        latest = database;
      },
      () => {
        forget();
        // It may still open, too late for anyone: left open it would block the next version.
        closeWhenOpen(opening);
      },
    );
    return inTime;

    function forget(): void {
      if (current === inTime) current = undefined;
    }
  }

  return {
    open: async () => current ?? connect(),
    drop(database) {
      // Another that failed with it may have opened the next one by now.
      if (database === latest) current = undefined;
      database.close();
    },
    close() {
      closed = true;
      if (current) closeWhenOpen(current);
      current = undefined;
    },
  };
}

function closeWhenOpen(opening: Promise<Database>): void {
  opening.then(
    (database) => database.close(),
    () => {},
  );
}

/**
 * Opens the database at whatever version it has, creates it where there is none, and upgrades it where
 * that is allowed.
 * @param gone called when the connection cannot be used any longer
 */
async function open(name: string, upgrade: boolean, gone: () => void): Promise<Database> {
  let mayMigrate = upgrade;
  const options: Parameters<typeof openDB<Schema>>[2] = {
    upgrade(database, from, to, transaction) {
      // Without a version, an upgrade is only asked for when the database is new.
      mayMigrate = true;
      migrate(from, to ?? VERSION, database, transaction);
    },
    blocking: (_current, _blocked, event) => {
      // A newer worker wants to upgrade, or someone deletes the database: transactions under way end first.
      gone();
      if (event.target instanceof IDBDatabase) event.target.close();
    },
    terminated: gone,
  };
  const database = await openDB<Schema>(name, undefined, options);
  if (!mayMigrate || database.version >= VERSION) return database;
  database.close();
  return openDB<Schema>(name, VERSION, options);
}

/** It is not known whether what was waited for will still happen. */
export class TimedOut extends StoreUnavailable {}

/** The promise's outcome, or TimedOut when there is none in time. */
export async function within<T>(promise: Promise<T>, message: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimedOut(message)), OPEN_TIMEOUT_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
