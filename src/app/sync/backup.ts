/** What the server has of the drawings: states, and their words. */
import type { SyncNotice } from '../../sync/drawings/ports.ts';
import type { SyncStatus } from '../../sync/state/sync-status.ts';
import { backup as words } from '../words/en/sync/backup.ts';

type Told = SyncStatus | undefined;

export type Backup =
  /** There is no server, or nothing is known yet. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'done' }
  /** The server lacks `changes`; 0 while they are not counted. */
  | { readonly kind: 'waiting'; readonly changes: number; readonly both: boolean }
  /** Two devices changed the same, and both versions are there. */
  | { readonly kind: 'both' }
  /** Of all drawings, some wait while the others go on. */
  | { readonly kind: 'incomplete' }
  /** The server does not take this drawing. */
  | { readonly kind: 'blocked' }
  /** What the server has of this drawing cannot be read here. */
  | { readonly kind: 'newer' };

export const UNKNOWN: Backup = { kind: 'unknown' };

/** Of all drawings. */
export function backupOfAll(state: Told): Backup {
  if (!state?.on) return UNKNOWN;
  const { changes } = state.waiting;
  if (changes > 0 || state.lastSuccess === null) return { kind: 'waiting', changes, both: false };
  if (state.troubles.length > 0) return { kind: 'incomplete' };
  return { kind: state.notices.some(keptBoth) ? 'both' : 'done' };
}

/** Of one drawing. */
export function backupOf(state: Told, id: string): Backup {
  if (!state?.on) return UNKNOWN;
  const trouble = state.troubles.find(({ drawing }) => drawing === id);
  if (trouble) return { kind: trouble.kind === 'failed' ? 'blocked' : 'newer' };
  const both = state.notices.some((notice) => notice.drawing === id && keptBoth(notice));
  const changes = state.waiting.of.find(([drawing]) => drawing === id)?.[1] ?? 0;
  if (changes > 0) return { kind: 'waiting', changes, both };
  if (both) return { kind: 'both' };
  // Nothing is said before everything was compared once, nor while more wait than are named.
  const isKnown = state.lastSuccess !== null && state.waiting.drawings <= state.waiting.of.length;
  return isKnown ? { kind: 'done' } : UNKNOWN;
}

/** On a drawing's card, only what a person may want to know: nothing while all is as it should be, or soon will be. */
export function cardBackup(state: Told, id: string, online: boolean): Backup {
  const backup = backupOf(state, id);
  if (backup.kind === 'done') return UNKNOWN;
  if (backup.kind !== 'waiting') return backup;
  const soon = online && state?.trouble === null && !state.paused;
  return soon ? UNKNOWN : { kind: 'waiting', changes: 0, both: false };
}

/** Will a sync under way leave it as it is? */
export function isSettled({ kind }: Backup): boolean {
  return kind !== 'waiting';
}

/** A few words; `""` while nothing is known. */
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
