/** Would a reload interrupt or lose something just now, and what? Small: the gallery and the frame read it too. */
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Stroke } from '../../../core/drawing/types.ts';
import type { SaveState } from './save-state.ts';

/** A tool is down on the paper. */
export const penDown = signal(false);

/** An open drawing, or one that was left, with something on it that is not stored yet: as whoever lists drawings needs it. */
export interface Unsaved {
  readonly id: string;
  /** Is it known what was stored of it before? While it opens, there is only what was drawn meanwhile. */
  readonly isRead: boolean;
  readonly title: ReadonlySignal<string>;
  readonly strokes: ReadonlySignal<readonly Stroke[]>;
  readonly save: ReadonlySignal<SaveState>;
  /** Its thumbnail as it was last made; `""` before it has one. */
  readonly thumb: ReadonlySignal<string>;
  /** When it was made, as the API writes it. */
  readonly createdAt: string;
  /** When it was last changed. */
  readonly changedAt: string;
  rename(title: string): void;
  /** Tries again at once to save it. */
  retry(): void;
}

/** By id. */
export const unsavedDrawings = signal<ReadonlyMap<string, Unsaved>>(new Map());

/** True while a stroke is unfinished or unsaved. */
export const busy = computed(() => penDown.value || unsavedDrawings.value.size > 0);

/** Those that could not be saved, and are not merely on their way. */
export const troubledDrawings = computed(() =>
  [...unsavedDrawings.value.values()].filter(({ save }) => isTrouble(save.value)),
);

export function isTrouble({ kind }: SaveState): boolean {
  return kind === 'trying' || kind === 'refused' || kind === 'outgrown';
}

/** Could not something of this drawing be saved? */
export function isTroubled(id: string): boolean {
  const drawing = unsavedDrawings.value.get(id);
  return drawing !== undefined && isTrouble(drawing.save.value);
}

const discarded = new WeakSet<Unsaved>();

/** What is not stored of it is not wanted: it counts no more, whatever becomes of what was under way. */
export function noteDiscarded(drawing: Unsaved): void {
  discarded.add(drawing);
  noteUnsaved(drawing, false);
}

export function isDiscarded(drawing: Unsaved): boolean {
  return discarded.has(drawing);
}

export function noteUnsaved(drawing: Unsaved, unsaved: boolean): void {
  if (unsaved && isDiscarded(drawing)) return;
  if (unsavedDrawings.value.has(drawing.id) === unsaved) return;
  const next = new Map(unsavedDrawings.value);
  if (unsaved) next.set(drawing.id, drawing);
  else next.delete(drawing.id);
  unsavedDrawings.value = next;
}
