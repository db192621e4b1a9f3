/** The trace of a stroke being drawn: it keeps the points that `traceOf` keeps of the finished stroke. */
import { type Brush, EVEN, UPRIGHT } from '../brush.ts';
import { isAlike, isNear, onGrid, readsVariation, type Trace } from '../field/trace.ts';

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

  /**
   * Begins a stroke.
   * @param size drawing units
   * @param scale device px per drawing unit
   */
  begin(brush: Brush, size: number, scale: number): void {
    this.count = 0;
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
    const n = this.count;
    let way = 0;
    if (n > 0) {
      const [dx, dy] = [px - this.x[n - 1]!, py - this.y[n - 1]!];
      if (!isLast && isNear(dx, dy, r - this.radius[n - 1]!, r, this.#brush!.spacing)) {
        if (!this.#varies || isAlike(pressure - this.pressure[n - 1]!, lean - this.lean[n - 1]!))
          return false;
      }
      way = this.way[n - 1]! + Math.sqrt(dx * dx + dy * dy);
    }
    if (n === this.x.length) this.#enlarge();
    this.x[n] = px;
    this.y[n] = py;
    this.radius[n] = r;
    this.pressure[n] = pressure;
    this.lean[n] = lean;
    this.way[n] = way;
    this.count = n + 1;
    return true;
  }

  #enlarge(): void {
    const enlarged = (numbers: Float64Array<ArrayBuffer>) => {
      const all = new Float64Array(2 * numbers.length);
      all.set(numbers);
      return all;
    };
    this.x = enlarged(this.x);
    this.y = enlarged(this.y);
    this.radius = enlarged(this.radius);
    this.pressure = enlarged(this.pressure);
    this.lean = enlarged(this.lean);
    this.way = enlarged(this.way);
  }
}
