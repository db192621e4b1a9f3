/** Nothing but the paper: over the whole screen where the browser offers that, else over the whole page. */
import { signal } from '@preact/signals';

/** Not on an iPhone, and not in a frame that forbids it: there the page stays in its window. */
const canFill = typeof document !== 'undefined' && document.fullscreenEnabled === true;

/** Is the paper alone shown? */
export const fullScreen = signal(false);

if (canFill) {
  document.addEventListener('fullscreenchange', () => {
    // Left by the browser's own key.
    if (!document.fullscreenElement) fullScreen.value = false;
  });
}

export function toggleFullScreen(): void {
  if (fullScreen.value) {
    leaveFullScreen();
    return;
  }
  fullScreen.value = true;
  // The whole page and not the canvas alone: messages and dialogs stay to be seen. The browser may refuse.
  if (canFill) document.documentElement.requestFullscreen({ navigationUI: 'hide' }).catch(() => undefined);
}

/** Nothing to do where more than the paper is shown. */
export function leaveFullScreen(): void {
  fullScreen.value = false;
  if (canFill && document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
}
