import { type Toast, toastWhile } from '../../ui/toasts.ts';
import { tools } from '../../words/en/studio/tools.ts';
import type { Session } from './session.ts';

/**
 * Shows a message that is about one drawing: it ends when the drawing is left, since nobody would know of which it speaks.
 * Returns its key.
 * @param isTrue reads signals; the message ends with what it speaks of
 */
export function toastOf(
  session: Session,
  text: string,
  isTrue = () => true,
  action?: Toast['action'],
): number {
  return toastWhile(() => session.isShown.value && isTrue(), text, action);
}

/**
 * Shows a message about the last edit, with undo. It disappears with the next change, so that it never undoes anything
 * but that edit.
 */
export function toastWithUndo(session: Session, text: string): void {
  const after = session.history.now.value;
  toastOf(session, text, () => session.history.now.value === after, {
    label: tools.undo,
    run: () => session.history.undo(),
  });
}
