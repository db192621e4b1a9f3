/**
 * Which washes run into each other. Strokes of a wash that are laid beside each other while they are wet leave no edge
 * where they touch: they are one wash. The rule reads the document alone, so every device draws the same.
 */
import type { Stroke } from '../../core/drawing/types.ts';
import { brushOf } from './brushes.ts';
import { type FlatStroke, NO_TIME } from './flat-stroke.ts';

/** How long a wash stays wet, ms of drawing time. */
export const WET = 8_000;
/**
 * Drawing units per ms: a brush that lays a wash moves at least so fast. A stroke says when it began, and not when it
 * ended; its length tells that nearly enough.
 */
const SLOWEST = 0.1;

/** What the rule reads of a stroke that can run into another. */
export interface Wash {
  readonly tool: string;
  readonly color: string;
  readonly size: number;
  readonly opacity: number;
  readonly layer: string;
  /** When it began and when it had ended, at the latest, ms of drawing time. */
  readonly begin: number;
  readonly end: number;
}

/** True if the second, which is the next stroke of the drawing, runs into the first. */
export function runsInto(first: Wash, second: Wash): boolean {
  return (
    second.begin >= first.begin &&
    second.begin - first.end <= WET &&
    second.tool === first.tool &&
    second.color === first.color &&
    second.size === first.size &&
    second.opacity === first.opacity &&
    second.layer === first.layer
  );
}

/**
 * The first ms of drawing time at which the last of these strokes is dry, so that none that begins then runs into it;
 * undefined if it is no wash.
 */
export function dryAfter(strokes: readonly Stroke[]): number | undefined {
  const last = strokes.at(-1);
  const wash = last && washOf(last);
  return wash && Math.floor(wash.end + WET) + 1;
}

/** The first ms of drawing time at which all washes among these strokes are dry; 0 if there are none. */
export function allDryAfter(strokes: readonly Stroke[]): number {
  return strokes.reduce((latest, stroke) => Math.max(latest, dryAfter([stroke]) ?? 0), 0);
}

/** Undefined for a stroke that runs into no other: of another brush, or without a time. */
export function washOf({ tool, color, size, opacity = 1, layer = '', at, points }: Stroke): Wash | undefined {
  if (at === undefined || !brushOf(tool).isWet) return undefined;
  let length = 0;
  for (let i = 1; i < points.length; i++) {
    length += distance(points[i]![0] - points[i - 1]![0], points[i]![1] - points[i - 1]![1]);
  }
  return { tool, color, size, opacity, layer, begin: at, end: at + length / SLOWEST };
}

/** The drawing time until which others may run into the stroke, or else when it began; undefined if it does not say. */
export function wetUntil(stroke: Stroke): number | undefined {
  const wash = washOf(stroke);
  return wash ? wash.end + WET : stroke.at;
}

/** The same of a stroke as numbers. */
export function flatWashOf(stroke: FlatStroke): Wash | undefined {
  const { tool, color, size, opacity, layer, time, pool, at, count, per } = stroke;
  if (time === NO_TIME || !brushOf(tool).isWet) return undefined;
  let length = 0;
  for (let i = at + 2; i < at + 2 * count; i += 2) {
    length += distance(pool[i]! / per - pool[i - 2]! / per, pool[i + 1]! / per - pool[i - 1]! / per);
  }
  return { tool, color, size, opacity, layer, begin: time, end: time + length / SLOWEST };
}

/** Rounded the same in every browser, unlike `Math.hypot`. */
function distance(dx: number, dy: number): number {
  return Math.sqrt(dx * dx + dy * dy);
}

/**
 * The coats of a drawing: its strokes in their order, those that are one wash together. Each coat is painted as one.
 */
export class Coats<T> {
  readonly #washOf: (stroke: T) => Wash | undefined;
  /** The strokes of each coat of more than one, by each of them. */
  #coats = new Map<T, readonly T[]>();

  constructor(washOf: (stroke: T) => Wash | undefined) {
    this.#washOf = washOf;
  }

  /**
   * Takes all strokes of the drawing, bottom first. Returns those that are now in a coat with others than before, or
   * alone: they look different although they did not change.
   */
  set(strokes: Iterable<T>): T[] {
    const before = this.#coats;
    const after = new Map<T, readonly T[]>();
    const changed: T[] = [];
    let coat: T[] = [];
    let last: Wash | undefined;
    const close = () => {
      const known = before.get(coat[0]!);
      const isKnown = known?.length === coat.length && known.every((one, i) => one === coat[i]);
      if (!isKnown && (coat.length > 1 || known)) changed.push(...coat);
      if (coat.length > 1) for (const one of coat) after.set(one, isKnown ? known! : coat);
      coat = [];
    };
    for (const stroke of strokes) {
      const wash = this.#washOf(stroke);
      if (coat.length > 0 && !(wash && last && runsInto(last, wash))) close();
      if (wash) coat.push(stroke);
      last = wash;
    }
    if (coat.length > 0) close();
    this.#coats = after;
    return changed;
  }

  /** True if the stroke is in a coat with others. */
  joins(stroke: T): boolean {
    return this.#coats.has(stroke);
  }

  /** Groups some of the strokes, bottom first, into coats. */
  group(strokes: readonly T[]): (readonly T[])[] {
    const groups: T[][] = [];
    let open: readonly T[] | undefined;
    for (const stroke of strokes) {
      const coat = this.#coats.get(stroke);
      if (coat && coat === open) groups.at(-1)!.push(stroke);
      else groups.push([stroke]);
      open = coat;
    }
    return groups;
  }
}

/** The strokes on top of a drawing, bottom first, that a stroke which is just beginning runs into. */
export function runBelow(strokes: readonly Stroke[], style: Omit<Stroke, 'points'>): readonly Stroke[] {
  let next = washOf({ ...style, points: [] });
  let from = strokes.length;
  while (from > 0 && next) {
    const before = washOf(strokes[from - 1]!);
    if (!before || !runsInto(before, next)) break;
    next = before;
    from -= 1;
  }
  return strokes.slice(from);
}

/** Index of the last stroke of the wash that the stroke at this index belongs to: its own if it runs into no other. */
export function lastOfWash(strokes: readonly Stroke[], index: number): number {
  const washAt = (i: number) => (i < strokes.length ? washOf(strokes[i]!) : undefined);
  let [last, wash] = [index, washAt(index)];
  for (let next = washAt(last + 1); wash && next && runsInto(wash, next); next = washAt(last + 1)) {
    last += 1;
    wash = next;
  }
  return last;
}

/** The coats of a whole drawing. */
export function coatsOf(strokes: readonly Stroke[]): (readonly Stroke[])[] {
  const coats = new Coats(washOf);
  coats.set(strokes);
  return coats.group(strokes);
}
