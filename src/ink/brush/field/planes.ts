/**
 * What a brush may read of a stroke besides depth, at the place of the stroke that is next to a pixel. Computed once a
 * pixel, from the piece that the field found nearest.
 */
import type { Field, Plane } from '../brush.ts';
import { EDGE } from './depths.ts';
import type { Trace } from './trace.ts';

const NONE = new Float32Array(0);

export class Planes implements Record<Plane, Float32Array> {
  across: Float32Array = NONE;
  along: Float32Array = NONE;
  pressure: Float32Array = NONE;
  lean: Float32Array = NONE;
  /** The piece nearest to each pixel: the trace's point in which it ends. */
  #nearest = new Int32Array(0);
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
    const nearest = this.#nearest;
    const { values, runs, runsEnd, left, top, width } = field;
    const last = trace.count - 1;
    let piece = -1;
    let [a, b] = [0, 0];
    let [ax, ay, ux, uy, length, taper, slope, only] = [0, 0, 1, 0, 0, 0, 0, 0];
    let isSwallowed = false;
    for (let run = 0; run < runsEnd; run += 2) {
      const to = runs[run + 1]!;
      const y = Math.floor(runs[run]! / width);
      const row = y * width;
      for (let i = runs[run]!; i < to; i++) {
        const v = values[i]!;
        if (v >= EDGE) continue;
        if (nearest[i] !== piece) {
          // The same numbers as the field's, from the same places.
          piece = nearest[i]!;
          b = piece;
          a = Math.max(0, b - 1);
          ax = trace.x[a]! - left;
          ay = trace.y[a]! - top;
          const dx = trace.x[b]! - trace.x[a]!;
          const dy = trace.y[b]! - trace.y[a]!;
          length = Math.sqrt(dx * dx + dy * dy);
          ux = length > 0 ? dx / length : 1;
          uy = length > 0 ? dy / length : 0;
          const [ra, rb] = [trace.radius[a]!, trace.radius[b]!];
          taper = length > 0 ? (rb - ra) / length : 0;
          isSwallowed = taper >= 1 || taper <= -1 || length === 0;
          slope = isSwallowed ? 0 : taper / Math.sqrt(1 - taper * taper);
          only = rb > ra ? length : 0;
        }
        const px = i - row + 0.5 - ax;
        const py = y + 0.5 - ay;
        const ahead = px * ux + py * uy;
        const off = px * uy - py * ux;
        const side = off < 0 ? -off : off;
        let s = isSwallowed ? only : ahead + side * slope;
        if (s < 0) s = 0;
        else if (s > length) s = length;
        if (across) {
          const r = length > 0 ? trace.radius[a]! + taper * s : Math.max(trace.radius[a]!, trace.radius[b]!);
          // Round the outside of a bend, lines across stay as far from the line as they are; at its ends they go straight on.
          const isEnd = (b <= 1 && ahead < 0) || (b === last && ahead > length);
          const far = isEnd ? side : Math.min(r, v + r);
          across[i] = r > 0 ? (off < 0 ? far : -far) / r : 0;
        }
        if (along) along[i] = way[a]! + s;
        const t = length > 0 ? s / length : 0;
        if (pressure) pressure[i] = trace.pressure[a]! + t * (trace.pressure[b]! - trace.pressure[a]!);
        if (lean) lean[i] = trace.lean[a]! + t * (trace.lean[b]! - trace.lean[a]!);
      }
    }
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
