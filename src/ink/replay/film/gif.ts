/** A replay as an animated GIF, which everything shows. */
import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import type { FilmFrames } from './film-frames.ts';
import type { Maker } from './make-film.ts';
import { paceOf } from './pace.ts';

/** Pictures a second: the delay of a GIF is counted in hundredths. */
export const GIF_RATE = 10;
const COLORS = 256;
/** Times of the film from which its colours are taken, from 0 to 1. */
const COLORS_AT = [0.25, 0.5, 0.75, 1];

export const gif: Maker = async (frames, onProgress) => {
  const { count, shown } = paceOf(frames.length, GIF_RATE);
  const palette = quantize(samples(frames), COLORS);
  const { width, height } = frames;
  const delay = 1000 / GIF_RATE;
  const encoder = GIFEncoder();
  let isFirst = true;
  const write = (pixels: Uint8Array, pictures: number) => {
    encoder.writeFrame(pixels, width, height, {
      delay: pictures * delay,
      // One table for all of them, in the first; -1: it is played once, and then stands.
      ...(isFirst && { palette, repeat: -1 }),
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
    last ??= applyPalette(frames.bytes, palette);
    stands += pictures;
    onProgress((index + pictures) / count);
  }
  // The last picture is the finished drawing, which stood at the end anyway.
  if (last) write(last, stands);
  encoder.finish();
  return new Blob([encoder.bytes()], { type: 'image/gif' });
};

function samples(frames: FilmFrames): Uint8Array {
  const all = new Uint8Array(COLORS_AT.length * frames.bytes.length);
  for (const [i, part] of COLORS_AT.entries()) {
    frames.paint(part * frames.length);
    all.set(frames.bytes, i * frames.bytes.length);
  }
  return all;
}
