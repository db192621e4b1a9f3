import { signal } from '@preact/signals';

/** True if the device has a network. This does not mean that a server can be reached. */
export const online = signal(navigator.onLine);

addEventListener('online', () => {
  online.value = true;
});
addEventListener('offline', () => {
  online.value = false;
});
