/** The state of sync in one line, and its problems in words: what happened, what is safe, what to do. */
import type { DrawingTrouble } from '../../../sync/state/drawings-state.ts';
import type { SyncStatus } from '../../../sync/state/sync-status.ts';
import { backupOfAll, backupWords } from '../../sync/backup.ts';
import type { TokenRefusal } from '../../sync/sync-actions.ts';
import type { IconName } from '../../ui/Icon.tsx';
import { backup } from '../../words/en/sync/backup.ts';
import { devices } from '../../words/en/sync/devices.ts';
import { server as words } from '../../words/en/sync/server.ts';

/** True if sync ended with a problem and nobody asked for another run yet. */
export function isStopped({ trouble, running, paused }: SyncStatus): boolean {
  return trouble !== null && !running && !paused;
}

/** The state of the backup in one line, and the icon that says the same. */
export function syncSummary(state: SyncStatus): { readonly icon: IconName; readonly text: string } {
  const all = backupOfAll(state);
  const text = backupWords(all);
  if (isStopped(state)) return { icon: 'warning', text: all.kind === 'done' ? words.stoppedSoFar : text };
  const icon = all.kind === 'incomplete' ? 'warning' : all.kind === 'waiting' ? 'clock' : 'check';
  return { icon, text: state.paused ? backup.paused(text) : text };
}

/** Why a token was refused, in one or two sentences. */
export function tokenRefusalWords({ trouble, wait }: TokenRefusal): string {
  switch (trouble) {
    case 'limited':
    case 'busy':
      return `${words.notTaken[trouble]} ${againWords(wait)}`;
    case 'server_full':
    case 'device_full':
    case 'storage':
    case 'defect':
      return words.stopped[trouble];
    default:
      return words.notTaken[trouble];
  }
}

/** Why no code was made, in one or two sentences. */
export function codeRefusalWords(refusal: TokenRefusal): string {
  const { trouble, wait } = refusal;
  if (trouble === 'limited') return `${words.stopped.limited} ${againWords(wait)}`;
  return trouble === 'wrong_token' ? words.stopped.wrong_token : tokenRefusalWords(refusal);
}

/** Why a code was not taken, in one or two sentences. */
export function pairingRefusalWords(refusal: TokenRefusal): string {
  const { trouble, wait } = refusal;
  if (trouble === 'limited') return `${devices.limited} ${againWords(wait)}`;
  return trouble === 'wrong_token' ? devices.refused : tokenRefusalWords(refusal);
}

/** @param wait seconds; 0 if unknown */
function againWords(wait: number): string {
  if (wait === 0) return words.again;
  return wait < 90 ? words.againInSeconds(wait) : words.againInMinutes(Math.ceil(wait / 60));
}

/** Why sync left out a drawing. */
export function drawingTrouble({ kind, reason }: DrawingTrouble): string {
  if (reason === 'server_error' && kind === 'failed') return words.drawing.server_error_sending;
  return words.drawing[reason];
}
