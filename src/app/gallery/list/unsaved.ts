/** Entries for drawings of this page that are not stored yet, until the list contains them. */
import { computed, effect, signal, untracked } from '@preact/signals';
import type { DrawingEntry } from '../../../core/drawing/types.ts';
import { route } from '../../router.ts';
import {
  isDiscarded,
  isTrouble,
  troubledDrawings,
  type Unsaved,
  unsavedDrawings,
} from '../../studio/saving/busy.ts';
import { saveWords } from '../../studio/saving/save-state.ts';
import { gallery } from '../../words/en/gallery/gallery.ts';
import { refresh } from './drawings.ts';

type Entries = readonly DrawingEntry[];

/** Entries of drawings that have just been saved, until the list is updated. */
const justSaved = signal<ReadonlyMap<string, DrawingEntry>>(new Map());

function entryOf(drawing: Unsaved, listed: DrawingEntry | undefined): DrawingEntry {
  const { id, title, paper, layers, strokes, thumb, createdAt, changedAt } = drawing;
  const strokeCount = strokes.value.length;
  return {
    id,
    rev: listed?.rev ?? 0,
    title: title.value,
    paper: paper.value,
    layers: layers.value,
    strokeCount,
    thumb: strokeCount === 0 ? '' : thumb.value || (listed?.thumb ?? ''),
    trashed: false,
    createdAt: listed?.createdAt ?? createdAt,
    updatedAt: changedAt,
  };
}

/** The entries, with those of this page's unsaved drawings. */
export function withUnsaved(entries: Entries): Entries {
  const open = unsavedDrawings.value;
  if (open.size === 0 && justSaved.value.size === 0) return entries;
  const all = new Map(entries.map((entry) => [entry.id, entry]));
  for (const [id, entry] of justSaved.value) if (!all.has(id)) all.set(id, entry);
  for (const [id, drawing] of open) {
    if (drawing.isRead || !all.has(id)) all.set(id, entryOf(drawing, all.get(id)));
  }
  return [...all.values()];
}

let before: ReadonlyMap<string, Unsaved> = new Map();
effect(() => {
  const now = unsavedDrawings.value;
  const saved = [...before.values()].filter((drawing) => !now.has(drawing.id) && !isDiscarded(drawing));
  before = now;
  // Not in the studio, where strokes are saved every second and the gallery is not visible.
  if (saved.length > 0) untracked(() => route.value.view === 'drawings' && keepUntilListed(saved));
});

function keepUntilListed(saved: readonly Unsaved[]): void {
  const entries = saved.map((drawing) => [drawing.id, entryOf(drawing, undefined)] as const);
  justSaved.value = new Map([...justSaved.value, ...entries]);
  void refresh('all').then(() => {
    const left = new Map(justSaved.value);
    for (const [id] of entries) left.delete(id);
    justSaved.value = left;
  });
}

/** The text about drawings that could not be saved; `""` if there are none. */
export const unsavedWords = computed(() => {
  const [first, ...others] = troubledDrawings.value;
  if (!first) return '';
  const words = saveWords(first.save.value);
  return others.length === 0 ? words : gallery.unsaved(others.length + 1, words);
});

/**
 * Resolves when a drawing has no unsaved changes. A later save would undo what the caller is about to do.
 * @throws an Error with a sentence for the person, if the drawing cannot be saved
 */
export async function whenSaved(id: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    effect(function (this: { dispose(): void }) {
      const drawing = unsavedDrawings.value.get(id);
      if (drawing && !isTrouble(drawing.save.value)) return;
      this.dispose();
      if (drawing) reject(new Error(gallery.notSavedYet));
      else resolve();
    });
  });
}
