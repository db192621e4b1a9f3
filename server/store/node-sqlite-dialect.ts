/** Kysely on one `node:sqlite` connection. Kysely itself queues whoever waits for the connection. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { isBusy } from './sqlite-error.ts';

/** How long a write waits for another process's, ms. */
const BUSY_MS = 5_000;

/**
 * @param database an open connection, closed by the dialect's owner. Its own busy timeout should be short:
 *   SQLite waits by blocking the whole process, this dialect waits without
 */
export function nodeSqliteDialect(database: DatabaseSync): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new NodeSqliteDriver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class NodeSqliteDriver implements Driver {
  readonly #connection: NodeSqliteConnection;
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#connection = new NodeSqliteConnection(database);
  }

  async init() {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  /**
   * A writer takes its lock at once: a transaction that began by reading cannot wait for the lock, as what
   * it has read may be outdated by then.
   */
  async beginTransaction(_connection: DatabaseConnection, { accessMode }: TransactionSettings) {
    if (accessMode === 'read only') return this.#connection.run('BEGIN');
    const deadline = performance.now() + BUSY_MS;
    for (;;) {
      try {
        return this.#connection.run('BEGIN IMMEDIATE');
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error;
      }
      await delay(2 + Math.random() * 10);
    }
  }

  async commitTransaction() {
    this.#connection.run('COMMIT');
  }

  /** SQLite has rolled back by itself after some errors, a full disk among them. */
  async rollbackTransaction() {
    if (this.#database.isTransaction) this.#connection.run('ROLLBACK');
  }

  async releaseConnection() {}

  async destroy() {}
}

class NodeSqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  /** The application has a fixed number of queries, so nothing is ever evicted. */
  readonly #statements = new Map<
    string,
    { readonly statement: StatementSync; readonly returnsRows: boolean }
  >();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  run(sql: string): void {
    this.#prepare(sql).statement.run();
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    // SQLite ends a transaction by itself after some errors, a full disk among them. What its work still
    // had under way would be written all the same, each statement for itself.
    if (!this.#database.isTransaction) throw new Error('the transaction has ended');
    const { statement, returnsRows } = this.#prepare(sql);
    const values = parameters.map(toInput);
    // Always `all`, never `get`: a statement that is not read to its end keeps the log from being truncated.
    if (returnsRows) return { rows: statement.all(...values) as R[] };
    return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
  }

  streamQuery(): never {
    throw new Error('streaming is not supported');
  }

  #prepare(sql: string) {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    const prepared = { statement, returnsRows: statement.columns().length > 0 };
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

function toInput(value: unknown): SQLInputValue {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
  throw new TypeError(`cannot be bound: ${typeof value}`);
}
