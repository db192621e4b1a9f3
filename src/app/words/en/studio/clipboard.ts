import { defineWords } from '../../catalogue.ts';
import { number, plural } from '../../format.ts';

/** Copying, cutting and pasting strokes. */
export const clipboard = defineWords('clipboard', {
  copy: 'Copy',
  cut: 'Cut',
  paste: 'Paste',
  pasteNote: 'Copied strokes, or an SVG',

  copying: 'Copying…',
  copied: (strokes: number) =>
    plural(strokes, { one: '1 stroke copied.', other: `${number(strokes)} strokes copied.` }),
  cutOut: (strokes: number) =>
    plural(strokes, { one: '1 stroke cut.', other: `${number(strokes)} strokes cut.` }),
  /** After one of the sentences above: the browser kept its clipboard closed. Short, because it lies over the paper. */
  onlyHere: 'Paste on this page only.',
  /** Instead of that, where it is not the browser's doing. */
  tooMuch: 'Too many for other apps: paste on this page only.',
  pasted: (strokes: number) =>
    plural(strokes, { one: '1 stroke pasted.', other: `${number(strokes)} strokes pasted.` }),
  /** Copies lack the strokes that erase: on top they would take ink that they never lay on. */
  whole: 'Erasing in washes is not copied.',
  pasting: 'Pasting…',
  cancel: 'Cancel',
  cancelled: 'Cancelled. Nothing was pasted.',

  /** Why nothing was pasted. */
  notPasted: 'Not pasted.',
  nothing: 'There is no drawing in the clipboard. Copy strokes here, or an SVG elsewhere.',
  /** @param key such as `Ctrl+V` */
  refused: (key: string) =>
    `The browser kept its clipboard closed. Press ${key}, or allow the clipboard in the browser’s settings for this site.`,
  /** On a device without keys. */
  refusedTouch:
    'The browser kept its clipboard closed. Allow the clipboard in the browser’s settings for this site.',
  /** Why a text from the clipboard was refused, by the code of the refusal. */
  refusals: {
    script: 'What was copied contains a script.',
    outside: 'What was copied loads something from elsewhere.',
    entities: 'What was copied defines entities of its own.',
    cut_off: 'What was copied is cut off.',
    too_deep: 'What was copied is nested too deeply.',
    too_wide: 'What was copied reaches beyond the paper.',
    too_slow: 'What was copied takes too long to read.',
    no_memory: 'What was copied takes more memory than there is.',
    no_json: 'What was copied is damaged: it is not JSON.',
    damaged: 'What was copied is damaged.',
    bad_xml: 'What was copied is damaged.',
    path: 'What was copied is damaged.',
    transform: 'What was copied is damaged.',
    polyline: 'What was copied is damaged.',
    entity: 'What was copied is damaged.',
    too_large: 'What was copied is too large.',
    too_many: 'What was copied has more strokes or points than a drawing can have.',
    other_program: 'What was copied is from another program.',
    no_strokes: 'What was copied has no strokes.',
    no_lines: 'Nothing that was copied can be drawn as strokes.',
  },
  opening: 'The drawing is still opening. Try again in a moment.',
  codeMissing: 'This part of the app did not load. Try again.',
  noRoom: (strokes: number, room: number) =>
    `${plural(strokes, { one: 'The clipboard has 1 stroke.', other: `The clipboard has ${number(strokes)} strokes.` })} ${
      room === 0
        ? 'This drawing is full.'
        : plural(room, {
            one: 'This drawing has room for 1 more.',
            other: `This drawing has room for ${number(room)} more.`,
          })
    }`,
  /** @param most such as `64 MB` */
  tooLarge: (most: string) => `With these strokes this drawing would be larger than ${most}.`,
});
