/**
 * What an edit means, whatever the drawing has become meanwhile. Operations name strokes by content and
 * places by what lies underneath, never by index; indices exist only for the moment a patch is made. Pure.
 */
import { STROKES_MAX } from '../../core/drawing/limits.ts';
import type { Stroke } from '../../core/drawing/types.ts';
import { strokeKey } from './stroke-key.ts';

/** Keys of the strokes underneath, nearest first; none of them there, or none given, means the bottom. */
export type Below = readonly string[];

export type Operation =
  | { readonly kind: 'insert'; readonly stroke: Stroke; readonly place: 'top' | Below }
  | { readonly kind: 'remove'; readonly stroke: Stroke }
  | { readonly kind: 'title'; readonly title: string }
  | { readonly kind: 'thumb'; readonly thumb: string };

export interface Content {
  readonly title: string;
  readonly strokes: readonly Stroke[];
}

/** The part of JSON Patch that the page sends. */
export type PatchOperation =
  | { readonly op: 'add'; readonly path: string; readonly value: Stroke }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'replace'; readonly path: '/title'; readonly value: string }
  | { readonly op: 'replace'; readonly path: '/thumb'; readonly value: string };

export interface Compiled {
  readonly patch: readonly PatchOperation[];
  /** How many of the operations, from the first on, the patch stands for. */
  readonly taken: number;
  readonly result: Content;
  /** What the thumbnail becomes, if it changes. */
  readonly thumb: string | undefined;
}

/** How many strokes underneath are remembered: the nearest may go. */
const REMEMBERED = 4;

/** What lies under the stroke at this index. */
export function belowOf(strokes: readonly Stroke[], index: number): Below {
  return strokes
    .slice(Math.max(0, index - REMEMBERED), index)
    .map(strokeKey)
    .reverse();
}

/** The stroke itself, or else the topmost that equals it; -1 when there is none. */
export function indexOfStroke(strokes: readonly Stroke[], stroke: Stroke): number {
  const same = strokes.lastIndexOf(stroke);
  return same >= 0 ? same : lastIndexOfKey(strokes, strokeKey(stroke));
}

function lastIndexOfKey(strokes: readonly Stroke[], key: string): number {
  return strokes.findLastIndex((stroke) => strokeKey(stroke) === key);
}

function indexOfPlace(strokes: readonly Stroke[], place: 'top' | Below): number {
  if (place === 'top') return strokes.length;
  for (const key of place) {
    const index = lastIndexOfKey(strokes, key);
    if (index >= 0) return index + 1;
  }
  // All that lay underneath is gone: on top it is at least seen.
  return place.length === 0 ? 0 : strokes.length;
}

/** The operations one after the other. What is no longer there is skipped. */
export function apply(content: Content, operations: readonly Operation[]): Content {
  return compile(content, operations, Number.POSITIVE_INFINITY).result;
}

/**
 * The operations as a patch of `content`, as many of them as fit into `maxBytes` of JSON, but at least one.
 * An insertion beyond the limit of strokes is skipped too.
 */
export function compile(content: Content, operations: readonly Operation[], maxBytes: number): Compiled {
  const strokes = [...content.strokes];
  let { title } = content;
  let thumb: string | undefined;
  const patch: PatchOperation[] = [];
  let bytes = 2;
  let taken = 0;
  for (const operation of operations) {
    if (Number.isFinite(maxBytes)) {
      bytes += bytesOf(operation);
      if (taken > 0 && bytes > maxBytes) break;
    }
    taken++;
    switch (operation.kind) {
      case 'insert': {
        if (strokes.length >= STROKES_MAX) break;
        const index = indexOfPlace(strokes, operation.place);
        const path = index === strokes.length ? '/strokes/-' : `/strokes/${index}`;
        strokes.splice(index, 0, operation.stroke);
        patch.push({ op: 'add', path, value: operation.stroke });
        break;
      }
      case 'remove': {
        const index = indexOfStroke(strokes, operation.stroke);
        if (index < 0) break;
        strokes.splice(index, 1);
        patch.push({ op: 'remove', path: `/strokes/${index}` });
        break;
      }
      case 'title':
        if (operation.title === title) break;
        title = operation.title;
        patch.push({ op: 'replace', path: '/title', value: title });
        break;
      case 'thumb':
        thumb = operation.thumb;
        patch.push({ op: 'replace', path: '/thumb', value: thumb });
    }
  }
  return { patch, taken, result: { title, strokes }, thumb };
}

/** Around the value of an operation: `{"op":"replace","path":"/strokes/19999","value":},`. */
const ENVELOPE = 64;

function bytesOf(operation: Operation): number {
  switch (operation.kind) {
    case 'insert':
      return ENVELOPE + JSON.stringify(operation.stroke).length;
    case 'remove':
      return ENVELOPE;
    case 'title':
      return ENVELOPE + 6 * operation.title.length;
    case 'thumb':
      return ENVELOPE + operation.thumb.length;
  }
}

/**
 * `strokes` with every stroke replaced by an equal object of `known`, each object used once: what was on
 * the screen before is recognised there.
 */
export function recognise(strokes: readonly Stroke[], known: Iterable<Stroke>): Stroke[] {
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
 * Of operations that were sent without an answer, those that did not happen: `before` is what they were
 * sent against, `after` what is there now.
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
    if (operation.kind !== 'insert' && operation.kind !== 'remove') return true;
    const key = strokeKey(operation.stroke);
    const more = surplus.get(key) ?? 0;
    const landed = operation.kind === 'insert' ? more > 0 : more < 0;
    if (landed) count(surplus, key, operation.kind === 'insert' ? -1 : 1);
    return !landed;
  });
}

function count(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

/** One object stands for one stroke: an operation whose stroke is there already gets an equal one. */
export function distinct(operations: readonly Operation[], strokes: readonly Stroke[]): Operation[] {
  const there = new Set(strokes);
  return operations.map((operation) =>
    operation.kind === 'insert' && there.has(operation.stroke)
      ? { ...operation, stroke: { ...operation.stroke } }
      : operation,
  );
}

/** Are they equal, and made of the same objects? */
export function sameContent(a: Content, b: Content): boolean {
  return (
    a.title === b.title &&
    a.strokes.length === b.strokes.length &&
    a.strokes.every((stroke, i) => stroke === b.strokes[i])
  );
}
