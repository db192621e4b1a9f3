/** The tables in SQLite, and their migrations. */
import type { DatabaseSync } from 'node:sqlite';
import { HOME } from '../../../src/api/ports.ts';
import { newEpoch } from '../../../src/store/epoch.ts';
import { type SqlSyntax, STEPS, VERSION } from '../sql/steps.ts';

const SYNTAX: SqlSyntax = { text: 'TEXT', integer: 'INTEGER', bytes: 'BLOB', strict: ' STRICT' };

/**
 * "Plei" in ASCII: marks a file as a database of this product (sqlite.org/pragma.html#pragma_application_id).
 */
export const APPLICATION_ID = 0x506c6569;

/**
 * Step n migrates a database from version n to n + 1; `user_version` is the version. These are from before there
 * was PostgreSQL. What is new goes into STEPS.
 */
const FIRST_MIGRATIONS: readonly string[] = [
  `CREATE TABLE meta (id INTEGER PRIMARY KEY CHECK (id = 1), epoch TEXT NOT NULL, counter INTEGER NOT NULL) STRICT;

   CREATE TABLE drawings (
     id TEXT PRIMARY KEY,
     rev INTEGER NOT NULL,
     seq INTEGER NOT NULL UNIQUE,
     title TEXT NOT NULL,
     stroke_count INTEGER NOT NULL,
     chunks TEXT NOT NULL,
     trashed INTEGER NOT NULL CHECK (trashed IN (0, 1)),
     created_at TEXT NOT NULL,
     updated_at TEXT NOT NULL,
     key_count INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX drawings_in_list_order ON drawings (trashed, updated_at DESC, id);

   CREATE TABLE thumbs (
     drawing TEXT PRIMARY KEY REFERENCES drawings DEFERRABLE INITIALLY DEFERRED,
     thumb TEXT NOT NULL
   ) STRICT;

   CREATE TABLE chunks (id TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;

   CREATE TABLE idempotency_keys (
     drawing TEXT NOT NULL REFERENCES drawings DEFERRABLE INITIALLY DEFERRED,
     slot INTEGER NOT NULL,
     key TEXT NOT NULL,
     hash TEXT NOT NULL,
     rev INTEGER NOT NULL,
     title TEXT NOT NULL,
     stroke_count INTEGER NOT NULL,
     updated_at TEXT NOT NULL,
     PRIMARY KEY (drawing, slot)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX idempotency_keys_by_key ON idempotency_keys (drawing, key);

   CREATE TABLE named_values (name TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;

   CREATE TABLE hours (
     metric TEXT NOT NULL,
     at INTEGER NOT NULL,
     figure TEXT NOT NULL,
     PRIMARY KEY (metric, at)
   ) STRICT, WITHOUT ROWID;`,

  `CREATE TABLE purges (
     seq INTEGER PRIMARY KEY,
     id TEXT NOT NULL UNIQUE,
     rev INTEGER NOT NULL,
     keys TEXT NOT NULL
   ) STRICT;`,

  // SQLite stores the length of a text, so this reads no strokes.
  `ALTER TABLE drawings ADD COLUMN size INTEGER;
   UPDATE drawings SET size = (
     SELECT coalesce(sum(octet_length(chunks.text) + 1), 0)
     FROM json_each(drawings.chunks) AS ref
     JOIN chunks ON chunks.id = json_extract(ref.value, '$[0]')
   );`,

  // Every key begins with a space. What there was belongs to home, and what the server itself kept to server.
  `CREATE TABLE spaces (id TEXT PRIMARY KEY, epoch TEXT NOT NULL, counter INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   INSERT INTO spaces SELECT 'home', epoch, counter FROM meta;
   DROP TABLE meta;

   ALTER TABLE drawings RENAME TO drawings_before;
   CREATE TABLE drawings (
     space TEXT NOT NULL REFERENCES spaces,
     id TEXT NOT NULL,
     rev INTEGER NOT NULL,
     seq INTEGER NOT NULL,
     title TEXT NOT NULL,
     stroke_count INTEGER NOT NULL,
     size INTEGER,
     chunks TEXT NOT NULL,
     trashed INTEGER NOT NULL CHECK (trashed IN (0, 1)),
     created_at TEXT NOT NULL,
     updated_at TEXT NOT NULL,
     key_count INTEGER NOT NULL,
     PRIMARY KEY (space, id),
     UNIQUE (space, seq)
   ) STRICT;
   INSERT INTO drawings SELECT 'home', id, rev, seq, title, stroke_count, size, chunks, trashed, created_at,
     updated_at, key_count FROM drawings_before;

   ALTER TABLE thumbs RENAME TO thumbs_before;
   CREATE TABLE thumbs (
     space TEXT NOT NULL,
     drawing TEXT NOT NULL,
     thumb TEXT NOT NULL,
     PRIMARY KEY (space, drawing),
     FOREIGN KEY (space, drawing) REFERENCES drawings (space, id) DEFERRABLE INITIALLY DEFERRED
   ) STRICT;
   INSERT INTO thumbs SELECT 'home', drawing, thumb FROM thumbs_before;
   DROP TABLE thumbs_before;

   ALTER TABLE idempotency_keys RENAME TO keys_before;
   CREATE TABLE idempotency_keys (
     space TEXT NOT NULL,
     drawing TEXT NOT NULL,
     slot INTEGER NOT NULL,
     key TEXT NOT NULL,
     hash TEXT NOT NULL,
     rev INTEGER NOT NULL,
     title TEXT NOT NULL,
     stroke_count INTEGER NOT NULL,
     updated_at TEXT NOT NULL,
     PRIMARY KEY (space, drawing, slot),
     FOREIGN KEY (space, drawing) REFERENCES drawings (space, id) DEFERRABLE INITIALLY DEFERRED
   ) STRICT, WITHOUT ROWID;
   INSERT INTO idempotency_keys SELECT 'home', drawing, slot, key, hash, rev, title, stroke_count, updated_at
     FROM keys_before;
   DROP TABLE keys_before;
   CREATE INDEX idempotency_keys_by_key ON idempotency_keys (space, drawing, key);

   DROP TABLE drawings_before;
   CREATE INDEX drawings_in_list_order ON drawings (space, trashed, updated_at DESC, id);

   ALTER TABLE chunks RENAME TO chunks_before;
   CREATE TABLE chunks (
     space TEXT NOT NULL,
     id TEXT NOT NULL,
     text TEXT NOT NULL,
     PRIMARY KEY (space, id)
   ) STRICT;
   INSERT INTO chunks SELECT 'home', id, text FROM chunks_before;
   DROP TABLE chunks_before;

   ALTER TABLE purges RENAME TO purges_before;
   CREATE TABLE purges (
     space TEXT NOT NULL,
     id TEXT NOT NULL,
     seq INTEGER NOT NULL,
     rev INTEGER NOT NULL,
     keys TEXT NOT NULL,
     PRIMARY KEY (space, seq),
     UNIQUE (space, id)
   ) STRICT;
   INSERT INTO purges SELECT 'home', id, seq, rev, keys FROM purges_before;
   DROP TABLE purges_before;

   ALTER TABLE named_values RENAME TO values_before;
   CREATE TABLE named_values (
     space TEXT NOT NULL,
     name TEXT NOT NULL,
     text TEXT NOT NULL,
     PRIMARY KEY (space, name)
   ) STRICT;
   INSERT INTO named_values SELECT iif(name IN ('profile', 'purges'), 'home', 'server'), name, text
     FROM values_before;
   DROP TABLE values_before;`,

  // Who has a space besides home, and the tokens that open spaces besides DRAW_TOKEN.
  `CREATE TABLE people (
     space TEXT PRIMARY KEY REFERENCES spaces,
     name TEXT NOT NULL,
     name_folded TEXT NOT NULL UNIQUE,
     created_at TEXT NOT NULL
   ) STRICT;
   CREATE TABLE tokens (
     hash TEXT PRIMARY KEY,
     id TEXT NOT NULL UNIQUE,
     space TEXT NOT NULL REFERENCES spaces,
     device TEXT NOT NULL,
     created_at TEXT NOT NULL,
     used_on TEXT
   ) STRICT;
   CREATE INDEX tokens_of_space ON tokens (space, created_at);`,
];

