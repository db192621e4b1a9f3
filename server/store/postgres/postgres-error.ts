import pg from 'pg';
import { StoreCorrupt, StoreFull, StoreUnavailable } from '../../../src/api/ports.ts';

/**
 * What the database's error codes mean (postgresql.org/docs/current/errcodes-appendix.html). Those of two
 * characters are classes. All others are defects of ours.
 */
const MEANINGS: Readonly<Record<string, 'full' | 'corrupt' | 'unavailable'>> = {
  // Disk full, and a file that may not become larger.
  '53100': 'full',
  '53400': 'full',
  XX001: 'corrupt',
  XX002: 'corrupt',
  // Connections; too many of them, or too little memory; ended by the operator.
  '08': 'unavailable',
  '53': 'unavailable',
  '57': 'unavailable',
  '58': 'unavailable',
  // Password, name of the database, permission.
  '28': 'unavailable',
  '3D': 'unavailable',
  '42501': 'unavailable',
  // Read-only; too long in a transaction; a deadlock; a lock that somebody else keeps.
  '25006': 'unavailable',
  '25P03': 'unavailable',
  '25P04': 'unavailable',
  '40': 'unavailable',
  '55P03': 'unavailable',
};

/** True if the connection is of no use any more. The database has told nothing of it, or that it ends. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return true;
  return error.severity === 'FATAL' || error.severity === 'PANIC';
}

/** Turns an error of the driver into the port's error; a defect stays as it is. */
export function toStoreError(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) {
    return new StoreUnavailable('the database cannot be reached', { cause: error });
  }
  const { code = '' } = error;
  switch (MEANINGS[code] ?? MEANINGS[code.slice(0, 2)]) {
    case 'full':
      return new StoreFull('the disk of the database is full', { cause: error });
    case 'corrupt':
      return new StoreCorrupt('the database is damaged', { cause: error });
    case 'unavailable':
      return new StoreUnavailable('the database cannot answer now', { cause: error });
    default:
      return isLost(error) ? new StoreUnavailable('the database ended', { cause: error }) : error;
  }
}
