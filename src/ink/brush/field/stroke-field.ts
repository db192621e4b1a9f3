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
import { Piece } from './piece.ts';
import type { Box } from './pixels.ts';
import { Planes } from './planes.ts';
import type { Trace } from './trace-points.ts';

export class StrokeField implements Field {
  values = new Float32Array(0);
  covers = new Uint8Array(0);
  runs = new Int32Array(0);
  runsEnd = 0;
  left = 0;
  top = 0;
  width = 0;
  #height = 0;
  readonly #cells = new Cells();
  readonly #piece = new Piece();
  readonly planes = new Planes();
  /** True if the brush reads more than depth. */
  #hasPlanes = false;
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
    this.begin(box, reads);
    this.add(trace, 0, depth);
    return this.close();
  }

  /**
   * Begins with a rectangle in which nothing is near.
   * @param reads what the brush reads besides depth, and the stroke has
   */
  begin({ left, top, width, height }: Box, reads: readonly Plane[]): void {
    if (this.values.length < width * height) this.values = new Float32Array(width * height).fill(FAR);
    this.#hasPlanes = reads.length > 0;
    if (this.#hasPlanes) this.planes.fit(this.values.length, reads);
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
   * Adds the pieces that end in the trace's points from `from` on. A trace of one point is a dot. Each but the trace's
   * last leaves what the next one is nearer to to that, so that has to follow.
   * @param depth how deep below the edge the brush looks, px
   * @param to the point behind the last of them
   */
  add(trace: Trace, from: number, depth: number, to = trace.count): void {
    const { left, top, width } = this;
    const piece = this.#piece;
    // The inside is not filled by rows where each pixel must know its place.
    const deep = this.#hasPlanes ? FAR : depth;
    for (let i = trace.count === 1 ? 0 : Math.max(1, from); i < to; i++) {
      if (!piece.place(trace, i, left, top, width, this.#height, deep)) continue;
      this.#first = Math.min(this.#first, piece.top);
      this.#last = Math.max(this.#last, piece.bottom);
      if (this.#hasPlanes) this.#layPlanes(trace);
      else this.#lay();
    }
  }

  /** Marks where the pieces that end in the trace's points from `from` on come near, and adds none. */
  markPieces(trace: Trace, from: number): void {
    const { left, top, width } = this;
    const piece = this.#piece;
    for (let i = trace.count === 1 ? 0 : Math.max(1, from); i < trace.count; i++) {
      if (!piece.place(trace, i, left, top, width, this.#height, FAR)) continue;
      this.#first = Math.min(this.#first, piece.top);
      this.#last = Math.max(this.#last, piece.bottom);
      this.#cells.markPiece(piece);
    }
  }

  #layPlanes(trace: Trace): void {
    this.#cells.markPiece(this.#piece);
    this.planes.lay(this.values, this.width, trace, this.#piece);
  }

  /** Lists the runs for a shade; `blend` then clears the field. Returns false if nothing came near. */
  close(): boolean {
    // Those of another rectangle would not lie in the rows of this one.
    this.runsEnd = 0;
    if (this.#first > this.#last) return false;
    if (this.covers.length < this.values.length) this.covers = new Uint8Array(this.values.length);
    if (this.runs.length < this.#height * RUNS_PER_ROW) {
      this.runs = new Int32Array(this.#height * RUNS_PER_ROW);
    }
    this.runsEnd = this.#cells.takeRuns(this.#first, this.#last, this.runs);
    this.#deepFrom.fill(0, this.#first, this.#last + 1);
    this.#deepTo.fill(-1, this.#first, this.#last + 1);
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
    const others = other.values;
    const [dx, dy] = [other.left - this.left, other.top - this.top];
    const from = Math.max(this.#first, dy);
    const to = Math.min(this.#last, other.#height - 1 + dy);
    for (let y = from; y <= to; y++) {
      const begin = Math.max(this.#cells.beginOf(y), dx);
      const end = Math.min(this.#cells.endOf(y), other.width + dx);
      if (begin >= end) continue;
      const row = y * width;
      const at = (y - dy) * other.width - dx;
      // All that is copied must be in a run, so that it is cleared.
      this.#cells.mark(y, begin, end - 1);
      for (let x = begin; x < end; x++) values[row + x] = others[at + x]!;
      if (this.#hasPlanes) this.planes.take(other.planes, at + begin, end - begin, row + begin);
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

  /** Lays the piece over the rectangle. */
  #lay(): void {
    const piece = this.#piece;
    this.#cells.markPiece(piece);
    const { x: ax, y: ay, ux, uy, length, radius, taper, lean, only, lows, highs } = piece;
    const { isEven, isSwallowed, isFilled } = piece;
    const { values } = this;
    const deepFrom = this.#deepFrom;
    const deepTo = this.#deepTo;
    const floor = isEven && radius < EDGE ? EDGE - 2 * radius : -FAR;
    const width = this.width | 0;
    const bottom = piece.bottom | 0;
    for (let y = piece.top | 0; y <= bottom; y++) {
      const low = lows[y]!;
      const high = highs[y]!;
      if (low > high) continue;
      if (isFilled) this.#fill(y);
      const row = y * width;
      const py = y + 0.5 - ay;
      const alongY = py * uy;
      const acrossY = py * ux;
      const from = deepFrom[y]!;
      const to = deepTo[y]!;
      // Up to what lies deep inside, and on behind it.
      let x = low;
      let end = to >= low && from <= high ? from - 1 : high;
      for (;;) {
        if (isEven) {
          for (; x <= end; x++) {
            const px = x + 0.5 - ax;
            const along = px * ux + alongY;
            const off = px * uy - acrossY;
            const e = along < 0 ? along : along > length ? along - length : 0;
            let v = Math.sqrt(e * e + off * off) - radius;
            if (v < floor) v = floor;
            if (v < values[row + x]!) values[row + x] = v;
          }
        } else {
          for (; x <= end; x++) {
            const px = x + 0.5 - ax;
            const along = px * ux + alongY;
            const off = px * uy - acrossY;
            let s = isSwallowed ? only : along + (off < 0 ? -off : off) * lean;
            if (s < 0) s = 0;
            else if (s > length) s = length;
            const e = along - s;
            const r = radius + taper * s;
            let v = Math.sqrt(e * e + off * off) - r;
            if (v < EDGE - 2 * r) v = EDGE - 2 * r;
            if (v < values[row + x]!) values[row + x] = v;
          }
        }
        if (end === high || to >= high) break;
        x = to >= low ? to + 1 : low;
        end = high;
      }
    }
  }

  /** Fills what lies deep inside of the piece in a row. */
  #fill(y: number): void {
    const piece = this.#piece;
    if (!piece.inside(y)) return;
    const { values } = this;
    const { inLow, inHigh } = piece;
    const row = y * this.width;
    const from = this.#deepFrom[y]!;
    const to = this.#deepTo[y]!;
    if (inLow >= from && inHigh <= to) return;
    if (inLow > to + 1 || inHigh < from - 1) {
      values.fill(DEEP, row + inLow, row + inHigh + 1);
      this.#deepFrom[y] = inLow;
      this.#deepTo[y] = inHigh;
      return;
    }
    // Mostly a few pixels: quicker than a call.
    for (let i = row + inLow; i < row + from; i++) values[i] = DEEP;
    for (let i = row + to + 1; i <= row + inHigh; i++) values[i] = DEEP;
    if (inLow < from) this.#deepFrom[y] = inLow;
    if (inHigh > to) this.#deepTo[y] = inHigh;
  }
}
