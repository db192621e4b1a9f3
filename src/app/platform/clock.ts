/** The time as the page's words need it: one signal for all of them, coarse, and asleep while hidden. */
import { signal } from '@preact/signals';

const STEP = 30_000;

/** ms since the epoch, at most half a minute old while the page is visible. */
export const now = signal(Date.now());

const tick = () => {
  if (document.visibilityState === 'visible') now.value = Date.now();
};
setInterval(tick, STEP);
document.addEventListener('visibilitychange', tick);
