/** The spatial index finds the strokes near an area, in z-order. */
import type { Bounds } from '../geometry/bounds.ts';
import { SpatialHash } from '../geometry/spatial-hash.ts';

export interface ZOrdered {
  /** Place in the z-order: greater is higher. No two are equal. */
  readonly place: number;
}

export class SpatialIndex<T extends ZOrdered> {
  readonly #index = new SpatialHash<T>();

  get size(): number {
    return this.#index.size;
  }

  add(item: T, bounds: Bounds): void {
    this.#index.add(item, bounds);
  }

  remove(item: T): void {
    this.#index.remove(item);
  }

  clear(): void {
    this.#index.clear();
  }

  /** True if an entry near this area satisfies `is`. */
  some(area: Bounds, is: (item: T) => boolean = () => true): boolean {
    return this.#index.some(area, is);
  }

  /** Entries whose bounds overlap `area`, bottom first. */
  near(area: Bounds): T[] {
    return this.#index.near(area).sort((a, b) => a.place - b.place);
  }
}
