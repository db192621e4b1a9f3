/**
 * Turns the samples of a stroke into the points that are stored.
 *
 * Samples are rounded to a tenth of a screen pixel at the zoom they were drawn at. Samples within a tenth of a
 * screen pixel of the line between their stored neighbours are left out (Ramer, Douglas and Peucker). Distances
 * are measured from the unrounded sample, so that rounding and thinning together stay within that tenth: no
 * visible change.
 */
import { COORDINATE_MAX, POINTS_MAX } from '../../core/drawing/limits.ts';
import type { Point } from '../../core/drawing/types.ts';
import { WIDTH_PER_PRESSURE, WIDTH_PER_TILT } from '../brush/kinds/width.ts';
import type { StrokeSamples } from './stroke-samples.ts';

/** The farthest that a left-out sample may lie from the stored line, CSS px. */
const TOLERANCE = 0.1;
/** Coordinates are stored at least this finely, CSS px. */
const GRID = 0.1;
/** Decimals of pressure and of tilt. */
export const PRESSURE_DECIMALS = 3;
/** A stroke whose tilt is nowhere above this is stored without: the pen was upright. */
export const TILT_LEAST = 0.1;
/** Smaller changes of the tilt do not count, so that the noise of the sensor, about a degree, keeps no points. */
const TILT_NOISE = 0.02;
/**
 * Samples thinned at a time. The time grows with the square of this number, so a scribble of thousands is
 * split.
 */
const WINDOW = 512;

/** How many decimals to store for a coordinate drawn at this zoom. */
export function decimalsAt(zoom: number): number {
  return Math.max(0, Math.ceil(Math.log10(zoom / GRID) - 1e-9));
}

/** The value rounded to `decimals`; never -0, which JSON does not keep. */
export function roundTo(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale + 0;
}

/** The value rounded, and clamped to the limit of stored coordinates. */
export function storedCoordinate(value: number, decimals: number): number {
  return Math.min(COORDINATE_MAX, Math.max(-COORDINATE_MAX, roundTo(value, decimals)));
}

export interface StoredInk {
  readonly points: readonly Point[];
  readonly pressure?: readonly number[];
  readonly tilt?: readonly number[];
}

/**
 * The points to store for a trace drawn at `zoom` with a pen of `size` drawing units. Usually one run; several
 * where the trace has more points than a stroke may have (each begins where the one before it ends); none for
 * an empty trace.
 */
export function storedInk(trace: StrokeSamples, zoom: number, size: number): StoredInk[] {
  const decimals = decimalsAt(zoom);
  const x = trace.x.map((v) => storedCoordinate(v, decimals));
  const y = trace.y.map((v) => storedCoordinate(v, decimals));
  const pressed = trace.pressure.length > 0;
  const leans = trace.tilt.some((tilt) => tilt > TILT_LEAST);
  const kept = keptIndices({
    trace,
    x,
    y,
    zoom,
    perPressure: pressed ? (WIDTH_PER_PRESSURE * size) / 2 : 0,
    perTilt: leans ? (WIDTH_PER_TILT * size) / 2 : 0,
  });
  const runs: StoredInk[] = [];
  for (let from = 0; from < kept.length; from += POINTS_MAX - 1) {
    const run = kept.slice(from, from + POINTS_MAX);
    if (from > 0 && run.length === 1) break;
    const points = run.map((i): Point => [x[i]!, y[i]!]);
    const along = (values: readonly number[]) => run.map((i) => storedPart(values[i] ?? 0));
    runs.push({
      points,
      ...(pressed && { pressure: along(trace.pressure) }),
      ...(leans && { tilt: along(trace.tilt) }),
    });
  }
  return runs;
}

/** A pressure or a tilt, rounded, and clamped to 0..1. */
function storedPart(value: number): number {
  return roundTo(Math.min(1, Math.max(0, value)), PRESSURE_DECIMALS);
}

interface ThinningInput {
  readonly trace: StrokeSamples;
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly zoom: number;
  /** How far one unit of pressure moves the edge, drawing units; 0 where the device reports none. */
  readonly perPressure: number;
  /** The same for the tilt; 0 where it is not stored. */
  readonly perTilt: number;
}

/**
 * The indices of the samples to store, ascending; the first and the last are always among them. Iterative,
 * because a stroke may have 10,000 samples.
 */
function keptIndices({ trace, x, y, zoom, perPressure, perTilt }: ThinningInput): number[] {
  const n = x.length;
  if (n === 0) return [];
  if (n === 1) return [0];
  const keep = new Uint8Array(n);
  const limit = (TOLERANCE / zoom) ** 2;
  const stack: number[] = [];
  for (let from = 0; from < n - 1; from += WINDOW) {
    const to = Math.min(n - 1, from + WINDOW);
    keep[from] = 1;
    keep[to] = 1;
    stack.push(from, to);
  }
  while (stack.length > 0) {
    const last = stack.pop()!;
    const first = stack.pop()!;
    let worst = limit;
    let at = -1;
    const ax = x[first]!;
    const ay = y[first]!;
    const dx = x[last]! - ax;
    const dy = y[last]! - ay;
    const length2 = dx * dx + dy * dy;
    for (let i = first + 1; i < last; i++) {
      const px = trace.x[i]! - ax;
      const py = trace.y[i]! - ay;
      const t = length2 === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length2));
      let error = (px - t * dx) ** 2 + (py - t * dy) ** 2;
      if (perPressure > 0) {
        error = Math.max(error, (perPressure * off(trace.pressure, first, i, last, t)) ** 2);
      }
      if (perTilt > 0) {
        const tilt = Math.abs(off(trace.tilt, first, i, last, t));
        if (tilt > TILT_NOISE) error = Math.max(error, (perTilt * tilt) ** 2);
      }
      if (error > worst) {
        worst = error;
        at = i;
      }
    }
    if (at === -1) continue;
    keep[at] = 1;
    if (at - first > 1) stack.push(first, at);
    if (last - at > 1) stack.push(at, last);
  }
  const kept: number[] = [];
  for (let i = 0; i < n; i++) {
    const before = kept.at(-1);
    if (!keep[i] || (before !== undefined && repeats(before, i))) continue;
    kept.push(i);
  }
  return kept;

  /**
   * True if sample `i` was rounded onto the stored point before it, with the same pressure and tilt: storing it
   * would show nothing.
   */
  function repeats(before: number, i: number): boolean {
    const same = x[before] === x[i] && y[before] === y[i];
    if (!same || (perPressure > 0 && trace.pressure[before] !== trace.pressure[i])) return false;
    return perTilt === 0 || trace.tilt[before] === trace.tilt[i];
  }
}

/** How far value `i` lies from those between which it would be left out. @param t its place between them, 0..1 */
function off(values: readonly number[], first: number, i: number, last: number, t: number): number {
  const a = values[first]!;
  return values[i]! - (a + t * (values[last]! - a));
}
