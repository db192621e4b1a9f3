/** Drawings of this page that are not stored yet, as the gallery shows them: a card each, until the list has them. */
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

/** Saved just now: they stand where they stood until the list has been read again. */
const landing = signal<ReadonlyMap<string, DrawingEntry>>(new Map());

function entryOf(drawing: Unsaved, listed: DrawingEntry | undefined): DrawingEntry {
  const { id, title, strokes, thumb, createdAt, changedAt } = drawing;
  const strokeCount = strokes.value.length;
  return {
    id,
    rev: listed?.rev ?? 0,
    title: title.value,
    strokeCount,
    thumb: strokeCount === 0 ? '' : thumb.value || (listed?.thumb ?? ''),
    trashed: false,
    createdAt: listed?.createdAt ?? createdAt,
    updatedAt: changedAt,
  };
}

/** `entries` with what this page has and the store has not. */
export function withUnsaved(entries: Entries): Entries {
  const open = unsavedDrawings.value;
  if (open.size === 0 && landing.value.size === 0) return entries;
  const all = new Map(entries.map((entry) => [entry.id, entry]));
  for (const [id, entry] of landing.value) if (!all.has(id)) all.set(id, entry);
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
  // In the studio a stroke is saved every second, and nobody sees the gallery.
  if (saved.length > 0) untracked(() => route.value.view === 'drawings' && keepUntilListed(saved));
});

function keepUntilListed(saved: readonly Unsaved[]): void {
  const entries = saved.map((drawing) => [drawing.id, entryOf(drawing, undefined)] as const);
  landing.value = new Map([...landing.value, ...entries]);
  void refresh('all').then(() => {
    const left = new Map(landing.value);
    for (const [id] of entries) left.delete(id);
    landing.value = left;
  });
}

/** What is said of those that could not be saved; `""` while there are none. */
export const unsavedWords = computed(() => {
  const [first, ...others] = troubledDrawings.value;
  if (!first) return '';
  const words = saveWords(first.save.value);
  return others.length === 0 ? words : gallery.unsaved(others.length + 1, words);
});

/**
 * Resolves when nothing of the drawing waits to be saved any more: what was drawn a moment ago would else arrive after
 * what is done now, and undo it.
 * @throws with a sentence for the person, when it cannot be saved
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
