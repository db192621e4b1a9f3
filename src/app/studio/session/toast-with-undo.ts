import { toastWhile } from '../../ui/toasts.ts';
import { tools } from '../../words/en/studio/tools.ts';
import type { Session } from './session.ts';

/**
 * Shows a message about the last edit, with undo. It disappears with the next change, so that it never undoes anything
 * but that edit.
 */
export function toastWithUndo(session: Session, text: string): void {
  const after = session.history.now.value;
  toastWhile(() => session.history.now.value === after, text, {
    label: tools.undo,
    run: () => session.history.undo(),
  });
}
