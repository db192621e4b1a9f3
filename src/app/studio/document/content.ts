/**
 * Operations on a drawing, and their effect when it has changed meanwhile. Operations name strokes by content
 * and positions by the strokes underneath, never by index. Indices exist only while a patch is made.
 */
import { erases } from '../../../core/drawing/erasing.ts';
import { LAYERS_MAX, STROKES_MAX } from '../../../core/drawing/limits.ts';
import { changedLayers } from '../../../core/drawing/members/change-layers.ts';
import { BASE, sameLayers } from '../../../core/drawing/members/layers.ts';
import { sameMembers } from '../../../core/drawing/members/member-kinds.ts';
import { optionalMembers } from '../../../core/drawing/members/optional-members.ts';
import { samePaper } from '../../../core/drawing/members/paper.ts';
import { isPhotoLost, sameUnderlay } from '../../../core/drawing/members/underlay.ts';
import type { Layer, OptionalMembers, Paper, Stroke, Underlay } from '../../../core/drawing/types.ts';
import { strokeKey } from './stroke-key.ts';
import { StrokeList } from './stroke-list.ts';

/**
 * The position of a stroke: keys of the strokes under it, nearest first. An empty list is the bottom. If none
 * of them exists any more, the position is the top; for a stroke that erases, the bottom.
 */
export type Below = readonly string[];

export type Operation =
  | {
      readonly kind: 'insert';
      readonly stroke: Stroke;
      readonly place: 'top' | Below;
      /** True if it was stored before its drawing was deleted: it may be back with the drawing. */
      readonly again?: boolean;
    }
  | { readonly kind: 'remove'; readonly stroke: Stroke }
  /**
   * Puts `by` in place of those of `strokes` that still exist. Does nothing if none does. A single stroke may be the
   * first of `by`: it stays, and the others are put on it.
   */
  | {
      readonly kind: 'replace';
      readonly strokes: readonly Stroke[];
      readonly by: readonly [Stroke, ...Stroke[]];
    }
  /** Puts `by` at a place instead of the stroke. Does nothing if the stroke no longer exists. */
  | { readonly kind: 'move'; readonly stroke: Stroke; readonly by: Stroke; readonly place: Below }
  /** A change of the layers from one list to another, which leaves what others changed meanwhile. */
  | { readonly kind: 'layers'; readonly from: readonly Layer[]; readonly to: readonly Layer[] }
  | { readonly kind: 'title'; readonly title: string }
  | { readonly kind: 'paper'; readonly paper: Paper }
  /**
   * null for no photo. `from`: what the person saw before. Does nothing if another photo has taken its place since: somebody
   * placed it who would never know where it went.
   */
  | {
      readonly kind: 'underlay';
      readonly underlay: Underlay | null;
      readonly from?: Underlay | null | undefined;
    }
  | { readonly kind: 'thumb'; readonly thumb: string };

/** An operation that sets a member of the drawing as a whole. Of several the last one counts. */
type Whole = Extract<Operation, { kind: 'title' | 'paper' | 'underlay' | 'thumb' }>;

const WHOLE: ReadonlySet<Operation['kind']> = new Set(['title', 'paper', 'underlay', 'thumb']);

export function isWhole(operation: Operation): operation is Whole {
  return WHOLE.has(operation.kind);
}

export interface Content extends OptionalMembers {
  readonly title: string;
  readonly strokes: readonly Stroke[];
}

/** The operations of JSON Patch (RFC 6902) that the page sends. */
export type PatchOperation =
  | { readonly op: 'add'; readonly path: string; readonly value: Stroke }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'replace'; readonly path: `/strokes/${number}`; readonly value: Stroke }
  | { readonly op: 'replace'; readonly path: '/title'; readonly value: string }
  | { readonly op: 'replace'; readonly path: '/paper'; readonly value: Paper }
  | { readonly op: 'replace'; readonly path: '/underlay'; readonly value: Underlay | null }
  | { readonly op: 'replace'; readonly path: '/layers'; readonly value: readonly Layer[] }
  | { readonly op: 'replace'; readonly path: '/thumb'; readonly value: string };

export interface Compiled {
  readonly patch: readonly PatchOperation[];
  /** Number of operations that the patch contains, counted from the first. */
  readonly taken: number;
  readonly result: Content;
  /** Those of them that leave the strokes as they are. */
  readonly skipped: readonly Skipped[];
  /** The new thumbnail, if it changes. */
  readonly thumb: string | undefined;
}

