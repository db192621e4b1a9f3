/** The time as one signal, for texts such as `5 min ago`. It stands still while the page is hidden. */
import { signal } from '@preact/signals';

/** ms between two updates. */
const STEP = 30_000;

/** ms since the epoch, at most 30 s old while the page is visible. */
export const now = signal(Date.now());

const tick = () => {
  if (document.visibilityState === 'visible') now.value = Date.now();
};
setInterval(tick, STEP);
document.addEventListener('visibilitychange', tick);
