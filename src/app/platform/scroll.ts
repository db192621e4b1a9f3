/** Puts a page of the history back where it was scrolled to, after back, forward and reload. */

import { newId } from './new-id.ts';

const STORED = 'pleinair.scroll';
/** An entry that this page did not make: a fragment. */
const UNNAMED = 'unnamed';
/** Frames to wait for a view's content to be tall enough again. */
const FRAMES_MAX = 40;

let positions: Record<string, number> = {};
let shown = UNNAMED;

function keyNow(): string {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'key' in state ? String(state.key) : UNNAMED;
}

/** Keeps the present position under the entry being left. */
export function rememberScroll(): void {
  positions[shown] = scrollY;
}

/** A new entry of the history stands at its top. */
export function startScroll(): void {
  shown = keyNow();
  scrollTo(0, 0);
}

/** Scrolls to where the entry now shown was left, as soon as it is tall enough. */
export function restoreScroll(): void {
  shown = keyNow();
  const top = positions[shown] ?? 0;
  let frames = 0;
  const attempt = () => {
    scrollTo(0, top);
    if (Math.abs(scrollY - top) > 1 && ++frames < FRAMES_MAX) requestAnimationFrame(attempt);
  };
  requestAnimationFrame(attempt);
}

/** Takes scroll restoration over from the browser, which cannot know when a view is complete. */
export function startScrollMemory(): void {
  history.scrollRestoration = 'manual';
  if (keyNow() === UNNAMED) history.replaceState({ key: newId() }, '');
  try {
    positions = JSON.parse(sessionStorage.getItem(STORED) ?? '{}') as Record<string, number>;
  } catch {
    positions = {};
  }
  shown = keyNow();
  addEventListener(
    'scroll',
    () => {
      if (shown === keyNow()) rememberScroll();
    },
    { passive: true },
  );
  addEventListener('pagehide', () => {
    rememberScroll();
    try {
      sessionStorage.setItem(STORED, JSON.stringify(positions));
    } catch {
      // A full or forbidden session storage costs a scroll position, nothing more.
    }
  });
  // A page that is new stands at its top already, and to look where it stands would lay it out twice.
  if (positions[shown]) restoreScroll();
}
