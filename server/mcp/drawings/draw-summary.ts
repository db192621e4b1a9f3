/** A drawing in a few lines: an assistant has little room, and a drawing may have megabytes. */
import type { Drawing, Stroke } from '../../../src/core/drawing/types.ts';

/** Most points that a response may carry: about what fits into an assistant's limit beside everything else. */
export const POINTS_SHOWN = 2000;
/** Most entries of a tally. */
const TALLY_MAX = 20;

export interface Bounds {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

export interface Tally {
  /** Values and how many strokes have them, the most frequent first. */
  readonly top: readonly (readonly [value: string, strokes: number])[];
  /** How many values are left out. */
  readonly more: number;
}

/** Which strokes to return whole. */
export interface StrokeRange {
  /** Index of the first stroke. */
  readonly from: number;
  readonly atMost: number;
}

/** Summarises a drawing's strokes. They are added one at a time, and only the requested ones are stored. */
export class Summary {
  count = 0;
  /**
   * The requested strokes, whole: a stroke without its end would be another stroke. After one that does not
   * fit, no more are stored.
   */
  readonly given: Stroke[] = [];
  readonly #wanted: StrokeRange;
  readonly #tools = new Map<string, number>();
  readonly #colors = new Map<string, number>();
  #bounds: Bounds | null = null;
  #points = 0;

  constructor(wanted: StrokeRange = { from: 0, atMost: 0 }) {
    this.#wanted = wanted;
  }

  add(stroke: Stroke): void {
    const { tool, color, points } = stroke;
    const { from, atMost } = this.#wanted;
    if (this.count >= from && this.count < from + atMost) {
      this.#points += points.length;
      if (this.#points <= POINTS_SHOWN) this.given.push(stroke);
    }
    this.count++;
    countOne(this.#tools, tool);
    countOne(this.#colors, color.toLowerCase());
    this.#bounds = grown(this.#bounds, points);
  }

  /** Bounding box of all points; null without points. */
  get bounds(): Bounds | null {
    return this.#bounds;
  }

  get tools(): Tally {
    return tallyOf(this.#tools);
  }

  get colors(): Tally {
    return tallyOf(this.#colors);
  }
}

function grown(bounds: Bounds | null, points: Stroke['points']): Bounds | null {
  let { minX, minY, maxX, maxY } = bounds ?? {
    minX: Infinity,
    minY: Infinity,
    maxX: -Infinity,
    maxY: -Infinity,
  };
  for (const [x, y] of points) {
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  return minX > maxX ? null : { minX, minY, maxX, maxY };
}

function countOne(counts: Map<string, number>, value: string): void {
  counts.set(value, (counts.get(value) ?? 0) + 1);
}

function tallyOf(counts: ReadonlyMap<string, number>): Tally {
  const all = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return { top: all.slice(0, TALLY_MAX), more: Math.max(0, all.length - TALLY_MAX) };
}

/** The stored thumbnail in base64; undefined without one. */
export function thumbnailOf({ thumb }: Pick<Drawing, 'thumb'>): string | undefined {
  return thumb === '' ? undefined : thumb.slice(thumb.indexOf(',') + 1);
}
