/** Whether drawings are backed up on the server: states, and their words. */
import type { SyncNotice } from '../../sync/state/drawings-state.ts';
import type { SyncStatus } from '../../sync/state/sync-status.ts';
import { backup as words } from '../words/en/sync/backup.ts';

/** State of the backup of one drawing or of all. */
export type Backup =
  /** No server, or no state from the worker yet. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'done' }
  /** Number of changes that the server lacks; 0 if they are not counted. `both`: as in the next kind, too. */
  | { readonly kind: 'waiting'; readonly changes: number; readonly both: boolean }
  /** Two devices changed the same drawing, and both versions were kept. */
  | { readonly kind: 'both' }
  /** For all drawings: sync had to leave some out. */
  | { readonly kind: 'incomplete' }
  /** The server refuses this drawing. */
  | { readonly kind: 'blocked' }
  /** This build cannot read the server's version of the drawing. */
  | { readonly kind: 'newer' };

export const UNKNOWN: Backup = { kind: 'unknown' };

/** The backup of all drawings together. */
export function backupOfAll(state: SyncStatus | undefined): Backup {
  if (!state?.on) return UNKNOWN;
  const { changes } = state.waiting;
  if (changes > 0 || state.lastSuccess === null) return { kind: 'waiting', changes, both: false };
  if (state.troubles.length > 0) return { kind: 'incomplete' };
  return { kind: state.notices.some(keptBoth) ? 'both' : 'done' };
}

/** The backup of one drawing. */
export function backupOf(state: SyncStatus | undefined, id: string): Backup {
  if (!state?.on) return UNKNOWN;
  const trouble = state.troubles.find(({ drawing }) => drawing === id);
  if (trouble) return { kind: trouble.kind === 'failed' ? 'blocked' : 'newer' };
  const both = state.notices.some((notice) => notice.drawing === id && keptBoth(notice));
  const changes = state.waiting.of.find(([drawing]) => drawing === id)?.[1] ?? 0;
  if (changes > 0) return { kind: 'waiting', changes, both };
  if (both) return { kind: 'both' };
  // Known only after the first full sync, and if the worker lists all waiting drawings.
  const isKnown = state.lastSuccess !== null && state.waiting.drawings <= state.waiting.of.length;
  return isKnown ? { kind: 'done' } : UNKNOWN;
}

/** The backup as a card shows it: unknown when all is well or soon will be. */
export function cardBackup(state: SyncStatus | undefined, id: string, online: boolean): Backup {
  const backup = backupOf(state, id);
  if (backup.kind === 'done') return UNKNOWN;
  if (backup.kind !== 'waiting') return backup;
  const soon = online && state?.trouble === null && !state.paused;
  return soon ? UNKNOWN : { kind: 'waiting', changes: 0, both: false };
}

/** True unless a running sync may change this state. */
export function isSettled({ kind }: Backup): boolean {
  return kind !== 'waiting';
}

/** A state in a few words; `""` if unknown. */
export function backupWords(backup: Backup): string {
  if (backup.kind === 'unknown') return '';
  if (backup.kind !== 'waiting') return words[backup.kind];
  const { changes, both } = backup;
  if (changes === 0) return words.waiting;
  return both ? words.bothWaitingOf(changes) : words.waitingOf(changes);
}

function keptBoth({ kind }: SyncNotice): boolean {
  return kind === 'kept_both' || kind === 'kept_copy';
}
