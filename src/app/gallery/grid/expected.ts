/** How many drawings there were the last time, known before any is read: somebody new is invited at once. */

const STORED = 'pleinair.drawing-grid';
/** What the studio keeps: whoever has it has been here before the number was kept. */
const VISITED = 'pleinair.hand';

/** Drawings in the gallery as it was last seen; 0 for somebody new. */
export function expected(): number {
  try {
    const count = localStorage.getItem(STORED) ?? (localStorage.getItem(VISITED) ? '8' : '0');
    return Number(count) || 0;
  } catch {
    return 0;
  }
}

export function remember(count: number): void {
  try {
    if (localStorage.getItem(STORED) !== String(count)) localStorage.setItem(STORED, String(count));
  } catch {
    // Where nothing is kept everybody is new.
  }
}
