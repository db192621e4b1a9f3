/** Strokes as they lie on each other, each with its place, and which of them are near a part of the paper. */
import type { Bounds } from '../geometry/bounds.ts';
import { SpatialHash } from '../geometry/spatial-hash.ts';

export interface ZOrdered {
  /** Greater is further up. No two are equal. */
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

  /** Is there one near this area of which `is` says yes? */
  some(area: Bounds, is: (item: T) => boolean = () => true): boolean {
    return this.#index.some(area, is);
  }

  /** Those whose bounds overlap `area`, bottom first. */
  near(area: Bounds): T[] {
    return this.#index.near(area).sort((a, b) => a.place - b.place);
  }
}
