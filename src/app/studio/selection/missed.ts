/** A word about a loop of the lasso that caught nothing. */
import { signal } from '@preact/signals';
import { toastWhile } from '../../ui/toasts.ts';
import { tools as words } from '../../words/en/studio/tools.ts';
import { selected, tool } from '../tool-settings/tool-settings.ts';

const misses = signal(0);

/** Says that nothing is selected, until something is, another tool is chosen, or the next loop misses too. */
export function showMissed(): void {
  const now = misses.peek() + 1;
  misses.value = now;
  toastWhile(
    () => misses.value === now && tool.value === 'lasso' && selected.value === 0,
    words.nothingSelected,
  );
}
