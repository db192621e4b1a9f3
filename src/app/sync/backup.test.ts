import { describe, expect, test } from 'vitest';
import { isSyncStatus } from '../../sync/state/read-status.ts';
import type { SyncStatus } from '../../sync/state/sync-status.ts';
import { backup as words } from '../words/en/sync/backup.ts';
import { type Backup, backupOf, backupOfAll, backupWords, cardBackup, isSettled } from './backup.ts';

const ON: SyncStatus = {
  on: true,
  paused: false,
  running: false,
  progress: null,
  more: false,
  lastSuccess: 1_700_000_000_000,
  retryAt: null,
  trouble: null,
  waiting: { drawings: 0, changes: 0, of: [] },
  troubles: [],
  notices: [],
};
const waiting = (...of: [string, number][]): Partial<SyncStatus> => ({
  waiting: { drawings: of.length, changes: of.reduce((sum, [, changes]) => sum + changes, 0), of },
});

const UNKNOWN: Backup = { kind: 'unknown' };
const DONE: Backup = { kind: 'done' };
const WAITING: Backup = { kind: 'waiting', changes: 0, both: false };

describe('the backup of all drawings', () => {
  test.each<[string, SyncStatus | undefined, Backup]>([
    ['a worker that has not told', undefined, UNKNOWN],
    ['no server', { ...ON, on: false }, UNKNOWN],
    ['everything there', ON, DONE],
    ['changes', { ...ON, ...waiting(['a', 1], ['b', 1200]) }, { ...WAITING, changes: 1201 }],
    ['never compared', { ...ON, lastSuccess: null }, WAITING],
    ['both versions', { ...ON, notices: [{ kind: 'kept_both', drawing: 'a' }] }, { kind: 'both' }],
    ['a title that lost', { ...ON, notices: [{ kind: 'title', drawing: 'a', title: 'b' }] }, DONE],
    [
      'a drawing left out',
      { ...ON, troubles: [{ drawing: 'a', kind: 'failed', reason: 'not_taken' }] },
      { kind: 'incomplete' },
    ],
  ])('%s', (_, state, backup) => {
    expect(backupOfAll(state)).toEqual(backup);
  });
});

describe('the backup of one drawing', () => {
  test.each<[string, SyncStatus | undefined, Backup]>([
    ['no server', { ...ON, on: false }, UNKNOWN],
    ['it is there', { ...ON, ...waiting(['b', 2]) }, DONE],
    ['it waits', { ...ON, ...waiting(['b', 2], ['a', 3]) }, { ...WAITING, changes: 3 }],
    ['never compared', { ...ON, lastSuccess: null }, UNKNOWN],
    [
      'more wait than are named',
      { ...ON, waiting: { drawings: 5000, changes: 5000, of: [['b', 1]] } },
      UNKNOWN,
    ],
    [
      'both versions, and more since',
      { ...ON, ...waiting(['a', 1]), notices: [{ kind: 'kept_both', drawing: 'a' }] },
      { kind: 'waiting', changes: 1, both: true },
    ],
    [
      'the server does not take it',
      { ...ON, troubles: [{ drawing: 'a', kind: 'failed', reason: 'not_taken' }] },
      { kind: 'blocked' },
    ],
    [
      'what the server has is left out',
      { ...ON, troubles: [{ drawing: 'a', kind: 'parked', reason: 'invalid' }] },
      { kind: 'newer' },
    ],
  ])('%s', (_, state, backup) => {
    expect(backupOf(state, 'a')).toEqual(backup);
  });

  test('a card shows only lasting problems', () => {
    const state = { ...ON, ...waiting(['a', 3]) };
    expect(cardBackup(ON, 'a', true)).toEqual(UNKNOWN);
    expect(cardBackup(state, 'a', true)).toEqual(UNKNOWN);
    expect(cardBackup(state, 'a', false)).toEqual(WAITING);
    expect(cardBackup({ ...state, paused: true }, 'a', true)).toEqual(WAITING);
    expect(cardBackup({ ...state, trouble: 'unreachable' }, 'a', true)).toEqual(WAITING);
    const both: SyncStatus = { ...ON, notices: [{ kind: 'kept_both', drawing: 'a' }] };
    expect(cardBackup(both, 'a', true)).toEqual({ kind: 'both' });
  });
});

describe('the backup, in words', () => {
  test('changes are counted if their number is known', () => {
    expect(backupWords(WAITING)).toBe(words.waiting);
    expect(backupWords({ ...WAITING, changes: 1201 })).toBe(words.waitingOf(1201));
    expect(words.waitingOf(1)).not.toContain('changes');
    expect(words.waitingOf(1201)).toContain('1,201');
    expect(backupWords({ kind: 'waiting', changes: 2, both: true })).toBe(words.bothWaitingOf(2));
    expect(backupWords(DONE)).toBe(words.done);
    expect(backupWords(UNKNOWN)).toBe('');
  });

  test('only a waiting backup is not settled', () => {
    expect([WAITING, DONE, UNKNOWN, { kind: 'both' } as const].map(isSettled)).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });
});

describe('a message from the worker', () => {
  test('is read if it is valid, and ignored otherwise', () => {
    expect(isSyncStatus(ON)).toBe(true);
    expect(isSyncStatus({ ...ON, later: 'unknown members are nobody’s concern' })).toBe(true);
    expect(isSyncStatus({ ...ON, trouble: 'a trouble of a later build' })).toBe(false);
    expect(isSyncStatus({ ...ON, waiting: 3 })).toBe(false);
    expect(isSyncStatus({ ...ON, notices: [{ kind: 'kept_both' }] })).toBe(false);
    expect(isSyncStatus('state')).toBe(false);
  });
});
