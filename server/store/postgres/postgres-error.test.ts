import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { StoreCorrupt, StoreFull, StoreUnavailable } from '../../../src/api/ports.ts';
import { isLost, toStoreError } from './postgres-error.ts';

function databaseError(code: string, severity = 'ERROR'): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('as the server says it', 1, 'error'), { code, severity });
}

describe('store: PostgreSQL errors', () => {
  it.each([
    ['a full disk', '53100', StoreFull],
    ['a damaged page', 'XX001', StoreCorrupt],
    ['too many connections', '53300', StoreUnavailable],
    ['a lock that somebody keeps', '55P03', StoreUnavailable],
    ['a statement that takes too long', '57014', StoreUnavailable],
    ['a read-only database', '25006', StoreUnavailable],
    ['a deadlock', '40P01', StoreUnavailable],
    ['a wrong password', '28P01', StoreUnavailable],
    ['a file that cannot be read', '58030', StoreUnavailable],
  ])('%s is the port’s own error, and names its cause', (_, code, type) => {
    const cause = databaseError(code);
    const error = toStoreError(cause);
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject({ cause });
    expect(isLost(cause)).toBe(false);
  });

  it('a defect stays as it is', () => {
    const duplicate = databaseError('23505');
    expect(toStoreError(duplicate)).toBe(duplicate);
  });

  it('a connection is lost when the server ends it, and when nothing is heard of the server', () => {
    expect(isLost(databaseError('57P01', 'FATAL'))).toBe(true);
    const silent = new Error('Connection terminated unexpectedly');
    expect(isLost(silent)).toBe(true);
    expect(toStoreError(silent)).toBeInstanceOf(StoreUnavailable);
  });
});
