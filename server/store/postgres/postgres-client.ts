/** A connection of its own to PostgreSQL: for a start, and for the operator's commands. */
import pg from 'pg';
import { StoreUnavailable } from '../../../src/api/ports.ts';
import { postgresName } from '../../config/database-at.ts';
import { errorCode } from '../../config/start-error.ts';
import { TIMEOUTS } from './postgres-connection.ts';
import { ensureSchema, lookAtSchema, renewEpochs, type SchemaLook } from './postgres-schema.ts';

const INT8: number = pg.types.builtins.INT8;

/** Parses integers of 64 bits, which the driver returns as text. Ours stay far below 2^53. */
export const TYPES = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    type === INT8 ? Number : pg.types.getTypeParser(type, format),
};

/**
 * Gives every space a new epoch after `pg_restore`, so that clients read everything again.
 * @param now ms
 * @throws StoreUnavailable as `postgresDatabase`
 */
export function renewPostgresEpochs(url: string, now = Date.now()): Promise<void> {
  return withClient(url, async (client, name) => {
    await ensureSchema(client, name);
    await renewEpochs(client, now);
  });
}

/** Whether prepared statements work behind a pooler that lends its connections for single transactions. */
export type Lending = 'works' | 'broken';

export interface DatabaseLook extends SchemaLook {
  /** Undefined if a connection is its client's own. */
  readonly lending: Lending | undefined;
}

/**
 * Looks at a database, and changes nothing.
 * @throws StoreUnavailable as `postgresDatabase`
 */
export function lookAtPostgres(url: string): Promise<DatabaseLook> {
  return withClient(url, async (client, name) => {
    const look = await lookAtSchema(client, name);
    return withClient(url, async (other) => ({ ...look, lending: await findLending(client, other) }));
  });
}

/**
 * Makes sure that a server was started on a database, and changes nothing.
 * @throws StoreUnavailable also if it has no tables
 */
export function requireTables(url: string): Promise<void> {
  return withClient(url, async (client, name) => {
    const { hasTables } = await lookAtSchema(client, name);
    if (!hasTables) {
      throw new StoreUnavailable(`there is nothing of Pleinair in ${name}; start the server once`);
    }
  });
}

/** What is used of a connection. */
interface Asked {
  query(question: { readonly name: string; readonly text: string }): Promise<{ readonly rows: unknown[] }>;
}

/** PostgreSQL's codes for a prepared statement that is there already, and for one that is not there. */
const OF_STATEMENTS = ['42P05', '26000'];

/**
 * Finds a pooler that lends its connections for single transactions: two clients, both connected, get the same
 * process of PostgreSQL then. Most such poolers confuse their prepared statements.
 */
export async function findLending(first: Asked, second: Asked): Promise<Lending | undefined> {
  const question = { name: 'pleinair_doctor', text: 'SELECT pg_backend_pid() AS pid' };
  try {
    const [one, other] = [await first.query(question), await second.query(question)];
    return JSON.stringify(one.rows) === JSON.stringify(other.rows) ? 'works' : undefined;
  } catch (error) {
    if (OF_STATEMENTS.includes(errorCode(error) ?? '')) return 'broken';
    throw error;
  }
}

/** Runs work on a connection of its own, without timeouts for statements. */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client, name: string) => Promise<T>,
): Promise<T> {
  const name = postgresName(url);
  let client: pg.Client | undefined;
  try {
    // It reads the files of certificates that the address names.
    client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: TIMEOUTS.connecting,
      fallback_application_name: 'pleinair',
      types: TYPES,
    });
    client.on('error', () => {});
    await client.connect();
    return await work(client, name);
  } catch (error) {
    if (error instanceof StoreUnavailable || !(error instanceof Error)) throw error;
    throw new StoreUnavailable(`${name} cannot be used: ${reasonOf(error)}`, { cause: error });
  } finally {
    await client?.end().catch(() => {});
  }
}

/** One line. Messages of the driver contain no password. */
function reasonOf(error: Error): string {
  if (/^SASL: .*client password must be/.test(error.message)) {
    return 'it asks for a password, and the address has none';
  }
  // For a host with several addresses the message is empty.
  return error.message === '' ? (errorCode(error) ?? error.name) : error.message;
}
