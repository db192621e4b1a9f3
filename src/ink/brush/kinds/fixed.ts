/**
 * Whole numbers in which shades compute: distances in 256ths of a px, darkness in 256ths of one of the 255 steps of
 * opacity. Grain makes neighbouring pixels differ, so a processor would guess wrong at half of all branches: these have
 * none.
 */

/** One px. */
export const PX = 256;
/** Full opacity. */
export const FULL = 255 * 256;

/** The number, or 0 if it is greater. */
export function least0(n: number): number {
  return n & (n >> 31);
}

/** The number, or 0 if it is less. */
export function most0(n: number): number {
  return n & ~(n >> 31);
}

/** The number, or 0 if it is less, or `most` if it is greater. */
export function between(n: number, most: number): number {
  const low = n & ~(n >> 31);
  const over = low - most;
  return most + (over & (over >> 31));
}

/** Fills a table of all heights of the grain with what goes evenly from `low` to `high`, unless it is that already. */
export function fillTable(table: Int32Array, low: number, high: number): void {
  const last = table.length - 1;
  const from = Math.round(low);
  const to = Math.round(high);
  if (table[0] === from && table[last] === to) return;
  for (let height = 0; height <= last; height++)
    table[height] = Math.round(from + ((to - from) * height) / last);
}
