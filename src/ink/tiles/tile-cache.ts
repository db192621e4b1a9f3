/** The tile cache, by scale and place. It evicts the tiles that were shown longest ago. */
import { type Cell, cellCount, type Span } from './tile-grid.ts';

export interface CachedTile extends Cell {
  /** Size in memory. */
  readonly bytes: number;
  /** Number of the last frame that showed it. */
  readonly used: number;
}

/** Map key of a cell. The paper ends at a million units, so a tile's number fits in 25 bits at any zoom. */
function keyOf(x: number, y: number): number {
  return (x + HALF) * 2 * HALF + y + HALF;
}

const HALF = 2 ** 25;

export class TileCache<T extends CachedTile> {
  /** Counted by who shows them. */
  frame = 0;
  readonly #levels = new Map<number, Map<number, T>>();

  get(scale: number, x: number, y: number): T | undefined {
    return this.#levels.get(scale)?.get(keyOf(x, y));
  }

  has(tile: T): boolean {
    return this.get(tile.scale, tile.x, tile.y) === tile;
  }

  put(tile: T): void {
    let level = this.#levels.get(tile.scale);
    if (!level) {
      level = new Map();
      this.#levels.set(tile.scale, level);
    }
    level.set(keyOf(tile.x, tile.y), tile);
  }

  delete(tile: T): void {
    const level = this.#levels.get(tile.scale);
    level?.delete(keyOf(tile.x, tile.y));
    if (level?.size === 0) this.#levels.delete(tile.scale);
  }

  clear(): void {
    this.#levels.clear();
  }

  get scales(): number[] {
    return [...this.#levels.keys()];
  }

  *[Symbol.iterator](): Generator<T> {
    for (const level of this.#levels.values()) yield* level.values();
  }

  /** Cached tiles among these cells. */
  within(scale: number, span: Span): T[] {
    const level = this.#levels.get(scale);
    if (!level) return [];
    const found: T[] = [];
    if (cellCount(span) > level.size) {
      for (const tile of level.values()) {
        if (tile.x >= span.left && tile.x <= span.right && tile.y >= span.top && tile.y <= span.bottom) {
          found.push(tile);
        }
      }
      return found;
    }
    for (let y = span.top; y <= span.bottom; y++) {
      for (let x = span.left; x <= span.right; x++) {
        const tile = level.get(keyOf(x, y));
        if (tile) found.push(tile);
      }
    }
    return found;
  }

  get bytes(): number {
    let sum = 0;
    for (const tile of this) sum += tile.bytes;
    return sum;
  }

  /**
   * Evicts tiles until the rest have at most `most` bytes, and returns the evicted ones. Tiles for which `stays` returns
   * true are kept, whatever their size.
   */
  evict(most: number, stays: (tile: T) => boolean): T[] {
    let { bytes } = this;
    if (bytes <= most) return [];
    const gone: T[] = [];
    for (const tile of [...this].filter((one) => !stays(one)).sort((a, b) => a.used - b.used)) {
      if (bytes <= most) break;
      bytes -= tile.bytes;
      this.delete(tile);
      gone.push(tile);
    }
    return gone;
  }
}
