/** The trace of a stroke being drawn: it keeps the points that `traceOf` keeps of the finished stroke. */
import { type Brush, EVEN, UPRIGHT } from '../brush.ts';
import { LeftOut, LineTrace, placed } from '../field/trace.ts';
import { measure, onGrid } from '../field/trace-points.ts';

/** The line of a stroke, drawing units. Samples may be appended between two looks at it. */
export interface Line {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  /** 0..1, one for each sample, or none at all. */
  readonly pressure: ArrayLike<number>;
  /** 0..1, one for each sample, or none at all. */
  readonly tilt: ArrayLike<number>;
}

export class GrowingTrace extends LineTrace {
  readonly #sample = placed();
  #brush: Brush | undefined;
  #scale = 1;
  #across = 1;
  /** Points that are settled, the last of them (x, y, radius, pressure, lean), and what was left out after it. */
  #settled = 0;
  #end: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  readonly #settledLeft = new LeftOut();

  /**
   * Begins a stroke.
   * @param size drawing units
   * @param scale device px per drawing unit
   */
  begin(brush: Brush, size: number, scale: number): void {
    this.beginLine(brush, scale);
    this.#settled = 0;
    this.#settledLeft.clear();
    this.#brush = brush;
    this.#scale = scale;
    this.#across = size * scale;
  }

  /** Adds a sample. Unless it is the last, it may be left out; returns false then. */
  add(line: Line, i: number, isLast: boolean): boolean {
    const sample = this.#sample;
    const pressure = line.pressure[i] ?? EVEN;
    const lean = line.tilt[i] ?? UPRIGHT;
    sample[0] = onGrid(line.x[i]!, this.#scale);
    sample[1] = onGrid(line.y[i]!, this.#scale);
    sample[2] = this.#across * this.#brush!.radius(pressure, lean);
    sample[3] = pressure;
    sample[4] = lean;
    return this.put(sample, isLast);
  }

  /** Notes the end of what is settled, for `takeBack`. */
  settle(): void {
    const last = this.count - 1;
    const { x, y, radius, pressure, lean } = this;
    this.#settled = this.count;
    this.#settledLeft.take(this.left);
    this.#end = [x[last]!, y[last]!, radius[last]!, pressure[last]!, lean[last]!];
  }

  /** Takes back what was added since, and the bend around the point before it. */
  takeBack(): void {
    const count = this.#settled;
    this.count = count;
    this.left.take(this.#settledLeft);
    if (count === 0) return;
    const last = count - 1;
    [this.x[last], this.y[last], this.radius[last], this.pressure[last], this.lean[last]] = this.#end;
    measure(this, last);
  }
}
