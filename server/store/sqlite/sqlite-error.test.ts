import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { StoreCorrupt, StoreFull, StoreUnavailable } from '../../../src/api/ports.ts';
import { testFolder } from '../../../tests/store/folder.ts';
import { isBusy, isCorrupt, toStoreError } from './sqlite-error.ts';

const folder = testFolder();

/** The error that SQLite itself throws. */
function thrown(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('store: errors of SQLite', () => {
  it('a lock that another connection holds is StoreUnavailable', () => {
    const [one, other] = [1, 2].map(() => new DatabaseSync(folder.file('a.db'), { timeout: 0 }));
    one?.exec('BEGIN IMMEDIATE');
    const error = thrown(() => other?.exec('BEGIN IMMEDIATE'));
    one?.close();
    other?.close();
    expect(isBusy(error)).toBe(true);
    expect(toStoreError(error)).toBeInstanceOf(StoreUnavailable);
  });

  it('a database that cannot grow is StoreFull', () => {
    const database = new DatabaseSync(':memory:');
    database.exec('CREATE TABLE t (a); PRAGMA max_page_count = 2');
    const error = thrown(() => database.exec('INSERT INTO t VALUES (zeroblob(100000))'));
    expect(toStoreError(error)).toBeInstanceOf(StoreFull);
    expect(isBusy(error)).toBe(false);
  });

  it('a file that is no database is StoreCorrupt', () => {
    writeFileSync(folder.file('a.db'), 'x'.repeat(10_000));
    const database = new DatabaseSync(folder.file('a.db'));
    const error = thrown(() => database.exec('SELECT * FROM sqlite_schema'));
    database.close();
    expect(isCorrupt(error)).toBe(true);
    expect(toStoreError(error)).toBeInstanceOf(StoreCorrupt);
  });

  it('a mistake in a query, and an error of anything else, stay what they are', () => {
    const error = thrown(() => new DatabaseSync(':memory:').exec('SELEC 1'));
    expect(toStoreError(error)).toBe(error);
    const other = new Error('other');
    expect(toStoreError(other)).toBe(other);
    expect(toStoreError(undefined)).toBeUndefined();
  });
});
