/** What happened to the drawing, kept until the next frame and then told to the tiles that it concerns. */
import { type Bounds, grow, overlap, strokeBounds, union } from '../geometry/bounds.ts';
import type { ZOrderChange } from '../scene/z-order.ts';
import type { Change, Tile } from './tile.ts';
import type { TileCache } from './tile-cache.ts';
import { cellBounds, cellsTouched, INK_EDGE } from './tile-grid.ts';

/** Changed strokes that are told to each tile; more of them spoil it. */
const TOLD_MAX = 256;

export class TileChanges {
  readonly #shelf: TileCache<Tile>;
  /** In the order they happened. */
  #waiting: Change[] = [];

  constructor(shelf: TileCache<Tile>) {
    this.#shelf = shelf;
  }

  note({ gone, come, onTop }: ZOrderChange): void {
    for (const { stroke } of gone) this.#waiting.push({ stroke, how: 'gone' });
    for (const { stroke } of come) this.#waiting.push({ stroke, how: onTop ? 'top' : 'under' });
  }

  /** Due before a tile is shown, ordered or taken: a picture that is ordered has them already. */
  tell(): void {
    const changes = this.#waiting;
    if (changes.length === 0) return;
    this.#waiting = [];
    if (changes.length > TOLD_MAX) {
      this.#spoil(changes);
      return;
    }
    for (const scale of this.#shelf.scales) {
      for (const change of changes) {
        const span = cellsTouched(strokeBounds(change.stroke), scale);
        for (const tile of this.#shelf.within(scale, span)) tile.note(change);
      }
    }
  }

  #spoil(changes: readonly Change[]): void {
    let area: Bounds | undefined;
    for (const { stroke } of changes) area = union(area, strokeBounds(stroke));
    for (const tile of this.#shelf) {
      if (area && overlap(grow(area, INK_EDGE / tile.scale), cellBounds(tile))) tile.spoil();
    }
  }
}
