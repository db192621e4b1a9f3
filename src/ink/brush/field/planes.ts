/**
 * What a brush may read of a stroke besides depth, at the place of the stroke that is next to a pixel: written with the
 * depth, by the piece that is nearest.
 */
import type { Plane } from '../brush.ts';
import { EDGE } from './depths.ts';
import type { Piece } from './piece.ts';
import type { Trace } from './trace-points.ts';

/** They are written together. */
const PLACE = ['across', 'along'] as const;
const NONE = new Float32Array(0);

export class Planes implements Record<Plane, Float32Array> {
  across: Float32Array = NONE;
  along: Float32Array = NONE;
  pressure: Float32Array = NONE;
  lean: Float32Array = NONE;
  #reads: readonly Plane[] = [];
  #length = 0;
  #hasPlace = false;
  #hasPressure = false;
  #hasLean = false;

  /** Makes room for this many pixels, for what the brush reads and the stroke has. */
  fit(length: number, reads: readonly Plane[]): void {
    if (reads === this.#reads && length === this.#length) return;
    this.#length = length;
    this.#reads = reads;
    this.#hasPlace = reads.includes('across') || reads.includes('along');
    this.#hasPressure = reads.includes('pressure');
    this.#hasLean = reads.includes('lean');
    for (const plane of this.#hasPlace ? [...reads, ...PLACE] : reads) {
      if (this[plane].length < length) this[plane] = new Float32Array(length);
    }
  }

  /** Takes over what another has for some pixels from `from` on, at `at`. */
  take(other: Planes, from: number, count: number, at: number): void {
    if (this.#hasPlace) {
      copy(other.across, from, count, this.across, at);
      copy(other.along, from, count, this.along, at);
    }
    if (this.#hasPressure) copy(other.pressure, from, count, this.pressure, at);
    if (this.#hasLean) copy(other.lean, from, count, this.lean, at);
  }

  /**
   * Lays a piece over the pixels of its rows: their depth, and what is read, where it is nearest.
   * @param width of a row
   */
  lay(values: Float32Array, width: number, trace: Trace, piece: Piece): void {
    const { index, x: ax, y: ay, ux, uy, length, radius, taper, lean, top, bottom, lows, highs } = piece;
    const { across, along, pressure, lean: leans } = this;
    const hasPlace = this.#hasPlace;
    const hasPressure = this.#hasPressure;
    const hasLean = this.#hasLean;
    const isSwallowed = piece.isSwallowed || length === 0;
    const only = piece.isSwallowed ? piece.only : 0;
    const a = Math.max(0, index - 1);
    const per = length > 0 ? 1 / length : 0;
    const press = trace.pressure[a]!;
    const pressBy = (trace.pressure[index]! - press) * per;
    const tilt = trace.lean[a]!;
    const tiltBy = (trace.lean[index]! - tilt) * per;
    const way = hasPlace ? trace.way[a]! : 0;
    // Round the outside of a bend, lines across stay as far from the line as they are; at its ends they go straight on.
    const begins = index <= 1 ? 0 : -Infinity;
    const ends = index === trace.count - 1 ? length : Infinity;
    const perRadius = radius > 0 ? 1 / radius : 0;
    for (let y = top | 0; y <= bottom; y++) {
      const high = highs[y]!;
      const row = y * width;
      const py = y + 0.5 - ay;
      const alongY = py * uy;
      const acrossY = py * ux;
      for (let x = lows[y]!; x <= high; x++) {
        const px = x + 0.5 - ax;
        const on = px * ux + alongY;
        const off = px * uy - acrossY;
        const side = off < 0 ? -off : off;
        let s = isSwallowed ? only : on + side * lean;
        if (s < 0) s = 0;
        else if (s > length) s = length;
        const e = on - s;
        const r = radius + taper * s;
        let v = Math.sqrt(e * e + off * off) - r;
        if (v < EDGE - 2 * r) v = EDGE - 2 * r;
        const i = row + x;
        if (v >= values[i]!) continue;
        values[i] = v;
        if (hasPlace) {
          const far = on < begins || on > ends ? side : Math.min(r, Math.fround(v) + r);
          across[i] = (off < 0 ? far : -far) * (taper === 0 ? perRadius : r > 0 ? 1 / r : 0);
          along[i] = way + s;
        }
        if (hasPressure) pressure[i] = press + s * pressBy;
        if (hasLean) leans[i] = tilt + s * tiltBy;
      }
    }
  }
}

/** Rows are short: quicker than a call of `set`. */
function copy(from: Float32Array, first: number, count: number, to: Float32Array, at: number): void {
  for (let i = 0; i < count; i++) to[at + i] = from[first + i]!;
}
