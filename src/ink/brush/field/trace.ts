/** The trace of a stroke: its points at one scale, as few as the eye needs. */
import { type Brush, EVEN, UPRIGHT } from '../brush.ts';
import type { FlatStroke } from '../flat-stroke.ts';
import { bend, bendOf } from './rounding.ts';
import { makeRoom, measure, onGrid, type Trace } from './trace-points.ts';

/** Room for the points of most strokes. */
const ROOM = 512;
/** Points closer than this to the one before are left out, px, whatever the brush. */
const NEAR = 0.5;
/** However wide the stroke, points this far apart are all kept, px: a point less must not move a wide edge. */
const APART = 6;
/** And those where the radius differs by so much, px. */
const WIDER = 1;
/** And only those whose pressure and lean differ by less, where a brush reads them. */
const ALIKE = 1 / 32;
/** Of wide strokes, too, none is left out that the line would pass farther away: a long piece may follow a corner, px. */
const PASSED = 0.5;

/** A sample on the grid of the scale: x, y and radius, px; pressure and lean, 0..1. A list: a call would box each number. */
export type Placed = Float64Array<ArrayBuffer>;

/** How many numbers a sample has. */
const NUMBERS = 5;

export function placed(): Placed {
  return new Float64Array(NUMBERS);
}

/**
 * The points that were left out since the last one of a trace, and where the next must lie for the line to it to pass
 * them all: between two directions (Williams, 1978), and no nearer than they are. Places are seen from that last point.
 */
export class LeftOut {
  /** True if there are some that the next point must not cut off. */
  isAny = false;
  /** The last of them. */
  readonly last = placed();
  /** Square of the way to the farthest, px; 0 while the line passes all of them wherever it goes. */
  #far2 = 0;
  /** The two directions: the next point lies from the first to the second, as an angle grows from x to y. */
  #fromX = 0;
  #fromY = 0;
  #toX = 0;
  #toY = 0;

  clear(): void {
    this.isAny = false;
    this.#far2 = 0;
  }

