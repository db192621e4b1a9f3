/** The z-order of the drawing's strokes, and what changes when they are replaced. */
import type { Stroke } from '../../core/drawing/types.ts';
import { brushOf } from '../brush/brushes.ts';
import { Coats, washOf } from '../brush/wet-wash.ts';
import { type Bounds, strokeBounds, union } from '../geometry/bounds.ts';
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
  /** True if all added strokes lie above everything else, and nothing below them looks different. */
  readonly onTop: boolean;
}

export class ZOrder {
  readonly #index = new SpatialIndex<ZOrderEntry>();
  readonly #entries = new Map<Stroke, ZOrderEntry>();
  #strokes: readonly Stroke[] = [];
  /** Strokes added on top since the list was set. */
  #added: Stroke[] = [];
  /** Strokes removed since the list was set. */
  readonly #removed = new Set<Stroke>();
  /** The place of the topmost stroke. */
  #top = 0;
  #inked: Bounds | undefined;
  readonly #coats = new Coats(washOf);
  /** How many strokes can run into others. */
  #washes = 0;

  /** Bounds of all strokes, including removed ones. */
  get inked(): Bounds | undefined {
    return this.#inked;
  }

  /** Replaces the strokes, compared by identity. */
  set(strokes: readonly Stroke[]): ZOrderChange {
    const removed = this.#removed;
    const all = this.#added.length === 0 ? this.#strokes : [...this.#strokes, ...this.#added];
    const before = removed.size === 0 ? all : all.filter((stroke) => !removed.has(stroke));
    removed.clear();
    this.#added = [];
    this.#strokes = strokes;
    const { gone, come, onTop } = diffStrokes(before, strokes);
    const went = this.#takeOff(gone);
    if (onTop)
      return this.#changed(
        went,
        come.map((stroke) => this.#putOnTop(stroke)),
        onTop,
      );
    const came = this.#putBetween(come);
    return came ? this.#changed(went, came, onTop) : this.#countAnew(went);
  }

  /** Adds strokes on top. */
  add(strokes: readonly Stroke[]): ZOrderChange {
    this.#added.push(...strokes);
    return this.#changed(
      [],
      strokes.map((stroke) => this.#putOnTop(stroke)),
      true,
    );
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
  #changed(gone: readonly ZOrderEntry[], come: readonly ZOrderEntry[], onTop: boolean): ZOrderChange {
    if (this.#washes === 0 && !gone.some(({ stroke }) => brushOf(stroke.tool).isWet)) {
      return { gone, come, wet: [], onTop };
    }
    const all = [...this.#strokes, ...this.#added].filter((stroke) => !this.#removed.has(stroke));
    const added = new Set(come.map(({ stroke }) => stroke));
    const wet = this.#coats.set(all).filter((stroke) => !added.has(stroke));
    return { gone, come, wet, onTop: onTop && wet.length === 0 };
  }

  #takeOff(strokes: readonly Stroke[]): ZOrderEntry[] {
    const went: ZOrderEntry[] = [];
    for (const stroke of strokes) {
      const entry = this.#entries.get(stroke);
      if (!entry) continue;
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
    this.#top = 0;
    this.#washes = 0;
    return this.#changed(
      gone,
      this.#strokes.map((stroke) => this.#putOnTop(stroke)),
      false,
    );
  }
}
