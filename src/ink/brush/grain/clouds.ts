/**
 * The clouds of a wash: where water ran before it dried. They lie on the paper, a texel of theirs is a drawing unit, so
 * they grow with the zoom. Many washes are painted into one rectangle after the other: its rows are kept until another
 * is asked for.
 */
import type { Field } from '../brush.ts';
import { plainGrain } from './grain.ts';
import { SIDE } from './heights.ts';

/** The last texel of a row. */
const LAST = SIDE - 1;
/** No column of texels. */
const NOWHERE = -2;

export class Clouds {
  /** As long as the rectangle: 256ths of one of 255 heights, in the rows that were laid. */
  heights = new Uint16Array(0);
  #known = new Uint8Array(0);
  #left = 0;
  #top = 0;
  #width = 0;
  #scale = 0;

  /** Begins with a field's rectangle. What is known of the same one stays. */
  begin({ left, top, width, values }: Field, scale: number): void {
    const isSame =
      left === this.#left &&
      top === this.#top &&
      width === this.#width &&
      scale === this.#scale &&
      values.length <= this.heights.length;
    if (isSame) return;
    this.#left = left;
    this.#top = top;
    this.#width = width;
    this.#scale = scale;
    if (this.heights.length < values.length) this.heights = new Uint16Array(values.length);
    const rows = Math.ceil(values.length / width);
    if (this.#known.length < rows) this.#known = new Uint8Array(rows);
    else this.#known.fill(0);
  }

  /** Lays a row of the rectangle, unless it is known. */
  lay(row: number): void {
    if (this.#known[row] === 1) return;
    this.#known[row] = 1;
    const { heights } = this;
    const clouds = plainGrain('cloud').heights;
    // Places are 2^24ths of a texel, in 32 bits: they begin anew where the clouds do.
    const half = Math.round(2 ** 23 / this.#scale);
    const y = Math.imul(2 * (this.#top + row) + 1, half);
    const fy = (y >>> 16) & 255;
    const upper = (y >>> 24) * SIDE;
    const lower = (((y >>> 24) + 1) & LAST) * SIDE;
    let x = Math.imul(2 * this.#left + 1, half);
    // The clouds left and right of the pixel, in a column of texels.
    let column = NOWHERE;
    let before = 0;
    let after = 0;
    const end = (row + 1) * this.#width;
    for (let i = end - this.#width; i < end; i++) {
      const a = x >>> 24;
      if (a !== column) {
        const b = (a + 1) & LAST;
        if (a === column + 1) before = after;
        else before = (clouds[upper + a]! << 8) + Math.imul(fy, clouds[lower + a]! - clouds[upper + a]!);
        after = (clouds[upper + b]! << 8) + Math.imul(fy, clouds[lower + b]! - clouds[upper + b]!);
        column = a;
      }
      heights[i] = before + (Math.imul((x >>> 16) & 255, after - before) >> 8);
      x = (x + 2 * half) | 0;
    }
  }
}