  /** True if the line to a point there would not pass all of them. */
  isCutOff(dx: number, dy: number): boolean {
    if (this.#far2 === 0) return false;
    if (dx * dx + dy * dy < this.#far2) return true;
    return this.#fromX * dy - this.#fromY * dx < 0 || dx * this.#toY - dy * this.#toX < 0;
  }

  /** Adds a point there that cuts none of the others off. */
  add(dx: number, dy: number, sample: Placed): void {
    this.isAny = true;
    for (let i = 0; i < NUMBERS; i++) this.last[i] = sample[i]!;
    const d2 = dx * dx + dy * dy;
    if (d2 <= PASSED * PASSED) return;
    // The tangents to a circle around it.
    const ahead = Math.sqrt(d2 - PASSED * PASSED);
    const [fromX, fromY] = [dx * ahead + dy * PASSED, dy * ahead - dx * PASSED];
    const [toX, toY] = [dx * ahead - dy * PASSED, dy * ahead + dx * PASSED];
    const isFirst = this.#far2 === 0;
    if (isFirst || this.#fromX * fromY - this.#fromY * fromX > 0) {
      this.#fromX = fromX;
      this.#fromY = fromY;
    }
    if (isFirst || toX * this.#toY - toY * this.#toX > 0) {
      this.#toX = toX;
      this.#toY = toY;
    }
    this.#far2 = d2;
  }

  /** Takes over what another has. */
  take(other: LeftOut): void {
    this.isAny = other.isAny;
    this.last.set(other.last);
    this.#far2 = other.#far2;
    this.#fromX = other.#fromX;
    this.#fromY = other.#fromY;
    this.#toX = other.#toX;
    this.#toY = other.#toY;
  }
}

/** A trace that takes the samples of a stroke one after the other. */
export class LineTrace implements Trace {
  count = 0;
  x = new Float64Array(ROOM);
  y = new Float64Array(ROOM);
  radius = new Float64Array(ROOM);
  pressure = new Float64Array(ROOM);
  lean = new Float64Array(ROOM);
  way = new Float64Array(ROOM);
  protected readonly left = new LeftOut();
  #scale = 1;
  #spacing = 0;
  #bends = false;
  /** True if the brush reads what changes along a line. */
  #varies = false;
  #isMeasured = false;

  /**
   * Begins a stroke.
   * @param scale device px per drawing unit
   */
  beginLine({ spacing, bends, reads }: Brush, scale: number): void {
    this.count = 0;
    this.left.clear();
    this.#scale = scale;
    this.#spacing = spacing;
    this.#bends = bends;
    this.#varies = reads.includes('pressure') || reads.includes('lean');
    this.#isMeasured = reads.includes('along');
  }

  /**
   * Takes a sample. Unless it is the last, it is left out if it is near the point before; returns false then. It becomes
   * a point after all if what follows would cut it off.
   */
  put(sample: Placed, isLast: boolean): boolean {
    const { left } = this;
    const x = sample[0]!;
    const y = sample[1]!;
    if (this.count > 0) {
      let at = this.count - 1;
      let dx = x - this.x[at]!;
      let dy = y - this.y[at]!;
      if (left.isAny && left.isCutOff(dx, dy)) {
        this.#append(left.last);
        at = this.count - 1;
        dx = x - this.x[at]!;
        dy = y - this.y[at]!;
      }
      const near = Math.max(NEAR, Math.min(APART, this.#spacing * sample[2]!));
      if (!isLast && dx * dx + dy * dy < near * near && this.#isLike(at, sample, Math.min(near, WIDER))) {
        if (left.isAny || near > NEAR) left.add(dx, dy, sample);
        return false;
      }
    }
    this.#append(sample);
    return true;
  }

  /** True if a sample near a point, whose radius differs by less than so much, shows nothing that the point does not. */
  #isLike(at: number, sample: Placed, alike: number): boolean {
    const wider = sample[2]! - this.radius[at]!;
    if (wider >= alike || wider <= -alike) return false;
    if (!this.#varies) return true;
    const pressed = sample[3]! - this.pressure[at]!;
    const leaned = sample[4]! - this.lean[at]!;
    return pressed < ALIKE && pressed > -ALIKE && leaned < ALIKE && leaned > -ALIKE;
  }

  #append(sample: Placed): void {
    let n = this.count;
    this.left.clear();
    if (this.#bends && n > 1) {
      const { x, y } = this;
      const reach = bendOf(x[n - 2]!, y[n - 2]!, x[n - 1]!, y[n - 1]!, sample[0]!, sample[1]!, this.#scale);
      if (reach > 0) n = bend(this, n, reach, sample);
    }
    makeRoom(this, n);
    this.x[n] = sample[0]!;
    this.y[n] = sample[1]!;
    this.radius[n] = sample[2]!;
    this.pressure[n] = sample[3]!;
    this.lean[n] = sample[4]!;
    if (this.#isMeasured) measure(this, n);
    this.count = n + 1;
  }
}

const trace = new LineTrace();
const sample = placed();

/**
 * The trace of the stroke, in shared arrays: valid until the next call. It begins at the stroke's first point wherever
 * one looks, so that each part of a picture is drawn from the same pieces.
 * @param scale device px per drawing unit
 */
export function traceOf(stroke: FlatStroke, brush: Brush, scale: number): Trace {
  const { pool, at, count, pressed, tilted, per, size } = stroke;
  const across = size * scale;
  const pressureAt = at + 2 * count;
  const tiltAt = pressed ? pressureAt + count : pressureAt;
  const even = across * brush.radius(EVEN, UPRIGHT);
  trace.beginLine(brush, scale);
  for (let i = 0; i < count; i++) {
    let radius = even;
    let pressure = EVEN;
    let lean = UPRIGHT;
    if (pressed || tilted) {
      if (pressed) pressure = pool[pressureAt + i]! / per;
      if (tilted) lean = pool[tiltAt + i]! / per;
      radius = across * brush.radius(pressure, lean);
    }
    sample[0] = onGrid(pool[at + 2 * i]! / per, scale);
    sample[1] = onGrid(pool[at + 2 * i + 1]! / per, scale);
    sample[2] = radius;
    sample[3] = pressure;
    sample[4] = lean;
    trace.put(sample, i === count - 1);
  }
  return trace;
}
