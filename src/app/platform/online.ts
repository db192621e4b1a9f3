import { signal } from '@preact/signals';

/** Does the device believe that it has a network? Says nothing about whether a server can be had. */
export const online = signal(navigator.onLine);

addEventListener('online', () => {
  online.value = true;
});
addEventListener('offline', () => {
  online.value = false;
});
