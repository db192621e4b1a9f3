/**
 * Which thumbnails stay in memory. Those of a thousand drawings usually take ten megabytes, but may take four
 * hundred. Beyond a limit the ones farthest from the view are dropped, and loaded again when they come into
 * view.
 */
import type { DrawingEntry } from '../../../core/drawing/types.ts';
import type { Span } from './rows.ts';

/** Most characters of thumbnails in memory per list. Visible ones are always kept. */
export const KEPT_MAX = { all: 32_000_000, trash: 16_000_000 } as const;
/** Most thumbnails loaded with one request: at most six megabytes. */
const BATCH = 16;

export interface ListWithThumbs {
  readonly entries: readonly DrawingEntry[];
  /** Ids of drawings whose thumbnail is not loaded. Their `thumb` is `''`. */
  readonly away: ReadonlySet<string>;
}

/** A list while it is put together. */
export interface ListBuilder {
  readonly entries: Map<string, DrawingEntry>;
  readonly away: Set<string>;
}

/** A builder that starts with a list. */
export function listBuilder({ entries, away }: ListWithThumbs): ListBuilder {
  return { entries: new Map(entries.map((entry) => [entry.id, entry])), away: new Set(away) };
}

/** A loaded page of a list. */
export interface Page {
  readonly drawings: readonly DrawingEntry[];
  /** True if the entries came without thumbnails. */
  readonly bare: boolean;
}

/**
 * Adds a page to `held`. An entry without thumbnail takes the one in `before`, unless the drawing has changed.
 */
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

/** The view of a list: the ids in the shown order, and the visible range. */
export interface ListView extends Span {
  readonly order: readonly string[];
}

/** Nothing is shown yet. */
export const NO_VIEW: ListView = { order: [], from: 0, to: 0 };

/** Characters of all loaded thumbnails. */
export function thumbsSize(entries: readonly DrawingEntry[]): number {
  let chars = 0;
  for (const { thumb } of entries) chars += thumb.length;
  return chars;
}

/** True if `more` further thumbnails of average size fit within `most` characters. */
export function hasRoom(entries: readonly DrawingEntry[], more: number, most: number): boolean {
  const kept = thumbsSize(entries);
  return kept + (kept / Math.max(1, entries.length)) * more <= most;
}

/**
 * Drops thumbnails until the rest has at most `most` characters. Drawings that the view does not show go first,
 * then the farthest from the visible range.
 */
export function bounded(held: ListWithThumbs, most: number, { order, from, to }: ListView): ListWithThumbs {
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

/** The list with reloaded thumbnails. Drawings that changed meanwhile are skipped. */
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

/** A part of a list to load with one request. */
export interface Batch {
  readonly first: DrawingEntry;
  readonly count: number;
  /** Ids of the wanted thumbnails in it. */
  readonly ids: readonly string[];
}

/** The next batch: the first visible drawing without thumbnail, and its neighbours in the API's order. */
export function nextBatch(
  { entries, away }: ListWithThumbs,
  { order, from, to }: ListView,
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
