import type { ReadonlySignal } from '@preact/signals';
import { type Toast, toastWhile } from '../../ui/toasts.ts';
import { studio } from '../../words/en/studio/studio.ts';
import { tools } from '../../words/en/studio/tools.ts';
import type { HistoryManager } from './history-manager.ts';

/** What a message needs of the drawing that it is about. */
interface Shown {
  /** True while the drawing is visible. */
  readonly isShown: ReadonlySignal<boolean>;
}

/**
 * Shows a message that is about one drawing: it ends when the drawing is left, since nobody would know of which it speaks,
 * and is not shown once it has been left. Returns its key.
 * @param isTrue reads signals; the message ends with what it speaks of
 */
export function toastOf(
  session: Shown,
  text: string,
  isTrue = () => true,
  action?: Toast['action'],
): number | undefined {
  if (!session.isShown.peek()) return undefined;
  return toastWhile(() => session.isShown.value && isTrue(), text, action);
}

/**
 * Shows a message about the last edit, with undo. It disappears with the next change, so that it never undoes anything
 * but that edit.
 */
export function toastWithUndo(session: Shown & { readonly history: HistoryManager }, text: string): void {
  const after = session.history.now.value;
  toastOf(session, text, () => session.history.now.value === after, {
    label: tools.undo,
    run: () => session.history.undo(),
  });
}

/**
 * Says that the drawing is still opening, where something needs strokes that are not there yet. Returns false, and shows
 * nothing, if it is not opening.
 */
export function saysOpening(
  session: Shown & { readonly phase: ReadonlySignal<{ readonly kind: string }> },
): boolean {
  const isOpening = () => session.phase.value.kind === 'opening';
  if (!isOpening()) return false;
  toastOf(session, studio.stillOpening, isOpening);
  return true;
}
