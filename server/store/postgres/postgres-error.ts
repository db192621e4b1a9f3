import pg from 'pg';
import { StoreCorrupt, StoreFull, StoreUnavailable } from '../../../src/api/ports.ts';

/**
 * The meaning of PostgreSQL's error codes (postgresql.org/docs/current/errcodes-appendix.html). A code of two
 * characters stands for its class. Every other code is a defect of ours.
 */
const MEANINGS: Readonly<Record<string, 'full' | 'corrupt' | 'unavailable'>> = {
  // The disk is full, or a file is at its largest size.
  '53100': 'full',
  '53400': 'full',
  XX001: 'corrupt',
  XX002: 'corrupt',
  // No connection; too few connections or too little memory; shut down by the operator.
  '08': 'unavailable',
  '53': 'unavailable',
  '57': 'unavailable',
  '58': 'unavailable',
  // Wrong password, unknown database, no permission.
  '28': 'unavailable',
  '3D': 'unavailable',
  '42501': 'unavailable',
  // Read-only; a transaction that was idle or too long; a deadlock; a lock that is held too long.
  '25006': 'unavailable',
  '25P03': 'unavailable',
  '25P04': 'unavailable',
  '40': 'unavailable',
  '55P03': 'unavailable',
};

/** True if the connection cannot be used again: the error is not the database's own, or a fatal one. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return true;
  return error.severity === 'FATAL' || error.severity === 'PANIC';
}

/** Turns an error of the driver into a store error; a defect stays as it is. */
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
