/** What Escape does in the studio: one thing at a time. A dialog and the title take it themselves. */

import type { Ink } from '../../../ink/index.ts';
import { closePanelByKey } from '../controls/panels.ts';
import { fullScreen, leaveFullScreen } from '../viewport/full-screen.ts';

/** Does the first of these that there is to do. False when there is none. */
export function pressEscape(ink: Ink | undefined): boolean {
  if (closePanelByKey()) return true;
  if (ink?.cancel()) return true;
  if (ink && ink.selection.strokes.length > 0) {
    ink.selection.clear();
    return true;
  }
  if (fullScreen.value) {
    leaveFullScreen();
    return true;
  }
  // From the head or the dock back to the paper, where keys are shortcuts.
  const paper = document.querySelector<HTMLElement>('.canvas');
  if (!paper || paper === document.activeElement) return false;
  paper.focus({ preventScroll: true });
  return true;
}
