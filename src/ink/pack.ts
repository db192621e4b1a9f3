/**
 * Strokes as a few typed arrays, to be handed to the worker once. Coordinates with at most three decimals, which is
 * what pens leave, are whole thousandths; others stay as they are. Either way not a digit is lost.
 */
import type { Stroke } from '../core/drawing/types.ts';
import { type Bounds, strokeBounds } from './bounds.ts';
import { type FlatStroke, flatLength, flatten } from './flat-stroke.ts';
import type { Placed } from './pile.ts';

export interface Packed {
  /** Tool and colour of strokes, each pair once. */
  readonly styles: readonly { readonly tool: string; readonly color: string }[];
  /** COLUMNS numbers a stroke. */
  readonly table: Float64Array<ArrayBuffer>;
  /** Thousandths, of the strokes whose column `per` says so. */
  readonly whole: Int32Array<ArrayBuffer>;
  readonly exact: Float64Array<ArrayBuffer>;
}

/** A stroke out of a package. */
export interface Piece extends FlatStroke, Placed {
  readonly bounds: Bounds;
}

/** place, style, size, points, is pressed, per, minX, minY, maxX, maxY */
const COLUMNS = 10;
const THOUSANDTHS = 1000;
const WHOLE_MAX = 2 ** 31 - 1;

export function pack(strokes: readonly (Placed & { readonly stroke: Stroke })[]): Packed {
  const table = new Float64Array(strokes.length * COLUMNS);
  const styles: { tool: string; color: string }[] = [];
  const numbers = new Map<string, number>();
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
    const { tool, color, size, points, pressure } = stroke;
    const name = `${tool} ${color}`;
    let style = numbers.get(name);
    if (style === undefined) {
      style = styles.push({ tool, color }) - 1;
      numbers.set(name, style);
    }
    if (!isWhole[i]) {
      flatten(stroke, exact, exactAt);
      exactAt += flatLength(stroke);
    }
    const { minX, minY, maxX, maxY } = strokeBounds(stroke);
    const per = isWhole[i] ? THOUSANDTHS : 1;
    table.set(
      [place, style, size, points.length, pressure ? 1 : 0, per, minX, minY, maxX, maxY],
      i * COLUMNS,
    );
  }
  return { styles, table, whole: wholeLength < most ? whole.slice(0, wholeLength) : whole, exact };
}

/** What of a package moves to the worker rather than being copied. */
export function buffersOf({ table, whole, exact }: Packed): ArrayBuffer[] {
  return [table.buffer, whole.buffer, exact.buffer];
}

export function unpack({ styles, table, whole, exact }: Packed): Piece[] {
  const pieces: Piece[] = [];
  let wholeAt = 0;
  let exactAt = 0;
  for (let row = 0; row < table.length; row += COLUMNS) {
    const [place, style, size, count, isPressed, per, minX, minY, maxX, maxY] = table.subarray(
      row,
      row + COLUMNS,
    );
    const pressed = isPressed === 1;
    const isWhole = per === THOUSANDTHS;
    pieces.push({
      ...styles[style!]!,
      place: place!,
      size: size!,
      pool: isWhole ? whole : exact,
      at: isWhole ? wholeAt : exactAt,
      count: count!,
      pressed,
      per: per!,
      bounds: { minX: minX!, minY: minY!, maxX: maxX!, maxY: maxY! },
    });
    const length = count! * (pressed ? 3 : 2);
    if (isWhole) wholeAt += length;
    else exactAt += length;
  }
  return pieces;
}

/** As `flatten`, in thousandths; not where one of the stroke's numbers has a finer part, or is too large. */
function flattenWhole({ points, pressure }: Stroke, pool: Int32Array, at: number): boolean {
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
  if (pressure) for (let i = 0; i < points.length; i++) if (!put(pressure[i] ?? 0.5)) return false;
  return true;
}
