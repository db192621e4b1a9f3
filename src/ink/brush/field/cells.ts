/**
 * Where a stroke came near, without looking at every pixel: each row is divided into 64 cells, which are the pixels that a
 * shade looks at. In a tile they are 4 px wide: most strokes are thin.
 */
import type { Piece } from './piece.ts';

/** Cells of one number: a bit for each. */
const HALF = 32;
const CELLS = 2 * HALF;
/** The most numbers that `takeRuns` writes for one row. */
export const RUNS_PER_ROW = CELLS;

export class Cells {
  /** Two numbers for each row: its first half and its second. */
  #rows = new Int32Array(0);
  /** Pixels of a cell, as a power of two. */
  #shift = 0;
  #width = 0;

  fit(width: number, height: number): void {
    if (this.#rows.length < 2 * height) this.#rows = new Int32Array(2 * height);
    this.#width = width;
    this.#shift = 0;
    while (CELLS << this.#shift < width) this.#shift += 1;
  }

  /** Marks the pixels from `low` to `high`, inclusive. */
  mark(y: number, low: number, high: number): void {
    markCells(this.#rows, y, low >> this.#shift, high >> this.#shift);
  }

  /** Marks what a piece comes near. */
  markPiece({ top, bottom, lows, highs }: Pick<Piece, 'top' | 'bottom' | 'lows' | 'highs'>): void {
    const rows = this.#rows;
    const shift = this.#shift;
    for (let y = top | 0; y <= bottom; y++) {
      const low = lows[y]!;
      const high = highs[y]!;
      if (low <= high) markCells(rows, y, low >> shift, high >> shift);
    }
  }

  /** The first pixel of what is marked in a row, by whole cells; the row's width if nothing is. */
  beginOf(y: number): number {
    const left = this.#rows[2 * y]!;
    if (left !== 0) return lowest(left) << this.#shift;
    const right = this.#rows[2 * y + 1]!;
    return right === 0 ? this.#width : (HALF + lowest(right)) << this.#shift;
  }

  /** The pixel behind the last of what is marked in a row, by whole cells; 0 if nothing is. */
  endOf(y: number): number {
    const right = this.#rows[2 * y + 1]!;
    const cells = right !== 0 ? CELLS - Math.clz32(right) : HALF - Math.clz32(this.#rows[2 * y]!);
    return Math.min(this.#width, cells << this.#shift);
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
      const row = y * width;
      for (let half = 0; half < 2; half++) {
        let bits = rows[2 * y + half]!;
        if (bits === 0) continue;
        rows[2 * y + half] = 0;
        const begin = row + ((half * HALF) << shift);
        while (bits !== 0) {
          const from = lowest(bits);
          const rest = ~(bits >> from);
          const length = rest === 0 ? HALF - from : lowest(rest);
          const low = begin + (from << shift);
          const high = Math.min(row + width, begin + ((from + length) << shift));
          // A run that goes on from the first half.
          if (from === 0 && half === 1 && end > 0 && runs[end - 1] === low) runs[end - 1] = high;
          else {
            runs[end++] = low;
            runs[end++] = high;
          }
          bits = from + length >= HALF ? 0 : (bits >>> (from + length)) << (from + length);
        }
      }
    }
    return end;
  }
}

function markCells(rows: Int32Array, y: number, first: number, last: number): void {
  const at = y << 1;
  if (last < HALF) rows[at]! |= bitsOf(first, last);
  else if (first >= HALF) rows[at + 1]! |= bitsOf(first - HALF, last - HALF);
  else {
    rows[at]! |= bitsOf(first, HALF - 1);
    rows[at + 1]! |= bitsOf(0, last - HALF);
  }
}

/** The bits from `first` to `last`, inclusive. */
function bitsOf(first: number, last: number): number {
  return (-1 >>> (31 - last + first)) << first;
}

/** The place of the lowest bit. */
function lowest(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
