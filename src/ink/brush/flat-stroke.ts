/**
 * A stroke as a run of numbers in a larger array. Strokes travel to the worker in this form, and both the
 * worker and the page draw tiles from it, so that a tile looks the same whoever drew it.
 */
import type { Stroke } from '../../core/drawing/types.ts';
import { EVEN, UPRIGHT } from './brush.ts';

export interface FlatStroke {
  readonly tool: string;
  readonly color: string;
  readonly size: number;
  readonly opacity: number;
  /** When it began, in ms of drawing time; -1 if it does not say. */
  readonly time: number;
  /** Id of its layer; `""` if it names none. */
  readonly layer: string;
  /**
   * The numbers, from `at` on: x and y of each point in turn, then the pressures and the tilts if there are
   * any. Each is multiplied by `per`.
   */
  readonly pool: ArrayLike<number>;
  readonly at: number;
  readonly count: number;
  readonly pressed: boolean;
  readonly tilted: boolean;
  readonly per: number;
}

/** How many numbers a stroke takes in a pool. */
export function flatLength({ points, pressure, tilt }: Stroke): number {
  return points.length * (2 + (pressure ? 1 : 0) + (tilt ? 1 : 0));
}

/** Writes the stroke's numbers into the pool, from `at` on. */
export function flattenStroke({ points, pressure, tilt }: Stroke, pool: Float64Array, at: number): void {
  let next = at;
  for (let i = 0; i < points.length; i++) {
    const point = points[i]!;
    pool[next++] = point[0];
    pool[next++] = point[1];
  }
  if (pressure) for (let i = 0; i < points.length; i++) pool[next++] = pressure[i] ?? EVEN;
  if (tilt) for (let i = 0; i < points.length; i++) pool[next++] = tilt[i] ?? UPRIGHT;
}

/** The time of a stroke that does not say when it began. */
export const NO_TIME = -1;

let scratch = new Float64Array(4096);

/** The stroke in flat form, in a shared buffer: valid until the next call. */
export function asFlatStroke(stroke: Stroke): FlatStroke {
  const length = flatLength(stroke);
  if (scratch.length < length) scratch = new Float64Array(2 * length);
  flattenStroke(stroke, scratch, 0);
  return {
    tool: stroke.tool,
    color: stroke.color,
    size: stroke.size,
    opacity: stroke.opacity ?? 1,
    time: stroke.at ?? NO_TIME,
    layer: stroke.layer ?? '',
    pool: scratch,
    at: 0,
    count: stroke.points.length,
    pressed: stroke.pressure !== undefined,
    tilted: stroke.tilt !== undefined,
    per: 1,
  };
}
