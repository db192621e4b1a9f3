/** Where a stroke came near, without looking at every pixel: each row is divided into 32 cells. */

const CELLS = 32;
/** The most numbers that `runs` writes for one row. */
export const RUNS_PER_ROW = CELLS;

export class Cells {
  /** One bit for each cell of a row. */
  #rows = new Int32Array(0);
  /** Pixels of a cell, as a power of two. */
  #shift = 0;
  #width = 0;

  fit(width: number, height: number): void {
    if (this.#rows.length < height) this.#rows = new Int32Array(height);
    this.#width = width;
    this.#shift = 0;
    while (CELLS << this.#shift < width) this.#shift += 1;
  }

  /** Marks the pixels from `low` to `high`, inclusive. */
  mark(y: number, low: number, high: number): void {
    const first = low >> this.#shift;
    this.#rows[y]! |= (-1 >>> (31 - (high >> this.#shift) + first)) << first;
  }

  /** The first pixel of what is marked in a row, by whole cells; the row's width if nothing is. */
  beginOf(y: number): number {
    const bits = this.#rows[y]!;
    return bits === 0 ? this.#width : (31 - Math.clz32(bits & -bits)) << this.#shift;
  }

  /** The pixel behind the last of what is marked in a row, by whole cells; 0 if nothing is. */
  endOf(y: number): number {
    return Math.min(this.#width, (32 - Math.clz32(this.#rows[y]!)) << this.#shift);
  }

  forget(): void {
    this.#rows.fill(0);
  }

  /**
   * Lists what was marked in the rows from `first` to `last`, and forgets it: the index of the first pixel and the one
   * behind the last of each run, in turn. Returns how many numbers it wrote.
   */
  takeRuns(first: number, last: number, runs: Int32Array): number {
    const rows = this.#rows;
    const width = this.#width;
    const shift = this.#shift;
    let end = 0;
    for (let y = first; y <= last; y++) {
      let bits = rows[y]!;
      rows[y] = 0;
      const row = y * width;
      while (bits !== 0) {
        const from = 31 - Math.clz32(bits & -bits);
        const rest = ~(bits >> from);
        const length = rest === 0 ? CELLS - from : 31 - Math.clz32(rest & -rest);
        runs[end++] = row + (from << shift);
        runs[end++] = row + Math.min(width, (from + length) << shift);
        bits = from + length >= CELLS ? 0 : (bits >>> (from + length)) << (from + length);
      }
    }
    return end;
  }
}
