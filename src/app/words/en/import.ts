import { defineWords } from '../catalogue.ts';
import { isolate, limitSize, list, number, plural } from '../format.ts';
import { quoted } from './drawings.ts';

const INSTEAD = 'Import it under Drawings instead.';

/** The import of files: progress and results. `<file></file>` stands for the file's name. */
export const imports = defineWords('imports', {
  region: 'Import',
  dropOnto: 'Drop to add to this drawing',
  drop: 'Drop to make a new drawing',
  reading: 'Reading <file></file>…',
  saving: 'Saving <file></file>…',
  cancel: 'Cancel',
  open: 'Open',
  undo: 'Undo',

  added: (strokes: number) =>
    plural(strokes, {
      one: '1 stroke added to this drawing.',
      other: `${number(strokes)} strokes added to this drawing.`,
    }),
  imported: (strokes: number) =>
    plural(strokes, {
      one: 'Imported as a new drawing: 1 stroke.',
      other: `Imported as a new drawing: ${number(strokes)} strokes.`,
    }),
  importedAs: (drawings: number, strokes: number) =>
    `Imported as ${number(drawings)} drawings: ${number(strokes)} strokes.`,
  cancelled: 'Cancelled. Nothing was imported.',
  notImported: 'Not imported.',
  noRoom: (strokes: number, room: number) =>
    `${plural(strokes, { one: 'The file has 1 stroke.', other: `The file has ${number(strokes)} strokes.` })} ${
      room === 0
        ? 'This drawing is full.'
        : plural(room, {
            one: 'This drawing has room for 1 more.',
            other: `This drawing has room for ${number(room)} more.`,
          })
    } ${INSTEAD}`,
  /** @param most such as `64 MB` */
  tooLarge: (most: string) => `With the file this drawing would be larger than ${most}. ${INSTEAD}`,
  taken: (drawings: number) =>
    plural(drawings, {
      one: 'Imported drawing moved to Trash.',
      other: 'Imported drawings moved to Trash.',
    }),
  notTaken: 'Not everything was moved to Trash.',

  /** Titles of new drawings. */
  unfinished: (title: string) => `${title}, unfinished`,
  part: (title: string, part: number, parts: number) => `${title}, part ${part} of ${parts}`,

  leftOut: (things: readonly string[]) => `Left out: ${list(things)}.`,
  things: {
    text: (n: number) => plural(n, { one: '1 text', other: `${number(n)} texts` }),
    image: (n: number) => plural(n, { one: '1 image', other: `${number(n)} images` }),
    fill: (n: number) => plural(n, { one: '1 filled shape', other: `${number(n)} filled shapes` }),
    arrowhead: (n: number) => plural(n, { one: '1 arrowhead', other: `${number(n)} arrowheads` }),
    dash: (n: number) => plural(n, { one: '1 dash pattern', other: `${number(n)} dash patterns` }),
    gradient: (n: number) => plural(n, { one: '1 gradient', other: `${number(n)} gradients` }),
    effect: (n: number) => plural(n, { one: '1 mask or effect', other: `${number(n)} masks and effects` }),
    frame: (n: number) => plural(n, { one: '1 frame', other: `${number(n)} frames` }),
    embed: (n: number) => plural(n, { one: '1 embedded page', other: `${number(n)} embedded pages` }),
    reuse: (n: number) => plural(n, { one: '1 repeated shape', other: `${number(n)} repeated shapes` }),
    media: (n: number) => plural(n, { one: '1 film or sound', other: `${number(n)} films and sounds` }),
    animation: (n: number) => plural(n, { one: '1 animation', other: `${number(n)} animations` }),
    eraser: (n: number) => plural(n, { one: '1 eraser stroke', other: `${number(n)} eraser strokes` }),
    layer: (n: number) =>
      plural(n, {
        one: '1 layer, whose strokes are on the lowest',
        other: `${number(n)} layers, whose strokes are on the lowest`,
      }),
    hidden: (n: number) => plural(n, { one: '1 hidden stroke', other: `${number(n)} hidden strokes` }),
    pressure: (n: number) =>
      plural(n, { one: 'the pressure of 1 stroke', other: `the pressure of ${number(n)} strokes` }),
    carried: () => 'damaged stroke data',
    date: (n: number) => plural(n, { one: '1 date', other: `${number(n)} dates` }),
    other: (n: number) => plural(n, { one: '1 other thing', other: `${number(n)} other things` }),
  },

  /** Why a file was refused. */
  known: 'Pleinair reads its own JSON, .excalidraw, .excalidrawlib and SVG.',
  empty: 'The file is empty.',
  unreadable: 'The file could not be read. It may have been moved or removed.',
  too_slow: 'The file takes too long to read.',
  no_memory: 'The file takes more memory than there is.',
  zip: 'This is a zip file. Unpack it first. An export of everything is imported in Settings.',
  picture: 'This is a picture or a document, without strokes.',
  unknown: 'This is not a drawing.',
  other_json: 'This is JSON, but not a drawing.',
  other_program: 'This JSON is from another program.',
  no_json: 'The file is damaged: it is not JSON.',
  no_svg: 'This is XML, but not SVG.',
  cut_off: 'The file is cut off.',
  too_deep: 'The file is nested too deeply.',
  script: 'The file contains a script.',
  outside: 'The file loads something from elsewhere.',
  entities: 'The file defines entities of its own.',
  too_wide: 'The file reaches beyond the paper.',
  no_strokes: 'The file has no strokes.',
  no_lines: 'Nothing in the file can be drawn as strokes.',
  /** In bytes. */
  too_large: (size: number, most: number) =>
    `The file is too large: ${limitSize(Math.round(size / 1024 ** 2) * 1024 ** 2)}. At most ${limitSize(most)} are read.`,
  too_many: {
    points: (most: number) => `The file has more than ${number(most)} points.`,
    strokes: (most: number) => `The file has more than ${number(most)} strokes.`,
    layers: (most: number) => `The file has more than ${number(most)} layers, the most that a drawing has.`,
  },
  damaged: (at: string) => `The file is damaged at ${isolate(at)}.`,
  /** @param character counted from 1 */
  bad_xml: (character: number) => `The file is damaged at character ${number(character)}.`,
  path: (character: number, text: string) =>
    `A path in the file cannot be read from character ${number(character)}: ${quoted(text)}.`,
  transform: (text: string) => `A transform in the file cannot be read: ${quoted(text)}.`,
  polyline: (text: string) => `A polyline in the file cannot be read: ${quoted(text)}.`,
  entity: (text: string) => `An entity in the file is unknown: ${quoted(text)}.`,

  /** Files shared by another app. */
  shareTooLarge: (most: string) => `Nothing was imported. What was shared is larger than ${most}.`,
  shareNotKept: 'Nothing was imported. What was shared could not be kept on this device.',
  shareEmpty: 'Nothing was imported. What was shared has no file.',
  shareUnreadable: 'Nothing was imported. What was shared could not be read.',
});
