/** Words about what was not selected: by a loop that caught nothing, and on other layers. */
import { signal } from '@preact/signals';
import { erases } from '../../../core/drawing/erasing.ts';
import { layerOf, ONE_LAYER } from '../../../core/drawing/members/layers.ts';
import { toastWhile } from '../../ui/toasts.ts';
import { layers as layerWords } from '../../words/en/studio/layers.ts';
import { tools as words } from '../../words/en/studio/tools.ts';
import { nameOf } from '../layers/layer-names.ts';
import type { Session } from '../session/session.ts';
import { toastOf } from '../session/toast-with-undo.ts';
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

/** Says that all means all of the active layer, if one sees strokes on others. */
export function sayOfOthers(session: Session): void {
  const { strokes, layers: all, active } = session;
  const layers = all.peek() ?? ONE_LAYER;
  const now = active.now.peek();
  const seen = new Set(layers.filter(({ id, visible }) => visible && id !== now.id).map(({ id }) => id));
  const isSeen = strokes.peek().some((stroke) => seen.has(layerOf(stroke, layers)) && !erases(stroke));
  if (!isSeen) return;
  const count = selected.peek();
  const isSo = () =>
    selected.value === count && (count === 0 || tool.value === 'lasso') && active.now.value.id === now.id;
  toastOf(session, layerWords.onlyActive(nameOf(now, layers)), isSo);
}
