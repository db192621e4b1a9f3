/** The points of a trace, and the grid that they lie on. */

/** Places are rounded to this part of a pixel, so that sums and differences of them are exact. */
const PER_PIXEL = 256;

/** The nearest place on the grid, px. */
export function toGrid(place: number): number {
  return Math.round(place * PER_PIXEL) / PER_PIXEL;
}

/** The place on the grid of a scale, px. */
export function onGrid(place: number, scale: number): number {
  return Math.round(place * scale * PER_PIXEL) / PER_PIXEL;
}

/** Points on the grid of a scale, px. */
export interface Trace {
  count: number;
  x: Float64Array<ArrayBuffer>;
  y: Float64Array<ArrayBuffer>;
  /** px, at each point. */
  radius: Float64Array<ArrayBuffer>;
  /** 0..1, at each point. */
  pressure: Float64Array<ArrayBuffer>;
  lean: Float64Array<ArrayBuffer>;
  /** Way to each point along those before it, px, where a brush reads it. */
  way: Float64Array<ArrayBuffer>;
}

/** Writes the way to a point of the trace along those before it. */
export function measure({ x, y, way }: Trace, i: number): void {
  if (i === 0) {
    way[0] = 0;
    return;
  }
  const dx = x[i]! - x[i - 1]!;
  const dy = y[i]! - y[i - 1]!;
  way[i] = way[i - 1]! + Math.sqrt(dx * dx + dy * dy);
}

/** Makes room for so many points and one more. What is there stays. */
export function makeRoom(trace: Trace, count: number): void {
  if (trace.x.length > count) return;
  const enlarged = (numbers: Float64Array<ArrayBuffer>) => {
    const all = new Float64Array(2 * (count + 1));
    all.set(numbers);
    return all;
  };
  trace.x = enlarged(trace.x);
  trace.y = enlarged(trace.y);
  trace.radius = enlarged(trace.radius);
  trace.pressure = enlarged(trace.pressure);
  trace.lean = enlarged(trace.lean);
  trace.way = enlarged(trace.way);
}
