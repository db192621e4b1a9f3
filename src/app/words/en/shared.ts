import { defineWords } from '../catalogue.ts';
import { isolate, number, plural } from '../format.ts';

/** Links that show a drawing: the page that they open, and the dialog that makes them. */
export const shared = defineWords('shared', {
  /** The page of a link. */
  opening: 'Opening…',
  note: 'Somebody shares this drawing with you. You can look at it, but not change it.',
  picture: (strokes: number) =>
    plural(strokes, { one: 'Shared drawing, 1 stroke', other: `Shared drawing, ${number(strokes)} strokes` }),
  save: 'Save a copy',
  saved: 'Saved to your drawings, on this device.',
  notSaved: 'No copy was saved. Try again.',
  export: 'Export',
  fit: 'Zoom to fit',
  blank: 'Nothing is drawn on it yet.',
  /** @param when `5 min ago` */
  kept: (when: string) => `The server cannot be reached. This is the drawing as you saw it ${when}.`,
  gone: 'This link shows nothing',
  goneText: 'It was ended, or its drawing was deleted. Ask for a new link.',
  unreachable: 'This drawing cannot be loaded',
  unreachableText: 'The server cannot be reached. Check the connection, then try again.',
  limited: 'Too many requests come from your network. Try again in a minute.',
  retry: 'Try again',

  /** The dialog of the owner. `<host></host>` stands for the name of the server. */
  share: 'Share a link',
  what: 'Anybody with the link can see this drawing on <host></host>, also what you draw later. They cannot change it, and see nothing else of yours.',
  off: 'A link needs the server. Turn on sync in <settings>Settings</settings> first. Until then this drawing is on this device only.',
  ends: 'The link ends',
  never: 'Never',
  inDay: 'In a day',
  inWeek: 'In a week',
  make: 'Make a link',
  address: 'Link',
  once: 'Copy it now. It is shown only once.',
  copy: 'Copy',
  copied: 'Link copied.',
  notCopied: 'Your browser blocked this. Select the link and copy it.',
  sendTo: 'Send',
  links: 'Links',
  /** @param when `5 min ago` */
  made: (when: string) => `Made ${when}`,
  seen: (when: string) => `Last opened ${when}`,
  unseen: 'Not opened yet',
  /** @param when a date and time */
  until: (when: string) => `Ends ${when}`,
  end: 'End',
  /** @param made `Made 5 min ago` */
  endOf: (made: string) => `End: ${isolate(made)}`,
  ended: 'The link shows nothing now.',
  close: 'Close',
  notThere: 'This drawing is not on the server yet. Wait for its backup, then try again.',
  trashed: 'This drawing is in the trash on the server.',
  tooMany: 'This drawing has as many links as it can have. End one first.',
  noServer: 'The server cannot be reached. Check the connection, then try again.',
  failed: 'That did not work. Try again.',
});
