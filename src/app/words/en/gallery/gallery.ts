import { defineWords } from '../../catalogue.ts';
import { number, plural } from '../../format.ts';
import { quoted } from '../drawings.ts';

/** The gallery: its view, cards, menus and messages. */
export const gallery = defineWords('gallery', {
  tabs: { all: 'Drawings', trash: 'Trash' },
  tabsName: 'Drawings and trash',
  newDrawing: 'New drawing',
  emptyTrash: 'Empty trash',
  failed: 'Your drawings did not load.',
  progress: 'Progress',
  opening: 'Opening…',
  notOpened: 'Not opened yet',
  partMissing: 'That did not load. Nothing was changed. Reload and try again.',

  /** Shown on the first run. The line break keeps its width while the serif font is loading. */
  invitation: 'Sit down somewhere and\ndraw what is in front of you.',
  what: 'A sketchbook that works offline and shows the air around you in Singapore.',
  fromSafari: 'Did you draw in Safari before? <link>Bring those drawings here</link>.',
  nothingInTrash: 'The trash is empty. Drawings stay here until you restore them or delete them for good.',
  /** @param query what was searched for, as a quotation */
  notFound: 'No title contains <query></query>.',
  showAll: 'Show all',

  search: 'Search by title',
  clearSearch: 'Clear search',
  sort: 'Sort by',
  sorts: { changed: 'Last changed', created: 'Created', title: 'Title' },
  found: (found: number, all: number) => `${number(found)} of ${number(all)}`,
  select: 'Select',
  selection: 'Selection',
  selected: (drawings: number) =>
    drawings === 0 ? 'None selected' : plural(drawings, { other: `${number(drawings)} selected` }),
  selectAll: 'All',
  stopSelecting: 'Stop selecting',

  open: 'Open',
  rename: 'Rename',
  duplicate: 'Duplicate',
  export: 'Export',
  share: 'Share',
  trash: 'Move to Trash',
  discard: 'Discard',
  restore: 'Restore',
  purge: 'Delete for good',
  more: 'More',
  undo: 'Undo',
  cancel: 'Cancel',
  save: 'Save',
  title: 'Title',
  titleTooLong: (most: number, over: number) =>
    `At most ${number(most)} characters: ${number(over)} too many.`,

  trashed: (drawings: number, title: string) =>
    plural(drawings, {
      one: `${quoted(title)} moved to Trash.`,
      other: `${number(drawings)} drawings moved to Trash.`,
    }),
  notTrashed: (drawings: number, title: string) =>
    plural(drawings, {
      one: `${quoted(title)} was not moved to Trash.`,
      other: `${number(drawings)} drawings were not moved to Trash.`,
    }),
  restored: (drawings: number, title: string) =>
    plural(drawings, {
      one: `${quoted(title)} restored.`,
      other: `${number(drawings)} drawings restored.`,
    }),
  notRestored: (drawings: number, title: string) =>
    plural(drawings, {
      one: `${quoted(title)} was not restored.`,
      other: `${number(drawings)} drawings were not restored.`,
    }),
  notRenamed: (title: string) => `${quoted(title)} was not renamed.`,
  deviceFull: 'This device is full. Nothing was lost. Free some space outside Pleinair first.',
  trashChanges: 'The trash is changing. Try again in a moment.',
  notSavedYet: 'It is not saved yet. Free some space, or try again in a moment.',
  /** @param why in a few words, such as `Not saved yet` */
  unsaved: (drawings: number, why: string) =>
    plural(drawings, { other: `${number(drawings)} drawings: ${why}` }),
});
