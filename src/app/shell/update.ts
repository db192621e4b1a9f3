import { toast } from '../ui/toasts.ts';
import { applyUpdate } from '../worker-bridge.ts';

/** Moves to the new version, or says why not yet. */
export function update(): void {
  if (!applyUpdate()) toast('A stroke is still being saved. Try again in a moment.');
}
