/** Where drawings are, in words. */
import type { SyncNotice } from '../../sync/drawings/ports.ts';
import type { SyncStatus } from '../../sync/state/sync-status.ts';

type Told = SyncStatus | undefined;

const NOT_YET = 'Not backed up yet';
const BOTH = 'Kept both versions';

function notYet(changes: number): string {
  return `${NOT_YET}: ${changes === 1 ? '1 change' : `${changes.toLocaleString('en-SG')} changes`}`;
}

/** `1 drawing`, `3 drawings`. */
export function drawingsWords(count: number): string {
  return count === 1 ? '1 drawing' : `${count.toLocaleString('en-SG')} drawings`;
}

/** What the server has of all drawings; `""` where there is no server to have them. */
export function backupWords(state: Told): string {
  if (!state?.on) return '';
  if (state.waiting.changes > 0) return notYet(state.waiting.changes);
  if (state.lastSuccess === null) return NOT_YET;
  if (state.troubles.length > 0) return 'Not all is backed up';
  return state.notices.some(keptBoth) ? BOTH : 'Backed up';
}

/** What the server has of one drawing; `""` where that is not known, or there is no server to have it. */
export function drawingWords(state: Told, id: string): string {
  if (!state?.on) return '';
  const trouble = state.troubles.find(({ drawing }) => drawing === id);
  if (trouble)
    return trouble.kind === 'failed' ? 'Not backed up: something is in the way' : 'Newer on the server';
  const both = state.notices.some((notice) => notice.drawing === id && keptBoth(notice)) ? BOTH : '';
  const changes = state.waiting.of.find(([drawing]) => drawing === id)?.[1] ?? 0;
  if (changes > 0) return both ? `${both}. ${notYet(changes)}` : notYet(changes);
  // Nothing is said before everything was compared once, nor while more wait than are named.
  const isKnown = state.lastSuccess !== null && state.waiting.drawings <= state.waiting.of.length;
  return both || (isKnown ? 'Backed up' : '');
}

function keptBoth({ kind }: SyncNotice): boolean {
  return kind === 'kept_both' || kind === 'kept_copy';
}

/** Words that a sync under way will not change in a moment. */
export function isSettled(words: string): boolean {
  return !words.includes(NOT_YET);
}

/** On a drawing's sheet, only what a person may want to know: nothing while all is as it should be, or soon will be. */
export function sheetWords(state: Told, id: string, online: boolean): string {
  const words = drawingWords(state, id);
  if (words === 'Backed up') return '';
  const soon = online && state?.trouble === null && !state.paused;
  if (isSettled(words)) return words;
  return soon ? '' : NOT_YET;
}