/** An operation for which the drawing has no room, or which finds none of its strokes. */
export interface Skipped {
  readonly operation: Operation;
  readonly why: 'full' | 'gone';
}

/** Most strokes underneath that a position names, in case the nearest ones are erased. */
export const BELOW_MAX = 4;

/** The position of the stroke at an index. */
export function belowOf(strokes: readonly Stroke[], index: number): Below {
  const below: string[] = [];
  for (let i = index - 1; i >= 0 && below.length < BELOW_MAX; i--) below.push(strokeKey(strokes[i]!));
  return below;
}

/** Index of the stroke object, or else of the topmost equal stroke, or -1. */
function indexOfStroke(strokes: StrokeList, stroke: Stroke): number {
  const same = strokes.indexOf(stroke);
  return same >= 0 ? same : strokes.indexOfKey(strokeKey(stroke));
}

function indexOfPlace(strokes: StrokeList, place: 'top' | Below, stroke: Stroke): number {
  if (place === 'top') return strokes.length;
  for (const key of place) {
    const index = strokes.indexOfKey(key);
    if (index >= 0) return index + 1;
  }
  // All strokes underneath are gone. On top it is at least visible; but there it must not erase what others drew.
  return place.length === 0 || erases(stroke) ? 0 : strokes.length;
}

/** Applies operations in order. Operations on strokes that no longer exist are skipped. */
export function apply(content: Content, operations: readonly Operation[]): Content {
  const after = operations.findIndex(({ kind }) => kind !== 'remove' && kind !== 'replace');
  const fast = after < 0 ? operations : operations.slice(0, after);
  const done = replaced(content, fast);
  const left = done ? operations.slice(fast.length) : operations;
  if (done && left.length === 0) return done;
  return compile(done ?? content, left, Number.POSITIVE_INFINITY).result;
}

/**
 * A fast path for erasing, cutting and changing many strokes: one pass through the drawing. Undefined unless all
 * operations remove or replace, and each stroke exists exactly once.
 */
function replaced(content: Content, operations: readonly Operation[]): Content | undefined {
  const groups = new Map<Stroke, { readonly by: readonly Stroke[]; isPlaced: boolean }>();
  let [needed, length] = [0, content.strokes.length];
  for (const operation of operations) {
    const group = { by: byOf(operation), isPlaced: false };
    const gone = neededBy(operation);
    for (const stroke of gone) groups.set(stroke, group);
    needed += gone.length;
    length += group.by.length - gone.length;
    if (length > STROKES_MAX) return undefined;
  }
  const strokes: Stroke[] = [];
  const found = new Set<Stroke>();
  for (const stroke of content.strokes) {
    const group = groups.get(stroke);
    if (!group) {
      strokes.push(stroke);
      continue;
    }
    if (found.has(stroke)) return undefined;
    found.add(stroke);
    if (!group.isPlaced) strokes.push(...group.by);
    group.isPlaced = true;
  }
  const { title } = content;
  return found.size === needed ? { title, ...optionalMembers(content), strokes } : undefined;
}

/** The strokes that an operation takes away or replaces. */
export function neededBy(operation: Operation): readonly Stroke[] {
  if (operation.kind === 'remove' || operation.kind === 'move') return [operation.stroke];
  return operation.kind === 'replace' ? operation.strokes : [];
}

/** The strokes that come with an operation, without one that stays. */
export function comingBy(operation: Operation): readonly Stroke[] {
  switch (operation.kind) {
    case 'insert':
      return [operation.stroke];
    case 'move':
      return [operation.by];
    case 'replace':
      return goneBy(operation).length > 0 ? operation.by : operation.by.slice(1);
    default:
      return [];
  }
}

/** The strokes that go with an operation, without one that stays. */
export function goneBy(operation: Operation): readonly Stroke[] {
  const needed = neededBy(operation);
  const [first] = needed;
  return operation.kind === 'replace' && needed.length === 1 && stays(first!, operation.by) ? [] : needed;
}

/** The strokes that come in their place. */
function byOf(operation: Operation): readonly Stroke[] {
  if (operation.kind !== 'replace') return [];
  const { strokes, by } = operation;
  return strokes.length === 1 && stays(strokes[0]!, by) ? [strokes[0]!, ...by.slice(1)] : by;
}

/**
 * Compiles operations to a patch of `content`: as many as fit into `maxBytes` of JSON, but at least one.
 * What has no room within the limit of strokes is skipped.
 */
