/**
 * Whole numbers in which shades compute: distances in 256ths of a px, darkness in 256ths of one of the 255 steps of
 * opacity. Grain makes neighbouring pixels differ, so a processor would guess wrong at half of all branches. Their loops
 * have none, and call nothing: `n & (n >> 31)` is n, but 0 if it is greater; `n & ~(n >> 31)` is n, but 0 if it is less.
 */

/** One px. */
export const PX = 256;
/** Full opacity. */
export const FULL = 255 * 256;

/** Rounded, and known to the compiler as a whole number of 32 bits: else all that it meets becomes a fraction. */
export function whole(n: number): number {
  return Math.round(n) | 0;
}

/** Fills a table of all heights of the grain with what goes evenly from `low` to `high`, unless it is that already. */
export function fillTable(table: Int32Array, low: number, high: number): void {
  const last = table.length - 1;
  const from = whole(low);
  const to = whole(high);
  if (table[0] === from && table[last] === to) return;
  for (let height = 0; height <= last; height++) table[height] = whole(from + ((to - from) * height) / last);
}
