/**
 * The number of drawings at the last visit. It is known at once, so that a new person need not wait for the
 * invitation.
 */
const STORAGE_KEY = 'pleinair.drawing-grid';
/** A key that the studio stores. It marks a returning person from before the number was stored. */
const VISITED = 'pleinair.hand';

/** Number of drawings at the last visit; 0 for a new person. */
export function expectedCount(): number {
  try {
    const count = localStorage.getItem(STORAGE_KEY) ?? (localStorage.getItem(VISITED) ? '8' : '0');
    return Number(count) || 0;
  } catch {
    return 0;
  }
}

/** Stores the number of drawings for the next visit. */
export function storeCount(count: number): void {
  try {
    if (localStorage.getItem(STORAGE_KEY) !== String(count)) localStorage.setItem(STORAGE_KEY, String(count));
  } catch {
    // Without localStorage everybody counts as new.
  }
}
