/**
 * Goes through the runs of a field in parts on which the grain does not begin anew: a shade then finds the height of a
 * pixel by one addition. `next`, then read.
 */
import type { Field } from '../brush.ts';
import { type Grain, placeIn } from './grain.ts';

export class GrainWalk {
  /** Index of the part's first pixel, and behind its last. */
  from = 0;
  to = 0;
  /** The height at a pixel's place is that at its index plus this. */
  shift = 0;
  /** The place of the part's first pixel on the grid of the scale. */
  left = 0;
  top: number;
  readonly #field: Field;
  readonly #period: number;
  /** Place of the field's first column on the grain. */
  readonly #column: number;
  /** Index of the first height of the grain's row. */
  #row: number;
  /** Index behind the field's row, and behind the run; which run is next. */
  #rowEnd = 0;
  #runEnd = 0;
  #run = 0;

  constructor(field: Field, { period }: Grain) {
    this.#field = field;
    this.#period = period;
    this.#column = placeIn(period, field.left);
    this.#row = placeIn(period, field.top - 1) * period;
    this.top = field.top - 1;
  }

  /** Goes on to the next part. Returns false if there is none. */
  next(): boolean {
    const { runs, runsEnd, left, width } = this.#field;
    const period = this.#period;
    this.from = this.to;
    if (this.from === this.#runEnd) {
      if (this.#run === runsEnd) return false;
      this.from = runs[this.#run]!;
      this.#runEnd = runs[this.#run + 1]!;
      this.#run += 2;
      // No division: there are many runs.
      while (this.from >= this.#rowEnd) {
        this.#rowEnd += width;
        this.top += 1;
        this.#row += period;
        if (this.#row === period * period) this.#row = 0;
      }
    }
    const off = this.from - this.#rowEnd + width;
    let x = this.#column + off;
    while (x >= period) x -= period;
    this.to = Math.min(this.#runEnd, this.from + period - x);
    this.shift = this.#row + x - this.from;
    this.left = left + off;
    return true;
  }
}
