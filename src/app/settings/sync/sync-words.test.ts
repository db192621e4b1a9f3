import { describe, expect, test } from 'vitest';
import { SYNC_IS_OFF, type SyncStatus } from '../../../sync/state/sync-status.ts';
import { backup } from '../../words/en/sync/backup.ts';
import { devices } from '../../words/en/sync/devices.ts';
import { server as words } from '../../words/en/sync/server.ts';
import { codeRefusalWords, pairingRefusalWords, syncSummary } from './sync-words.ts';

const ON: SyncStatus = { ...SYNC_IS_OFF, on: true, lastSuccess: 1_700_000_000_000 };
const REVOKED: SyncStatus = { ...ON, trouble: 'wrong_token' };
const WAITING = { drawings: 1, changes: 2, of: [] };
const LEFT_OUT = [{ drawing: 'a', kind: 'failed', reason: 'not_taken' }] as const;

describe('the summary of sync', () => {
  test.each<[string, SyncStatus, string, string]>([
    ['all is backed up', ON, 'check', backup.done],
    [
      'both versions were kept',
      { ...ON, notices: [{ kind: 'kept_both', drawing: 'a' }] },
      'check',
      backup.both,
    ],
    ['changes wait', { ...ON, waiting: WAITING }, 'clock', backup.waitingOf(2)],
    ['nothing was compared yet', { ...ON, lastSuccess: null }, 'clock', backup.waiting],
    ['a drawing was left out', { ...ON, troubles: LEFT_OUT }, 'warning', backup.incomplete],
    ['it stopped after everything was backed up', REVOKED, 'warning', words.stoppedSoFar],
    ['it stopped while changes wait', { ...REVOKED, waiting: WAITING }, 'warning', backup.waitingOf(2)],
    ['it was paused after it stopped', { ...REVOKED, paused: true }, 'check', backup.paused(backup.done)],
    ['it tries again', { ...REVOKED, running: true }, 'check', backup.done],
  ])('%s', (_, state, icon, text) => {
    expect(syncSummary(state)).toEqual({ icon, text });
  });
});

describe('a link for another device', () => {
  test('is not made with a token that was revoked, and is not taken when it was used', () => {
    const refused = { trouble: 'wrong_token', wait: 0 } as const;
    expect(codeRefusalWords(refused)).toBe(words.stopped.wrong_token);
    expect(pairingRefusalWords(refused)).toBe(devices.refused);
  });
});
