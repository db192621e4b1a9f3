import { defineWords } from '../../catalogue.ts';
import { number, plural } from '../../format.ts';

/** The studio, except for its tools, its sheet of keys and the stamps. */
export const studio = defineWords('studio', {
  drawings: 'Drawings',
  newDrawing: 'New drawing',
  title: 'Title',
  /** In its place until it is read. */
  titleComes: '…',
  opening: 'Opening…',
  retry: 'Try again',
  allDrawings: 'All drawings',

  canvas: 'Drawing canvas',
  /** The canvas for screen readers: strokes, tool, selection, save state. */
  canvasNow: (facts: readonly string[]) =>
    `${facts.join('. ')}. Arrow keys pan. Plus and minus zoom. Question mark lists all shortcuts.`,

  more: 'More',
  menu: {
    stamp: 'Add air stamp',
    stampNote: 'Place, date and air, in your colour',
    stampWeather: 'Add weather stamp',
    stampWeatherNote: 'Town, date and sky, in your colour',
    import: 'Import',
    importNote: 'Add a file to this drawing',
    photo: 'Draw from a photo',
    photoNote: 'It lies under your ink',
    photoNoteHas: 'Move, fade, hide or remove it',
    versions: 'Earlier versions',
    versionsNote: 'Look back, and take one back',
    map: 'Map',
    mapNote: 'Shows where you are',
    fullScreen: 'Full screen',
    fullScreenNote: 'Shows only the paper',
    leftHanded: 'Left-handed',
    leftHandedNote: 'Tools on the right',
    keys: 'Keyboard shortcuts',
    keysNote: 'And gestures',
  },
  sunMode: 'Sun mode',
  exitFullScreen: 'Exit full screen',

  hideMap: 'Hide map',
  offScreen: 'Your drawing is off screen.',
  backToDrawing: 'Back to drawing',

  notSavedYet: 'Not saved yet',
  /** Below that on a small screen, where `details` opens the rest. */
  keepOpen: 'Keep this page open.',
  details: 'Details',
  /** Below the title, as a link to Settings. */
  backupStopped: 'Backup stopped',

  notFound: 'Drawing not found',
  notFoundText:
    'This device has no drawing at this address. It may be in another browser, unsaved in another tab, or deleted for good.',
  notOpened: 'The drawing did not open',
  /** `<drawing></drawing>` stands for the link to the drawing. */
  keptApart: {
    saved: 'Your strokes are now a drawing of their own: <drawing></drawing>. It is saved on this device.',
    unsaved:
      'Your strokes are now a drawing of their own: <drawing></drawing>. Keep this page open until it is saved.',
  },
  keptApartToast: 'The drawing did not open. Your strokes are now a drawing of their own.',
  stillOpening: 'The drawing is still opening. Try again in a moment.',
  /** What was drawn while it opened, or while others filled it, has no room there. */
  latestApart: 'This drawing is full. Your latest strokes are now a drawing of their own.',
  /** Titles of that drawing. */
  drawnWhileOpening: (title: string) => `${title} (drawn while opening)`,
  drawnWhileOpeningUntitled: 'Drawn while opening',

  /** Changes elsewhere. */
  trashedNow: 'This drawing is in the trash',
  trashedNowText: 'Drawing on it also restores it.',
  restore: 'Restore',
  /** Somebody deleted it for good, or the browser lost it: a page cannot tell. */
  deletedNow: 'This drawing is no longer stored',
  deletedNowText: 'Only this page still has it, until you leave. Drawing on it also saves it again.',
  keep: 'Keep this drawing',
  restored: 'This drawing was in the trash. Drawing on it restored it.',
  recreated:
    'This drawing was gone: deleted elsewhere, or lost by the browser. Pleinair saved it again, with everything you see.',
  /** A photo that was placed here and not saved yet, or is changed here, while another came from elsewhere. */
  photoElsewhere: 'Another photo has just come from another device or tab. That one stays.',
  /** What was erased, moved or recoloured here while others changed the same strokes. */
  editElsewhere: 'Your last change missed strokes that were changed elsewhere.',
  /** Undo and redo of a photo that was moved or replaced elsewhere, and of a paper for which another was chosen there. */
  undoneNoPhoto: 'Nothing to undo. The photo was changed elsewhere.',
  redoneNoPhoto: 'Nothing to redo. The photo was changed elsewhere.',
  undoneNoPaper: 'Nothing to undo. The paper was changed elsewhere.',
  redoneNoPaper: 'Nothing to redo. The paper was changed elsewhere.',
  /** Undo and redo of strokes that were moved, changed or erased elsewhere. */
  undoneNone: (strokes: number) =>
    plural(strokes, {
      one: 'Nothing to undo. That stroke was changed elsewhere.',
      other: 'Nothing to undo. Those strokes were changed elsewhere.',
    }),
  redoneNone: (strokes: number) =>
    plural(strokes, {
      one: 'Nothing to redo. That stroke was changed elsewhere.',
      other: 'Nothing to redo. Those strokes were changed elsewhere.',
    }),
  undoneSome: (missing: number, strokes: number) =>
    `Undone, except for ${number(missing)} of ${number(strokes)} strokes that were changed elsewhere.`,
  redoneSome: (missing: number, strokes: number) =>
    `Redone, except for ${number(missing)} of ${number(strokes)} strokes that were changed elsewhere.`,

  /** Limits of a drawing. A size is a text such as `64 MB`. */
  strokesLeft: (strokes: number) =>
    plural(strokes, {
      one: '1 stroke left on this drawing.',
      other: `${number(strokes)} strokes left on this drawing.`,
    }),
  sizeLeft: (size: string) => `This drawing is nearly full. About ${size} left.`,
  mostStrokes: (strokes: number) => `A drawing holds at most ${number(strokes)} strokes. Erase some first.`,
  mostSize: (size: string) => `A drawing holds at most ${size}. Erase some first.`,
  full: 'This drawing is full',
  fullStrokes: (strokes: number) =>
    `It has ${number(strokes)} strokes, the most that a drawing holds. Erase some, or continue in a copy.`,
  fullSize: (size: string) =>
    `It has ${size} of ink, the most that a drawing holds. Erase some, or continue in a copy.`,
  notNow: 'Not now',
  continueInCopy: 'Continue in a copy',
  notTaken: 'This drawing is full. Your stroke was not added.',
  copied: (strokes: number) =>
    plural(strokes, {
      one: 'This is a copy with the stroke that was on screen. The full drawing is unchanged.',
      other: `This is a copy with the ${number(strokes)} strokes that were on screen. The full drawing is unchanged.`,
    }),
  newSheet: 'This is a new sheet, at the same place. The full drawing is unchanged.',
});
