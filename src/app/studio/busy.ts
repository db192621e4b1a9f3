/** Would a reload interrupt or lose something just now? */
import { computed, signal } from '@preact/signals';

/** A tool is down on the paper. */
export const penDown = signal(false);
/** Open drawings with something on them that is not stored yet. */
export const unsavedDrawings = signal<ReadonlySet<string>>(new Set());

/** True while a stroke is unfinished or unsaved. */
export const busy = computed(() => penDown.value || unsavedDrawings.value.size > 0);

export function noteUnsaved(id: string, unsaved: boolean): void {
  if (unsavedDrawings.value.has(id) === unsaved) return;
  const next = new Set(unsavedDrawings.value);
  if (unsaved) next.add(id);
  else next.delete(id);
  unsavedDrawings.value = next;
}
