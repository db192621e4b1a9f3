/** The z-order of the drawing's strokes, and what changes when they are replaced. */
import type { Stroke } from '../../core/drawing/types.ts';
import { brushOf } from '../brush/brushes.ts';
import { Coats, washOf } from '../brush/wet-wash.ts';
import { type Bounds, strokeBounds, union } from '../geometry/bounds.ts';
import type { Swap } from './edit.ts';
import { SpatialIndex, type ZOrdered } from './spatial-index.ts';
import { diffStrokes } from './stroke-diff.ts';

/** A stroke with its place in the z-order. */
export interface ZOrderEntry extends ZOrdered {
  readonly stroke: Stroke;
}

export interface ZOrderChange {
  readonly gone: readonly ZOrderEntry[];
  readonly come: readonly ZOrderEntry[];
  /** Strokes that look different because they are in a wash with others than before (wet-wash.ts). */
  readonly wet: readonly Stroke[];
  /**
   * True if painting all added strokes, one after another, on the old picture gives the new one: they lie above
   * everything else, each is a coat of its own, and nothing below them looks different.
   */
  readonly onTop: boolean;
  /** True if nothing was removed, and all added strokes come after the others. On layers they may still lie under some. */
  readonly isLast: boolean;
}

/** From a place to the next, which does not belong to it. */
interface Span {
  readonly from: number;
  readonly to: number;
}

export class ZOrder {
  readonly #index = new SpatialIndex<ZOrderEntry>();
  readonly #entries = new Map<Stroke, ZOrderEntry>();
  #strokes: readonly Stroke[] = [];
  /** Strokes removed since the list was set. */
  readonly #removed = new Set<Stroke>();
  /** Strokes replaced since then, and those that took their places. */
  readonly #swapped = new Map<Stroke, readonly Stroke[]>();
  /** Their places, where the next begin, and those of the strokes that took them. */
  readonly #spans = new Map<Stroke, Span>();
  /** True if two neighbours have no number left between their places. */
  #crowded = false;
  /** The place of the topmost stroke. */
  #top = 0;
  #inked: Bounds | undefined;
  readonly #coats = new Coats(washOf);
  /** How many strokes can run into others. */
  #washes = 0;
  /** True if a stroke that comes last may lie under others: it is on a layer below them. */
  isLayered = false;

  /** Bounds of all strokes, including removed ones. */
  get inked(): Bounds | undefined {
    return this.#inked;
  }

