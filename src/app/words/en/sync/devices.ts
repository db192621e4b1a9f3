import { defineWords } from '../../catalogue.ts';
import { isolate, number, plural } from '../../format.ts';

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
  /** @param person null on a server for one person */
  whose: (person: string | null, host: string) =>
    person === null
      ? `This link leads to the drawings on ${isolate(host)}.`
      : `This link leads to the drawings of ${isolate(person)} on ${isolate(host)}.`,
  copies: (drawings: number) =>
    plural(drawings, {
      one: 'The drawing on this device is copied there, and those there appear here.',
      other: `The ${number(drawings)} drawings on this device are copied there, and those there appear here.`,
    }),
  /** Before, this device synced with somebody else. */
  other: (person: string | null) =>
    person === null
      ? 'Careful: this device was synced with other drawings before. They are copied, too.'
      : `Careful: this device was synced with the drawings of ${isolate(person)} before. They are copied, too.`,
  joinNow: 'Connect',
  cancel: 'Cancel',
  joined: (person: string | null) =>
    person === null
      ? 'This device is connected.'
      : `This device is connected to the drawings of ${isolate(person)}.`,
  /** @param device such as `iPhone, Safari` */
  connected: (device: string) => `${isolate(device)} is connected.`,
  done: 'Done',
  /** In Settings: what this device syncs with. */
  syncsWith: (person: string | null, host: string) =>
    person === null
      ? `Syncs with ${isolate(host)}.`
      : `Syncs with the drawings of ${isolate(person)} on ${isolate(host)}.`,
  synced: 'Sync is already on here. To use the link, turn sync off first.',
  limited: 'Too many links were tried from this network.',
  refused: 'This link was already used, has expired, or is incomplete. You need a new one.',
  retry: 'Try again',
});
