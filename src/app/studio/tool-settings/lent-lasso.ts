/** Lends the lasso to a selection that no lasso made: the tool in hand comes back when the selection ends. */
import { effect } from '@preact/signals';
import { selected, tool } from './tool-settings.ts';

/**
 * Selects with the lasso as the tool, whose frame shows the selection; another tool ends it. When the selection ends, or
 * nothing was selected, the former tool comes back.
 */
export function withLasso(select: () => void): void {
  const before = tool.value;
  tool.value = 'lasso';
  select();
  if (before === 'lasso') return;
  const stop = effect(() => {
    const isLasso = tool.value === 'lasso';
    if (isLasso && selected.value > 0) return;
    queueMicrotask(() => {
      stop();
      if (isLasso && tool.value === 'lasso') tool.value = before;
    });
  });
}
