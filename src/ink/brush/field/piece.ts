/**
 * The geometry of a piece of a stroke, the hull of two discs: which pixels of a row it comes near, and which lie deep
 * inside. Both only save work: what they leave out would not have changed the field.
 */
import { EDGE } from './depths.ts';
import type { Trace } from './trace-points.ts';

/** Pieces of a smaller radius have no inside: looking for it costs more than it saves, px. */
const FILLED = 2.5;
/** A place in a row that no rectangle reaches, px. */
const BOUNDLESS = 1e9;
/** Keeps the inside clear of rounding, px. */
const SLACK = 1 / 64;
/** A line that lies closer to a row than this sine is no bound for the row. */
const LEVEL = 1e-6;
/** Pieces that reach less far keep what the piece after them is nearer to: there is little of it, px. */
const TRIMMED = 4;
/** How far a piece goes on beyond the line where the next one is nearer, so that rounding leaves no gap, px. */
const OVERLAP = 1;

/** One at a time: `place` it, then read its rows. */
export class Piece {
  /** The trace's point in which it ends. */
  index = 0;
  /** Where it begins, px from the rectangle's corner. */
  x = 0;
  y = 0;
  /** The direction in which it goes, and how far, px. */
  ux = 1;
  uy = 0;
  length = 0;
  /** The radius where it begins, and how much it grows with each px. */
  radius = 0;
  taper = 0;
  /** Of a pixel beside it, the place next to it lies so much further along, times how far the pixel lies beside it. */
  lean = 0;
  /** True if one disc contains the other: then only the larger one counts, at this place. */
  isSwallowed = false;
  only = 0;
  /** True if both discs are alike. */
  isEven = true;
  /** True if it may have an inside. */
  isFilled = false;
  /** The rows that it comes near. */
  top = 0;
  bottom = -1;
  /** At the number of each: the first and the last pixel that it comes near, which is less if there are none. */
  lows = new Int32Array(0);
  highs = new Int32Array(0);
  /** The pixels that lie deep inside, in the row that was asked for. */
  inLow = 0;
  inHigh = -1;

  #dx = 0;
  #dy = 0;
  /** Whole and broken part of its place: what is rounded does not depend on where the rectangle lies. */
  #ix = 0;
  #fx = 0;
  #left = 0;
  #right = -1;
  #reach = 0;
  #isLong = false;
  #insideA = 0;
  #insideB = 0;
  // The lines that touch both discs: a pixel at px, py from the begin lies at px * a - py * c from them.
  #upA = 0;
  #upC = 0;
  #downA = 0;
  #downC = 0;
  // What bounds a row: the least and the greatest px, each as a value and its slope with py.
  #least1 = -BOUNDLESS;
  #least1By = 0;
  #least2 = -BOUNDLESS;
  #least2By = 0;
  #behind = -BOUNDLESS;
  #behindBy = 0;
  #most1 = BOUNDLESS;
  #most1By = 0;
  #most2 = BOUNDLESS;
  #most2By = 0;
  #before = BOUNDLESS;
  #beforeBy = 0;
  // Where the next piece is nearer: beyond a line across this one, and a line across the next. As those above.
  #isTrimmed = false;
  #begin1 = -BOUNDLESS;
  #begin1By = 0;
  #begin2 = -BOUNDLESS;
  #begin2By = 0;
  #end1 = BOUNDLESS;
  #end1By = 0;
  #end2 = BOUNDLESS;
  #end2By = 0;

