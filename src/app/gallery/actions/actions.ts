/** Actions on drawings, called by cards, menu, keys and the selection bar. */
import type { DrawingEntry } from '../../../core/drawing/types.ts';
import { isTroubled } from '../../studio/saving/busy.ts';
import { gallery as words } from '../../words/en/gallery/gallery.ts';
import { noteOutcome, type Offer, restoreDrawing, trashDrawing } from '../list/changes.ts';
import type { Tab } from '../list/drawings.ts';
import { beginSelecting, endSelecting, selection, shownEntries, wantedFocus } from '../list/gallery-state.ts';
import { allOf, ranged, toggled } from '../list/selection.ts';

/** Runs code that loads when it is first needed. */
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

/** Makes a copy of a drawing. */
export function duplicate(entry: DrawingEntry): void {
  void withCode(import('./duplicate.ts'), (module) => module.duplicateDrawing(entry));
}

/** Gives a drawing another title. */
export function rename(entry: DrawingEntry, title: string): void {
  void withCode(import('../list/rename.ts'), (module) => module.renameDrawing(entry, title));
}

/** Opens the export dialog. */
export function exportDrawings(entries: readonly DrawingEntry[]): void {
  if (entries.length === 0) return;
  void withCode(import('./ExportDialog.tsx'), async (module) => module.askExport(entries));
}

/** Opens the export dialog for the selected drawings. */
export function exportSelected(tab: Tab): void {
  const ids = selection.value?.ids;
  exportDrawings(shownEntries(tab).filter(({ id }) => ids?.has(id)));
}

/** True if the browser can share pictures with other apps. */
export function canShare(): boolean {
  return navigator.canShare?.({ files: [new File([], 'a.png', { type: 'image/png' })] }) ?? false;
}

/** Shares a drawing as a picture. */
export function shareDrawing(entry: DrawingEntry): void {
  void withCode(import('./share.ts'), (module) => module.shareDrawing(entry));
}

/**
 * Moves a drawing to the trash, or back from it. An unsaved one cannot go to the trash: a dialog offers to
 * discard it.
 */
export function move(tab: Tab, entry: DrawingEntry): void {
  if (tab === 'all' && isTroubled(entry.id)) {
    void withCode(import('../trash/discard.tsx'), async (module) => module.askDiscard(entry));
    return;
  }
  void (tab === 'all' ? trashDrawing(entry, purgeOffer([entry])) : restoreDrawing(entry));
}

/** Asks, then deletes drawings for good. */
export function purge(entries: readonly DrawingEntry[]): void {
  void withCode(import('../trash/purge.tsx'), async (module) => module.askPurge(entries));
}

/** Offers to delete for good what a full device could not move to the trash. */
function purgeOffer(entries: readonly DrawingEntry[]): Offer {
  const ask = () =>
    withCode(import('../trash/purge.tsx'), async (module) => module.askPurgeUntrashed(entries));
  return { label: words.purge, run: () => void ask() };
}

/** Asks, then deletes everything in the trash for good. */
export function emptyTrash(): void {
  void withCode(import('../trash/purge.tsx'), (module) => module.askEmpty());
}

/** Asks, then deletes the selected drawings for good. */
export function purgeSelected(): void {
  const ids = selection.value?.ids;
  if (ids?.size) purge(shownEntries('trash').filter(({ id }) => ids.has(id)));
}

function order(tab: Tab): string[] {
  return shownEntries(tab).map(({ id }) => id);
}

/** Selects or deselects a drawing; with `extend`, selects all from the last selected one to it. */
export function select(tab: Tab, id: string, extend = false): void {
  const now = beginSelecting();
  selection.value = extend ? ranged(now, order(tab), id) : toggled(now, id);
}

/** Extends the selection with Shift and an arrow key. Without a selection the range begins at `from`. */
export function extendTo(tab: Tab, from: string, to: string): void {
  const now = beginSelecting();
  const begun = now.anchor === undefined ? toggled(now, from) : now;
  selection.value = ranged(begun, order(tab), to);
}

/** Selects all drawings that are shown. */
export function selectAll(tab: Tab): void {
  selection.value = allOf(beginSelecting(), order(tab));
}

/** Moves the selected drawings to the trash, or back. The focus moves to the next remaining card. */
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
  void withCode(import('../list/many.ts'), (module) =>
    tab === 'all' ? module.trashMany(chosen, purgeOffer) : module.restoreMany(chosen),
  );
}
