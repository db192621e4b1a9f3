/**
 * Goes through the runs of a field in parts on which the grain does not begin anew: a shade then finds the height of a
 * pixel by one addition. `next`, then read.
 */
import type { Field } from '../brush.ts';
import { type Grain, periodAfter, periodBefore } from './grain.ts';

export class GrainWalk {
  /** Index of the part's first pixel, and behind its last. */
  from = 0;
  to = 0;
  /** The height at a pixel's place is that at its index plus this. */
  shift = 0;
  /** The row of the part on the grid of the scale. */
  top: number;
  readonly #field: Field;
  readonly #grain: Grain;
  /** Columns of the field at which the grain begins anew; the first is at or before its first one. */
  readonly #begins: readonly number[];
  /** Index of the first height of the grain's row, and the row in which the next period begins. */
  #row: number;
  #nextPeriod: number;
  /** Index behind the field's row, and behind the run; which run is next. */
  #rowEnd = 0;
  #runEnd = 0;
  #run = 0;

  constructor(field: Field, grain: Grain) {
    this.#field = field;
    this.#grain = grain;
    this.#begins = beginsIn(field, grain);
    this.top = field.top - 1;
    const begin = periodBefore(grain, this.top);
    this.#row = (this.top - begin) * grain.period;
    this.#nextPeriod = periodAfter(grain, begin);
  }

  /** Goes on to the next part. Returns false if there is none. */
  next(): boolean {
    const { runs, runsEnd, width } = this.#field;
    const { period } = this.#grain;
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
        if (this.top === this.#nextPeriod) {
          this.#row = 0;
          this.#nextPeriod = periodAfter(this.#grain, this.top);
        } else if (this.#row === period * period) this.#row = 0;
      }
    }
    const off = this.from - this.#rowEnd + width;
    const begins = this.#begins;
    let i = 1;
    while (begins[i]! <= off) i++;
    // Known to the compiler as whole numbers: WebKit's took them for fractions, and in vain compiled this anew each time.
    this.to = Math.min(this.#runEnd, this.from + begins[i]! - off) | 0;
    this.shift = (this.#row + off - begins[i - 1]! - this.from) | 0;
    return true;
  }
}

/** @returns the columns, and one behind the field's last */
function beginsIn({ left, width }: Field, grain: Grain): number[] {
  const begins: number[] = [];
  let begin = periodBefore(grain, left);
  do {
    const next = periodAfter(grain, begin);
    begins.push(begin - left);
    // A px longer than the heights: they begin anew for one px.
    if (next - begin > grain.period) begins.push(begin + grain.period - left);
    begin = next;
  } while (begin - left < width);
  begins.push(begin - left);
  return begins;
}
