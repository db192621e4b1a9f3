/** Whether somebody may be looking at this page. */
import { signal } from '@preact/signals';

/** ms that a page may be hidden and still count as looked at: a person looks something up and comes back. */
const HIDDEN_MS = 60_000;

/** False once the page has been hidden for a minute, or was left. */
export const lookedAt = signal(document.visibilityState === 'visible');

let timer: ReturnType<typeof setTimeout> | undefined;

function look(): void {
  clearTimeout(timer);
  if (document.visibilityState === 'visible') lookedAt.value = true;
  else {
    timer = setTimeout(() => {
      lookedAt.value = false;
    }, HIDDEN_MS);
  }
}

document.addEventListener('visibilitychange', look);
addEventListener('pageshow', look);
// A page with an open connection cannot come back from the browser's memory.
addEventListener('pagehide', () => {
  clearTimeout(timer);
  lookedAt.value = false;
});