  /** Replaces the strokes, compared by identity. */
  set(strokes: readonly Stroke[]): ZOrderChange {
    const before = this.#current();
    this.#removed.clear();
    this.#swapped.clear();
    this.#strokes = strokes;
    const { gone, come, onTop } = diffStrokes(before, strokes);
    const went = this.#takeOff(gone);
    this.#spans.clear();
    if (this.#crowded) return this.#countAnew(went);
    if (onTop)
      return this.#changed(
        went,
        come.map((stroke) => this.#putOnTop(stroke)),
        onTop,
      );
    const came = this.#putBetween(come);
    return came ? this.#changed(went, came, onTop) : this.#countAnew(went);
  }

  /** Replaces strokes by others in their places. */
  swap(swaps: readonly Swap[]): ZOrderChange {
    const gone: ZOrderEntry[] = [];
    const come: ZOrderEntry[] = [];
    for (const { stroke, by } of swaps) {
      const { from, to } = this.#spanOf(stroke);
      gone.push(...this.#takeOff([stroke]));
      this.#swapped.set(stroke, by);
      for (const [i, part] of by.entries()) {
        const at = (share: number) => from + ((to - from) * share) / by.length;
        const span = { from: at(i), to: at(i + 1) };
        if (!(span.from < span.to)) this.#crowded = true;
        this.#spans.set(part, span);
        come.push(this.#put(part, span.from));
      }
    }
    // Which washes this joined or parted is asked when the list is set.
    return { gone, come, wet: [], onTop: false, isLast: false };
  }

  remove(strokes: readonly Stroke[]): ZOrderChange {
    for (const stroke of strokes) this.#removed.add(stroke);
    return this.#changed(this.#takeOff(strokes), [], false);
  }

  /** Strokes that may touch this area, bottom first. */
  near(area: Bounds): Stroke[] {
    return this.#index.near(area).map(({ stroke }) => stroke);
  }

  /** The same, those that are one wash together. */
  coats(area: Bounds): (readonly Stroke[])[] {
    return this.#coats.group(this.near(area));
  }

  /** True if a stroke near this area satisfies `is`. */
  some(area: Bounds, is?: (entry: ZOrderEntry) => boolean): boolean {
    return this.#index.some(area, is);
  }

  /** The change, once it is known which washes it joined or parted. */
  #changed(gone: readonly ZOrderEntry[], come: readonly ZOrderEntry[], isLast: boolean): ZOrderChange {
    if (this.#washes === 0 && !gone.some(({ stroke }) => brushOf(stroke.tool).isWet)) {
      return { gone, come, wet: [], onTop: isLast && !this.isLayered, isLast };
    }
    const added = new Set(come.map(({ stroke }) => stroke));
    const wet = this.#coats.set(this.#current()).filter((stroke) => !added.has(stroke));
    const isAlone = wet.length === 0 && !come.some(({ stroke }) => this.#coats.joins(stroke));
    return { gone, come, wet, onTop: isLast && isAlone && !this.isLayered, isLast };
  }

  /** The list as it is now. */
  #current(): readonly Stroke[] {
    if (this.#removed.size === 0 && this.#swapped.size === 0) return this.#strokes;
    const strokes: Stroke[] = [];
    const put = (stroke: Stroke): void => {
      if (this.#removed.has(stroke)) return;
      const by = this.#swapped.get(stroke);
      if (by) by.forEach(put);
      else strokes.push(stroke);
    };
    this.#strokes.forEach(put);
    return strokes;
  }

  /** The places that a stroke of the list, or one that took its place, has for itself. */
  #spanOf(stroke: Stroke): Span {
    const known = this.#spans.get(stroke);
    if (known) return known;
    const from = this.#entries.get(stroke)?.place ?? this.#top;
    // Places rise along the list: halves the part of it in which the next one begins.
    let [low, high] = [0, this.#strokes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#placeOf(this.#strokes[middle]!) <= from) low = middle + 1;
      else high = middle;
    }
    const next = this.#strokes[low];
    const span = { from, to: next ? this.#placeOf(next) : from + 1 };
    this.#spans.set(stroke, span);
    return span;
  }

  #placeOf(stroke: Stroke): number {
    return this.#entries.get(stroke)?.place ?? this.#spans.get(stroke)?.from ?? 0;
  }

  #takeOff(strokes: readonly Stroke[]): ZOrderEntry[] {
    const went: ZOrderEntry[] = [];
    for (const stroke of strokes) {
      const entry = this.#entries.get(stroke);
      if (!entry) continue;
      // Its place is still a place of the list.
      if (!this.#spans.has(stroke)) this.#spans.set(stroke, { from: entry.place, to: entry.place });
      this.#entries.delete(stroke);
      if (brushOf(stroke.tool).isWet) this.#washes -= 1;
      this.#index.remove(entry);
      went.push(entry);
    }
    return went;
  }

  #putOnTop(stroke: Stroke): ZOrderEntry {
    this.#top += 1;
    return this.#put(stroke, this.#top);
  }

  #put(stroke: Stroke, place: number): ZOrderEntry {
    const entry: ZOrderEntry = { stroke, place };
    const bounds = strokeBounds(stroke);
    this.#entries.set(stroke, entry);
    if (brushOf(stroke.tool).isWet) this.#washes += 1;
    this.#index.add(entry, bounds);
    this.#inked = union(this.#inked, bounds);
    return entry;
  }

  /**
   * Inserts strokes between existing ones, as the new list has them. Returns undefined if two neighbours have no number
   * left between their places.
   */
  #putBetween(come: readonly Stroke[]): ZOrderEntry[] | undefined {
    if (come.length === 0) return [];
    const came: ZOrderEntry[] = [];
    let below = 0;
    let run: Stroke[] = [];
    let crowded = false;
    const place = (above: number) => {
      for (const [i, stroke] of run.entries()) {
        const at = below + ((above - below) * (i + 1)) / (run.length + 1);
        came.push(this.#put(stroke, at));
        // No double is left between the two places.
        if (!(at > below && at < above)) crowded = true;
      }
      run = [];
    };
    for (const stroke of this.#strokes) {
      const entry = this.#entries.get(stroke);
      if (!entry) {
        run.push(stroke);
        continue;
      }
      place(entry.place);
      below = entry.place;
    }
    const above = Math.max(below, this.#top) + run.length + 1;
    if (run.length > 0) this.#top = above;
    place(above);
    return crowded ? undefined : came;
  }

  /** Renumbers all strokes: all of them count as removed and added. */
  #countAnew(went: readonly ZOrderEntry[]): ZOrderChange {
    const gone = [...went, ...this.#entries.values()];
    this.#entries.clear();
    this.#index.clear();
    this.#crowded = false;
    this.#top = 0;
    this.#washes = 0;
    return this.#changed(
      gone,
      this.#strokes.map((stroke) => this.#putOnTop(stroke)),
      false,
    );
  }
}
