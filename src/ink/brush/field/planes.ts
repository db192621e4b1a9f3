/**
 * What a brush may read of a stroke besides depth, at the place of the stroke that is next to a pixel. Computed once a
 * pixel, from the piece that the field found nearest.
 */
import type { Field, Plane } from '../brush.ts';
import { EDGE } from './depths.ts';
import type { Trace } from './trace.ts';

/** Numbers of a piece: see `#note`. */
const COLUMNS = 16;

const NONE = new Float32Array(0);

export class Planes implements Record<Plane, Float32Array> {
  across: Float32Array = NONE;
  along: Float32Array = NONE;
  pressure: Float32Array = NONE;
  lean: Float32Array = NONE;
  /** The piece nearest to each pixel: the trace's point in which it ends. */
  #nearest = new Int32Array(0);
  /** COLUMNS numbers for each piece of the trace that is nearest to a pixel, and which pieces have them. */
  #pieces = new Float64Array(0);
  #seen = new Uint8Array(0);
  /** Way along the trace to each of its points, px. */
  #way = new Float64Array(0);

  /** Room for this many pixels. Returns where the field notes the nearest piece of each. */
  fit(length: number): Int32Array {
    if (this.#nearest.length < length) this.#nearest = new Int32Array(length);
    return this.#nearest;
  }

  /** Computes what is read, for the pixels in the field's runs that the stroke covers. */
  resolve(field: Field, trace: Trace, reads: readonly Plane[]): void {
    for (const plane of reads) {
      if (this[plane].length < this.#nearest.length) this[plane] = new Float32Array(this.#nearest.length);
    }
    const isPlaced = reads.includes('across') || reads.includes('along');
    const across = reads.includes('across') ? this.across : undefined;
    const along = reads.includes('along') ? this.along : undefined;
    const pressure = reads.includes('pressure') ? this.pressure : undefined;
    const lean = reads.includes('lean') ? this.lean : undefined;
    const way = trace.way ?? (isPlaced ? this.#measured(trace) : this.#way);
    this.#forget(trace.count);
    const nearest = this.#nearest;
    const pieces = this.#pieces;
    const seen = this.#seen;
    const { values, runs, runsEnd, left, top, width } = field;
    const last = trace.count - 1;
    let piece = -1;
    // The columns of that piece.
    let [ax, ay, ux, uy, length, ahead, beside, add] = [0, 0, 1, 0, 0, 1, 0, 0];
    let [radius, taper, perRadius, begin] = [0, 0, 0, 0];
    let at = 0;
    for (let run = 0; run < runsEnd; run += 2) {
      const from = runs[run]!;
      const to = runs[run + 1]!;
      const row = Math.floor(from / width);
      // Places in px of the grid: differences of them are exact.
      const y = row + 0.5 + top;
      const x = 0.5 + left - row * width;
      for (let i = from; i < to; i++) {
        const v = values[i]!;
        if (v >= EDGE) continue;
        if (nearest[i] !== piece) {
          piece = nearest[i]!;
          if (seen[piece] !== 1) this.#note(trace, way, piece);
          at = piece * COLUMNS;
          ax = pieces[at]!;
          ay = pieces[at + 1]!;
          ux = pieces[at + 2]!;
          uy = pieces[at + 3]!;
          length = pieces[at + 4]!;
          ahead = pieces[at + 5]!;
          beside = pieces[at + 6]!;
          add = pieces[at + 7]!;
          radius = pieces[at + 8]!;
          taper = pieces[at + 9]!;
          perRadius = pieces[at + 10]!;
          begin = pieces[at + 11]!;
        }
        const px = i + x - ax;
        const py = y - ay;
        const on = px * ux + py * uy;
        const off = px * uy - py * ux;
        const side = off < 0 ? -off : off;
        let s = on * ahead + side * beside + add;
        if (s < 0) s = 0;
        else if (s > length) s = length;
        if (across) {
          const r = radius + s * taper;
          const per = taper === 0 ? perRadius : r > 0 ? 1 / r : 0;
          // Round the outside of a bend, lines across stay as far from the line as they are; at its ends they go straight on.
          const isEnd = (piece <= 1 && on < 0) || (piece === last && on > length);
          const far = isEnd ? side : Math.min(r, v + r);
          across[i] = (off < 0 ? far : -far) * per;
        }
        if (along) along[i] = begin + s;
        if (pressure) pressure[i] = pieces[at + 12]! + s * pieces[at + 13]!;
        if (lean) lean[i] = pieces[at + 14]! + s * pieces[at + 15]!;
      }
    }
  }

  #forget(count: number): void {
    if (this.#seen.length < count) {
      this.#seen = new Uint8Array(2 * count);
      this.#pieces = new Float64Array(2 * count * COLUMNS);
    } else this.#seen.fill(0, 0, count);
  }

  /** Computes the columns of a piece, once a stroke: with the numbers that the field has, from the same places. */
  #note({ x, y, radius, pressure, lean }: Trace, way: Float64Array, piece: number): void {
    this.#seen[piece] = 1;
    const b = piece;
    const a = Math.max(0, b - 1);
    const dx = x[b]! - x[a]!;
    const dy = y[b]! - y[a]!;
    const length = Math.sqrt(dx * dx + dy * dy);
    const per = length > 0 ? 1 / length : 0;
    const ra = radius[a]!;
    const rb = radius[b]!;
    const taper = length > 0 ? (rb - ra) / length : 0;
    const isSwallowed = taper >= 1 || taper <= -1 || length === 0;
    const columns = this.#pieces;
    let at = piece * COLUMNS;
    columns[at++] = x[a]!;
    columns[at++] = y[a]!;
    columns[at++] = length > 0 ? dx / length : 1;
    columns[at++] = length > 0 ? dy / length : 0;
    columns[at++] = length;
    // The way along the piece: how much of what lies ahead, how much of what lies beside, and what is added.
    columns[at++] = isSwallowed ? 0 : 1;
    columns[at++] = isSwallowed ? 0 : taper / Math.sqrt(1 - taper * taper);
    columns[at++] = isSwallowed && rb > ra ? length : 0;
    const widest = length > 0 ? ra : Math.max(ra, rb);
    columns[at++] = widest;
    columns[at++] = taper;
    columns[at++] = widest > 0 ? 1 / widest : 0;
    columns[at++] = way[a]!;
    columns[at++] = pressure[a]!;
    columns[at++] = (pressure[b]! - pressure[a]!) * per;
    columns[at++] = lean[a]!;
    columns[at++] = (lean[b]! - lean[a]!) * per;
  }

  #measured({ count, x, y }: Trace): Float64Array {
    if (this.#way.length < count) this.#way = new Float64Array(2 * count);
    const way = this.#way;
    way[0] = 0;
    for (let i = 1; i < count; i++) {
      const dx = x[i]! - x[i - 1]!;
      const dy = y[i]! - y[i - 1]!;
      way[i] = way[i - 1]! + Math.sqrt(dx * dx + dy * dy);
    }
    return way;
  }
}
