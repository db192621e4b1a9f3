/** The strokes that a worker draws, bottom first. Searched linearly: checking all bounds costs little beside drawing one tile. */
import { Coats, type Wash } from '../brush/wet-wash.ts';
import { type Bounds, overlap } from '../geometry/bounds.ts';
import type { ZOrdered } from './spatial-index.ts';

export class FlatScene<T extends ZOrdered & { readonly bounds: Bounds }> {
  #pieces: T[] = [];
  readonly #coats: Coats<T>;
  #isGrouped = true;

  /** @param washOf tells which strokes run into each other; undefined for one that runs into none */
  constructor(washOf: (piece: T) => Wash | undefined) {
    this.#coats = new Coats(washOf);
  }

  get size(): number {
    return this.#pieces.length;
  }

  /** @param gone places of removed strokes */
  change(gone: readonly number[], come: readonly T[]): void {
    this.#isGrouped = false;
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

  /** Strokes whose bounds overlap `area`, bottom first, those that are one wash together. */
  coats(area: Bounds): (readonly T[])[] {
    if (!this.#isGrouped) this.#coats.set(this.#pieces);
    this.#isGrouped = true;
    return this.#coats.group(this.#pieces.filter(({ bounds }) => overlap(bounds, area)));
  }
}
