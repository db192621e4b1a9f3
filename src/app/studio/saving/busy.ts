/** Unfinished and unsaved work that a reload would lose. Small, because it is part of the first load. */
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Layer, Paper, Stroke, Underlay } from '../../../core/drawing/types.ts';
import type { SaveState } from './save-state.ts';

/** True while a tool touches the canvas. */
export const penDown = signal(false);

/** A drawing with changes that are not stored yet, open or already left. */
export interface Unsaved {
  readonly id: string;
  /** True if the drawing is loaded. Before that, it has only what was drawn meanwhile. */
  readonly isRead: boolean;
  readonly title: ReadonlySignal<string>;
  readonly paper: ReadonlySignal<Paper | undefined>;
  readonly layers: ReadonlySignal<readonly Layer[] | undefined>;
  readonly underlay: ReadonlySignal<Underlay | undefined>;
  readonly strokes: ReadonlySignal<readonly Stroke[]>;
  readonly save: ReadonlySignal<SaveState>;
  /** The last thumbnail, stored or not; `""` if there is none. */
  readonly thumb: ReadonlySignal<string>;
  /** RFC 3339. */
  readonly createdAt: string;
  /** RFC 3339, the last change. */
  readonly changedAt: string;
  rename(title: string): void;
  /** Tries to save at once. */
  retry(): void;
}

/** All drawings with unsaved changes, by id. */
export const unsavedDrawings = signal<ReadonlyMap<string, Unsaved>>(new Map());

/** True while a stroke is unfinished or unsaved. */
export const busy = computed(() => penDown.value || unsavedDrawings.value.size > 0);

/** Drawings that could not be saved, as opposed to being saved now. */
export const troubledDrawings = computed(() =>
  [...unsavedDrawings.value.values()].filter(({ save }) => isTrouble(save.value)),
);

/** True for a state in which saving has failed. */
export function isTrouble({ kind }: SaveState): boolean {
  return kind === 'trying' || kind === 'refused' || kind === 'outgrown';
}

/** True if a drawing could not be saved. */
export function isTroubled(id: string): boolean {
  const drawing = unsavedDrawings.value.get(id);
  return drawing !== undefined && isTrouble(drawing.save.value);
}

const discarded = new WeakSet<Unsaved>();

/** Marks unsaved changes as discarded. The drawing no longer counts as unsaved. */
export function noteDiscarded(drawing: Unsaved): void {
  discarded.add(drawing);
  noteUnsaved(drawing, false);
}

/** True if the unsaved changes were discarded. */
export function isDiscarded(drawing: Unsaved): boolean {
  return discarded.has(drawing);
}

/** Adds a drawing to the unsaved ones, or removes it. */
export function noteUnsaved(drawing: Unsaved, unsaved: boolean): void {
  if (unsaved && isDiscarded(drawing)) return;
  if (unsavedDrawings.value.has(drawing.id) === unsaved) return;
  const next = new Map(unsavedDrawings.value);
  if (unsaved) next.set(drawing.id, drawing);
  else next.delete(drawing.id);
  unsavedDrawings.value = next;
}
