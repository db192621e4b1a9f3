/**
 * The field of a stroke: for each pixel near it, the distance to its edge. A stroke is the union of its pieces, each the
 * hull of two discs, so the field is the least distance to any of them.
 *
 * Everything is computed from differences of places that are exact (trace.ts), so a pixel gets the same number in
 * whatever rectangle it lies.
 */
import type { Field, Plane } from '../brush.ts';
import { Cells, RUNS_PER_ROW } from './cells.ts';
import { DEEP, EDGE, FAR } from './depths.ts';
import type { Box } from './pixels.ts';
import { Planes } from './planes.ts';
import type { Trace } from './trace.ts';

/** Pieces of a smaller radius are filled pixel by pixel: looking for their inside costs more than it saves, px. */
const FILLED = 2.5;
/** Keeps what is filled by rows clear of rounding, px. */
const SLACK = 1 / 64;
/** A line that lies closer to a row than this sine is no bound for the row. */
const LEVEL = 1e-6;

export class StrokeField implements Field {
  values = new Float32Array(0);
  runs = new Int32Array(0);
  runsEnd = 0;
  left = 0;
  top = 0;
  width = 0;
  #height = 0;
  readonly #cells = new Cells();
  readonly planes = new Planes();
  /** The piece that is nearest to each pixel, where planes are read. */
  #nearest: Int32Array | undefined;
  #marksOnly = false;
  /** In each row, a run of pixels that are known to lie deep inside: the first and the last. */
  #deepFrom = new Int32Array(0);
  #deepTo = new Int32Array(0);
  /** Rows that the stroke came near. */
  #first = 0;
  #last = -1;

  /**
   * Fills the field with a stroke. Returns false if it does not come near the rectangle.
   * @param depth how deep below the edge the brush looks, px
   * @param reads what the brush reads besides, and the stroke has
   */
  lay(trace: Trace, box: Box, depth: number, reads: readonly Plane[] = []): boolean {
    this.begin(box, reads.length > 0);
    this.add(trace, 0, depth);
    return this.close(trace, reads);
  }

  /**
   * Begins with a rectangle in which nothing is near.
   * @param hasPlanes true if the brush reads more than depth
   */
  begin({ left, top, width, height }: Box, hasPlanes: boolean): void {
    if (this.values.length < width * height) this.values = new Float32Array(width * height).fill(FAR);
    this.#nearest = hasPlanes ? this.planes.fit(this.values.length) : undefined;
    this.#cells.fit(width, height);
    if (this.#deepFrom.length < height) {
      this.#deepFrom = new Int32Array(height);
      this.#deepTo = new Int32Array(height).fill(-1);
    }
    this.left = left;
    this.top = top;
    this.width = width;
    this.#height = height;
    this.#first = height;
    this.#last = -1;
  }

  /**
   * Adds the pieces that end in the trace's points from `from` on. A trace of one point is a dot.
   * @param depth how deep below the edge the brush looks, px
   * @param to the point behind the last of them
   */
  add(trace: Trace, from: number, depth: number, to = trace.count): void {
    this.#marksOnly = false;
    this.#add(trace, from, depth, to);
  }

  /** Marks where the pieces that end in the trace's points from `from` on come near, and adds none. */
  markPieces(trace: Trace, from: number): void {
    this.#marksOnly = true;
    this.#add(trace, from, FAR, trace.count);
  }

