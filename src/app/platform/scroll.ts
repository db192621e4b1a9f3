/** Restores the scroll position of a history entry after back, forward and reload. */
import { newId } from './new-id.ts';

const STORAGE_KEY = 'pleinair.scroll';
/** Key of entries that the router did not make: links to a fragment. */
const NO_KEY = 'unnamed';
/** Most frames to wait until the view is tall enough. */
const FRAMES_MAX = 40;

/** Scroll positions by the key of their entry, CSS px. */
let positions: Record<string, number> = {};
/** Key of the entry whose view is shown. */
let shown = NO_KEY;

function currentKey(): string {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'key' in state ? String(state.key) : NO_KEY;
}

/** Saves the position of the entry that is shown. */
export function saveScroll(): void {
  positions[shown] = scrollY;
}

/** Scrolls to the top, for a new entry. */
export function scrollToTop(): void {
  shown = currentKey();
  scrollTo(0, 0);
}

/** Scrolls to the saved position of the current entry, as soon as the view is tall enough. */
export function restoreScroll(): void {
  shown = currentKey();
  const top = positions[shown] ?? 0;
  let frames = 0;
  const attempt = () => {
    scrollTo(0, top);
    if (Math.abs(scrollY - top) > 1 && ++frames < FRAMES_MAX) requestAnimationFrame(attempt);
  };
  requestAnimationFrame(attempt);
}

/** Takes scroll restoration over from the browser, which does not know when a view is complete. Called once. */
export function manageScroll(): void {
  history.scrollRestoration = 'manual';
  if (currentKey() === NO_KEY) history.replaceState({ key: newId() }, '');
  try {
    positions = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, number>;
  } catch {
    positions = {};
  }
  shown = currentKey();
  addEventListener(
    'scroll',
    () => {
      if (shown === currentKey()) saveScroll();
    },
    { passive: true },
  );
  addEventListener('pagehide', () => {
    saveScroll();
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify(positions));
    } catch {
      // Without session storage a reload starts at the top.
    }
  });
  // A new page is at its top already, and reading scrollY now would force a second layout.
  if (positions[shown]) restoreScroll();
}
