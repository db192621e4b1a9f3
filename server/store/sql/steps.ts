/** The migrations that both databases run, in the same order and under the same version numbers. */
import { SERVER_SPACE } from './tables.ts';

/** SQL that the databases write differently. */
export interface SqlSyntax {
  /** The type of a text, compared and ordered by its bytes. */
  readonly text: string;
  /** The type of an integer of 64 bits. */
  readonly integer: string;
  /** The type of bytes. */
  readonly bytes: string;
  /** Ends the definition of a new table. */
  readonly strict: string;
}

/** A migration: its statements, each with a semicolon at its end. */
export type Step = (syntax: SqlSyntax) => string;

/** The version before the first of STEPS. Each database has its own way to it. */
export const BASE_VERSION = 5;

/**
 * Step n migrates a database from version BASE_VERSION + n to the next one. A step only adds, so that processes of the
 * version before keep working on the same database. What is no longer used is removed one version later.
 */
export const STEPS: readonly Step[] = [
  // Links that show a drawing. They go with it, also if a process of the version before deletes it.
  ({ text, strict }) => `
    CREATE TABLE shares (
      hash ${text} NOT NULL PRIMARY KEY,
      id ${text} NOT NULL,
      space ${text} NOT NULL,
      drawing ${text} NOT NULL,
      created_at ${text} NOT NULL,
      expires_at ${text},
      last_seen_at ${text},
      UNIQUE (space, id),
      FOREIGN KEY (space, drawing) REFERENCES drawings (space, id) ON DELETE CASCADE
        DEFERRABLE INITIALLY DEFERRED
    )${strict};
    CREATE INDEX shares_of_drawing ON shares (space, drawing);`,
  // Codes that let another device in.
  ({ text, strict }) => `CREATE TABLE codes (
     hash ${text} PRIMARY KEY NOT NULL,
     space ${text} NOT NULL REFERENCES spaces,
     expires_at ${text} NOT NULL
   )${strict};`,
  // What each space holds, and the most that it may. The figures are those of change number counted_at: after a
  // change by a process of the version before, which does not know them, they are counted anew.
  ({ integer }) => `
    ALTER TABLE spaces ADD COLUMN counted_at ${integer} NOT NULL DEFAULT -1;
    ALTER TABLE spaces ADD COLUMN drawings ${integer} NOT NULL DEFAULT 0;
    ALTER TABLE spaces ADD COLUMN trashed ${integer} NOT NULL DEFAULT 0;
    ALTER TABLE spaces ADD COLUMN bytes ${integer} NOT NULL DEFAULT 0;
    ALTER TABLE spaces ADD COLUMN drawings_max ${integer};
    ALTER TABLE spaces ADD COLUMN bytes_max ${integer};`,
  // Tickets for streams. They refer to nothing: a process of the version before removes people without them.
  ({ text, strict }) => `CREATE TABLE live_tickets (
     hash ${text} PRIMARY KEY NOT NULL,
     space ${text} NOT NULL,
     share ${text},
     expires_at ${text} NOT NULL
   )${strict};`,
  // The server's own space, whose row every write locks. PostgreSQL has it from the beginning. Nobody sees its epoch.
  () => `
    INSERT INTO spaces (id, epoch, counter) SELECT '${SERVER_SPACE}', '0000000000000000', 0
      WHERE NOT EXISTS (SELECT 1 FROM spaces WHERE id = '${SERVER_SPACE}');`,
  // Which token made a code or a ticket, and whether a space is closed.
  ({ text }) => `
    ALTER TABLE codes ADD COLUMN made_by ${text};
    ALTER TABLE live_tickets ADD COLUMN made_by ${text};
    ALTER TABLE spaces ADD COLUMN closed ${text};`,
  // The paper of a drawing. A process of the version before changes a row and leaves its paper.
  ({ text }) => `ALTER TABLE drawings ADD COLUMN paper ${text};`,
  // Subscriptions to alerts.
  ({ text, strict }) => `CREATE TABLE alerts (
     id ${text} PRIMARY KEY NOT NULL,
     endpoint ${text} NOT NULL,
     p256dh ${text} NOT NULL,
     auth ${text} NOT NULL,
     wanted ${text} NOT NULL,
     state ${text} NOT NULL
   )${strict};`,
  // The layers of a drawing. A process of the version before changes a row and leaves its layers.
  ({ text }) => `ALTER TABLE drawings ADD COLUMN layers ${text};`,
  // Whether a push has reached a subscription.
  ({ integer }) => `ALTER TABLE alerts ADD COLUMN reached ${integer} NOT NULL DEFAULT 0;`,
  // Earlier versions of drawings. They refer to nothing: a process of the version before deletes drawings without them,
  // and leaves what a drawing notes of them.
  ({ text, integer, strict }) => `
    ALTER TABLE drawings ADD COLUMN kept ${text};
    CREATE TABLE versions (
      space ${text} NOT NULL,
      drawing ${text} NOT NULL,
      rev ${integer} NOT NULL,
      updated_at ${text} NOT NULL,
      version ${text} NOT NULL,
      PRIMARY KEY (space, drawing, rev)
    )${strict};
    CREATE INDEX versions_by_age ON versions (space, updated_at, drawing, rev);`,
  // Where the photo of a drawing lies. A process of the version before changes a row and leaves it.
  ({ text }) => `ALTER TABLE drawings ADD COLUMN underlay ${text};`,
  // Photos to draw from. They go with their drawing, also if a process of the version before deletes it; what the space
  // then counts for them it counts until all is counted anew.
  ({ text, integer, bytes, strict }) => `CREATE TABLE photos (
     space ${text} NOT NULL,
     drawing ${text} NOT NULL,
     sha256 ${text} NOT NULL,
     type ${text} NOT NULL,
     size ${integer} NOT NULL,
     bytes ${bytes} NOT NULL,
     PRIMARY KEY (space, drawing, sha256),
     FOREIGN KEY (space, drawing) REFERENCES drawings (space, id) ON DELETE CASCADE
       DEFERRABLE INITIALLY DEFERRED
   )${strict};`,
];

/** The version that this code reads and writes. */
export const VERSION = BASE_VERSION + STEPS.length;
