import { StoreCorrupt, StoreFull, StoreUnavailable } from '../../../src/api/ports.ts';

/** Primary result codes, from sqlite.org/rescode.html. */
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const PROTOCOL = 15;
const NOTADB = 26;

/** The primary result code of an SQLite error; undefined for any other error. */
function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return undefined;
  return error.errcode & 0xff;
}

/** True if another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  const code = resultCode(error);
  return code === BUSY || code === LOCKED;
}

/** True if the file is damaged or not a database at all. */
export function isCorrupt(error: unknown): boolean {
  const code = resultCode(error);
  return code === CORRUPT || code === NOTADB;
}

/** Turns an SQLite error into a store error; any other error stays as it is. */
export function toStoreError(error: unknown): unknown {
  switch (resultCode(error)) {
    case FULL:
      return new StoreFull('the disk, or the size that was set for the database, is full', { cause: error });
    case CORRUPT:
    case NOTADB:
      return new StoreCorrupt('the database is damaged', { cause: error });
    case BUSY:
    case LOCKED:
    case READONLY:
    case IOERR:
    case CANTOPEN:
    case PROTOCOL:
      return new StoreUnavailable('the database cannot answer now', { cause: error });
    default:
      return error;
  }
}
