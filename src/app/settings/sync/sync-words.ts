/** What is to be said of the server: what happened, what is safe, what to do. */
import type { DrawingTrouble } from '../../../sync/drawings/ports.ts';
import type { Trouble } from '../../../sync/state/sync-status.ts';
import type { NotTaken } from '../../sync/sync-actions.ts';

const host = globalThis.location?.host ?? '';

interface Words {
  readonly title: string;
  readonly words: string;
}

/** Why a run ended. Nothing is lost in any of them: the drawings are on this device. */
export const STOPPED: Readonly<Record<Trouble, Words>> = {
  unreachable: {
    title: 'The server cannot be reached just now.',
    words: 'Your drawings are safe on this device. Pleinair keeps trying.',
  },
  wrong_token: {
    title: 'The server does not accept the token any more.',
    words:
      'It may have been changed. Your drawings are safe on this device, and what was backed up stays on the server. Give the new token to go on.',
  },
  no_token_there: {
    title: 'The server has no token.',
    words:
      'It takes no drawings until whoever runs it sets DRAW_TOKEN and starts it again. Yours are safe on this device.',
  },
  busy: {
    title: 'The server cannot answer just now.',
    words:
      'It has too much to do, or an error. Your drawings are safe on this device. Pleinair keeps trying. If it lasts, whoever runs the server finds the reason in its log.',
  },
  limited: {
    title: 'The server was asked too often.',
    words: 'Your drawings are safe on this device. Pleinair keeps trying.',
  },
  defect: {
    title: 'Sync ended by a mistake of the app.',
    words: 'Nothing was lost. Pleinair keeps trying. If it lasts, please report it.',
  },
  server_full: {
    title: 'The server has no room left.',
    words:
      'What is new there is here, but what is new here cannot be kept there until whoever runs it frees some space. It is safe on this device.',
  },
  device_full: {
    title: 'This device has no room left.',
    words:
      'What is new on the server stays there until there is room here. Free some space, then sync again. Nothing was lost.',
  },
  storage: {
    title: 'The storage of this device does not answer just now.',
    words: 'Nothing was lost. Pleinair keeps trying. If it lasts, close other tabs of Pleinair and reload.',
  },
  not_pleinair: {
    title: `What answers at ${host} is not a Pleinair server.`,
    words:
      'It may be another program, or the sign-in page of a network. Your drawings are safe on this device. Look, then sync again.',
  },
  server_older: {
    title: 'The server is older than this app.',
    words:
      'They do not understand each other until whoever runs it updates it. Your drawings are safe on this device. Sync again afterwards.',
  },
  server_newer: {
    title: 'The server is newer than this app.',
    words:
      'Close all tabs of Pleinair and open it again to get the new version, then sync again. Your drawings are safe on this device.',
  },
};

/** Why a token was not taken, in a sentence or two under the field. */
export function notTakenWords({ trouble, wait }: NotTaken): string {
  const again = wait > 0 ? `Try again in ${waitWords(wait)}.` : 'Try again in a moment.';
  switch (trouble) {
    case 'wrong_token':
      return "This is not the server's token. Compare it with DRAW_TOKEN there, letter by letter.";
    case 'limited':
      return `Too many wrong tokens came from this network. ${again}`;
    case 'no_token_there':
      return 'The server has no token yet. Whoever runs it sets DRAW_TOKEN and starts it again; then give the same one here.';
    case 'unreachable':
      return 'The server does not answer. Check that it runs and that this device has a network, then try again.';
    case 'busy':
      return `The server cannot check the token just now. ${again}`;
    case 'not_pleinair':
      return `What answers at ${host} is not a Pleinair server, so the token was not sent to it.`;
    case 'server_older':
      return 'The server is older than this app, so the token was not sent. Whoever runs it can update it.';
    case 'server_newer':
      return 'The server is newer than this app, so the token was not sent. Close all tabs of Pleinair and open it again, then try again.';
    case 'no_worker':
      return 'The app did not answer. Reload this page and try again.';
    default:
      return STOPPED[trouble].title;
  }
}

/** Why a drawing waits while the others go on. */
export function drawingTrouble({ kind, reason }: DrawingTrouble): string {
  switch (reason) {
    case 'invalid':
      return 'What the server has of it is not a sound drawing. The one here is untouched; it is looked at again each time.';
    case 'too_large':
      return 'What the server has of it is larger than a drawing can be. The one here is untouched.';
    case 'missing':
      return 'The server names it and does not have it. It is looked for again each time.';
    case 'unreadable':
      return 'What this device has of it cannot be read. What the server has is untouched.';
    case 'not_taken':
      return 'The server does not take it. It is safe on this device; export it to be sure.';
    case 'server_error':
      return `The server failed at it. It is ${kind === 'parked' ? 'untouched here' : 'safe on this device'}, and tried again each time.`;
  }
}

function waitWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
