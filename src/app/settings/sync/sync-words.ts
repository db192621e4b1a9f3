/** What is to be said of the server: what happened, what is safe, what to do. */
import type { DrawingTrouble } from '../../../sync/drawings/ports.ts';
import type { NotTaken } from '../../sync/sync-actions.ts';
import { server as words } from '../../words/en/sync/server.ts';

/** Why a token was not taken, in a sentence or two under the field. */
export function notTakenWords({ trouble, wait }: NotTaken): string {
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

/** @param wait seconds; 0 where none are known */
function againWords(wait: number): string {
  if (wait === 0) return words.again;
  return wait < 90 ? words.againInSeconds(wait) : words.againInMinutes(Math.ceil(wait / 60));
}

/** Why a drawing waits while the others go on. */
export function drawingTrouble({ kind, reason }: DrawingTrouble): string {
  if (reason === 'server_error' && kind === 'failed') return words.drawing.server_error_sending;
  return words.drawing[reason];
}
