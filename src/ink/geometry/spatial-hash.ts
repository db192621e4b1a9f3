/**
 * A spatial index: finds the items near an area without looking at all of them. An item lies in one cell, by
 * its centre, on the level whose cells are at least as large as the item. A query therefore looks half a cell
 * further than its area.
 */
import { type Bounds, overlap } from './bounds.ts';

/** Cell size of the lowest level, drawing units. It doubles from level to level. */
const SMALLEST_CELL = 32;
/**
 * More than the number of columns, or rows, on either side of the origin: the paper ends at a million units.
 */
const HALF = 2 ** 20;

function keyOf(column: number, row: number): number {
  return (column + HALF) * 2 * HALF + row + HALF;
}

interface Entry<T> {
  readonly item: T;
  readonly bounds: Bounds;
}

export class SpatialHash<T extends object> {
  readonly #levels = new Map<number, Map<number, Entry<T>[]>>();
  readonly #cells = new Map<T, { readonly level: number; readonly key: number }>();

  get size(): number {
    return this.#cells.size;
  }

  has(item: T): boolean {
    return this.#cells.has(item);
  }

  add(item: T, bounds: Bounds): void {
    const extent = Math.max(bounds.maxX - bounds.minX, bounds.maxY - bounds.minY);
    const level = Math.max(0, Math.ceil(Math.log2(extent / SMALLEST_CELL)));
    const cell = SMALLEST_CELL * 2 ** level;
    const column = Math.floor((bounds.minX + bounds.maxX) / 2 / cell);
    const row = Math.floor((bounds.minY + bounds.maxY) / 2 / cell);
    const key = keyOf(column, row);
    const cells = this.#levels.get(level) ?? new Map<number, Entry<T>[]>();
    this.#levels.set(level, cells);
    const entries = cells.get(key);
    if (entries) entries.push({ item, bounds });
    else cells.set(key, [{ item, bounds }]);
    this.#cells.set(item, { level, key });
  }

  remove(item: T): void {
    const at = this.#cells.get(item);
    if (!at) return;
    this.#cells.delete(item);
    const cells = this.#levels.get(at.level);
    const entries = cells?.get(at.key);
    if (!cells || !entries) return;
    const last = entries.pop();
    const index = entries.findIndex((entry) => entry.item === item);
    if (index >= 0 && last) entries[index] = last;
    if (entries.length === 0) cells.delete(at.key);
    if (cells.size === 0) this.#levels.delete(at.level);
  }

  clear(): void {
    this.#levels.clear();
    this.#cells.clear();
  }

  /** The items whose bounds overlap `area`, in no particular order. */
  near(area: Bounds): T[] {
    const found: T[] = [];
    this.some(area, (item) => {
      found.push(item);
      return false;
    });
    return found;
  }

  /** True if `is` returns true for one of the items whose bounds overlap `area`. */
  some(area: Bounds, is: (item: T) => boolean): boolean {
    for (const [level, cells] of this.#levels) {
      const cell = SMALLEST_CELL * 2 ** level;
      const fromColumn = Math.floor((area.minX - cell / 2) / cell);
      const toColumn = Math.floor((area.maxX + cell / 2) / cell);
      const fromRow = Math.floor((area.minY - cell / 2) / cell);
      const toRow = Math.floor((area.maxY + cell / 2) / cell);
      const look = (entries: readonly Entry<T>[] | undefined) => {
        for (const { item, bounds } of entries ?? []) if (overlap(bounds, area) && is(item)) return true;
        return false;
      };
      if ((toColumn - fromColumn + 1) * (toRow - fromRow + 1) > cells.size) {
        for (const entries of cells.values()) if (look(entries)) return true;
        continue;
      }
      for (let column = fromColumn; column <= toColumn; column++) {
        for (let row = fromRow; row <= toRow; row++) if (look(cells.get(keyOf(column, row)))) return true;
      }
    }
    return false;
  }
}
