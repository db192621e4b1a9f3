import { StoreFull, StoreUnavailable } from '../api/ports.ts';
import { migrate, VERSION } from './indexeddb-schema.ts';
import { beginNewLog, logMark, markLog } from './new-log.ts';

export type Database = IDBDatabase;

/** Time limit in ms. Some engines never answer; the person then gets an error instead of waiting. */
const OPEN_TIMEOUT_MS = 5_000;

export interface Connection {
  /**
   * Returns the open database, and opens it if needed. Before a write, it has the browser begin a new log if it ended a
   * connection since the last one, of this page or worker or of one before: perhaps the disk was full.
   */
  open(mode: IDBTransactionMode): Promise<Database>;
  /** Closes this database, so that the next `open` opens it again. */
  drop(database: Database): void;
  close(): void;
}

/**
 * One connection, opened when it is first needed.
 * @param upgrade true if an older database may be upgraded to this code's version. A newer one is used as it
 *   is, because versions only add
 */
export function connection(name: string, upgrade: boolean): Connection {
  let current: Promise<Database> | undefined;
  let latest: Database | undefined;
  let closed = false;
  /** True after the browser ended a connection: the log may be torn. Undefined while it is not known. */
  let isTorn: boolean | undefined;
  let renewed: Promise<void> | undefined;

  function connect(): Promise<Database> {
    if (closed) throw new StoreUnavailable('the store is closed');
    const opening = open(forget, lose);
    const inTime = within(opening, 'the database does not open');
    current = inTime;
    inTime.then(
      (database) => {
        latest = database;
      },
      () => {
        lose();
        // The database may still open later. Left open, it would block the next version.
        closeWhenOpen(opening);
      },
    );
    return inTime;

    function lose(): void {
      tear();
      forget();
    }

    function forget(): void {
      if (current === inTime) current = undefined;
    }
  }

  /**
   * Opens the database at its current version. Creates it if there is none, and upgrades it if allowed.
   * @param gone called when the connection is closed for another
   * @param lost called when the browser ended it
   */
  async function open(gone: () => void, lost: () => void): Promise<Database> {
    let mayMigrate = upgrade;
    const openAt = (version?: number) =>
      new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name, version);
        request.onupgradeneeded = ({ oldVersion, newVersion }) => {
          // The first open names no version, so an upgrade is only requested for a new database.
          mayMigrate = true;
          if (oldVersion === 0) {
            isTorn ??= false;
            void markLog(true);
          }
          const { result, transaction } = request;
          if (transaction !== null) migrate(oldVersion, newVersion ?? VERSION, result, transaction);
        };
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const { result } = request;
          result.onversionchange = () => {
            // A newer worker wants to upgrade, or someone deletes the database. `close` lets running transactions
            // finish first.
            gone();
            result.close();
          };
          result.onclose = lost;
          resolve(result);
        };
      });
    const database = await openAt();
    if (!mayMigrate || database.version >= VERSION) return database;
    database.close();
    return openAt(VERSION);
  }

  function tear(): void {
    isTorn = true;
    void markLog(false);
  }

  async function renew(): Promise<void> {
    const wasTorn = isTorn;
    isTorn = false;
    if (!wasTorn && (await logMark()) !== undefined) return;
    try {
      await beginNewLog();
      void markLog(!isTorn);
    } catch (error) {
      isTorn = true;
      // Beyond the browser's own limit nothing is torn, and people must be able to delete.
      if (!isOverLimit(error)) throw new StoreFull();
    }
  }

  return {
    async open(mode) {
      const database = await (current ?? connect());
      if (mode === 'readwrite') {
        if (isTorn !== false) renewed = renew();
        await renewed;
      }
      return database;
    },
    drop(database) {
      tear();
      // A request that failed at the same time may already have opened the next one.
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

export function isOverLimit(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

/** The time limit has passed. Whether the operation still happens is unknown. */
export class TimedOut extends StoreUnavailable {}

/**
 * The promise's result.
 * @throws TimedOut if there is none in time
 */
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
