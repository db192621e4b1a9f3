/** Kysely over one `node:sqlite` connection. Kysely itself queues work that waits for the connection. */
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

/** How long a write waits for another process's write, ms. */
const BUSY_MS = 5_000;

/**
 * @param database an open connection, which its owner closes. Its own busy timeout should be short: SQLite blocks the
 * whole process while it waits, and this dialect does not.
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
   * A writing transaction takes its lock at once. If it began by reading, it could not wait for the lock,
   * because what it has read may be outdated by then.
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

  /** After some errors, such as a full disk, SQLite has rolled back by itself. */
  async rollbackTransaction() {
    if (this.#database.isTransaction) this.#connection.run('ROLLBACK');
  }

  async releaseConnection() {}

  async destroy() {}
}

class NodeSqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  /** Prepared statements. The application has a fixed number of queries, so none is ever evicted. */
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
    // After some errors, such as a full disk, SQLite ends a transaction by itself. Late statements would then run
    // outside of any transaction.
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
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`cannot be bound: ${typeof value}`);
}
