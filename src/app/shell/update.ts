import { applyUpdate } from '../client/worker-bridge.ts';
import { troubledDrawings } from '../studio/saving/busy.ts';
import { toast } from '../ui/toasts.ts';
import { shell as words } from '../words/en/shell.ts';

/** Moves to the new version, or shows a message that says why this cannot be done yet. */
export function update(): void {
  if (applyUpdate()) return;
  toast(troubledDrawings.value.length > 0 ? words.updateWouldLose : words.updateTooSoon);
}
