/** Selects strokes that were just added, so that they can be moved at once. */
import { effect } from '@preact/signals';
import type { Stroke } from '../../../core/drawing/types.ts';
import type { Ink } from '../../../ink/index.ts';
import { selected, tool } from './tool-settings.ts';

/** Selects them with the lasso. When the selection ends, the former tool comes back. */
export function selectAdded(ink: Ink, strokes: readonly Stroke[]): void {
  const before = tool.value;
  tool.value = 'lasso';
  ink.selection.set(strokes);
  if (before === 'lasso' || selected.value === 0) return;
  const stop = effect(() => {
    const isLasso = tool.value === 'lasso';
    if (isLasso && selected.value > 0) return;
    queueMicrotask(() => {
      stop();
      if (isLasso && tool.value === 'lasso') tool.value = before;
    });
  });
}
