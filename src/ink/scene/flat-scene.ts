/** The strokes that a worker draws, bottom first. Searched linearly: checking all bounds costs little beside drawing one tile. */
import { type Bounds, overlap } from '../geometry/bounds.ts';
import type { ZOrdered } from './spatial-index.ts';

export class FlatScene<T extends ZOrdered & { readonly bounds: Bounds }> {
  #pieces: T[] = [];

  get size(): number {
    return this.#pieces.length;
  }

  /** @param gone places of removed strokes */
  change(gone: readonly number[], come: readonly T[]): void {
    if (gone.length > 0) {
      const places = new Set(gone);
      this.#pieces = this.#pieces.filter(({ place }) => !places.has(place));
    }
    let top = this.#pieces.at(-1)?.place ?? Number.NEGATIVE_INFINITY;
    let isInOrder = true;
    for (const piece of come) {
      this.#pieces.push(piece);
      if (piece.place < top) isInOrder = false;
      top = piece.place;
    }
    if (!isInOrder) this.#pieces.sort((a, b) => a.place - b.place);
  }

  /** Strokes whose bounds overlap `area`, bottom first. */
  near(area: Bounds): T[] {
    return this.#pieces.filter(({ bounds }) => overlap(bounds, area));
  }
}
