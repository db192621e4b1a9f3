import { defineWords } from '../../catalogue.ts';
import { isolate, limitSize, number } from '../../format.ts';

/** The photo that one draws from, under the ink. */
export const photo = defineWords('photo', {
  title: 'Photo',
  about: 'It lies under your ink and stays on this device. Where it was taken is left out.',
  /** Where photos are synced. @param host such as `draw.example.org` */
  aboutSynced: (host: string) =>
    `It lies under your ink, here and on ${isolate(host)}. Where it was taken is left out.`,
  choose: 'Choose a photo',
  take: 'Take a photo',
  /** Names of the fields behind the buttons. */
  chosen: 'Photo to draw from',
  taken: 'Photo from the camera',

  fitting: 'Making the photo fit…',
  keeping: 'Keeping the photo…',
  cancel: 'Cancel',
  cancelled: 'Cancelled. No photo was added.',
  replaced: 'Photo replaced.',
  same: 'This photo is here already.',
  removed: 'Photo removed.',

  opacity: 'Opacity',
  hide: 'Hide photo',
  show: 'Show photo',
  lock: 'Lock photo',
  unlock: 'Unlock photo',
  turn: 'Turn by 90°',
  fit: 'Fit on screen',
  replace: 'Replace photo',
  remove: 'Remove photo',
  close: 'Done',
  moveHint: 'Drag the photo to move it. A corner scales it, the handle above turns it.',
  moveHintTouch: 'Drag the photo to move it. Two fingers scale and turn it.',
  lockedHint: 'The photo is locked: the pen draws on it.',
  hiddenHint: 'The photo is hidden.',

  /** The frame around the photo, for screen readers. */
  frame: 'Place of the photo',
  frameHint:
    'Arrow keys move it, with Shift further. Plus and minus scale it. Comma and full stop turn it. Escape ends.',
  /** @param size such as `80%`, of the photo's own */
  frameNow: (size: string, angle: number) => `${size}, turned by ${number(angle)}°`,

  /**
   * Why it is not shown: it is here and cannot be read, no server could have it, photos stay where they were chosen, or it is
   * on its way.
   */
  missing: {
    damaged: 'The picture is damaged',
    gone: 'The photo is not on this device',
    elsewhere: 'The photo is on another device',
    coming: 'The photo is not here yet',
  },
  missingText: {
    damaged: 'Your ink is all here. Choose the photo again to draw on, or remove it from this drawing.',
    gone: 'Your ink is all here. Choose the photo again to draw on, or remove it from this drawing.',
    elsewhere:
      'Your ink is all here. The photo comes if both devices keep photos on the server. You can also choose it again, or remove it.',
    coming:
      'Your ink is all here. The photo comes once the device that has it keeps photos on the server, too. You can also choose it again, or remove it.',
  },
  chooseAgain: 'Choose it again',
  /** Leads to the ways to it. */
  getIt: 'Get the photo',
  notNow: 'Not now',

  /** The photo is still shown, and each change tries again. */
  notSavedAgain:
    'This drawing was gone: deleted elsewhere, or lost by the browser. Pleinair saved your ink again, but could not save the photo. This device may be full: free some space, and draw on to save it.',
  /** A full drawing is continued in a copy. The photo is not on this device; it could not be kept. */
  notHereToCarry: 'The copy is without the photo, which is not on this device.',
  notCarried: 'The photo could not be kept in the copy. Choose it again there.',
  /** Why there is no photo. */
  notAdded: 'No photo was added.',
  /** @param most bytes */
  spaceFull: (most: number) =>
    `The space for photos is full: together they take at most ${limitSize(most)}. Nothing was lost. Remove a photo from another drawing, or empty the trash, and try again.`,
  opening: 'The drawing is still opening. Try again in a moment.',
  codeMissing: 'This part of the app did not load. Try again.',
  onlyOne: 'A drawing has one photo. Only the first was taken.',
  empty: 'The file is empty.',
  unreadable: 'The file could not be read. It may have been moved or removed.',
  damaged: 'The picture is damaged.',
  incomplete: 'The picture is incomplete: its file ends too early. Copy or download it again.',
  no_photo: 'This is not a photo that Pleinair reads. It reads JPEG, PNG, WebP, GIF, AVIF and HEIC.',
  markup: 'This is a page or a drawing of lines, not a photo.',
  no_memory: 'This device has too little memory for the picture. Make it smaller first.',
  too_slow: 'The picture takes too long to read. Make it smaller first.',
  /** @param kind such as `HEIC` */
  unknown_here: (kind: string) =>
    `This browser does not read ${kind}. Save the photo as JPEG, and choose that.`,
  other_kind: (said: string, kind: string) =>
    `The file says that it is ${said}, but it is ${kind}. Give it the right name, or save it again.`,
  too_large: (size: number, most: number) =>
    `The file is too large: ${limitSize(Math.ceil(size / 1024 ** 2) * 1024 ** 2)}. At most ${limitSize(most)} are read.`,
  /** Both in pixels. */
  too_many_pixels: (pixels: number, most: number) =>
    `The picture has ${number(Math.ceil(pixels / 1_000_000))} megapixels. At most ${number(most / 1_000_000)} are read. Make it smaller first.`,
});
