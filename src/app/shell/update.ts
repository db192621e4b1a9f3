import { applyUpdate } from '../client/worker-bridge.ts';
import { troubledDrawings } from '../studio/saving/busy.ts';
import { toast } from '../ui/toasts.ts';

/** Moves to the new version, or says why not yet. */
export function update(): void {
  if (applyUpdate()) return;
  toast(
    troubledDrawings.value.length > 0
      ? 'A drawing is not saved yet, and an update would lose it. Save it first.'
      : 'A stroke is still being saved. Try again in a moment.',
  );
}
