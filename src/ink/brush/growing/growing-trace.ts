/** The trace of a stroke being drawn: it keeps the points that `traceOf` keeps of the finished stroke. */
import { type Brush, EVEN, UPRIGHT } from '../brush.ts';
import { bend, bendOf } from '../field/rounding.ts';
import { isAlike, isNear, readsVariation } from '../field/trace.ts';
import { makeRoom, measure, onGrid, type Trace } from '../field/trace-points.ts';

/** Room for the points of most strokes. */
const ROOM = 512;

/** The line of a stroke, drawing units. Samples may be appended between two looks at it. */
export interface Line {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  /** 0..1, one for each sample, or none at all. */
  readonly pressure: ArrayLike<number>;
  /** 0..1, one for each sample, or none at all. */
  readonly tilt: ArrayLike<number>;
}

export class GrowingTrace implements Trace {
  count = 0;
  x = new Float64Array(ROOM);
  y = new Float64Array(ROOM);
  radius = new Float64Array(ROOM);
  pressure = new Float64Array(ROOM);
  lean = new Float64Array(ROOM);
  way = new Float64Array(ROOM);
  #brush: Brush | undefined;
  #scale = 1;
  #across = 1;
  #varies = false;
  /** Points that are settled, and the last of them: x, y, radius, pressure, lean. */
  #settled = 0;
  #end: [number, number, number, number, number] = [0, 0, 0, 0, 0];

  /**
   * Begins a stroke.
   * @param size drawing units
   * @param scale device px per drawing unit
   */
  begin(brush: Brush, size: number, scale: number): void {
    this.count = 0;
    this.#settled = 0;
    this.#brush = brush;
    this.#scale = scale;
    this.#across = size * scale;
    this.#varies = readsVariation(brush);
  }

  /** Adds a sample. Unless it is the last, it is left out if it is near the one before; returns false then. */
  add(line: Line, i: number, isLast: boolean): boolean {
    const px = onGrid(line.x[i]!, this.#scale);
    const py = onGrid(line.y[i]!, this.#scale);
    const pressure = line.pressure[i] ?? EVEN;
    const lean = line.tilt[i] ?? UPRIGHT;
    const r = this.#across * this.#brush!.radius(pressure, lean);
    let n = this.count;
    if (n > 0) {
      const [dx, dy] = [px - this.x[n - 1]!, py - this.y[n - 1]!];
      if (!isLast && isNear(dx, dy, r - this.radius[n - 1]!, r, this.#brush!.spacing)) {
        if (!this.#varies || isAlike(pressure - this.pressure[n - 1]!, lean - this.lean[n - 1]!))
          return false;
      }
    }
    const { x, y } = this;
    const canBend = n > 1 && this.#brush!.bends;
    const reach = canBend ? bendOf(x[n - 2]!, y[n - 2]!, x[n - 1]!, y[n - 1]!, px, py, this.#scale) : 0;
    if (reach > 0) n = bend(this, n, reach, [px, py, r, pressure, lean]);
    makeRoom(this, n);
    this.x[n] = px;
    this.y[n] = py;
    this.radius[n] = r;
    this.pressure[n] = pressure;
    this.lean[n] = lean;
    measure(this, n);
    this.count = n + 1;
    return true;
  }

  /** Notes the end of what is settled, for `takeBack`. */
  settle(): void {
    const last = this.count - 1;
    const { x, y, radius, pressure, lean } = this;
    this.#settled = this.count;
    this.#end = [x[last]!, y[last]!, radius[last]!, pressure[last]!, lean[last]!];
  }

  /** Takes back what was added since, and the bend around the point before it. */
  takeBack(): void {
    const count = this.#settled;
    this.count = count;
    if (count === 0) return;
    const last = count - 1;
    [this.x[last], this.y[last], this.radius[last], this.pressure[last], this.lean[last]] = this.#end;
    measure(this, last);
  }
}
