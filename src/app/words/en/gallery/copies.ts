import { defineWords } from '../../catalogue.ts';
import { isolate, number, plural } from '../../format.ts';
import { quoted } from '../drawings.ts';

/** Copies, files and sharing of drawings in the gallery. */
export const copies = defineWords('copies', {
  /** Titles, which are kept as they are given here. */
  copyOf: (title: string) => `${title} copy`,
  unfinishedCopyOf: (title: string) => `${title} copy, unfinished`,
  duplicated: 'Duplicated.',
  notDuplicated: (title: string) => `${quoted(title)} was not duplicated.`,

  export: (drawings: number, title: string) =>
    plural(drawings, { one: `Export ${quoted(title)}`, other: `Export ${number(drawings)} drawings` }),
  close: 'Close',
  oneZip: 'One zip file, with a file for each drawing.',
  exporting: (drawing: number, all: number) => `${number(drawing)} of ${number(all)}`,
  exported: (drawings: number) =>
    plural(drawings, { one: '1 drawing exported.', other: `${number(drawings)} drawings exported.` }),
  /** @param what a sentence */
  left: (title: string, what: string) => `${isolate(title)}: ${what}`,
  blank: 'Nothing is drawn on it.',
  noFileSaved: 'No file was saved.',
  cancelled: 'Cancelled. No file was saved.',

  pictureReady: 'The picture is ready.',
  notShared: (title: string) => `${quoted(title)} was not shared.`,
});
