/** Nothing but the paper: over the whole screen where the browser offers that, else over the whole page. */
import { signal } from '@preact/signals';

/** Not on an iPhone, and not in a frame that forbids it: there the page stays in its window. */
const canFill = typeof document !== 'undefined' && document.fullscreenEnabled === true;

/** Is the paper alone shown? */
export const fullScreen = signal(false);

/** True from when the app asked to leave the screen until the browser has left it, some frames later. */
let leaving = false;

if (canFill) {
  document.addEventListener('fullscreenchange', () => {
    if (document.fullscreenElement) return;
    // Left by the browser's own key, unless the app asked; meanwhile the person may have wanted it again.
    if (!leaving) fullScreen.value = false;
    leaving = false;
    if (fullScreen.value) fillScreen();
  });
}

export function toggleFullScreen(): void {
  if (fullScreen.value) {
    leaveFullScreen();
    return;
  }
  fullScreen.value = true;
  // A browser that is leaving grants the request and leaves all the same.
  if (canFill && !leaving) fillScreen();
}

/** Nothing to do where more than the paper is shown. */
export function leaveFullScreen(): void {
  fullScreen.value = false;
  if (!canFill || !document.fullscreenElement || leaving) return;
  leaving = true;
  document.exitFullscreen().catch(() => {
    leaving = false;
  });
}

/** The whole page and not the canvas alone: messages and dialogs stay to be seen. The browser may refuse. */
function fillScreen(): void {
  document.documentElement.requestFullscreen({ navigationUI: 'hide' }).catch(() => undefined);
}
