/** Nothing but the paper: over the whole screen where the browser offers that, else over the whole page. */
import { signal } from '@preact/signals';

/** Not on an iPhone, and not in a frame that forbids it: there the page stays in its window. */
const canFill = typeof document !== 'undefined' && document.fullscreenEnabled === true;

/** Is the paper alone shown? */
export const fullScreen = signal(false);

/**
 * What the browser was asked for, full or not, until it has changed to it some frames later. It is asked for one thing
 * at a time: one that is leaving grants a request to fill the screen and leaves all the same.
 */
let asked: boolean | undefined;

if (canFill) {
  document.addEventListener('fullscreenchange', () => {
    // Left without the app's asking: by the browser's own key.
    if (asked === undefined && !document.fullscreenElement) fullScreen.value = false;
    asked = undefined;
    askBrowser();
  });
}

export function toggleFullScreen(): void {
  fullScreen.value = !fullScreen.value;
  askBrowser();
}

/** Nothing to do where more than the paper is shown. */
export function leaveFullScreen(): void {
  fullScreen.value = false;
  askBrowser();
}

/** Asks for what the person wants by now, unless the browser has it or is still busy with the last request. */
function askBrowser(): void {
  const wanted = fullScreen.value;
  if (!canFill || asked !== undefined || wanted === (document.fullscreenElement !== null)) return;
  asked = wanted;
  // The whole page and not the canvas alone: messages and dialogs stay to be seen. A browser that refuses leaves the page in its window.
  const change = wanted
    ? document.documentElement.requestFullscreen({ navigationUI: 'hide' })
    : document.exitFullscreen();
  change.catch(() => {
    asked = undefined;
  });
}
