import { defineWords } from '../../catalogue.ts';
import { limitSize, number, plural, size } from '../../format.ts';

/** The earlier versions of a drawing. */
export const versions = defineWords('versions', {
  title: 'Earlier versions',
  close: 'Close',
  back: 'All versions',
  loading: 'Looking for earlier versions…',
  empty: 'No earlier versions yet.',
  emptyText:
    'Pleinair keeps one about every ten minutes while you draw, and before much is erased or a layer is deleted.',
  noneLeft: 'No earlier versions are left.',
  /** @param when `5 min ago` */
  noneLeftText: (when: string) =>
    `They had to go ${when}, because there was no more room for them. New ones are kept while you draw.`,
  /** Below the list, the newest first. */
  gaveWay: (when: string) => `Older ones had to go ${when}, because there was no more room for them.`,
  failed: 'The earlier versions did not load.',
  notRead: 'This version did not load.',
  retry: 'Try again',
  gone: 'This version is no longer kept.',
  noPicture: 'No picture',
  leftOut: (when: string) =>
    `The storage was full ${when}, so no version was kept then. Your drawing itself is saved.`,
  room: (used: number, most: number) =>
    `Older versions thin out. Those of all drawings here take ${size(used)} of at most ${limitSize(most)}.`,
  strokes: (count: number) => plural(count, { one: '1 stroke', other: `${number(count)} strokes` }),
  /** Below a picture: `5 min ago`, `8 strokes`. */
  ageAndStrokes: (age: string, strokes: string) => `${age} · ${strokes}`,
  /** The picture of a version for screen readers. */
  picture: (when: string, strokes: string) => `The drawing ${when}, ${strokes}`,
  takeBack: 'Take it back',
  copy: 'Save as a copy',
  stays: (title: string) => `It was called “${title}” then. Taking it back keeps the current title.`,
  /** It was drawn over another photo, or over none. */
  photoStays: 'Taking it back keeps the current photo.',
  /** The drawing has none now. */
  photoAway: 'Its photo does not come back with it.',
  takenBack: 'The earlier version is back.',
  same: 'The drawing looks like this already.',
  copying: 'Saving the copy…',
  copied: 'The version is now a drawing of its own.',
  /** The photo that it names is not on this device. */
  noPhoto: 'The version is now a drawing of its own, without the photo, which is not on this device.',
  /** The storage may be full. */
  photoFailed:
    'The version is now a drawing of its own, but its photo could not be kept. Choose it again there.',
  notCopied: 'The copy was not saved. Try again.',
  open: 'Open',
});
