/** What a person has asked the gallery to show: search, order, selection. Kept while the page lives; the order longer. */
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { VNode } from 'preact';
import type { DrawingEntry } from '../../../core/drawing/types.ts';
import { arrange, SORTS, type Sort } from './arrange.ts';
import { leaving } from './changes.ts';
import { drawingList, type Tab } from './drawings.ts';
import { NOTHING, type Selection } from './selection.ts';
import { withUnsaved } from './unsaved.ts';

const STORED = 'pleinair.sort';

function storedSort(): Sort {
  try {
    const stored = localStorage.getItem(STORED);
    return SORTS.find((one) => one === stored) ?? 'changed';
  } catch {
    return 'changed';
  }
}

export const sort = signal<Sort>(storedSort());

export function pickSort(picked: Sort): void {
  sort.value = picked;
  try {
    localStorage.setItem(STORED, picked);
  } catch {
    // A forbidden storage costs the order, until the next time.
  }
}

export const query = signal('');

/** Undefined while nothing can be selected. */
export const selection = signal<Selection | undefined>(undefined);

/** Begins selecting, with nothing selected, unless it has begun. */
export function beginSelecting(): Selection {
  selection.value ??= NOTHING;
  return selection.value;
}

export function endSelecting(): void {
  selection.value = undefined;
}

/** The card whose menu is open, by its id. */
export const openMenu = signal<string | undefined>(undefined);

/** The drawing that is being given another title. */
export const renaming = signal<DrawingEntry | undefined>(undefined);

/** A question that is asked, or an export; its code is fetched with it. */
export const dialog = signal<VNode | undefined>(undefined);

/** The card that takes the focus when the gallery is next drawn, by its id. */
export const wantedFocus = signal<string | undefined>(undefined);

/** How far a work on many drawings is; undefined while there is none. */
export const progress = signal<{ readonly done: number; readonly all: number } | undefined>(undefined);

function thereOf(tab: Tab): ReadonlySignal<readonly DrawingEntry[]> {
  return computed(() => {
    const { entries } = drawingList(tab).value;
    const all = tab === 'all' ? withUnsaved(entries) : entries;
    const gone = leaving.value;
    return gone.size ? all.filter(({ id }) => !gone.has(id)) : all;
  });
}

const there = { all: thereOf('all'), trash: thereOf('trash') } as const;

/** All drawings of a tab, in no particular order: those that are stored, and those of this page that wait to be. */
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

/** Must all entries be here before any can be shown? In another order than the API's the first page is any page. */
export function isWaiting(tab: Tab): boolean {
  const { phase, complete } = drawingList(tab).value;
  return (
    phase === 'loading' ||
    (phase === 'ready' && !complete && (sort.value !== 'changed' || query.value !== ''))
  );
}
