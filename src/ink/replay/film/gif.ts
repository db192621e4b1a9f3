/** A replay as an animated GIF, which everything shows. */
import { GIFEncoder } from 'gifenc';
import { COLORS, ColorTable } from './color-table.ts';
import type { FilmFrames } from './film-frames.ts';
import type { Maker } from './make-film.ts';
import { paceOf } from './pace.ts';

/** Pictures a second: the delay of a GIF is counted in hundredths. */
export const GIF_RATE = 10;
/** Byte of the file with which its table of colours begins, after the header. */
const TABLE_AT = 13;
/** Keeps the place of the table, which is only complete with the last picture. */
const NO_COLORS = Array.from({ length: COLORS }, () => [0, 0, 0]);
/** Times of the film from which its colours are taken, from 0 to 1. */
const COLORS_AT = [0.25, 0.5, 0.75, 1];

export const gif: Maker = async (frames, onProgress) => {
  const { count, shown } = paceOf(frames.length, GIF_RATE);
  const table = new ColorTable(samples(frames));
  const { width, height } = frames;
  const delay = 1000 / GIF_RATE;
  const encoder = GIFEncoder();
  let isFirst = true;
  const write = (pixels: Uint8Array, pictures: number) => {
    encoder.writeFrame(pixels, width, height, {
      delay: pictures * delay,
      // One table for all of them, in the first; -1: it is played once, and then stands.
      ...(isFirst && { palette: NO_COLORS, repeat: -1 }),
    });
    isFirst = false;
  };
  let last: Uint8Array | undefined;
  let stands = 0;
  for (const { index, pictures } of shown()) {
    const changes = frames.paint(index * delay);
    if (last && changes) {
      write(last, stands);
      last = undefined;
    }
    if (!last) stands = 0;
    last ??= table.places(frames.bytes);
    stands += pictures;
    onProgress((index + pictures) / count);
  }
  // The last picture is the finished drawing, which stood at the end anyway.
  if (last) write(last, stands);
  encoder.finish();
  const file = encoder.bytes();
  file.set(table.bytes, TABLE_AT);
  return new Blob([file], { type: 'image/gif' });
};

function samples(frames: FilmFrames): Uint8ClampedArray<ArrayBuffer> {
  const all = new Uint8ClampedArray(COLORS_AT.length * frames.bytes.length);
  for (const [i, part] of COLORS_AT.entries()) {
    frames.paint(part * frames.length);
    all.set(frames.bytes, i * frames.bytes.length);
  }
  return all;
}
