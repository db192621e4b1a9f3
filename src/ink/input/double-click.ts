/** The double click: its first half may have opened the canvas. */

/** A click, in CSS px of the window, and its time in ms since the page began. */
export interface Click {
  readonly x: number;
  readonly y: number;
  readonly at: number;
}

/** A second click within this time (ms) and distance (CSS px) belongs to the first, as platforms count them. */
const DOUBLE_CLICK_MS = 500;
const DOUBLE_CLICK_PX = 24;

/** True if the second click belongs to the first. */
export function isDoubleClick(first: Click, second: Click): boolean {
  const after = second.at - first.at;
  if (after < 0 || after > DOUBLE_CLICK_MS) return false;
  return Math.hypot(second.x - first.x, second.y - first.y) < DOUBLE_CLICK_PX;
}
