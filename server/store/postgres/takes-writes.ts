/** Whether PostgreSQL takes the writes of a server, found out without a write and without a lock. */

const ROWS = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
const UNCHANGED_ROWS = ['SELECT', 'INSERT', 'DELETE'];
/** The privileges that stores need, by table: for what people draw, and for the air. */
export const NEEDED: Readonly<Record<string, readonly string[]>> = {
  spaces: ['SELECT', 'UPDATE'],
  drawings: ROWS,
  thumbs: ROWS,
  chunks: UNCHANGED_ROWS,
  idempotency_keys: ROWS,
  purges: UNCHANGED_ROWS,
  versions: ROWS,
  photos: UNCHANGED_ROWS,
  named_values: ROWS,
  hours: ROWS,
};

const PAIRS = Object.entries(NEEDED)
  .flatMap(([table, privileges]) => privileges.map((privilege) => `('${table}', '${privilege}')`))
  .join(', ');

const LOOK = `SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') = 'on' AS read_only`;
const LOOK_AT_TABLES = `${LOOK},
  (SELECT string_agg(privilege || ' on ' || name, ', ') FROM (VALUES ${PAIRS}) AS needed (name, privilege)
   WHERE NOT has_table_privilege(name, privilege)) AS lacking`;
const LOOK_WITHOUT_TABLES = `${LOOK},
  CASE WHEN has_schema_privilege(current_schema(), 'CREATE') THEN NULL ELSE 'CREATE in a schema' END AS lacking`;

interface Look {
  readonly standby: boolean;
  readonly read_only: boolean;
  readonly lacking: string | null;
}

/** Runs a statement on any connection. */
export type Ask = (text: string) => Promise<{ readonly rows: Look[] }>;

/**
 * Why writes are refused, and what to do, in words for the operator; undefined if they are taken.
 * @param hasTables false before a server created them
 */
export async function writeRefusal(ask: Ask, hasTables = true): Promise<string | undefined> {
  const { rows } = await ask(hasTables ? LOOK_AT_TABLES : LOOK_WITHOUT_TABLES);
  const [look] = rows;
  // On a standby every transaction is read-only, too.
  if (look?.standby !== false) return 'it is a standby; let DATABASE_URL name the primary server';
  if (look.read_only) return 'default_transaction_read_only is on; turn it off for its user and database';
  if (look.lacking !== null) return `its user has no ${look.lacking}; grant it`;
  return undefined;
}
