/** The stores in a PostgreSQL database. Any number of processes may use the same one. */
import { Kysely, sql, type Transaction } from 'kysely';
import pg from 'pg';
import {
  type ReadTx,
  type Snapshot,
  SpaceGone,
  type Store,
  StoreUnavailable,
  type WriteTx,
} from '../../../src/api/ports.ts';
import { sqlAlerts } from '../sql/alerts/subscriptions.ts';
import { countedWrite } from '../sql/counted-write.ts';
import type { Database, PoolUse } from '../sql/database.ts';
import { telling } from '../sql/live/commits.ts';
import { sqlTickets } from '../sql/live/tickets.ts';
import { sqlPeople } from '../sql/people.ts';
import { prepareQueries } from '../sql/queries.ts';
import { sqlShares } from '../sql/shares.ts';
import { openSnapshots, SNAPSHOTS_MAX } from '../sql/snapshots.ts';
import { sqlReader } from '../sql/sql-transaction.ts';
import type { Step } from '../sql/steps.ts';
import type { Tables } from '../sql/tables.ts';
import { keyedQueue } from './keyed-queue.ts';
import { notifications } from './notifications.ts';
import { TYPES, withClient } from './postgres-client.ts';
import {
  acquire,
  type PostgresTransaction,
  postgresDialect,
  TIMEOUTS,
  type Timeouts,
} from './postgres-connection.ts';
import { ensureSchema, LOCKS } from './postgres-schema.ts';
import { writeRefusal } from './takes-writes.ts';

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** Steps of another version of the code, for tests. */
  readonly steps?: readonly Step[];
  /** Others for tests. */
  readonly timeouts?: Timeouts;
  /** The clock for tokens and codes, ms since the epoch. */
  readonly now?: () => number;
}

/** Most connections of a process. */
const CONNECTIONS_MAX = 16;
/** How long an unused connection stays open, ms. */
const UNUSED_MS = 30_000;

/**
 * Opens a database, and creates or migrates its tables first.
 * @throws StoreUnavailable, with a message for the operator, if it cannot be reached or used; it is left untouched
 * then
 */