export function compile(content: Content, operations: readonly Operation[], maxBytes: number): Compiled {
  const strokes = new StrokeList(content.strokes, new Set(operations.flatMap(neededBy)));
  let { title, paper, layers, underlay } = content;
  let thumb: string | undefined;
  const patch: PatchOperation[] = [];
  const skipped: Skipped[] = [];
  let bytes = 2;
  let taken = 0;
  for (const operation of operations) {
    if (maxBytes < Number.POSITIVE_INFINITY) {
      bytes += mostBytesOf(operation);
      if (taken > 0 && bytes > maxBytes) break;
    }
    taken++;
    switch (operation.kind) {
      case 'insert': {
        if (strokes.length >= STROKES_MAX) {
          skipped.push({ operation, why: 'full' });
          break;
        }
        const index = indexOfPlace(strokes, operation.place, operation.stroke);
        const path = index === strokes.length ? '/strokes/-' : `/strokes/${index}`;
        strokes.insert(index, operation.stroke);
        patch.push({ op: 'add', path, value: operation.stroke });
        break;
      }
      case 'remove': {
        const index = indexOfStroke(strokes, operation.stroke);
        if (index < 0) {
          skipped.push({ operation, why: 'gone' });
          break;
        }
        strokes.removeAt(index);
        patch.push({ op: 'remove', path: `/strokes/${index}` });
        break;
      }
      case 'replace': {
        const why = replaceIn(strokes, operation, patch);
        if (why) skipped.push({ operation, why });
        break;
      }
      case 'move': {
        const index = indexOfStroke(strokes, operation.stroke);
        if (index < 0) {
          skipped.push({ operation, why: 'gone' });
          break;
        }
        strokes.removeAt(index);
        const place = indexOfPlace(strokes, operation.place, operation.by);
        const path = place === strokes.length ? '/strokes/-' : `/strokes/${place}`;
        strokes.insert(place, operation.by);
        patch.push({ op: 'remove', path: `/strokes/${index}` }, { op: 'add', path, value: operation.by });
        break;
      }
      case 'title':
        if (operation.title === title) break;
        title = operation.title;
        patch.push({ op: 'replace', path: '/title', value: title });
        break;
      case 'paper':
        if (samePaper(operation.paper, paper)) break;
        paper = operation.paper;
        patch.push({ op: 'replace', path: '/paper', value: paper });
        break;
      case 'underlay':
        if (sameUnderlay(operation.underlay, underlay) || losesPhoto(operation, underlay)) break;
        underlay = operation.underlay;
        patch.push({ op: 'replace', path: '/underlay', value: underlay });
        break;
      case 'layers': {
        const drawnOn = new Set(strokes.toArray().map(({ layer = BASE.id }) => layer));
        const next = changedLayers(layers, operation.from, operation.to, (id) => drawnOn.has(id));
        if (sameLayers(next, layers)) break;
        layers = next;
        patch.push({ op: 'replace', path: '/layers', value: layers });
        break;
      }
      case 'thumb':
        thumb = operation.thumb;
        patch.push({ op: 'replace', path: '/thumb', value: thumb });
    }
  }
  return {
    patch,
    taken,
    result: {
      title,
      ...optionalMembers({ paper, layers, underlay: underlay ?? undefined }),
      strokes: strokes.toArray(),
    },
    skipped,
    thumb,
  };
}

/** True if an operation would take away a photo that its person had not seen. */
export function losesPhoto(operation: Operation, now: Underlay | null | undefined): boolean {
  if (operation.kind !== 'underlay' || operation.from === undefined) return false;
  return isPhotoLost(operation.from, now, operation.underlay);
}

/** Applies a replacement to `strokes` and adds it to `patch`. Returns why it is skipped, if it is. */
function replaceIn(
  strokes: StrokeList,
  { strokes: gone, by }: Extract<Operation, { kind: 'replace' }>,
  patch: PatchOperation[],
): Skipped['why'] | undefined {
  const places = new Set<number>();
  for (const stroke of gone) {
    const index = indexOfStroke(strokes, stroke);
    if (index >= 0) places.add(index);
  }
  const [place, ...others] = [...places].sort((a, b) => a - b);
  if (place === undefined) return 'gone';
  if (strokes.length - places.size + by.length > STROKES_MAX) return 'full';
  for (const index of others.reverse()) {
    strokes.removeAt(index);
    patch.push({ op: 'remove', path: `/strokes/${index}` });
  }
  const [first, ...rest] = by;
  if (gone.length > 1 || !stays(gone[0]!, by)) {
    strokes.removeAt(place);
    strokes.insert(place, first);
    patch.push({ op: 'replace', path: `/strokes/${place}`, value: first });
  }
  for (const [i, stroke] of rest.entries()) {
    const index = place + 1 + i;
    const path = index === strokes.length ? '/strokes/-' : `/strokes/${index}`;
    strokes.insert(index, stroke);
    patch.push({ op: 'add', path, value: stroke });
  }
  return undefined;
}

