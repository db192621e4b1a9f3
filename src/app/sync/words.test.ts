import { describe, expect, test } from 'vitest';
import { isSyncStatus } from '../../sync/state/read-status.ts';
import type { SyncStatus } from '../../sync/state/sync-status.ts';
import { backupWords, drawingWords, sheetWords } from './words.ts';

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

describe('where all drawings are', () => {
  test.each<[string, SyncStatus | undefined, string]>([
    ['a worker that has not told', undefined, ''],
    ['no server', { ...ON, on: false }, ''],
    ['everything there', ON, 'Backed up'],
    ['one change', { ...ON, ...waiting(['a', 1]) }, 'Not backed up yet: 1 change'],
    ['more', { ...ON, ...waiting(['a', 1], ['b', 1200]) }, 'Not backed up yet: 1,201 changes'],
    ['never compared', { ...ON, lastSuccess: null }, 'Not backed up yet'],
    ['both versions', { ...ON, notices: [{ kind: 'kept_both', drawing: 'a' }] }, 'Kept both versions'],
    ['a title that lost', { ...ON, notices: [{ kind: 'title', drawing: 'a', title: 'b' }] }, 'Backed up'],
    [
      'a drawing left out',
      { ...ON, troubles: [{ drawing: 'a', kind: 'failed', reason: 'not_taken' }] },
      'Not all is backed up',
    ],
  ])('%s', (_, state, words) => {
    expect(backupWords(state)).toBe(words);
  });
});

describe('where one drawing is', () => {
  test.each<[string, SyncStatus | undefined, string]>([
    ['no server', { ...ON, on: false }, ''],
    ['it is there', { ...ON, ...waiting(['b', 2]) }, 'Backed up'],
    ['it waits', { ...ON, ...waiting(['b', 2], ['a', 3]) }, 'Not backed up yet: 3 changes'],
    ['never compared', { ...ON, lastSuccess: null }, ''],
    ['more wait than are named', { ...ON, waiting: { drawings: 5000, changes: 5000, of: [['b', 1]] } }, ''],
    [
      'both versions, and more since',
      { ...ON, ...waiting(['a', 1]), notices: [{ kind: 'kept_both', drawing: 'a' }] },
      'Kept both versions. Not backed up yet: 1 change',
    ],
    [
      'it is left out',
      { ...ON, ...waiting(['a', 1]), troubles: [{ drawing: 'a', kind: 'failed', reason: 'not_taken' }] },
      'Not backed up: something is in the way',
    ],
    [
      'what the server has is left out',
      { ...ON, troubles: [{ drawing: 'a', kind: 'parked', reason: 'invalid' }] },
      'Newer on the server',
    ],
  ])('%s', (_, state, words) => {
    expect(drawingWords(state, 'a')).toBe(words);
  });

  test('on its sheet stands only what will not be over in a moment', () => {
    const state = { ...ON, ...waiting(['a', 3]) };
    expect(sheetWords(ON, 'a', true)).toBe('');
    expect(sheetWords(state, 'a', true)).toBe('');
    expect(sheetWords(state, 'a', false)).toBe('Not backed up yet');
    expect(sheetWords({ ...state, paused: true }, 'a', true)).toBe('Not backed up yet');
    expect(sheetWords({ ...state, trouble: 'unreachable' }, 'a', true)).toBe('Not backed up yet');
    expect(sheetWords({ ...ON, notices: [{ kind: 'kept_both', drawing: 'a' }] }, 'a', true)).toBe(
      'Kept both versions',
    );
  });
});

describe('what a worker tells', () => {
  test('is read when it is whole, and left alone when it is of another kind', () => {
    expect(isSyncStatus(ON)).toBe(true);
    expect(isSyncStatus({ ...ON, later: 'unknown members are nobody’s concern' })).toBe(true);
    expect(isSyncStatus({ ...ON, trouble: 'a trouble of a later build' })).toBe(false);
    expect(isSyncStatus({ ...ON, waiting: 3 })).toBe(false);
    expect(isSyncStatus({ ...ON, notices: [{ kind: 'kept_both' }] })).toBe(false);
    expect(isSyncStatus('state')).toBe(false);
  });
});
