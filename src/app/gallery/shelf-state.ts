/** What a person has asked the shelf to show: search, order, selection. Kept while the page lives; the order longer. */
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { DrawingEntry } from '../../core/drawing/types.ts';
import { arrange, SORTS, type Sort } from './arrange.ts';
import { leaving } from './changes.ts';
import { drawingList, type Tab } from './drawings.ts';
import { NOTHING, type Selection } from './selection.ts';

const STORED = 'pleinair.sort';

function storedSort(): Sort {
  try {
    const stored = localStorage.getItem(STORED);
    return SORTS.find(({ value }) => value === stored)?.value ?? 'changed';
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

/** The sheet whose menu is open, by its id. */
export const openMenu = signal<string | undefined>(undefined);

/** The drawing that is being given another title. */
export const renaming = signal<DrawingEntry | undefined>(undefined);

/** The sheet that takes the focus when the shelf is next drawn, by its id. */
export const wantedFocus = signal<string | undefined>(undefined);

/** How far a work on many drawings is; undefined while there is none. */
export const progress = signal<{ readonly done: number; readonly all: number } | undefined>(undefined);

function shownOf(tab: Tab): ReadonlySignal<readonly DrawingEntry[]> {
  return computed(() => {
    const { entries } = drawingList(tab).value;
    const gone = leaving.value;
    return arrange(gone.size ? entries.filter(({ id }) => !gone.has(id)) : entries, query.value, sort.value);
  });
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
