/** A transaction on a connection of the pool, and the Kysely dialect over the pool. */
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
import type { ClientConfig, Pool, PoolClient, QueryConfig, QueryResult as Response } from 'pg';
import { isLost, toStoreError } from './postgres-error.ts';

/** Timeouts of a statement, ms: usually, and for the operator's commands, such as removing a whole space. */
const STATEMENT_MS = 15_000;
const LONG_STATEMENT_MS = 50_000;
/**
 * How long a transaction waits for a database that hangs, ms. An answer may take longer than any statement, which the
 * database itself would end.
 */
export interface Timeouts {
  /** For a connection. */
  readonly connecting: number;
  readonly answer: number;
  /** For an answer about people, such as removing a whole space. */
  readonly longAnswer: number;
  /** For the writes of the same space before it. */
  readonly turn: number;
}

export const TIMEOUTS: Timeouts = {
  connecting: 5_000,
  answer: STATEMENT_MS + 5_000,
  longAnswer: LONG_STATEMENT_MS + 10_000,
  turn: 10_000,
};

/** How long a write waits for another write of the same space, ms. */
const LOCK_MS = 5_000;
/** When the database ends an idle transaction, ms: its process may hang and hold a lock. */
const IDLE_MS = 30_000;
/** The same for a snapshot, ms: it holds no lock, and waits for a slow client. */
const SNAPSHOT_IDLE_MS = 300_000;

/**
 * The statements that begin a transaction, sent as one message. Timeouts are set for the transaction and not for the
 * connection, which a pooler may give to others afterwards.
 */
const begin = (mode: string, statementMs = STATEMENT_MS, idleMs = IDLE_MS) =>
  `BEGIN ISOLATION LEVEL ${mode};
   SET LOCAL statement_timeout = ${statementMs};
   SET LOCAL lock_timeout = ${LOCK_MS};
   SET LOCAL idle_in_transaction_session_timeout = ${idleMs}`;

/**
 * The kinds of transactions. A read sees one state. A write locks the row of its space with its first statement, and
 * must then see what earlier holders of the lock wrote, which only READ COMMITTED shows. It does not say READ WRITE,
 * which would override default_transaction_read_only, with which an operator keeps a database as it is.
 */
const KINDS = {
  read: begin('REPEATABLE READ READ ONLY'),
  snapshot: begin('REPEATABLE READ READ ONLY', STATEMENT_MS, SNAPSHOT_IDLE_MS),
  write: begin('READ COMMITTED'),
  longWrite: begin('READ COMMITTED', LONG_STATEMENT_MS),
} as const;

/**
 * A transaction on a connection of the pool. Kysely uses it, and prepared queries run on it directly: without Kysely
 * in between, several can be under way at the same time.
 */
export class PostgresTransaction implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #timeouts: Timeouts;
  #answerMs: number;
  #begun: Promise<unknown> | undefined;
  #isOpen = false;
  #isLost = false;

  constructor(client: PoolClient, timeouts: Timeouts) {
    this.#client = client;
    this.#timeouts = timeouts;
    this.#answerMs = timeouts.answer;
  }

  /**
   * Begins without waiting; the first statement waits. That statement must change nothing, because it runs even if
   * the transaction could not begin.
   */
  begin(kind: keyof typeof KINDS): void {
    this.#isOpen = true;
    if (kind === 'longWrite') this.#answerMs = this.#timeouts.longAnswer;
    this.#begun = this.#send({ text: KINDS[kind] });
    this.#begun.catch(() => {});
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    // A late statement would run outside of any transaction.
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

  /** @throws StoreUnavailable if it is unknown whether the changes were stored */
  async commit(): Promise<void> {
    this.#isOpen = false;
    const { command } = await this.#send({ text: 'COMMIT' });
    // After a failed statement, the database answers COMMIT with a rollback and without an error.
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back: a statement failed');
  }

  /** Ends a transaction that changed nothing, without waiting. */
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
      // The driver has this option for each query; its types have it for a connection alone.
      const limited: QueryConfig & Pick<ClientConfig, 'query_timeout'> = {
        ...query,
        query_timeout: this.#answerMs,
      };
      return await this.#client.query(limited);
    } catch (error) {
      this.#isLost ||= isLost(error);
      throw toStoreError(error);
    }
  }
}

/** @throws StoreUnavailable if no connection is free in time */
export async function acquire(pool: Pool, timeouts: Timeouts): Promise<PostgresTransaction> {
  try {
    return new PostgresTransaction(await pool.connect(), timeouts);
  } catch (error) {
    throw toStoreError(error);
  }
}

export function postgresDialect(pool: Pool, timeouts: Timeouts): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PostgresDriver(pool, timeouts),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

/** Kysely's driver, for the few statements about people and links. The owner of the pool ends it. */
class PostgresDriver implements Driver {
  readonly #pool: Pool;
  readonly #timeouts: Timeouts;

  constructor(pool: Pool, timeouts: Timeouts) {
    this.#pool = pool;
    this.#timeouts = timeouts;
  }

  async init() {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return acquire(this.#pool, this.#timeouts);
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
 * The name of a prepared statement. Each connection keeps a statement under its name, and does not parse it again. The
 * number of different statements is fixed, so none is ever dropped.
 */
function nameOf(sql: string): string {
  const known = names.get(sql);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(sql).digest('base64url').slice(0, 24);
  names.set(sql, name);
  return name;
}

function toInput(value: unknown): string | number | Uint8Array | null {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`cannot be bound: ${typeof value}`);
}
