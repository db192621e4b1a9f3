/** Problems of sync in words: what happened, what is safe, what to do. */
import type { DrawingTrouble } from '../../../sync/drawings/ports.ts';
import type { TokenRefusal } from '../../sync/sync-actions.ts';
import { server as words } from '../../words/en/sync/server.ts';

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
