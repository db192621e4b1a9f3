import { defineWords } from '../../catalogue.ts';
import { number, plural } from '../../format.ts';
import { quoted } from '../drawings.ts';

/**
 * Notices about drawings changed on two devices: `this` for the open one, `named` with its title, `some`
 * without.
 */
export const notices = defineWords('notices', {
  keptBoth: {
    this: 'Kept both versions',
    named: (title: string) => `Kept both versions of ${quoted(title)}`,
    some: 'Kept both versions of a drawing',
  },
  sameStroke:
    'The same stroke was changed here and on another device. Both versions are on the drawing. Erase the one that you do not want.',
  /** The new drawing's title is the link. */
  tooMuch: (layers: number, strokes: number) =>
    `Together they are more than a drawing holds: one photo, ${number(layers)} layers, ${number(strokes)} strokes. Your version is now a drawing of its own: <copy></copy>.`,

  restored: {
    this: 'This drawing was restored.',
    named: (title: string) => `${quoted(title)} was restored.`,
    some: 'A drawing was restored.',
  },
  restoredText: 'One device moved it to Trash, and another changed it.',

  notDeleted: {
    this: 'This drawing was not deleted.',
    named: (title: string) => `${quoted(title)} was not deleted.`,
    some: 'A drawing was not deleted.',
  },
  notDeletedText: 'Another device deleted it for good, but you had changed it here.',

  cameBack: {
    this: 'This drawing is back.',
    named: (title: string) => `${quoted(title)} is back.`,
    some: 'A drawing is back.',
  },
  cameBackText:
    'It was deleted for good, but another device had changed it, or the server was restored from a backup.',

  renamed: {
    this: 'This drawing was renamed on two devices.',
    named: (title: string) => `${quoted(title)} was renamed on two devices.`,
    some: 'A drawing was renamed on two devices.',
  },
  renamedText: (title: string) => `It has the other device’s title. Yours was ${quoted(title)}.`,
  use: (title: string) => `Use ${quoted(title)}`,
  keep: 'Keep this title',

  understood: 'Got it',
  open: 'Open the drawing',
  more: (notices: number) => `And ${number(notices)} more.`,
  moreInSettings: (notices: number) => `And ${number(notices)} more in <link>Settings</link>.`,

  /** Sync waits for a person. */
  stopped:
    'Your drawings are safe on this device, but new changes are not backed up. <link>Settings</link> says what to do.',

  /** Drawings that sync had to leave out. */
  leftOut: (drawings: number) =>
    plural(drawings, {
      one: 'One drawing is not synced:',
      other: `${number(drawings)} drawings are not synced:`,
    }),
  notHere: 'A drawing that is not on this device',
});
