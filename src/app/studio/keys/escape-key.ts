/** Escape in the studio. Dialogs and the title field handle it themselves. */
import type { Ink } from '../../../ink/index.ts';
import { focusCanvas } from '../controls/focus-canvas.ts';
import { closePanelByKey } from '../controls/panels.ts';
import { endArranging } from '../guide/guide-state.ts';
import { fullScreen, leaveFullScreen } from '../viewport/full-screen.ts';

/** Closes or ends one thing, the first that is open. Returns false if there is none. */
export function pressEscape(ink: Ink | undefined): boolean {
  if (closePanelByKey()) return true;
  if (ink?.cancel()) return true;
  if (endArranging()) {
    focusCanvas();
    return true;
  }
  if (ink && ink.selection.strokes.length > 0) {
    ink.selection.clear();
    return true;
  }
  if (fullScreen.value) {
    leaveFullScreen();
    return true;
  }
  // The focus moves from the header or the dock to the canvas, where shortcuts work.
  return focusCanvas();
}