/** True if the stroke is the first of those that take its place: it stays, and the others are put on it. */
export function stays(stroke: Stroke, [first, ...rest]: readonly Stroke[]): boolean {
  if (!first || rest.length === 0) return false;
  if (first === stroke) return true;
  // Steps that were stored have copies. Mostly the number of points tells, so that few are read.
  return first.points.length === stroke.points.length && strokeKey(first) === strokeKey(stroke);
}

/** Bytes around the value of an operation: `{"op":"replace","path":"/strokes/19999","value":},`. */
const ENVELOPE = 64;

/**
 * Bytes of a stroke without its texts, points and lists: `{"tool":"","color":"","size":,"points":[],"pressure":[],
 * "tilt":[],"opacity":,"layer":"","at":}`, with a layer of 8 letters and a time; and around a point.
 */
const STROKE_NAMES = 128;
const POINT_BRACKETS = 4;
/** Bytes of a layer whose name is all escaped letters. */
const LAYER_BYTES_MAX = 640;
/** Bytes of the place of a photo: its names, 64 digits and eight numbers. */
const UNDERLAY_BYTES_MAX = 384;
/** Bytes of an escaped letter. */
const LETTER_MAX = 6;
/** Bytes of a number: 17 digits, sign, point, exponent and a comma. */
const NUMBER_MAX = 25;

/**
 * An upper bound of the bytes of an operation as JSON. Estimated, because serialising thousands of strokes
 * takes long.
 */
function mostBytesOf(operation: Operation): number {
  switch (operation.kind) {
    case 'insert':
      return ENVELOPE + mostOfStroke(operation.stroke);
    case 'remove':
    case 'paper':
      return ENVELOPE;
    case 'move':
      return 2 * ENVELOPE + mostOfStroke(operation.by);
    case 'replace':
      return operation.by.reduce(
        (sum, stroke) => sum + ENVELOPE + mostOfStroke(stroke),
        ENVELOPE * operation.strokes.length,
      );
    case 'underlay':
      return ENVELOPE + UNDERLAY_BYTES_MAX;
    case 'layers':
      return ENVELOPE + LAYERS_MAX * LAYER_BYTES_MAX;
    case 'title':
      return ENVELOPE + LETTER_MAX * operation.title.length;
    case 'thumb':
      return ENVELOPE + operation.thumb.length;
  }
}

/** An upper bound of the bytes of a stroke as JSON. */
export function mostOfStroke({ tool, color, points, pressure, tilt }: Stroke): number {
  // Size and opacity.
  let bytes = STROKE_NAMES + LETTER_MAX * (tool.length + color.length) + 2 * NUMBER_MAX;
  for (const [x, y] of points) bytes += POINT_BRACKETS + mostOfNumber(x) + mostOfNumber(y);
  for (const pressed of pressure ?? []) bytes += mostOfNumber(pressed);
  for (const lean of tilt ?? []) bytes += mostOfNumber(lean);
  return bytes;
}

/**
 * An upper bound for a number. Coordinates have at most three decimals: sign, whole digits, point, three
 * digits, comma.
 */
function mostOfNumber(value: number): number {
  const size = Math.abs(value);
  if (size >= 1_000_000 || Math.round(size * 1000) / 1000 !== size) return NUMBER_MAX;
  const whole = size < 10 ? 1 : size < 100 ? 2 : size < 1000 ? 3 : size < 10_000 ? 4 : 6;
  return whole + 6;
}

/**
 * The strokes, with each replaced by an equal object of `known`, so that the canvas need not draw it again.
 * Each known object is used once.
 */
export function reuseStrokes(strokes: readonly Stroke[], known: Iterable<Stroke>): Stroke[] {
  const pool = new Map<string, Stroke[]>();
  for (const stroke of new Set(known)) {
    const key = strokeKey(stroke);
    const equal = pool.get(key);
    if (equal) equal.push(stroke);
    else pool.set(key, [stroke]);
  }
  for (const equal of pool.values()) equal.reverse();
  return strokes.map((stroke) => pool.get(strokeKey(stroke))?.pop() ?? stroke);
}

