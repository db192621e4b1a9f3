/** The changes of the tables that every database takes, in the same order and under the same numbers. */

/** What the databases write differently. */
export interface Words {
  /** The type of a text, compared and ordered by its bytes. */
  readonly text: string;
  /** The type of an integer of 64 bits. */
  readonly integer: string;
  /** Follows the list of a new table's columns. */
  readonly strict: string;
}

/** Statements, each with a semicolon at its end. */
export type Step = (words: Words) => string;

/** The version that a database has before the first of STEPS. Each database has its own way to it. */
export const BASE_VERSION = 5;

/**
 * Step n takes a database from version BASE_VERSION + n one further. A step only adds: a process of the version
 * before keeps working on the same database, and a backup of any older version can be restored. What is no
 * longer used goes a version later.
 */
export const STEPS: readonly Step[] = [];

/** The version that this code reads and writes. */
export const VERSION = BASE_VERSION + STEPS.length;
