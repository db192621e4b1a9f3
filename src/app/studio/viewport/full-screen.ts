/** The paper alone: in the browser's full screen where it exists, else in the window. */
import { signal } from '@preact/signals';

/** False on iPhones and in frames that forbid full screen. The page then stays in its window. */
const canFill = typeof document !== 'undefined' && document.fullscreenEnabled === true;

/** True while only the paper is shown. */
export const fullScreen = signal(false);

/**
 * The state that was requested from the browser, until it has changed some frames later. Only one request runs
 * at a time: a browser that is leaving full screen would accept a request to enter it, and leave all the same.
 */
let asked: boolean | undefined;

if (canFill) {
  document.addEventListener('fullscreenchange', () => {
    // The person has left full screen with the browser's own key.
    if (asked === undefined && !document.fullscreenElement) fullScreen.value = false;
    asked = undefined;
    askBrowser();
  });
}

export function toggleFullScreen(): void {
  fullScreen.value = !fullScreen.value;
  askBrowser();
}

/** Ends full screen, if it is on. */
export function leaveFullScreen(): void {
  fullScreen.value = false;
  askBrowser();
}

/** Requests the state that the person wants now, unless the browser is in it or still changes. */
function askBrowser(): void {
  const wanted = fullScreen.value;
  if (!canFill || asked !== undefined || wanted === (document.fullscreenElement !== null)) return;
  asked = wanted;
  // The whole page and not only the canvas, so that messages and dialogs are visible. If the browser refuses,
  // the page stays in its window.
  const change = wanted
    ? document.documentElement.requestFullscreen({ navigationUI: 'hide' })
    : document.exitFullscreen();
  change.catch(() => {
    asked = undefined;
  });
}
