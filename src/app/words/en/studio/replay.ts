import { defineWords } from '../../catalogue.ts';
import { number } from '../../format.ts';

/** A drawing, played as it was drawn, and the film of it. */
export const replay = defineWords('replay', {
  menu: 'Replay',
  menuNote: 'Watch it being drawn, or save it as a video',
  title: 'Replay',
  close: 'Close',
  opening: 'Getting the replay ready…',
  empty: 'Nothing to play yet. Draw something first.',
  allHidden: 'Nothing to play: all that is drawn is on hidden layers.',
  failed: 'The replay stopped. Close it and open it again; your drawing is safe.',
  /** Describes the picture to somebody who does not see it. */
  picture: 'The drawing, being drawn',

  play: 'Play',
  pause: 'Pause',
  again: 'Play again',
  time: 'Time',
  /** @param now, length times as `0:05` */
  position: (now: string, length: string) => `${now} of ${length}`,
  clock: (minutes: number, seconds: string) => `${number(minutes)}:${seconds}`,
  speed: 'Speed',
  times: (factor: number) => `${number(factor)}×`,

  saveVideo: 'Save video',
  saveGif: 'Save GIF',
  /** Of what the buttons save. Width and height of each, pixels. */
  sizes: (video: readonly [number, number], gif: readonly [number, number]) =>
    `Video ${video.map(number).join(' × ')}, GIF ${gif.map(number).join(' × ')} pixels.`,
  /** Where the browser makes no video. */
  gifSize: (width: number, height: number) => `GIF ${number(width)} × ${number(height)} pixels.`,
  making: 'Making the film…',
  cancel: 'Cancel',
  /** Beside the two buttons, without a network. */
  videoNeedsNetwork: 'Saving a video needs a connection the first time. A GIF works without one.',
  saved: 'Film saved.',
  savedAsGif: 'Saved as a GIF, because this browser could not make the video.',
  savedWithoutScript: 'Saved as a GIF. Connect once to save videos, then they work offline too.',
  savedAsPictures: 'Saved as pictures in a zip file, because this browser could make neither video nor GIF.',
  savedAsPicturesWithoutScript:
    'Saved as pictures in a zip file, because a part of the app did not load. Connect and try again for a film.',
  notSaved: 'The film could not be made. Your drawing is safe.',
});
