/** Makes a film of a replay, by the first way that works. */
import type { FilmFrames } from './film-frames.ts';

/**
 * One way to make a file of a replay.
 * @param frames its pictures; those of the way before, which may have left them at any time, if they have the same size
 * @param onProgress gets the part that is done, 0..1
 * @throws LostHalfway if none of the other ways is to be tried; whatever else prevents it, and the next is
 */
export type Maker = (frames: FilmFrames, onProgress: (done: number) => void) => Promise<Blob>;

/** A way cannot be gone here. */
export class NotMade extends Error {}

/** A way that had begun well has failed: what comes next must not fail the same way after minutes. */
export class LostHalfway extends Error {}

export interface Way {
  readonly make: Maker;
  /** Px of the longer side; that of a video if not given. */
  readonly long?: number;
}

/**
 * @param open makes the pictures, which takes long: once for ways of the same size that follow each other
 * @throws LostHalfway as soon as one is; the last way's error if none works
 */
export async function makeFilm(
  open: (long?: number) => FilmFrames,
  ways: readonly Way[],
  onProgress: (done: number) => void,
): Promise<Blob> {
  let failed: unknown;
  let opened: { readonly frames: FilmFrames; readonly long: number | undefined } | undefined;
  for (const { make, long } of ways) {
    try {
      if (!opened || opened.long !== long) opened = { frames: open(long), long };
      return await make(opened.frames, onProgress);
    } catch (error) {
      if (error instanceof LostHalfway) throw error;
      failed = error;
      onProgress(0);
    }
  }
  throw failed;
}
