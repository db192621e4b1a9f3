/**
 * Packs strokes into a few typed arrays, to move them to the worker once. Coordinates with at most three
 * decimals, as pens produce, are stored as whole thousandths, others as they are: nothing is rounded either
 * way.
 */
import type { Stroke } from '../../../core/drawing/types.ts';
import { EVEN, UPRIGHT } from '../../brush/brush.ts';
import { type FlatStroke, flatLength, flattenStroke, NO_TIME } from '../../brush/flat-stroke.ts';
import { type Bounds, strokeBounds } from '../../geometry/bounds.ts';
import type { ZOrdered } from '../../scene/spatial-index.ts';

export interface PackedStrokes {
  /** The pairs of tool and colour, each once. */
  readonly styles: readonly { readonly tool: string; readonly color: string }[];
  /** Ids of layers, each once. The first is `""`. */
  readonly layers: readonly string[];
  /** COLUMNS numbers for each stroke. */
  readonly table: Float64Array<ArrayBuffer>;
  /** Thousandths, for strokes whose column `per` is 1000. */
  readonly whole: Int32Array<ArrayBuffer>;
  readonly exact: Float64Array<ArrayBuffer>;
}

/** A stroke read out of a package. */
export interface FlatSceneStroke extends FlatStroke, ZOrdered {
  readonly bounds: Bounds;
}

/** Columns: place, style, size, opacity, time, layer, points, what the pool has of each, per, minX, minY, maxX, maxY. */
const COLUMNS = 13;
/** Bits of what the pool has of each point besides its place. */
export const PRESSED = 1;
export const TILTED = 2;
export const THOUSANDTHS = 1000;
export const WHOLE_MAX = 2 ** 31 - 1;

/** Builds the table of a package. */
export class StrokeTable {
  readonly #styles: { readonly tool: string; readonly color: string }[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #layers = [''];
  #table: Float64Array<ArrayBuffer>;
  #length = 0;

  /** @param strokes how many strokes are expected */
  constructor(strokes: number) {
    this.#table = new Float64Array(strokes * COLUMNS);
  }

  /** The style's number; a new pair gets a new number. */
  style(tool: string, color: string): number {
    const name = `${tool} ${color}`;
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const style = this.#styles.push({ tool, color }) - 1;
    this.#numbers.set(name, style);
    return style;
  }

