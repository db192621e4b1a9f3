import { defineWords } from '../../catalogue.ts';
import { number, plural } from '../../format.ts';

const SAFE = 'Your drawings are safe on this device.';
const RETRIES = 'Pleinair will retry automatically.';

/** The server and backup in Settings. `<token></token>` stands for the name of the server's setting. */
export const server = defineWords('server', {
  only: 'Your drawings are on this device only.',
  noWorker: 'Backup needs a part of the app that is not running. Reload this page to try again.',
  insecure: 'Backup needs HTTPS. At this address the browser leaves out a part of the app.',
  off: 'With the server’s token they are backed up there and appear on your other devices. Without it nothing is sent to the server.',

  token: 'Server token',
  newToken: 'New token',
  tokenHelp:
    'The one that you were given, or the value of <token></token> on the server. It is sent to <host></host> and nowhere else.',
  show: 'Show',
  hide: 'Hide',
  turnOn: 'Turn on',
  continue: 'Continue',
  checking: 'Checking…',
  noToken: 'Enter the token first.',
  spaces: 'A token has no spaces. Did you copy more than the token?',
  letters: 'A token has only the letters, digits and signs of an English keyboard.',
  tooLong: 'This is longer than any token.',

  pause: 'Pause',
  resume: 'Resume',
  sync: 'Sync now',
  turnOff: 'Turn off',
  neverSynced: 'Not synced yet.',
  /** @param when `5 min ago` */
  synced: (when: string) => `Last synced ${when}.`,
  syncing: 'Syncing…',
  syncingOf: (done: number, total: number) =>
    plural(total, {
      one: `${number(done)} of 1 drawing`,
      other: `${number(done)} of ${number(total)} drawings`,
    }),
  keepDrawing: 'You can keep drawing. An interrupted sync continues where it stopped.',
  nextTry: (minutes: number) =>
    plural(minutes, {
      one: 'Next try in about a minute.',
      other: `Next try in about ${number(minutes)} minutes.`,
    }),

  turnOffTitle: 'Turn off sync?',
  turnOffText:
    'The token is removed from this device. Drawings on this device and on the server stay. New changes are not synced until you turn it on again.',
  unsent: (changes: number) =>
    plural(changes, {
      one: '1 change is not backed up yet. It stays on this device only.',
      other: `${number(changes)} changes are not backed up yet. They stay on this device only.`,
    }),
  cancel: 'Cancel',
  isOff: 'Sync is off. Your drawings are on this device. Backups stay on the server.',

  /** What was drawn until sync stopped is backed up. */
  stoppedSoFar: 'Backup stopped. Everything so far is backed up.',
  /** Why a run ended: what happened, then what is safe and what to do. */
  stopped: {
    unreachable: 'The server cannot be reached.',
    wrong_token: 'The server no longer accepts the token.',
    no_token_there: 'The server has no token.',
    busy: 'The server is having trouble.',
    limited: 'Too many requests to the server.',
    defect: 'Sync failed because of a mistake in Pleinair.',
    server_full: 'Your space on the server is full.',
    device_full: 'This device is full.',
    storage: 'The storage of this device is not responding.',
    not_pleinair: 'There is no Pleinair server at this address.',
    server_older: 'The server is older than this app.',
    server_newer: 'The server is newer than this app.',
  },
  stoppedText: {
    unreachable: `${SAFE} ${RETRIES}`,
    wrong_token: `It was changed or revoked. ${SAFE} To continue, enter a new token, or open a link made with “Add a device”.`,
    no_token_there: `${SAFE} To back them up, set DRAW_TOKEN on the server and restart it.`,
    busy: `It is overloaded, or it failed. ${SAFE} ${RETRIES} If this persists, look into the server’s log.`,
    limited: `${SAFE} ${RETRIES}`,
    defect: `Nothing was lost. ${RETRIES} If this persists, please report it.`,
    server_full: `${SAFE} New changes go to the server once it has space. What is new there still arrives here.`,
    device_full:
      'Nothing was lost. What is new on the server stays there for now. Free some space here, then sync again.',
    storage: `Nothing was lost. ${RETRIES} If this persists, close other tabs of Pleinair and reload.`,
    not_pleinair: `Another program answers, or the sign-in page of a network. ${SAFE} Check the connection, then sync again.`,
    server_older: `${SAFE} Update the server, then sync again.`,
    server_newer: `${SAFE} To update, close all tabs of Pleinair and open it again. Then sync again.`,
  },

  /** Why a token was refused. */
  notTaken: {
    wrong_token: 'The server does not accept this token. Check that you copied all of it.',
    limited: 'Too many wrong tokens came from this network.',
    no_token_there: 'The server has no token yet. Set DRAW_TOKEN there, restart it, and enter the same here.',
    unreachable: 'The server does not answer. Check that it runs and that this device is online.',
    busy: 'The server cannot check the token right now.',
    not_pleinair: 'There is no Pleinair server at this address. The token was not sent.',
    server_older: 'The server is older than this app. Update the server. The token was not sent.',
    server_newer:
      'The server is newer than this app. Close all tabs of Pleinair and open it again to update. The token was not sent.',
    no_worker: 'The app did not answer. Reload this page and try again.',
  },
  again: 'Try again in a moment.',
  againInSeconds: (seconds: number) =>
    plural(seconds, { one: 'Try again in 1 second.', other: `Try again in ${number(seconds)} seconds.` }),
  againInMinutes: (minutes: number) =>
    plural(minutes, { one: 'Try again in 1 minute.', other: `Try again in ${number(minutes)} minutes.` }),

  /** Why sync left out a drawing. */
  drawing: {
    invalid: 'The server’s version is damaged. Yours is unchanged. Pleinair checks again on every sync.',
    too_large: 'The server’s version is larger than a drawing can be. Yours is unchanged.',
    missing: 'The server lists this drawing but does not have it. Pleinair checks again on every sync.',
    unreadable: 'This device’s version cannot be read. The server’s is unchanged.',
    not_taken: 'The server does not accept it. It is safe on this device. Export it to be sure.',
    server_older: 'Kept on this device: the server is older. Update the server to send it.',
    server_error: 'The server failed to read it. Yours is unchanged. Pleinair retries on every sync.',
    server_error_sending:
      'The server failed to keep it. It is safe on this device. Pleinair retries on every sync.',
  },
});