const MIGRATIONS = [...FIRST_MIGRATIONS, ...STEPS.map((step) => step(SYNTAX))];

/** Migrates a database to VERSION, all or nothing. A database of version 0 is empty, and gets its identity. */
export function migrate(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    const from = pragma(database, 'user_version');
    for (const step of MIGRATIONS.slice(from)) database.exec(step);
    if (from === 0) {
      addSpace(database, HOME);
      database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    }
    database.exec(`PRAGMA user_version = ${VERSION}`);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Gives every space a new epoch, so that every earlier cursor expires. Revisions continue from the current
 * time in ms, which counting by ones does not reach: an earlier revision must not return with other strokes
 * than the client saw (RFC 9110, 8.8.1).
 * @param now ms
 */
export function renewEpoch(database: DatabaseSync, now: number): void {
  for (const { id } of database.prepare('SELECT id FROM spaces').all()) {
    database.prepare('UPDATE spaces SET epoch = ? WHERE id = ?').run(newEpoch(), String(id));
  }
  for (const table of ['drawings', 'purges']) {
    database.prepare(`UPDATE ${table} SET rev = max(rev + 1, ?)`).run(now);
  }
}

/** Adds an empty space. */
function addSpace(database: DatabaseSync, id: string): void {
  database.prepare('INSERT INTO spaces (id, epoch, counter) VALUES (?, ?, 0)').run(id, newEpoch());
}

/** The value of a pragma that returns one integer. */
export function pragma(database: DatabaseSync, name: 'application_id' | 'user_version'): number {
  const [row] = database.prepare(`PRAGMA ${name}`).all();
  return Number(row?.[name]);
}