/**
 * Those of the sent operations that were not applied, when there was no response.
 * @param before strokes that they were sent against
 * @param after strokes of the drawing now
 */
export function notLanded(
  operations: readonly Operation[],
  before: readonly Stroke[],
  after: readonly Stroke[],
): Operation[] {
  const surplus = new Map<string, number>();
  for (const stroke of after) count(surplus, strokeKey(stroke), 1);
  for (const stroke of before) count(surplus, strokeKey(stroke), -1);
  return operations.filter((operation) => {
    // A change of the layers that is made again does nothing.
    if (isWhole(operation) || operation.kind === 'layers') return true;
    const more = (stroke: Stroke) => surplus.get(strokeKey(stroke)) ?? 0;
    const { gone, come } = effectOf(operation);
    const landed =
      come.length > 0 ? come.every((stroke) => more(stroke) > 0) : gone.every((stroke) => more(stroke) < 0);
    if (!landed) return true;
    for (const stroke of come) count(surplus, strokeKey(stroke), -1);
    for (const stroke of gone) count(surplus, strokeKey(stroke), 1);
    return false;
  });
}

/**
 * The operations, in order, without those that find none of their strokes. The person sees the drawing without their effect:
 * they must not take a stroke that others bring back later.
 */
export function findingSome(operations: readonly Operation[], strokes: readonly Stroke[]): Operation[] {
  const there = new Map<string, number>();
  for (const stroke of strokes) count(there, strokeKey(stroke), 1);
  return operations.filter((operation) => {
    if (isWhole(operation) || operation.kind === 'layers') return true;
    const needed = neededBy(operation);
    const found = needed.filter((stroke) => {
      const isThere = (there.get(strokeKey(stroke)) ?? 0) > 0;
      if (isThere) count(there, strokeKey(stroke), -1);
      return isThere;
    });
    if (needed.length > 0 && found.length === 0) return false;
    const come = operation.kind === 'replace' ? byOf(operation) : effectOf(operation).come;
    for (const stroke of come) count(there, strokeKey(stroke), 1);
    return true;
  });
}

/** The strokes that an operation removes, and those that it adds. One that stays is neither. */
function effectOf(operation: Exclude<Operation, Whole | { kind: 'layers' }>): {
  readonly gone: readonly Stroke[];
  readonly come: readonly Stroke[];
} {
  switch (operation.kind) {
    case 'insert':
      return { gone: [], come: [operation.stroke] };
    case 'remove':
      return { gone: [operation.stroke], come: [] };
    case 'move':
      return { gone: [operation.stroke], come: [operation.by] };
    case 'replace':
      return {
        gone: without(operation.strokes, operation.by),
        come: without(operation.by, operation.strokes),
      };
  }
}

/** The strokes that have no equal among the others. */
function without(strokes: readonly Stroke[], others: readonly Stroke[]): readonly Stroke[] {
  const keys = new Set(others.map(strokeKey));
  return strokes.filter((stroke) => !keys.has(strokeKey(stroke)));
}

function count(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

/** Copies strokes in operations that are already in the drawing, so that each object is one stroke. */
export function distinct(operations: readonly Operation[], strokes: readonly Stroke[]): Operation[] {
  const there = new Set(strokes);
  const own = (stroke: Stroke): Stroke => (there.has(stroke) ? { ...stroke } : stroke);
  return operations.map((operation) => {
    if (operation.kind === 'insert' && there.has(operation.stroke)) {
      return { ...operation, stroke: own(operation.stroke) };
    }
    if (operation.kind === 'move') return { ...operation, by: own(operation.by) };
    if (operation.kind !== 'replace' || !operation.by.some((stroke) => there.has(stroke))) return operation;
    // One that stays is the object that is there.
    const staying = new Set(operation.strokes);
    const ownOrStaying = (stroke: Stroke) => (staying.has(stroke) ? stroke : own(stroke));
    const [first, ...rest] = operation.by;
    return { ...operation, by: [ownOrStaying(first), ...rest.map(ownOrStaying)] };
  });
}

/** True if titles and optional members are equal and the strokes are the same objects. */
export function sameContent(a: Content, b: Content): boolean {
  return (
    a.title === b.title &&
    sameMembers(a, b) &&
    a.strokes.length === b.strokes.length &&
    a.strokes.every((stroke, i) => stroke === b.strokes[i])
  );
}
