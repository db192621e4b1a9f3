import { defineWords } from '../../catalogue.ts';
import { number, plural } from '../../format.ts';
import { quoted } from '../drawings.ts';

/** The trash, changes to many drawings, and the questions before something is lost. */
export const trash = defineWords('trash', {
  notFound: 'Drawing not found',
  /** For screen readers. */
  picture: (strokes: number) =>
    plural(strokes, {
      one: 'Drawing in the trash: 1 stroke',
      other: `Drawing in the trash: ${number(strokes)} strokes`,
    }),

  trashing: (drawings: number) =>
    plural(drawings, {
      one: 'Moving 1 drawing to Trash…',
      other: `Moving ${number(drawings)} drawings to Trash…`,
    }),
  restoring: (drawings: number) =>
    plural(drawings, { one: 'Restoring 1 drawing…', other: `Restoring ${number(drawings)} drawings…` }),
  purging: (drawings: number) =>
    plural(drawings, { one: 'Deleting 1 drawing…', other: `Deleting ${number(drawings)} drawings…` }),

  purge: (drawings: number, title: string) =>
    plural(drawings, {
      one: `Delete ${quoted(title)} for good?`,
      other: `Delete ${number(drawings)} drawings for good?`,
    }),
  empty: 'Empty the trash?',
  emptyText: (drawings: number) =>
    plural(drawings, {
      one: 'This deletes the one drawing in the trash for good.',
      other: `This deletes all ${number(drawings)} drawings in the trash for good.`,
    }),
  makeRoom: (drawings: number) =>
    plural(drawings, {
      one: 'Make room: delete the drawing in the trash',
      other: `Make room: delete the ${number(drawings)} drawings in the trash`,
    }),
  noUndo: 'You cannot undo this.',
  everywhere: 'Backup is on: the server and your other devices delete it, too.',
  purged: (drawings: number, title: string) =>
    plural(drawings, {
      one: `${quoted(title)} deleted for good.`,
      other: `${number(drawings)} drawings deleted for good.`,
    }),
  notPurged: (drawings: number, title: string) =>
    plural(drawings, {
      one: `${quoted(title)} was not deleted.`,
      other: `${number(drawings)} drawings were not deleted.`,
    }),
  emptied: 'Trash emptied.',
  notEmptied: 'The trash was not emptied.',

  /** A drawing that was never saved. */
  discard: (title: string) => `Discard ${quoted(title)}?`,
  discardText: 'It is not saved, so it cannot go to the trash.',
  discarded: (title: string) => `${quoted(title)} discarded.`,
  /** A drawing that was saved before. */
  discardChanges: (title: string) => `Discard the changes to ${quoted(title)}?`,
  discardChangesText: 'They are not saved. The drawing stays as it was saved before.',
  changesDiscarded: (title: string) => `Changes to ${quoted(title)} discarded.`,
  savedByNow: (title: string) => `${quoted(title)} is saved now. Nothing was discarded.`,
});
