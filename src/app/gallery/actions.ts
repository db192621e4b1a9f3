/** What can be done to what is in the gallery, as cards, menu, keys and the bar of the selection call it. */
import type { DrawingEntry } from '../../core/drawing/types.ts';
import { isTroubled } from '../studio/saving/busy.ts';
import { gallery as words } from '../words/en/gallery/gallery.ts';
import { noteOutcome, restoreDrawing, trashDrawing } from './list/changes.ts';
import type { Tab } from './list/drawings.ts';
import { beginSelecting, endSelecting, selection, shownEntries, wantedFocus } from './list/gallery-state.ts';
import { allOf, ranged, toggled } from './list/selection.ts';

/** Runs code that is fetched when it is first needed. */
async function withCode<M>(load: Promise<M>, run: (module: M) => Promise<void>): Promise<void> {
  let module: M;
  try {
    module = await load;
  } catch {
    noteOutcome(words.partMissing);
    return;
  }
  await run(module);
}

export function duplicate(entry: DrawingEntry): void {
  void withCode(import('./export/duplicate.ts'), (module) => module.duplicateDrawing(entry));
}

/** Asks as which files these are to leave the app. */
export function exportDrawings(entries: readonly DrawingEntry[]): void {
  if (entries.length === 0) return;
  void withCode(import('./export/ExportDialog.tsx'), async (module) => module.askExport(entries));
}

export function exportSelected(tab: Tab): void {
  const ids = selection.value?.ids;
  exportDrawings(shownEntries(tab).filter(({ id }) => ids?.has(id)));
}

/** Can the browser hand pictures to other apps? */
export function canShare(): boolean {
  return navigator.canShare?.({ files: [new File([], 'a.png', { type: 'image/png' })] }) ?? false;
}

export function shareDrawing(entry: DrawingEntry): void {
  void withCode(import('./export/share.ts'), (module) => module.shareDrawing(entry));
}

/** To the trash from the gallery, and back from the trash. What is not saved cannot go there: it is asked what then. */
export function move(tab: Tab, entry: DrawingEntry): void {
  if (tab === 'all' && isTroubled(entry.id)) {
    void withCode(import('./trash/discard.tsx'), async (module) => module.askDiscard(entry));
    return;
  }
  void (tab === 'all' ? trashDrawing(entry) : restoreDrawing(entry));
}

/** Asks, and deletes these for good when the answer is yes. */
export function purge(entries: readonly DrawingEntry[]): void {
  void withCode(import('./trash/purge.tsx'), async (module) => module.askPurge(entries));
}

/** The same for everything in the trash. */
export function emptyTrash(): void {
  void withCode(import('./trash/purge.tsx'), (module) => module.askEmpty());
}

/** The same for what is selected. */
export function purgeSelected(): void {
  const ids = selection.value?.ids;
  if (ids?.size) purge(shownEntries('trash').filter(({ id }) => ids.has(id)));
}

function order(tab: Tab): string[] {
  return shownEntries(tab).map(({ id }) => id);
}

/** Selects one or gives it back; with `extend`, everything from the last one to it. */
export function select(tab: Tab, id: string, extend = false): void {
  const now = beginSelecting();
  selection.value = extend ? ranged(now, order(tab), id) : toggled(now, id);
}

/** Shift and an arrow: a range from the card that one comes from, unless there is one already. */
export function extendTo(tab: Tab, from: string, to: string): void {
  const now = beginSelecting();
  const begun = now.anchor === undefined ? toggled(now, from) : now;
  selection.value = ranged(begun, order(tab), to);
}

export function selectAll(tab: Tab): void {
  selection.value = allOf(beginSelecting(), order(tab));
}

/** Everything that is selected, to the trash or back. The focus goes on to what stays. */
export function moveSelected(tab: Tab): void {
  const ids = selection.value?.ids ?? new Set<string>();
  const shown = shownEntries(tab);
  const chosen = shown.filter(({ id }) => ids.has(id));
  if (chosen.length === 0) return;
  const first = shown.findIndex(({ id }) => ids.has(id));
  const stays = ({ id }: DrawingEntry) => !ids.has(id);
  const next = shown.slice(first).find(stays) ?? shown.slice(0, first).findLast(stays);
  endSelecting();
  wantedFocus.value = next?.id;
  if (next === undefined) document.querySelector('h1')?.focus({ preventScroll: true });
  void withCode(import('./list/many.ts'), (module) =>
    tab === 'all' ? module.trashMany(chosen) : module.restoreMany(chosen),
  );
}