  #add(trace: Trace, from: number, depth: number, to: number): void {
    const { left, top } = this;
    const { x, y, radius } = trace;
    // The inside is not filled by rows where each pixel must know its piece.
    const deep = this.#nearest ? FAR : depth;
    if (trace.count === 1) {
      this.#piece(0, x[0]! - left, y[0]! - top, 0, 0, radius[0]!, radius[0]!, deep, false);
    }
    for (let i = Math.max(1, from); i < to; i++) {
      const ax = x[i - 1]!;
      const ay = y[i - 1]!;
      this.#piece(i, ax - left, ay - top, x[i]! - ax, y[i]! - ay, radius[i - 1]!, radius[i]!, deep, i > 1);
    }
  }

  /**
   * Lists the runs and computes what the brush reads, for a shade; `blend` then clears the field. Returns false if
   * nothing came near.
   */
  close(trace: Trace, reads: readonly Plane[]): boolean {
    if (this.#first > this.#last) return false;
    if (this.runs.length < this.#height * RUNS_PER_ROW) {
      this.runs = new Int32Array(this.#height * RUNS_PER_ROW);
    }
    this.runsEnd = this.#cells.takeRuns(this.#first, this.#last, this.runs);
    this.#deepFrom.fill(0, this.#first, this.#last + 1);
    this.#deepTo.fill(-1, this.#first, this.#last + 1);
    if (this.#nearest) this.planes.resolve(this, trace, reads);
    return true;
  }

  /** Marks the pixels of a row from `from` to `to`, without the latter, as near. Places on the grid. */
  mark(y: number, from: number, to: number): void {
    const row = y - this.top;
    const low = Math.max(0, from - this.left);
    const high = Math.min(this.width, to - this.left) - 1;
    if (row < 0 || row >= this.#height || low > high) return;
    this.#cells.mark(row, low, high);
    this.#first = Math.min(this.#first, row);
    this.#last = Math.max(this.#last, row);
  }

  /** Calls back with what is near in each row, as `mark` takes it. */
  eachRow(take: (y: number, from: number, to: number) => void): void {
    for (let row = this.#first; row <= this.#last; row++) {
      const to = this.#cells.endOf(row);
      if (to > 0) take(this.top + row, this.left + this.#cells.beginOf(row), this.left + to);
    }
  }

  /** Takes over the distances of another field where something is near, before anything is added there. */
  take(other: StrokeField): void {
    const { values, width } = this;
    const [dx, dy] = [other.left - this.left, other.top - this.top];
    const from = Math.max(this.#first, dy);
    const to = Math.min(this.#last, other.#height - 1 + dy);
    const nearest = this.#nearest;
    for (let y = from; y <= to; y++) {
      const begin = Math.max(this.#cells.beginOf(y), dx);
      const end = Math.min(this.#cells.endOf(y), other.width + dx);
      if (begin >= end) continue;
      const row = y * width;
      const at = (y - dy) * other.width - dx;
      // All that is copied must be in a run, so that it is cleared.
      this.#cells.mark(y, begin, end - 1);
      values.set(other.values.subarray(at + begin, at + end), row + begin);
      if (nearest && other.#nearest) nearest.set(other.#nearest.subarray(at + begin, at + end), row + begin);
    }
  }

  /** Lays another field of the same rectangle under this one, where something is near. Depth alone. */
  merge({ values }: StrokeField): void {
    const own = this.values;
    for (let y = this.#first; y <= this.#last; y++) {
      const [from, to] = [this.#cells.beginOf(y), this.#cells.endOf(y)];
      if (from >= to) continue;
      this.#cells.mark(y, from, to - 1);
      for (let i = y * this.width + from; i < y * this.width + to; i++) {
        if (values[i]! < own[i]!) own[i] = values[i]!;
      }
    }
  }

  /** Forgets where something came near, and keeps its distances. */
  keep(): void {
    this.#cells.forget();
    this.#first = this.#height;
    this.#last = -1;
  }

  /** Forgets all that was added. */
  wipe(): void {
    this.keep();
    this.values.fill(FAR);
    this.#deepFrom.fill(0);
    this.#deepTo.fill(-1);
  }

  /**
   * A piece, the one that ends at the trace's point `i`: the hull of a disc of radius `ra` at `ax`, `ay` and one of
   * radius `rb` at a distance of `dx`, `dy`.
   * @param goesOn true if a piece before it ends in the first disc, which then need not be drawn again
   */
  #piece(
    i: number,
    ax: number,
    ay: number,
    dx: number,
    dy: number,
    ra: number,
    rb: number,
    depth: number,
    goesOn: boolean,
  ): void {
    const reach = Math.max(ra, rb) + EDGE;
    // Whole and broken part of the place: what is rounded below does not depend on where the rectangle lies.
    const ix = Math.floor(ax);
    const iy = Math.floor(ay);
    const fx = ax - ix - 0.5;
    const fy = ay - iy - 0.5;
    const { width } = this;
    const x0 = Math.max(0, ix + Math.ceil(fx + Math.min(dx, 0) - reach));
    const x1 = Math.min(width - 1, ix + Math.floor(fx + Math.max(dx, 0) + reach));
    const y0 = Math.max(0, iy + Math.ceil(fy + Math.min(dy, 0) - reach));
    const y1 = Math.min(this.#height - 1, iy + Math.floor(fy + Math.max(dy, 0) + reach));
    if (x0 > x1 || y0 > y1) return;
    this.#first = Math.min(this.#first, y0);
    this.#last = Math.max(this.#last, y1);

    const length = Math.sqrt(dx * dx + dy * dy);
    const ux = length > 0 ? dx / length : 1;
    const uy = length > 0 ? dy / length : 0;
    const even = ra === rb;
    const taper = length > 0 ? (rb - ra) / length : 0;
    // One disc contains the other: then only the larger one counts.
    const swallowed = taper >= 1 || taper <= -1 || (length === 0 && !even);
    const across = swallowed ? 0 : Math.sqrt(1 - taper * taper);
    const lean = swallowed ? 0 : taper / across;
    const only = rb > ra ? length : 0;

    // Lines that bound the piece, as the least and the greatest px of a row: one value and its slope with py.
    let least1 = -FAR;
    let least1By = 0;
    let least2 = -FAR;
    let least2By = 0;
    let most1 = FAR;
    let most1By = 0;
    let most2 = FAR;
    let most2By = 0;
    const upA = uy * across - ux * taper;
    const upC = ux * across + uy * taper;
    const downA = -uy * across - ux * taper;
    const downC = -ux * across + uy * taper;
    if (!swallowed && (goesOn || length > reach)) {
      // The two lines that touch both discs.
      if (upA > LEVEL) {
        most1 = (ra + EDGE) / upA;
        most1By = upC / upA;
      } else if (upA < -LEVEL) {
        least1 = (ra + EDGE) / upA;
        least1By = upC / upA;
      }
      if (downA > LEVEL) {
        most2 = (ra + EDGE) / downA;
        most2By = downC / downA;
      } else if (downA < -LEVEL) {
        least2 = (ra + EDGE) / downA;
        least2By = downC / downA;
      }
    }
    // The line behind which the piece before is nearer.
    let behind = -FAR;
    let behindBy = 0;
    let before = FAR;
    let beforeBy = 0;
    if (goesOn && !swallowed) {
      const back = lean > 0 ? -lean * reach : 0;
      if (ux > LEVEL) {
        behind = back / ux;
        behindBy = -uy / ux;
      } else if (ux < -LEVEL) {
        before = back / ux;
        beforeBy = -uy / ux;
      }
    }

    const insideA = ra - depth - SLACK;
    const insideB = rb - depth - SLACK;
    const isFilled = !swallowed && insideA > FILLED && insideB > FILLED;
    const isLong = length > reach;
    const floor = even && ra < EDGE ? EDGE - 2 * ra : -FAR;
    const { values } = this;
    const nearest = this.#nearest;
    const cells = this.#cells;
    const marksOnly = this.#marksOnly;
    const deepFrom = this.#deepFrom;
    const deepTo = this.#deepTo;

    for (let y = y0; y <= y1; y++) {
      const py = y + 0.5 - ay;
      const least = Math.max(least1 + least1By * py, least2 + least2By * py, behind + behindBy * py);
      const most = Math.min(most1 + most1By * py, most2 + most2By * py, before + beforeBy * py);
      if (least > most) continue;
      const low = Math.max(x0, ix + Math.ceil(fx + least));
      const high = Math.min(x1, ix + Math.floor(fx + most));
      if (low > high) continue;
      cells.mark(y, low, high);
      if (marksOnly) continue;
      const row = y * width;
      const alongY = py * uy;
      const acrossY = py * ux;
      let from = deepFrom[y]!;
      let to = deepTo[y]!;
      if (isFilled) {
        let inLeast = FAR;
        let inMost = -FAR;
        if (py < insideA && py > -insideA) {
          inMost = Math.sqrt(insideA * insideA - py * py);
          inLeast = -inMost;
        }
        const pyb = py - dy;
        if (pyb < insideB && pyb > -insideB) {
          const half = Math.sqrt(insideB * insideB - pyb * pyb);
          inLeast = Math.min(inLeast, dx - half);
          inMost = Math.max(inMost, dx + half);
        }
        if (isLong) {
          // Between the lines that touch both discs, and the chords where they touch them.
          let a = -FAR;
          let b = FAR;
          const up = insideA + upC * py;
          if (upA > LEVEL) b = up / upA;
          else if (upA < -LEVEL) a = up / upA;
          else if (up < reach * LEVEL) a = FAR;
          const down = insideA + downC * py;
          if (downA > LEVEL) b = Math.min(b, down / downA);
          else if (downA < -LEVEL) a = Math.max(a, down / downA);
          else if (down < reach * LEVEL) a = FAR;
          const begin = -taper * insideA - alongY;
          const end = length - taper * insideB - alongY;
          if (ux > LEVEL) {
            a = Math.max(a, begin / ux);
            b = Math.min(b, end / ux);
          } else if (ux < -LEVEL) {
            a = Math.max(a, end / ux);
            b = Math.min(b, begin / ux);
          } else if (begin > 0 || end < 0) a = FAR;
          if (a <= b) {
            inLeast = Math.min(inLeast, a);
            inMost = Math.max(inMost, b);
          }
        }
        const inFrom = Math.max(low, ix + Math.ceil(fx + inLeast));
        const inTo = Math.min(high, ix + Math.floor(fx + inMost));
        if (inFrom <= inTo && (inFrom < from || inTo > to)) {
          if (inFrom > to + 1 || inTo < from - 1) {
            values.fill(DEEP, row + inFrom, row + inTo + 1);
            from = inFrom;
            to = inTo;
          } else {
            if (inFrom < from) {
              values.fill(DEEP, row + inFrom, row + from);
              from = inFrom;
            }
            if (inTo > to) {
              values.fill(DEEP, row + to + 1, row + inTo + 1);
              to = inTo;
            }
          }
          deepFrom[y] = from;
          deepTo[y] = to;
        }
      }

      let x = low;
      let end = to >= low && from <= high ? from - 1 : high;
      for (;;) {
        if (even) {
          for (; x <= end; x++) {
            const px = x + 0.5 - ax;
            const along = px * ux + alongY;
            const off = px * uy - acrossY;
            const e = along < 0 ? along : along > length ? along - length : 0;
            let v = Math.sqrt(e * e + off * off) - ra;
            if (v < floor) v = floor;
            if (v < values[row + x]!) {
              values[row + x] = v;
              if (nearest) nearest[row + x] = i;
            }
          }
        } else {
          for (; x <= end; x++) {
            const px = x + 0.5 - ax;
            const along = px * ux + alongY;
            const off = px * uy - acrossY;
            let s = swallowed ? only : along + (off < 0 ? -off : off) * lean;
            if (s < 0) s = 0;
            else if (s > length) s = length;
            const e = along - s;
            const r = length > 0 ? ra + taper * s : Math.max(ra, rb);
            let v = Math.sqrt(e * e + off * off) - r;
            if (v < EDGE - 2 * r) v = EDGE - 2 * r;
            if (v < values[row + x]!) {
              values[row + x] = v;
              if (nearest) nearest[row + x] = i;
            }
          }
        }
        if (end === high || to >= high) break;
        x = Math.max(low, to + 1);
        end = high;
      }
    }
  }
}
