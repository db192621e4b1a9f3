/** Whether loops and taps add to the selection: where there is no Shift to hold, as on a phone. */
import { effect, signal } from '@preact/signals';
import { selected } from '../tool-settings/tool-settings.ts';

export const adding = signal(false);

// Ends with the selection. The next one begins anew.
effect(() => {
  if (selected.value === 0) adding.value = false;
});
