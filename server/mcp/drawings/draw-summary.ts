/** A drawing in a few lines: an assistant has little room, and a drawing may have megabytes. */
import { BASE, layerOf, ONE_LAYER } from '../../../src/core/drawing/members/layers.ts';
import type { Drawing, Layer, Stroke } from '../../../src/core/drawing/types.ts';

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

/** What a drawing shows: its strokes without those of hidden layers. */
export interface Seen {
  /** Strokes. */
  readonly count: number;
  /** Bounding box of all points; null without points. */
  readonly bounds: Bounds | null;
  readonly tools: Tally;
  readonly colors: Tally;
}

/** What the strokes that name one layer are. */
interface Part {
  count: number;
  bounds: Bounds | null;
  readonly tools: Map<string, number>;
  readonly colors: Map<string, number>;
}

const newPart = (): Part => ({ count: 0, bounds: null, tools: new Map(), colors: new Map() });

/**
 * Summarises a drawing's strokes. They are added one at a time, and only the requested ones are stored. The layers are
 * known only after the strokes, which come before them in the text of a drawing.
 */
export class Summary {
  count = 0;
  /**
   * The requested strokes, whole: a stroke without its end would be another stroke. After one that does not
   * fit, no more are stored.
   */
  readonly given: Stroke[] = [];
  readonly #wanted: StrokeRange;
  /** By the layer that the strokes name. */
  readonly #parts = new Map<string, Part>();
  #points = 0;

  constructor(wanted: StrokeRange = { from: 0, atMost: 0 }) {
    this.#wanted = wanted;
  }

  add(stroke: Stroke): void {
    const { tool, color, points, layer = BASE.id } = stroke;
    const { from, atMost } = this.#wanted;
    if (this.count >= from && this.count < from + atMost) {
      this.#points += points.length;
      if (this.#points <= POINTS_SHOWN) this.given.push(stroke);
    }
    this.count++;
    const part = this.#parts.get(layer) ?? newPart();
    this.#parts.set(layer, part);
    part.count++;
    countSome(part.tools, tool, 1);
    countSome(part.colors, color.toLowerCase(), 1);
    part.bounds = grown(part.bounds, points);
  }

  seen(layers: readonly Layer[] = ONE_LAYER): Seen {
    const visible = new Set(layers.flatMap(({ id, visible }) => (visible ? [id] : [])));
    const all = newPart();
    for (const [layer, { count, bounds, tools, colors }] of this.#parts) {
      if (!visible.has(layerOf({ layer }, layers))) continue;
      all.count += count;
      if (bounds !== null) all.bounds = grown(all.bounds, cornersOf(bounds));
      for (const [tool, strokes] of tools) countSome(all.tools, tool, strokes);
      for (const [color, strokes] of colors) countSome(all.colors, color, strokes);
    }
    const { count, bounds, tools, colors } = all;
    return { count, bounds, tools: tallyOf(tools), colors: tallyOf(colors) };
  }

  /** How many strokes each layer has, in the order of the layers. */
  strokesOn(layers: readonly Layer[] = ONE_LAYER): number[] {
    const counts = new Map<string, number>();
    for (const [layer, { count }] of this.#parts) countSome(counts, layerOf({ layer }, layers), count);
    return layers.map(({ id }) => counts.get(id) ?? 0);
  }
}

function cornersOf({ minX, minY, maxX, maxY }: Bounds): Stroke['points'] {
  return [
    [minX, minY],
    [maxX, maxY],
  ];
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

function countSome(counts: Map<string, number>, value: string, strokes: number): void {
  counts.set(value, (counts.get(value) ?? 0) + strokes);
}

function tallyOf(counts: ReadonlyMap<string, number>): Tally {
  const all = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return { top: all.slice(0, TALLY_MAX), more: Math.max(0, all.length - TALLY_MAX) };
}

/** The stored thumbnail in base64; undefined without one. */
export function thumbnailOf({ thumb }: Pick<Drawing, 'thumb'>): string | undefined {
  return thumb === '' ? undefined : thumb.slice(thumb.indexOf(',') + 1);
}
