/** The pictures of a film, one after the other, as encoders take them. */
import { onPaper } from '../on-paper.ts';
import type { Replay } from '../replay-job.ts';

export class FilmFrames {
  readonly width: number;
  readonly height: number;
  /** ms */
  readonly length: number;
  /** The picture of the last time asked for: opaque, four bytes for each pixel (RGBA). It is written over at the next. */
  readonly bytes: Uint8ClampedArray<ArrayBuffer>;
  readonly #replay: Replay;

  constructor(replay: Replay) {
    this.#replay = replay;
    const { picture, paper, timeline } = replay;
    this.width = picture.frame.width;
    this.height = picture.frame.height;
    this.length = timeline.length;
    this.bytes = onPaper(picture.pixels, picture.pixels, paper);
  }

  /** Paints the picture of this time, ms. Returns false if it is the same as before. */
  paint(time: number): boolean {
    const { picture, paper } = this.#replay;
    const box = picture.show(time);
    if (!box) return false;
    const part = onPaper(picture.pixels, box, paper);
    const corner = (box.top - picture.frame.top) * this.width + box.left - picture.frame.left;
    const row = 4 * box.width;
    for (let y = 0; y < box.height; y++) {
      this.bytes.set(part.subarray(y * row, (y + 1) * row), 4 * (corner + y * this.width));
    }
    return true;
  }
}
