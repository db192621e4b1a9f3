/** One connection of the pool while a transaction uses it, and Kysely over a pool of them. */
import { createHash } from 'node:crypto';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { Pool, PoolClient, QueryConfig, QueryResult as Response } from 'pg';
import { isLost, toStoreError } from './postgres-error.ts';

/** How long a statement may take, ms, and how long one for the operator may, such as removing a whole space. */
const STATEMENT_MS = 15_000;
const LONG_STATEMENT_MS = 50_000;
/** How long a write waits for another one of the same space, ms. */
const LOCK_MS = 5_000;
/** After this, ms, the database ends a transaction that does nothing: its process may hang, with a lock. */
const IDLE_MS = 30_000;
/** The same for a snapshot, which has no lock and waits for a slow client, ms. */
const SNAPSHOT_IDLE_MS = 300_000;

/**
 * What begins a transaction, in one message. The limits are its own and not the connection's: a pooler may give
 * the connection to others after it.
 */
const begin = (mode: string, statementMs = STATEMENT_MS, idleMs = IDLE_MS) =>
  `BEGIN ISOLATION LEVEL ${mode};
   SET LOCAL statement_timeout = ${statementMs};
   SET LOCAL lock_timeout = ${LOCK_MS};
   SET LOCAL idle_in_transaction_session_timeout = ${idleMs}`;

/**
 * The kinds of transactions. A read sees one state. A write locks the row of its space with its first statement;
 * the next ones see what was written by those that had the lock before, which only READ COMMITTED shows them.
 */
const KINDS = {
  read: begin('REPEATABLE READ READ ONLY'),
  snapshot: begin('REPEATABLE READ READ ONLY', STATEMENT_MS, SNAPSHOT_IDLE_MS),
  write: begin('READ COMMITTED READ WRITE'),
  longWrite: begin('READ COMMITTED READ WRITE', LONG_STATEMENT_MS),
} as const;

/**
 * A transaction on a connection of the pool. It is Kysely's connection, and also what prepared queries run on:
 * without Kysely in between, several are under way at once.
 */
export class PostgresTransaction implements DatabaseConnection {
  readonly #client: PoolClient;
  #begun: Promise<unknown> | undefined;
  #isOpen = false;
  #isLost = false;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  /** Does not wait: the first statement does. It must change nothing, because it runs in any case. */
  begin(kind: keyof typeof KINDS): void {
    this.#isOpen = true;
    this.#begun = this.#send({ text: KINDS[kind] });
    this.#begun.catch(() => {});
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    // What is still under way when a transaction ends would be written outside of any.
    if (!this.#isOpen) throw new Error('the transaction has ended');
    const values = parameters.map(toInput);
    const [{ rows, rowCount }] = await Promise.all([
      this.#send({ name: nameOf(sql), text: sql, values }),
      this.#begun,
    ]);
    return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) };
  }

  streamQuery(): never {
    throw new Error('streaming is not supported');
  }

  /** @throws StoreUnavailable if nobody can tell whether the changes are there */
  async commit(): Promise<void> {
    this.#isOpen = false;
    const { command } = await this.#send({ text: 'COMMIT' });
    // After a statement that failed, the database rolls back instead and calls that no error.
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back: a statement failed');
  }

  /** Ends a transaction that changed nothing. Does not wait. */
  end(): void {
    this.#isOpen = false;
    this.#send({ text: 'COMMIT' }).catch(() => {});
  }

  /** Never throws: a lost connection has rolled back. */
  async rollback(): Promise<void> {
    this.#isOpen = false;
    if (!this.#isLost) await this.#send({ text: 'ROLLBACK' }).catch(() => {});
  }

  /** Gives the connection back to the pool, or ends it if it is lost. */
  release(): void {
    this.#client.release(this.#isLost);
  }

  async #send(query: QueryConfig): Promise<Response> {
    try {
      return await this.#client.query(query);
    } catch (error) {
      this.#isLost ||= isLost(error);
      throw toStoreError(error);
    }
  }
}

/** @throws StoreUnavailable if no connection can be had in time */
export async function acquire(pool: Pool): Promise<PostgresTransaction> {
  try {
    return new PostgresTransaction(await pool.connect());
  } catch (error) {
    throw toStoreError(error);
  }
}

export function postgresDialect(pool: Pool): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PostgresDriver(pool),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

/** Used for the few statements about people. Its pool belongs to its owner, who ends it. */
class PostgresDriver implements Driver {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async init() {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return acquire(this.#pool);
  }

  async beginTransaction(connection: DatabaseConnection, { accessMode }: TransactionSettings) {
    this.#of(connection).begin(accessMode === 'read only' ? 'read' : 'longWrite');
  }

  async commitTransaction(connection: DatabaseConnection) {
    await this.#of(connection).commit();
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    await this.#of(connection).rollback();
  }

  async releaseConnection(connection: DatabaseConnection) {
    this.#of(connection).release();
  }

  async destroy() {}

  #of(connection: DatabaseConnection): PostgresTransaction {
    if (connection instanceof PostgresTransaction) return connection;
    throw new TypeError('a connection of another driver');
  }
}

const names = new Map<string, string>();

/**
 * The name of a prepared statement. The database keeps it by its name, for each connection, and then neither
 * parses nor plans it again. The number of different statements is fixed, so none is ever dropped.
 */
function nameOf(sql: string): string {
  const known = names.get(sql);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(sql).digest('base64url').slice(0, 24);
  names.set(sql, name);
  return name;
}

function toInput(value: unknown): string | number | null {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
  throw new TypeError(`cannot be bound: ${typeof value}`);
}
