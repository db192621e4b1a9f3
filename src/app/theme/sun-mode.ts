/** Sun mode: paper and ink at full contrast, larger controls and heavier lines, to be read in bright light. */
import { signal } from '@preact/signals';
import { showSun, storeSun } from './sun-look.ts';

/** True while it is on. */
export const sunMode = signal(showSun());

/** Turns it on or off, and stores that. */
export function chooseSun(on: boolean): void {
  const choice = on ? 'on' : 'off';
  storeSun(choice);
  sunMode.value = showSun(choice);
}