export async function postgresDatabase({
  url,
  steps,
  timeouts = TIMEOUTS,
  now = Date.now,
}: PostgresOptions): Promise<Database> {
  await withClient(url, (client, name) => ensureSchema(client, name, steps));
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: timeouts.connecting,
    idleTimeoutMillis: UNUSED_MS,
    query_timeout: timeouts.answer,
    keepAlive: true,
    fallback_application_name: 'pleinair',
    pipeline: true,
    types: TYPES,
  });
  // Without a listener, a lost connection would end the process. The next query gets the error anyway.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));

  const db = new Kysely<Tables>({ dialect: postgresDialect(pool, timeouts) });
  const queries = prepareQueries(db);
  const running = new Set<Promise<unknown>>();
  const snapshots = openSnapshots(SNAPSHOTS_MAX.postgres);
  let closed = false;

  /** Runs work that `close` waits for. After `close`, no work starts. */
  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (closed) throw new StoreUnavailable('the store is closed');
    const result = work();
    running.add(result);
    try {
      return await result;
    } finally {
      running.delete(result);
    }
  }

  async function read<T>(space: string, work: (tx: ReadTx) => Promise<T>): Promise<T> {
    const transaction = await acquire(pool, timeouts);
    try {
      transaction.begin('read');
      return await work(sqlReader(transaction, queries, space));
    } finally {
      transaction.end();
      transaction.release();
    }
  }

  async function write<T>(space: string, work: (tx: WriteTx) => Promise<T>): Promise<T> {
    const transaction = await acquire(pool, timeouts);
    try {
      transaction.begin('write');
      const [head] = await queries.lockedHead(transaction, { space });
      if (head === undefined || head.closed !== null) throw new SpaceGone('the space was removed');
      const counted = countedWrite(transaction, queries, space, head);
      const result = await work(counted.tx);
      await counted.settle();
      const saved = counted.save();
      saved.catch(() => {});
      // Both are sent together. If `save` fails, its error says more than that of the commit.
      await transaction.commit().catch(async (error: unknown) => {
        await saved;
        throw error;
      });
      return result;
    } catch (error) {
      await transaction.rollback();
      throw error;
    } finally {
      transaction.release();
    }
  }

  async function snapshot(space: string, byLink: boolean): Promise<Snapshot> {
    let transaction: PostgresTransaction | undefined;
    const close = () => {
      if (!snapshots.delete(close)) return;
      transaction?.end();
      transaction?.release();
    };
    snapshots.add({ space, byLink }, close);
    try {
      const opened = await acquire(pool, timeouts);
      transaction = opened;
      opened.begin('snapshot');
      const reader = sqlReader(opened, queries, space);
      // PostgreSQL takes the snapshot of a transaction at its first read.
      await reader.meta();
      return {
        close,
        async read(work) {
          if (!snapshots.has(close)) throw new StoreUnavailable('the snapshot is closed');
          try {
            return await work(reader);
          } catch (error) {
            if (snapshots.has(close)) throw error;
            throw new StoreUnavailable('the snapshot was closed', { cause: error });
          }
        },
      };
    } catch (error) {
      close();
      throw error;
    }
  }

  async function writable(): Promise<boolean> {
    if (closed) return false;
    try {
      return (await writeRefusal((text) => pool.query(text))) === undefined;
    } catch {
      return false;
    }
  }

  async function close(): Promise<void> {
    if (closed) return;
    closed = true;
    snapshots.closeAll();
    await Promise.allSettled(running);
    await commits.close();
    await pool.end();
  }

  const stores = new Map<string, Store>();
  const writes = keyedQueue(timeouts.turn);
  const commits = notifications({ url, query: (text, values) => pool.query(text, values) });

  function storeOf(space: string): Store {
    const known = stores.get(space);
    if (known !== undefined) return known;
    const store: Store = {
      snapshot: (byLink = false) => run(() => snapshot(space, byLink)),
      read: (work) => run(() => read(space, work)),
      // Queued here, because writes that wait for the lock of a space would use up the connections.
      write: (work) =>
        telling(commits, space, (noted) =>
          run(() => writes(space, () => write(space, (tx) => work(noted(tx))))),
        ),
      writable,
      close,
    };
    stores.set(space, store);
    return store;
  }

  type Work<T> = (tx: Transaction<Tables>) => Promise<T>;
  const reading = <T>(work: Work<T>) => run(() => db.transaction().setAccessMode('read only').execute(work));
  const writing = <T>(work: Work<T>) => run(() => db.transaction().execute(work));

  const people = sqlPeople({
    read: (work) => reading((tx) => work(tx, queries)),
    // One at a time: a name is checked before it is inserted.
    write: (work) =>
      writing(async (tx) => {
        await sql.raw(`SELECT pg_advisory_xact_lock(${LOCKS.people})`).execute(tx);
        return work(tx, queries);
      }),
    note: (work) => writing((tx) => work(tx, queries)),
    now,
  });

  const shares = sqlShares({
    read: (work) => reading((tx) => work(tx, queries)),
    write: (work) => writing((tx) => work(tx, queries)),
    lock: (tx, space) => queries.lockedHead(tx, { space }),
    changed: commits.tell,
  });

  const tickets = sqlTickets({
    read: reading,
    write: writing,
    // Not the row of the space, for which its writers wait.
    lock: (tx, space) => sql`SELECT pg_advisory_xact_lock(${LOCKS.tickets}, hashtext(${space}))`.execute(tx),
    now,
  });

  const alerts = sqlAlerts({
    read: reading,
    write: writing,
    lock: (tx) => sql.raw(`SELECT pg_advisory_xact_lock(${LOCKS.alerts})`).execute(tx),
  });

  const use = (): PoolUse => ({
    max: CONNECTIONS_MAX,
    busy: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  });

  return {
    storeOf,
    people,
    shares,
    tickets,
    alerts,
    commits,
    pool: use,
    writable,
    permitsWrites: writable,
    close,
  };
}
