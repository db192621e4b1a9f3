/** The tables in PostgreSQL, and their migration by whichever process comes first. */
import type { Client } from 'pg';
import { HOME, StoreUnavailable } from '../../../src/api/ports.ts';
import { newEpoch } from '../../../src/store/epoch.ts';
import { BASE_VERSION, type SqlSyntax, STEPS, type Step } from '../sql/steps.ts';
import { SERVER_SPACE } from '../sql/tables.ts';
import { writeRefusal } from './takes-writes.ts';

const SYNTAX: SqlSyntax = { text: 'text COLLATE "C"', integer: 'bigint', bytes: 'bytea', strict: '' };

/**
 * Advisory locks, as pairs of integers (postgresql.org/docs/current, 9.28.10). The first number is "Plei" in ASCII.
 */
export const LOCKS = {
  schema: '1349281129, 1',
  people: '1349281129, 2',
  alerts: '1349281129, 3',
  /** The first number of the lock of a space; the second one is made from its id. */
  tickets: 1349281130,
} as const;

/** How long a start waits for other processes that migrate or use the tables, ms. */
const MIGRATING_MS = 60_000;

/** The tables of BASE_VERSION. Texts are ordered by their bytes, as in SQLite, whatever the database's language. */
const base = ({ text, integer }: SqlSyntax) => `
  CREATE TABLE pleinair (version integer NOT NULL);
  INSERT INTO pleinair VALUES (${BASE_VERSION});

  -- A counter is written with every change: with room on its page, that touches no index.
  CREATE TABLE spaces (
    id ${text} PRIMARY KEY,
    epoch ${text} NOT NULL,
    counter ${integer} NOT NULL
  ) WITH (fillfactor = 10);

  CREATE TABLE drawings (
    space ${text} NOT NULL REFERENCES spaces,
    id ${text} NOT NULL,
    rev ${integer} NOT NULL,
    seq ${integer} NOT NULL,
    title ${text} NOT NULL,
    stroke_count ${integer} NOT NULL,
    size ${integer},
    chunks ${text} NOT NULL,
    trashed ${integer} NOT NULL CHECK (trashed IN (0, 1)),
    created_at ${text} NOT NULL,
    updated_at ${text} NOT NULL,
    key_count ${integer} NOT NULL,
    PRIMARY KEY (space, id),
    UNIQUE (space, seq)
  );
  CREATE INDEX drawings_in_list_order ON drawings (space, trashed, updated_at DESC, id);

  CREATE TABLE thumbs (
    space ${text} NOT NULL,
    drawing ${text} NOT NULL,
    thumb ${text} NOT NULL,
    PRIMARY KEY (space, drawing),
    FOREIGN KEY (space, drawing) REFERENCES drawings (space, id) DEFERRABLE INITIALLY DEFERRED
  );

  CREATE TABLE idempotency_keys (
    space ${text} NOT NULL,
    drawing ${text} NOT NULL,
    slot ${integer} NOT NULL,
    key ${text} NOT NULL,
    hash ${text} NOT NULL,
    rev ${integer} NOT NULL,
    title ${text} NOT NULL,
    stroke_count ${integer} NOT NULL,
    updated_at ${text} NOT NULL,
    PRIMARY KEY (space, drawing, slot),
    FOREIGN KEY (space, drawing) REFERENCES drawings (space, id) DEFERRABLE INITIALLY DEFERRED
  );
  CREATE INDEX idempotency_keys_by_key ON idempotency_keys (space, drawing, key);

  CREATE TABLE chunks (
    space ${text} NOT NULL,
    id ${text} NOT NULL,
    text ${text} NOT NULL,
    PRIMARY KEY (space, id)
  );

  CREATE TABLE purges (
    space ${text} NOT NULL,
    id ${text} NOT NULL,
    seq ${integer} NOT NULL,
    rev ${integer} NOT NULL,
    keys ${text} NOT NULL,
    PRIMARY KEY (space, seq),
    UNIQUE (space, id)
  );

  CREATE TABLE named_values (
    space ${text} NOT NULL,
    name ${text} NOT NULL,
    text ${text} NOT NULL,
    PRIMARY KEY (space, name)
  );

  CREATE TABLE hours (
    metric ${text} NOT NULL,
    at ${integer} NOT NULL,
    figure ${text} NOT NULL,
    PRIMARY KEY (metric, at)
  );

  CREATE TABLE people (
    space ${text} PRIMARY KEY REFERENCES spaces,
    name ${text} NOT NULL,
    name_folded ${text} NOT NULL UNIQUE,
    created_at ${text} NOT NULL
  );
  CREATE TABLE tokens (
    hash ${text} PRIMARY KEY,
    id ${text} NOT NULL UNIQUE,
    space ${text} NOT NULL REFERENCES spaces,
    device ${text} NOT NULL,
    created_at ${text} NOT NULL,
    used_on ${text}
  );
  CREATE INDEX tokens_of_space ON tokens (space, created_at);
`;