  /** The layer's number. Drawings have few. */
  #layer(id: string): number {
    const known = this.#layers.indexOf(id);
    return known >= 0 ? known : this.#layers.push(id) - 1;
  }

  /** The tool of a style. */
  toolOf(style: number): string {
    return this.#styles[style]!.tool;
  }

  add(
    place: number,
    style: number,
    size: number,
    opacity: number,
    time: number,
    layer: string,
    points: number,
    has: number,
    per: number,
    { minX, minY, maxX, maxY }: Bounds,
  ): void {
    if (this.#length + COLUMNS > this.#table.length) {
      const larger = new Float64Array(2 * this.#table.length + COLUMNS);
      larger.set(this.#table);
      this.#table = larger;
    }
    const table = this.#table;
    let at = this.#length;
    table[at++] = place;
    table[at++] = style;
    table[at++] = size;
    table[at++] = opacity;
    table[at++] = time;
    table[at++] = this.#layer(layer);
    table[at++] = points;
    table[at++] = has;
    table[at++] = per;
    table[at++] = minX;
    table[at++] = minY;
    table[at++] = maxX;
    table[at++] = maxY;
    this.#length = at;
  }

  packed(whole: Int32Array<ArrayBuffer>, exact: Float64Array<ArrayBuffer>): PackedStrokes {
    const table = this.#length < this.#table.length ? this.#table.slice(0, this.#length) : this.#table;
    return { styles: this.#styles, layers: this.#layers, table, whole, exact };
  }
}

export function pack(strokes: readonly (ZOrdered & { readonly stroke: Stroke })[]): PackedStrokes {
  const table = new StrokeTable(strokes.length);
  const isWhole: boolean[] = [];
  let most = 0;
  for (const { stroke } of strokes) most += flatLength(stroke);
  const whole = new Int32Array(most);
  let wholeLength = 0;
  for (const { stroke } of strokes) {
    const fits = flattenWhole(stroke, whole, wholeLength);
    isWhole.push(fits);
    if (fits) wholeLength += flatLength(stroke);
  }
  const exact = new Float64Array(
    strokes.reduce((sum, { stroke }, i) => sum + (isWhole[i] ? 0 : flatLength(stroke)), 0),
  );
  let exactAt = 0;
  for (const [i, { stroke, place }] of strokes.entries()) {
    const { tool, color, size, opacity = 1, at = NO_TIME, layer = '', points, pressure, tilt } = stroke;
    if (!isWhole[i]) {
      flattenStroke(stroke, exact, exactAt);
      exactAt += flatLength(stroke);
    }
    const per = isWhole[i] ? THOUSANDTHS : 1;
    const style = table.style(tool, color);
    const has = (pressure ? PRESSED : 0) | (tilt ? TILTED : 0);
    table.add(place, style, size, opacity, at, layer, points.length, has, per, strokeBounds(stroke));
  }
  return table.packed(wholeLength < most ? whole.slice(0, wholeLength) : whole, exact);
}

/** The buffers that move to the worker instead of being copied. */
export function buffersOf({ table, whole, exact }: PackedStrokes): ArrayBuffer[] {
  return [table.buffer, whole.buffer, exact.buffer];
}

export function unpack({ styles, layers, table, whole, exact }: PackedStrokes): FlatSceneStroke[] {
  const pieces: FlatSceneStroke[] = [];
  let wholeAt = 0;
  let exactAt = 0;
  for (let row = 0; row < table.length; row += COLUMNS) {
    const { tool, color } = styles[table[row + 1]!]!;
    const count = table[row + 6]!;
    const pressed = (table[row + 7]! & PRESSED) !== 0;
    const tilted = (table[row + 7]! & TILTED) !== 0;
    const per = table[row + 8]!;
    const isWhole = per === THOUSANDTHS;
    pieces.push({
      tool,
      color,
      place: table[row]!,
      size: table[row + 2]!,
      opacity: table[row + 3]!,
      time: table[row + 4]!,
      layer: layers[table[row + 5]!]!,
      pool: isWhole ? whole : exact,
      at: isWhole ? wholeAt : exactAt,
      count,
      pressed,
      tilted,
      per,
      bounds: {
        minX: table[row + 9]!,
        minY: table[row + 10]!,
        maxX: table[row + 11]!,
        maxY: table[row + 12]!,
      },
    });
    const length = count * (2 + (pressed ? 1 : 0) + (tilted ? 1 : 0));
    if (isWhole) wholeAt += length;
    else exactAt += length;
  }
  return pieces;
}

/**
 * Like `flatten`, in thousandths. Returns false if one of the stroke's numbers has more decimals or is too
 * large.
 */
function flattenWhole({ points, pressure, tilt }: Stroke, pool: Int32Array, at: number): boolean {
  let next = at;
  const put = (value: number) => {
    const thousandths = Math.round(value * THOUSANDTHS);
    pool[next++] = thousandths;
    return thousandths / THOUSANDTHS === value && Math.abs(thousandths) <= WHOLE_MAX;
  };
  for (let i = 0; i < points.length; i++) {
    const point = points[i]!;
    if (!put(point[0]) || !put(point[1])) return false;
  }
  if (pressure) for (let i = 0; i < points.length; i++) if (!put(pressure[i] ?? EVEN)) return false;
  if (tilt) for (let i = 0; i < points.length; i++) if (!put(tilt[i] ?? UPRIGHT)) return false;
  return true;
}