  /**
   * Takes the piece that ends in the trace's point `i`, seen from the corner `left`, `top` of a rectangle. Returns false
   * if it does not come near that.
   * @param depth how deep below the edge its inside begins, px
   */
  place(
    trace: Trace,
    i: number,
    left: number,
    top: number,
    width: number,
    height: number,
    depth: number,
  ): boolean {
    const { x, y, radius } = trace;
    const a = Math.max(0, i - 1);
    const ax = x[a]! - left;
    const ay = y[a]! - top;
    const dx = x[i]! - x[a]!;
    const dy = y[i]! - y[a]!;
    const ra = radius[a]!;
    const rb = radius[i]!;
    const reach = Math.max(ra, rb) + EDGE;
    const ix = Math.floor(ax);
    const iy = Math.floor(ay);
    const fx = ax - ix - 0.5;
    const fy = ay - iy - 0.5;
    this.#left = Math.max(0, ix + Math.ceil(fx + Math.min(dx, 0) - reach));
    this.#right = Math.min(width - 1, ix + Math.floor(fx + Math.max(dx, 0) + reach));
    this.top = Math.max(0, iy + Math.ceil(fy + Math.min(dy, 0) - reach));
    this.bottom = Math.min(height - 1, iy + Math.floor(fy + Math.max(dy, 0) + reach));
    if (this.#left > this.#right || this.top > this.bottom) return false;

    const length = Math.sqrt(dx * dx + dy * dy);
    const taper = length > 0 ? (rb - ra) / length : 0;
    this.index = i;
    this.x = ax;
    this.y = ay;
    this.#dx = dx;
    this.#dy = dy;
    this.#ix = ix;
    this.#fx = fx;
    this.#reach = reach;
    this.length = length;
    this.ux = length > 0 ? dx / length : 1;
    this.uy = length > 0 ? dy / length : 0;
    this.radius = length > 0 ? ra : Math.max(ra, rb);
    this.taper = taper;
    this.isEven = ra === rb;
    this.isSwallowed = taper >= 1 || taper <= -1 || (length === 0 && !this.isEven);
    this.only = rb > ra ? length : 0;
    this.#isLong = length > reach;
    this.#insideA = ra - depth - SLACK;
    this.#insideB = rb - depth - SLACK;
    this.isFilled = !this.isSwallowed && this.#insideA > FILLED && this.#insideB > FILLED;
    this.#bound(ra, i > 1);
    this.#trim(trace, i);
    this.#findRows(height);
    return true;
  }

  /** @param goesOn true if a piece before it ends in its first disc, which then need not be drawn again */
  #bound(ra: number, goesOn: boolean): void {
    const { ux, uy, taper } = this;
    const reach = this.#reach;
    this.#least1 = -BOUNDLESS;
    this.#least1By = 0;
    this.#least2 = -BOUNDLESS;
    this.#least2By = 0;
    this.#behind = -BOUNDLESS;
    this.#behindBy = 0;
    this.#most1 = BOUNDLESS;
    this.#most1By = 0;
    this.#most2 = BOUNDLESS;
    this.#most2By = 0;
    this.#before = BOUNDLESS;
    this.#beforeBy = 0;
    this.lean = 0;
    if (this.isSwallowed) return;
    const across = Math.sqrt(1 - taper * taper);
    this.lean = taper / across;
    const upA = uy * across - ux * taper;
    const upC = ux * across + uy * taper;
    const downA = -uy * across - ux * taper;
    const downC = -ux * across + uy * taper;
    this.#upA = upA;
    this.#upC = upC;
    this.#downA = downA;
    this.#downC = downC;
    if (goesOn || this.#isLong) {
      if (upA > LEVEL) {
        this.#most1 = (ra + EDGE) / upA;
        this.#most1By = upC / upA;
      } else if (upA < -LEVEL) {
        this.#least1 = (ra + EDGE) / upA;
        this.#least1By = upC / upA;
      }
      if (downA > LEVEL) {
        this.#most2 = (ra + EDGE) / downA;
        this.#most2By = downC / downA;
      } else if (downA < -LEVEL) {
        this.#least2 = (ra + EDGE) / downA;
        this.#least2By = downC / downA;
      }
    }
    if (!goesOn) return;
    // The line behind which the piece before is nearer.
    const back = this.lean > 0 ? -this.lean * reach : 0;
    if (ux > LEVEL) {
      this.#behind = back / ux;
      this.#behindBy = -uy / ux;
    } else if (ux < -LEVEL) {
      this.#before = back / ux;
      this.#beforeBy = -uy / ux;
    }
  }

