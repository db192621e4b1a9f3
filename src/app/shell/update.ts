import { applyUpdate } from '../client/worker-bridge.ts';
import { troubledDrawings } from '../studio/saving/busy.ts';
import { toast } from '../ui/toasts.ts';
import { shell as words } from '../words/en/shell.ts';

/** Moves to the new version, or says why not yet. */
export function update(): void {
  if (applyUpdate()) return;
  toast(troubledDrawings.value.length > 0 ? words.updateWouldLose : words.updateTooSoon);
}
