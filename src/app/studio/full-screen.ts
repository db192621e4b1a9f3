/** The page over the whole screen, where the browser offers it. */
import { signal } from '@preact/signals';

/** Can it be done here? Not on an iPhone, and not in a frame that forbids it. */
export const canFullScreen = typeof document !== 'undefined' && document.fullscreenEnabled === true;

export const fullScreen = signal(false);

if (canFullScreen) {
  document.addEventListener('fullscreenchange', () => {
    fullScreen.value = document.fullscreenElement !== null;
  });
}

/** The whole page and not the canvas alone: messages and dialogs stay to be seen. Never throws. */
export async function toggleFullScreen(): Promise<void> {
  if (!canFullScreen) return;
  if (document.fullscreenElement) return leaveFullScreen();
  // The browser may refuse, for example while another page asks for it.
  await document.documentElement.requestFullscreen({ navigationUI: 'hide' }).catch(() => undefined);
}

/** Nothing to do where the page does not fill the screen. Never throws. */
export async function leaveFullScreen(): Promise<void> {
  if (canFullScreen && document.fullscreenElement) await document.exitFullscreen().catch(() => undefined);
}