  /** Finds where the next piece is nearer, which begins in the last disc: it has all pixels that are left to it. */
  #trim({ count, x, y, radius }: Trace, i: number): void {
    const b = i + 1;
    this.#isTrimmed = false;
    if (b >= count || i === 0 || this.isSwallowed || this.#reach < TRIMMED) return;
    const dx = x[b]! - x[i]!;
    const dy = y[b]! - y[i]!;
    const length = Math.sqrt(dx * dx + dy * dy);
    const taper = length > 0 ? (radius[b]! - radius[i]!) / length : 0;
    // One that is swallowed may lie anywhere.
    if (taper >= 1 || taper <= -1 || (length === 0 && radius[b] !== radius[i])) return;
    const lean = taper / Math.sqrt(1 - taper * taper);
    const { ux, uy } = this;
    const nextUx = length > 0 ? dx / length : 1;
    const nextUy = length > 0 ? dy / length : 0;
    // A line along a row has the row on one side: that is left out, because few pieces are so level.
    if ((ux < LEVEL && ux > -LEVEL) || (nextUx < LEVEL && nextUx > -LEVEL)) return;
    const front = this.length + (this.lean < 0 ? -this.lean * this.#reach : 0) + OVERLAP;
    const back =
      (lean > 0 ? -lean * (radius[b]! + EDGE) : 0) + OVERLAP + this.#dx * nextUx + this.#dy * nextUy;
    this.#begin1 = ux > 0 ? front / ux : -BOUNDLESS;
    this.#begin1By = ux > 0 ? -uy / ux : 0;
    this.#end1 = ux > 0 ? BOUNDLESS : front / ux;
    this.#end1By = ux > 0 ? 0 : -uy / ux;
    this.#begin2 = nextUx > 0 ? back / nextUx : -BOUNDLESS;
    this.#begin2By = nextUx > 0 ? -nextUy / nextUx : 0;
    this.#end2 = nextUx > 0 ? BOUNDLESS : back / nextUx;
    this.#end2By = nextUx > 0 ? 0 : -nextUy / nextUx;
    this.#isTrimmed = true;
  }

  /** Finds the pixels of each row that it comes near: all rows at once, because what bounds them is then read once. */
  #findRows(height: number): void {
    if (this.lows.length < height) {
      this.lows = new Int32Array(height);
      this.highs = new Int32Array(height);
    }
    const { lows, highs, y } = this;
    const top = this.top | 0;
    const bottom = this.bottom | 0;
    const ix = this.#ix;
    const fx = this.#fx;
    const left = this.#left;
    const right = this.#right;
    const least1 = this.#least1;
    const least1By = this.#least1By;
    const least2 = this.#least2;
    const least2By = this.#least2By;
    const behind = this.#behind;
    const behindBy = this.#behindBy;
    const most1 = this.#most1;
    const most1By = this.#most1By;
    const most2 = this.#most2;
    const most2By = this.#most2By;
    const before = this.#before;
    const beforeBy = this.#beforeBy;
    const isTrimmed = this.#isTrimmed;
    const begin1 = this.#begin1;
    const begin1By = this.#begin1By;
    const begin2 = this.#begin2;
    const begin2By = this.#begin2By;
    const end1 = this.#end1;
    const end1By = this.#end1By;
    const end2 = this.#end2;
    const end2By = this.#end2By;
    for (let row = top; row <= bottom; row++) {
      const py = row + 0.5 - y;
      let least = least1 + least1By * py;
      let most = most1 + most1By * py;
      const otherLeast = least2 + least2By * py;
      if (otherLeast > least) least = otherLeast;
      const otherMost = most2 + most2By * py;
      if (otherMost < most) most = otherMost;
      const from = behind + behindBy * py;
      if (from > least) least = from;
      const to = before + beforeBy * py;
      if (to < most) most = to;
      if (isTrimmed) {
        // The part of the row that is the next piece's, if that is all on one side.
        let begin = begin1 + begin1By * py;
        let end = end1 + end1By * py;
        const otherBegin = begin2 + begin2By * py;
        if (otherBegin > begin) begin = otherBegin;
        const otherEnd = end2 + end2By * py;
        if (otherEnd < end) end = otherEnd;
        if (begin <= end) {
          if (end === BOUNDLESS && begin < most) most = begin;
          if (begin === -BOUNDLESS && end > least) least = end;
        }
      }
      const low = ix + Math.ceil(fx + least);
      const high = ix + Math.floor(fx + most);
      lows[row] = low < left ? left : low > right ? right + 1 : low;
      highs[row] = high > right ? right : high < left ? left - 1 : high;
    }
  }

  /** Finds the pixels of a row that lie deep inside. Returns false if there are none. */
  inside(row: number): boolean {
    const { ux, uy, taper, length } = this;
    const low = this.lows[row]!;
    const high = this.highs[row]!;
    const dx = this.#dx;
    const reach = this.#reach;
    const insideA = this.#insideA;
    const insideB = this.#insideB;
    const py = row + 0.5 - this.y;
    let least = BOUNDLESS;
    let most = -BOUNDLESS;
    if (py < insideA && py > -insideA) {
      most = Math.sqrt(insideA * insideA - py * py);
      least = -most;
    }
    const pyb = py - this.#dy;
    if (pyb < insideB && pyb > -insideB) {
      const half = Math.sqrt(insideB * insideB - pyb * pyb);
      least = Math.min(least, dx - half);
      most = Math.max(most, dx + half);
    }
    if (this.#isLong) {
      // Between the lines that touch both discs, and the chords where they touch them.
      const upA = this.#upA;
      const downA = this.#downA;
      let a = -BOUNDLESS;
      let b = BOUNDLESS;
      const up = insideA + this.#upC * py;
      if (upA > LEVEL) b = up / upA;
      else if (upA < -LEVEL) a = up / upA;
      else if (up < reach * LEVEL) a = BOUNDLESS;
      const down = insideA + this.#downC * py;
      if (downA > LEVEL) b = Math.min(b, down / downA);
      else if (downA < -LEVEL) a = Math.max(a, down / downA);
      else if (down < reach * LEVEL) a = BOUNDLESS;
      const begin = -taper * insideA - py * uy;
      const end = length - taper * insideB - py * uy;
      if (ux > LEVEL) {
        a = Math.max(a, begin / ux);
        b = Math.min(b, end / ux);
      } else if (ux < -LEVEL) {
        a = Math.max(a, end / ux);
        b = Math.min(b, begin / ux);
      } else if (begin > 0 || end < 0) a = BOUNDLESS;
      if (a <= b) {
        least = Math.min(least, a);
        most = Math.max(most, b);
      }
    }
    const inLow = Math.max(low, this.#ix + Math.ceil(this.#fx + least));
    const inHigh = Math.min(high, this.#ix + Math.floor(this.#fx + most));
    if (inLow > inHigh) return false;
    this.inLow = inLow | 0;
    this.inHigh = inHigh | 0;
    return true;
  }
}
