/** Keeps the screen on while somebody draws, where the browser can, and until a while after the last stroke. */
import { effect, signal } from '@preact/signals';
import { MINUTE } from '../../../core/air/time/time.ts';
import { storedFlag } from '../../platform/stored-flag.ts';
import { penDown } from '../saving/busy.ts';

/** True unless a person turned it off. */
export const keepsScreenOn = storedFlag('pleinair.screen-on', 'off', true);

/** ms after the last stroke, until the screen may turn off: long enough to look at what is drawn. */
const REST = 5 * MINUTE;

/** True if the browser can keep the screen on. */
export function canKeepScreenOn(): boolean {
  return 'wakeLock' in navigator;
}

/** Begins to follow the pen. Returns a function that ends this and lets the screen turn off. */
export function followPen(): () => void {
  if (!canKeepScreenOn()) return () => {};
  const isDrawing = signal(false);
  const isVisible = signal(document.visibilityState === 'visible');
  let rest: ReturnType<typeof setTimeout> | undefined;
  let lock: Promise<WakeLockSentinel | undefined> | undefined;

  const release = () => {
    void lock?.then((held) => held?.release()).catch(() => {});
    lock = undefined;
  };
  const look = () => {
    isVisible.value = document.visibilityState === 'visible';
  };
  const endPen = effect(() => {
    clearTimeout(rest);
    if (penDown.value) isDrawing.value = true;
    else {
      rest = setTimeout(() => {
        isDrawing.value = false;
      }, REST);
    }
  });
  const endLock = effect(() => {
    // The browser lets go of it by itself when the page is hidden, and of its own accord does not take it again.
    if (!keepsScreenOn.value || !isDrawing.value || !isVisible.value) release();
    // A low battery refuses it.
    else lock ??= navigator.wakeLock.request('screen').catch(() => undefined);
  });
  document.addEventListener('visibilitychange', look);
  return () => {
    clearTimeout(rest);
    endPen();
    endLock();
    release();
    document.removeEventListener('visibilitychange', look);
  };
}
