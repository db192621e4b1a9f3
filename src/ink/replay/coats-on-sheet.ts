/** Which coats of one sheet lie where. Numbers alone: a replay of 20,000 strokes asks some ten thousand times. */
import type { Box } from '../brush/field/pixels.ts';

export class CoatsOnSheet {
  /** Indexes of the coats, the lowest first. */
  readonly coats: readonly number[];
  /** Of each left, top, right and bottom. */
  readonly #edges: Int32Array;

  /** @param boxes of all coats; undefined for those that are not seen */
  constructor(coats: readonly number[], boxes: readonly (Box | undefined)[]) {
    this.coats = coats.filter((coat) => boxes[coat]);
    this.#edges = new Int32Array(4 * this.coats.length);
    for (const [i, coat] of this.coats.entries()) {
      const { left, top, width, height } = boxes[coat]!;
      this.#edges.set([left, top, left + width, top + height], 4 * i);
    }
  }

  /** Those that reach into the box, the lowest first. */
  meeting({ left, top, width, height }: Box): readonly number[] {
    const [right, bottom] = [left + width, top + height];
    const edges = this.#edges;
    const found: number[] = [];
    for (let i = 0, at = 0; at < edges.length; i++, at += 4) {
      if (edges[at]! >= right || edges[at + 1]! >= bottom) continue;
      if (edges[at + 2]! > left && edges[at + 3]! > top) found.push(this.coats[i]!);
    }
    return found;
  }
}