/** The spaces of a new database. */
const FIRST_SPACES = [HOME, SERVER_SPACE];

/**
 * Migrates the tables to the version of this code, all or nothing. If several processes do this at the same time, the
 * first one migrates, and the others find it done.
 * @param name of the database, for messages
 * @param steps those of this version, unless a test has others
 * @throws StoreUnavailable, with a message for the operator, if the database has a newer version, other tables or
 * another encoding; it is left untouched then
 */
export async function ensureSchema(
  client: Client,
  name: string,
  steps: readonly Step[] = STEPS,
): Promise<void> {
  const version = BASE_VERSION + steps.length;
  if ((await versionOf(client, name, version)) === version) return;
  await inTransaction(client, async () => {
    await client.query(`SET LOCAL lock_timeout = ${MIGRATING_MS}`);
    // A lock of the transaction: behind a pooler, a lock of the session would outlive it.
    await client.query(`SELECT pg_advisory_xact_lock(${LOCKS.schema})`);
    const from = await versionOf(client, name, version);
    if (from === undefined) {
      await client.query(base(SYNTAX));
      for (const id of FIRST_SPACES) {
        await client.query('INSERT INTO spaces VALUES ($1, $2, 0)', [id, newEpoch()]);
      }
    }
    for (const step of steps.slice((from ?? BASE_VERSION) - BASE_VERSION)) await client.query(step(SYNTAX));
    await client.query('UPDATE pleinair SET version = $1', [version]);
  });
}

/** What a database has, as far as it can be seen without a change. */
export interface SchemaLook {
  /** False before a server created them. */
  readonly hasTables: boolean;
  /** See `writeRefusal`. */
  readonly refusal: string | undefined;
}

/**
 * Looks at the tables, and changes nothing.
 * @param name of the database, for messages
 * @throws StoreUnavailable as `ensureSchema`
 */
export async function lookAtSchema(client: Client, name: string): Promise<SchemaLook> {
  const version = await versionOf(client, name, BASE_VERSION + STEPS.length);
  const hasTables = version !== undefined;
  return { hasTables, refusal: await writeRefusal((text) => client.query(text), hasTables) };
}

/** Runs work in a transaction, all or nothing. */
async function inTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // On a lost connection, the database has rolled back already.
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/**
 * The version of the tables; undefined if there are none.
 * @throws StoreUnavailable
 */
async function versionOf(client: Client, name: string, known: number): Promise<number | undefined> {
  const { rows: facts } = await client.query<{ encoding: string; tables: string[] | null }>(
    `SELECT current_setting('server_encoding') AS encoding,
       (SELECT array_agg(tablename::text) FROM pg_tables WHERE schemaname = current_schema()) AS tables`,
  );
  const { encoding = '', tables = null } = facts[0] ?? {};
  if (encoding !== 'UTF8') {
    throw new StoreUnavailable(`${name} has the encoding ${encoding}: Pleinair needs one with UTF8`);
  }
  if (tables === null) return undefined;
  if (!tables.includes('pleinair')) {
    throw new StoreUnavailable(`${name} has tables of something else: give Pleinair a database of its own`);
  }
  const { rows } = await client.query<{ version: number }>('SELECT version FROM pleinair LIMIT 2');
  const [row, ...more] = rows;
  if (row === undefined || more.length > 0) {
    const count = row === undefined ? 'no row' : 'several rows';
    throw new StoreUnavailable(`${name} is damaged or not Pleinair's: its table pleinair has ${count}`);
  }
  const { version } = row;
  if (version >= BASE_VERSION && version <= known) return version;
  const why =
    version > known
      ? `made by a newer Pleinair: this one knows versions up to ${known}`
      : 'which this Pleinair does not know';
  throw new StoreUnavailable(`${name} is of version ${version}, ${why}`);
}

/**
 * Gives every space a new epoch and every drawing a new revision, like a restore with SQLite.
 * @param now ms
 */
export async function renewEpochs(client: Client, now: number): Promise<void> {
  await inTransaction(client, async () => {
    const { rows } = await client.query<{ id: string }>('SELECT id FROM spaces ORDER BY id FOR UPDATE');
    for (const { id } of rows) {
      await client.query('UPDATE spaces SET epoch = $2 WHERE id = $1', [id, newEpoch()]);
    }
    for (const table of ['drawings', 'purges']) {
      await client.query(`UPDATE ${table} SET rev = greatest(rev + 1, $1)`, [now]);
    }
  });
}
