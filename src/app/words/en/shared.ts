import { defineWords } from '../catalogue.ts';
import { isolate, number, plural } from '../format.ts';

/** Links that show a drawing: the page that they open, and the dialog that makes them. */
export const shared = defineWords('shared', {
  /** The page of a link. */
  opening: 'Opening…',
  note: 'Somebody shared this drawing with you. You can view it, but not change it.',
  picture: (strokes: number) =>
    plural(strokes, { one: 'Shared drawing, 1 stroke', other: `Shared drawing, ${number(strokes)} strokes` }),
  save: 'Save a copy',
  saved: 'Saved to your drawings, on this device.',
  notSaved: 'The copy was not saved. Try again.',
  export: 'Export',
  fit: 'Zoom to fit',
  blank: 'Nothing is drawn here yet.',
  /** @param when `5 min ago` */
  kept: (when: string) => `The server cannot be reached. This is the drawing as you saw it ${when}.`,
  gone: 'This link does not work',
  goneText:
    'It has ended, the drawing was deleted, or a part of the address is missing. Check the address, or ask for a new link.',
  hasEnded: 'This link has ended',
  hasEndedText: 'Whoever shared the drawing has ended the link or deleted the drawing.',
  unreachable: 'This drawing cannot be loaded',
  unreachableText: 'The server cannot be reached. Check the connection, then try again.',
  limited: 'Too many requests from your network. Try again in a minute.',
  retry: 'Try again',

  /** The dialog of the owner. `<host></host>` stands for the name of the server. */
  share: 'Share a link',
  what: 'Anyone with the link can see this drawing on <host></host>, including what you draw later. They cannot change it or see your other drawings.',
  /** Of layers that are hidden in the drawing. */
  hidden: 'Hidden layers go with the link, too: they are not shown, but a saved copy has them.',
  off: 'To share a link, first turn on sync in <settings>Settings</settings>. Until then this drawing is only on this device.',
  ends: 'The link ends',
  never: 'Never',
  inDay: 'In a day',
  inWeek: 'In a week',
  make: 'Create link',
  address: 'Link',
  once: 'Copy it now. It is shown only once.',
  copy: 'Copy',
  copied: 'Link copied.',
  created: 'Link created.',
  notCopied: 'Your browser blocked copying. Select the link and copy it.',
  sendTo: 'Send',
  links: 'Links',
  /** @param when `5 min ago` */
  made: (when: string) => `Created ${when}`,
  seen: (when: string) => `Last opened ${when}`,
  unseen: 'Not opened yet',
  /** @param when a date and time */
  until: (when: string) => `Ends ${when}`,
  end: 'End',
  /** @param made `Created 5 min ago` */
  endOf: (made: string) => `End: ${isolate(made)}`,
  ended: 'Link ended.',
  close: 'Close',
  notThere: 'This drawing is not on the server yet. You can share it as soon as it is backed up.',
  notDrawn: 'Nothing is drawn here yet. Draw something first.',
  noToken:
    'The server no longer accepts the token of this device. <settings>Settings</settings> says what to do.',
  trashed: 'This drawing is in the trash on the server.',
  tooMany: 'There are too many links. End one first.',
  noServer: 'The server cannot be reached. Check the connection, then try again.',
  failed: 'Something went wrong. Try again.',
});
