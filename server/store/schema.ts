/** The tables of the server's store, and their migrations. */
import type { DatabaseSync } from 'node:sqlite';
import { newEpoch } from '../../src/store/epoch.ts';

/** The tables as Kysely sees them. All columns are integers or text; JSON and flags are stored as those. */
export interface Tables {
  /** One row, `id` 1. */
  meta: { id: number; epoch: string; counter: number };
  drawings: DrawingsTable;
  thumbs: { drawing: string; thumb: string };
  chunks: { id: string; text: string };
  idempotency_keys: KeysTable;
  purges: PurgesTable;
  named_values: { name: string; text: string };
  /** `at` is the hour in ms since the epoch, `figure` an HourFigure as JSON. */
  hours: { metric: string; at: number; figure: string };
}

export interface DrawingsTable {
  id: string;
  rev: number;
  seq: number;
  title: string;
  stroke_count: number;
  /** See `DrawingRow`. */
  size: number | null;
  /** JSON of the chunk references. */
  chunks: string;
  /** 0 or 1. */
  trashed: number;
  created_at: string;
  updated_at: string;
  key_count: number;
}

export interface KeysTable {
  drawing: string;
  slot: number;
  key: string;
  hash: string;
  rev: number;
  title: string;
  stroke_count: number;
  updated_at: string;
}

export interface PurgesTable {
  id: string;
  seq: number;
  rev: number;
  /** JSON of a list. */
  keys: string;
}

/**
 * "Plei" in ASCII: marks a file as a database of this product (sqlite.org/pragma.html#pragma_application_id).
 */
export const APPLICATION_ID = 0x506c6569;

/**
 * Step n migrates a database from version n to n + 1; `user_version` is the version. Steps only add, so that a
 * backup of any older version can be restored.
 */
const MIGRATIONS: readonly string[] = [
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
];

/** The version that this code reads and writes. */
export const VERSION = MIGRATIONS.length;

/** Migrates a database to VERSION, all or nothing. A database of version 0 is empty, and gets its identity. */
export function migrate(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    const from = pragma(database, 'user_version');
    for (const step of MIGRATIONS.slice(from)) database.exec(step);
    if (from === 0) {
      database.prepare('INSERT INTO meta (id, epoch, counter) VALUES (1, ?, 0)').run(newEpoch());
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
 * Gives the database a new epoch, so that every earlier cursor expires. Revisions continue from the current
 * time in ms, which counting by ones does not reach: an earlier revision must not return with other strokes
 * than the client saw (RFC 9110, 8.8.1).
 * @param now ms
 */
export function renewEpoch(database: DatabaseSync, now: number): void {
  database.prepare('UPDATE meta SET epoch = ?').run(newEpoch());
  for (const table of ['drawings', 'purges']) {
    database.prepare(`UPDATE ${table} SET rev = max(rev + 1, ?)`).run(now);
  }
}

/** The value of a pragma that returns one integer. */
export function pragma(database: DatabaseSync, name: 'application_id' | 'user_version'): number {
  const [row] = database.prepare(`PRAGMA ${name}`).all();
  return Number(row?.[name]);
}
