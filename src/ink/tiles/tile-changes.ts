/** Changes to the drawing, collected until the next frame and then given to the tiles that they touch. */

import type { Stroke } from '../../core/drawing/types.ts';
import { type Bounds, grow, overlap, strokeBounds, union } from '../geometry/bounds.ts';
import type { ZOrderChange } from '../scene/z-order.ts';
import type { Change, Tile } from './tile.ts';
import type { TileCache } from './tile-cache.ts';
import { cellBounds, cellsTouched, INK_EDGE } from './tile-grid.ts';

/** Most changed strokes that tiles are given one by one. With more, the tiles need new pictures. */
const TOLD_MAX = 256;

export class TileChanges {
  readonly #cache: TileCache<Tile>;
  /** Oldest first. */
  #waiting: Change[] = [];
  /** Strokes that are gone or new, without a change that shows it. */
  #cut: Stroke[] = [];

  constructor(cache: TileCache<Tile>) {
    this.#cache = cache;
  }

  /** True if tiles have not been told of all changes. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0 || this.#cut.length > 0;
  }

  note({ gone, come, wet, onTop }: ZOrderChange): void {
    for (const { stroke } of gone) this.#waiting.push({ stroke, how: 'gone' });
    for (const { stroke } of come) this.#waiting.push({ stroke, how: onTop ? 'top' : 'under' });
    for (const stroke of wet) this.#waiting.push({ stroke, how: 'under' });
  }

  /** The tiles get new pictures later: for now they show what was rubbed out. */
  noteCut({ gone, come }: ZOrderChange): void {
    for (const { stroke } of gone) this.#cut.push(stroke);
    for (const { stroke } of come) this.#cut.push(stroke);
  }

  noteRubbed(stroke: Stroke, holds: boolean): void {
    this.#waiting.push({ stroke, how: holds ? 'held' : 'rubbed' });
  }

  /** Hands the changes out. Must run before a tile is shown, requested or received: a requested picture already has them. */
  tell(): void {
    const changes = this.#waiting;
    const cut = this.#cut;
    if (changes.length === 0 && cut.length === 0) return;
    this.#waiting = [];
    this.#cut = [];
    for (const scale of this.#cache.scales) {
      for (const stroke of cut) {
        for (const tile of this.#cache.within(scale, cellsTouched(strokeBounds(stroke), scale)))
          tile.outdate();
      }
    }
    if (changes.length > TOLD_MAX) {
      this.#invalidate(changes);
      return;
    }
    for (const scale of this.#cache.scales) {
      for (const change of changes) {
        const span = cellsTouched(strokeBounds(change.stroke), scale);
        for (const tile of this.#cache.within(scale, span)) tile.note(change);
      }
    }
  }

  #invalidate(changes: readonly Change[]): void {
    let area: Bounds | undefined;
    for (const { stroke } of changes) area = union(area, strokeBounds(stroke));
    for (const tile of this.#cache) {
      if (area && overlap(grow(area, INK_EDGE / tile.scale), cellBounds(tile))) tile.invalidate();
    }
  }
}
