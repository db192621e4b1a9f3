/**
 * Which thumbnails the page keeps. Those of a thousand drawings are ten megabytes at most times, and could be four
 * hundred: beyond a limit the farthest from what is seen are let go of, and read again where they come into view. Pure.
 */
import type { DrawingEntry } from '../../../core/drawing/types.ts';
import type { Span } from '../list/rows.ts';

/** Characters of thumbnails that are kept of a list, beside those in view. */
export const KEPT_MAX = { all: 32_000_000, trash: 16_000_000 } as const;
/** Thumbnails that are read again with one request: six megabytes at worst. */
const BATCH = 16;

export interface ListWithThumbs {
  readonly entries: readonly DrawingEntry[];
  /** Drawings whose thumbnail is not here, as far as they have one: by id. Theirs is `''`. */
  readonly away: ReadonlySet<string>;
}

/** The same, while a list is put together. */
export interface ListBuilder {
  readonly entries: Map<string, DrawingEntry>;
  readonly away: Set<string>;
}

export function listBuilder({ entries, away }: ListWithThumbs): ListBuilder {
  return { entries: new Map(entries.map((entry) => [entry.id, entry])), away: new Set(away) };
}

/** What was read of a list. */
export interface Page {
  readonly drawings: readonly DrawingEntry[];
  /** Came they without their thumbnails? */
  readonly bare: boolean;
}

/** Takes a page into `held`. What came without its thumbnail has the one of `before`, unless it has changed. */
export function takePage({ drawings, bare }: Page, held: ListBuilder, before: ListBuilder): void {
  for (const entry of drawings) {
    const { id } = entry;
    const old = bare && !before.away.has(id) ? before.entries.get(id) : undefined;
    const isAway = bare && old?.rev !== entry.rev;
    held.entries.set(id, bare && old && !isAway ? { ...entry, thumb: old.thumb } : entry);
    if (isAway) held.away.add(id);
    else held.away.delete(id);
  }
}

/** What is shown of a list: the ids of its drawings in order, and which of these are in view. */
export interface View extends Span {
  readonly order: readonly string[];
}

export const NO_VIEW: View = { order: [], from: 0, to: 0 };

export function thumbsSize(entries: readonly DrawingEntry[]): number {
  let chars = 0;
  for (const { thumb } of entries) chars += thumb.length;
  return chars;
}

/** Is there room for so many more, if their thumbnails are like those that are here? */
export function hasRoom(entries: readonly DrawingEntry[], more: number, most: number): boolean {
  const kept = thumbsSize(entries);
  return kept + (kept / Math.max(1, entries.length)) * more <= most;
}

/** Lets go of what is beyond `most` characters. What is not shown at all goes first, the end of the list before the rest. */
export function bounded(held: ListWithThumbs, most: number, { order, from, to }: View): ListWithThumbs {
  let kept = thumbsSize(held.entries);
  if (kept <= most) return held;
  const places = new Map(order.map((id, place) => [id, place]));
  const far = (id: string) => {
    const place = places.get(id);
    return place === undefined ? Number.MAX_SAFE_INTEGER : Math.max(from - place, place - to + 1, 0);
  };
  const farthest = held.entries
    .map(({ id, thumb }, index) => ({ id, chars: thumb.length, distance: far(id), index }))
    .filter(({ chars, distance }) => chars > 0 && distance > 0)
    .sort((a, b) => b.distance - a.distance || b.index - a.index);
  const gone = new Set<string>();
  for (const { id, chars } of farthest) {
    if (kept <= most) break;
    kept -= chars;
    gone.add(id);
  }
  return {
    entries: held.entries.map((entry) => (gone.has(entry.id) ? { ...entry, thumb: '' } : entry)),
    away: new Set([...held.away, ...gone]),
  };
}

/** A list with what was read of it again. What has changed meanwhile is left to who follows changes. */
export function withRead({ entries, away }: ListWithThumbs, read: readonly DrawingEntry[]): ListWithThumbs {
  const found = new Map(read.filter(({ id }) => away.has(id)).map((entry) => [entry.id, entry]));
  const left = new Set(away);
  const all = entries.map((entry) => {
    const again = found.get(entry.id);
    if (again?.rev !== entry.rev) return entry;
    left.delete(entry.id);
    return { ...entry, thumb: again.thumb };
  });
  return { entries: all, away: left };
}

/** A part of a list that is read with one request. */
export interface Batch {
  readonly first: DrawingEntry;
  readonly count: number;
  /** Those of it that are wanted. */
  readonly ids: readonly string[];
}

/** The first of what is in view and away, with what stands near it in the API's order. */
export function nextBatch(
  { entries, away }: ListWithThumbs,
  { order, from, to }: View,
  missed: ReadonlySet<string>,
): Batch | undefined {
  const wanted = new Set(order.slice(from, to).filter((id) => away.has(id) && !missed.has(id)));
  const start = entries.findIndex(({ id }) => wanted.has(id));
  const first = entries[start];
  if (!first) return undefined;
  const near = entries.slice(start, start + BATCH);
  const count = near.findLastIndex(({ id }) => wanted.has(id)) + 1;
  return { first, count, ids: near.flatMap(({ id }) => (wanted.has(id) ? id : [])) };
}
