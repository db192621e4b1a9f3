/**
 * The state of the gallery: search, order, selection, dialogs. It lasts as long as the page; the order is
 * stored.
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { VNode } from 'preact';
import type { DrawingEntry } from '../../../core/drawing/types.ts';
import { arrange, SORTS, type Sort } from './arrange.ts';
import { moving } from './changes.ts';
import { drawingList, type Tab } from './drawings.ts';
import { NOTHING, type Selection } from './selection.ts';
import { withUnsaved } from './unsaved.ts';

const STORAGE_KEY = 'pleinair.sort';

function storedSort(): Sort {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return SORTS.find((one) => one === stored) ?? 'changed';
  } catch {
    return 'changed';
  }
}

/** The chosen order. */
export const sort = signal<Sort>(storedSort());

/** Chooses an order and stores it. */
export function chooseSort(picked: Sort): void {
  sort.value = picked;
  try {
    localStorage.setItem(STORAGE_KEY, picked);
  } catch {
    // Without localStorage the order lasts until the page is closed.
  }
}

/** The text in the search field. */
export const query = signal('');

/** The selection; undefined unless the person is selecting. */
export const selection = signal<Selection | undefined>(undefined);

/** Starts selecting, if that has not happened yet. Returns the selection. */
export function beginSelecting(): Selection {
  selection.value ??= NOTHING;
  return selection.value;
}

/** Ends selecting. */
export function endSelecting(): void {
  selection.value = undefined;
}

/** Id of the card whose menu is open. */
export const openMenu = signal<string | undefined>(undefined);

/** The drawing in the rename dialog. */
export const renaming = signal<DrawingEntry | undefined>(undefined);

/** The open dialog: a question or an export. */
export const dialog = signal<VNode | undefined>(undefined);

/** Id of the card that takes the focus in the next render. */
export const wantedFocus = signal<string | undefined>(undefined);

/** Progress of a change to many drawings; undefined if none runs. */
export const progress = signal<{ readonly done: number; readonly all: number } | undefined>(undefined);

function thereOf(tab: Tab): ReadonlySignal<readonly DrawingEntry[]> {
  return computed(() => {
    const { entries } = drawingList(tab).value;
    const all = tab === 'all' ? withUnsaved(entries) : entries;
    const gone = moving.value;
    return gone.size ? all.filter(({ id }) => !gone.has(id)) : all;
  });
}

const there = { all: thereOf('all'), trash: thereOf('trash') } as const;

/** All drawings of a tab in no particular order, those of this page that are not stored yet included. */
export function entriesOf(tab: Tab): readonly DrawingEntry[] {
  return there[tab].value;
}

function shownOf(tab: Tab): ReadonlySignal<readonly DrawingEntry[]> {
  return computed(() => arrange(entriesOf(tab), query.value, sort.value));
}

const shown = { all: shownOf('all'), trash: shownOf('trash') } as const;

/** The drawings that a tab shows, in order. */
export function shownEntries(tab: Tab): readonly DrawingEntry[] {
  return shown[tab].value;
}

/** True while nothing can be shown. A search, or an order other than the API's, needs the complete list. */
export function isWaiting(tab: Tab): boolean {
  const { phase, complete } = drawingList(tab).value;
  return (
    phase === 'loading' ||
    (phase === 'ready' && !complete && (sort.value !== 'changed' || query.value !== ''))
  );
}
