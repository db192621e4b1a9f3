import { defineWords } from '../../catalogue.ts';

/** Letting another device in, and being let in. */
export const devices = defineWords('devices', {
  add: 'Add a device',
  making: 'Making a link…',
  how: 'Scan this with the other device’s camera, or open the link there.',
  picture: 'QR code of the link',
  copy: 'Copy link',
  copied: 'Copied',
  once: 'The link works once, within 15 minutes. Whoever opens it can see and change your drawings.',
  /** At an address such as `127.0.0.1`. */
  loopback:
    'This address works only on this computer. To reach the server from elsewhere, give it an address of its own (PUBLIC_URL in docs/server.md), and open Pleinair there.',
  expired: 'The link has expired.',
  again: 'New link',
  close: 'Close',

  join: 'Connect this device',
  joining: 'Connecting…',
  ask: 'This turns on sync. The drawings on this device then appear on the other devices, and theirs here.',
  joinNow: 'Connect',
  cancel: 'Cancel',
  joined: 'This device is connected.',
  synced: 'Sync is already on here. To use the link, turn sync off first.',
  refused: 'This link was already used, has expired, or is incomplete. You need a new one.',
  retry: 'Try again',
});
