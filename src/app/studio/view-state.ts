/** What is shown beside the canvas on demand: the map of the drawing, and the sheet of keys. */
import { effect, signal } from '@preact/signals';

const KEPT = 'pleinair.map';

function keptMap(): boolean {
  try {
    return localStorage.getItem(KEPT) === 'shown';
  } catch {
    return false;
  }
}

/** Is the map wanted all the time? Remembered on this device. */
export const mapShown = signal(keptMap());
/** Is the sheet of keys open? */
export const keysShown = signal(false);

effect(() => {
  try {
    if (mapShown.value) localStorage.setItem(KEPT, 'shown');
    else localStorage.removeItem(KEPT);
  } catch {
    // A browser that keeps nothing starts without the map the next time.
  }
});
