import { useId } from 'preact/hooks';
import { ariaKeys } from '../../keys/chords.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { drawings } from '../../words/en/drawings.ts';
import { gallery as words } from '../../words/en/gallery/gallery.ts';
import { keys } from '../../words/en/keys.ts';
import { exportSelected, moveSelected, purgeSelected, selectAll } from '../actions/actions.ts';
import { SORTS } from '../list/arrange.ts';
import { drawingList, type Tab } from '../list/drawings.ts';
import {
  beginSelecting,
  chooseSort,
  endSelecting,
  entriesOf,
  query,
  selection,
  shownEntries,
  sort,
} from '../list/gallery-state.ts';

/** Goes to the search field. */
export const SEARCH_CHORD = '/';
/** Id of the search field. */
export const SEARCH_ID = 'gallery-search';

function Search() {
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || query.value === '') return;
    // The first Escape clears the search. The next one ends selecting.
    event.preventDefault();
    event.stopPropagation();
    query.value = '';
  };
  return (
    <div class="gallery-search">
      <Icon name="search" />
      <input
        id={SEARCH_ID}
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        aria-keyshortcuts={ariaKeys([SEARCH_CHORD])}
        autoComplete="off"
        spellcheck={false}
        enterKeyHint="search"
        value={query.value}
        onInput={(event) => {
          query.value = event.currentTarget.value;
          toTop();
        }}
        onKeyDown={press}
      />
      {query.value !== '' && <IconButton icon="close" label={words.clearSearch} onClick={clearSearch} />}
    </div>
  );
}

/** Scrolls to the top, where the results are. The tools are visible at any scroll position. */
function toTop(): void {
  scrollTo({ top: 0, behavior: 'instant' });
}

/** Clears the search. The focus stays in the search field. */
export function clearSearch(): void {
  query.value = '';
  document.getElementById(SEARCH_ID)?.focus();
}

function Sorting() {
  const id = useId();
  return (
    <div class="gallery-sort">
      <label for={id} class="unseen">
        {words.sort}
      </label>
      <select
        id={id}
        value={sort.value}
        onChange={({ currentTarget }) => {
          const picked = SORTS.find((one) => one === currentTarget.value);
          if (!picked) return;
          chooseSort(picked);
          toTop();
        }}
      >
        {SORTS.map((value) => (
          <option key={value} value={value} selected={value === sort.value}>
            {words.sorts[value]}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The number of drawings or results, in words. */
function countOf(tab: Tab): string {
  if (!drawingList(tab).value.complete) return '';
  const found = shownEntries(tab).length;
  if (query.value.trim() !== '') return words.found(found, entriesOf(tab).length);
  return drawings.count(found);
}

/** The tools above the cards: search, order, select. */
export function GalleryTools({ tab }: { readonly tab: Tab }) {
  return (
    <div class="gallery-tools">
      <Search />
      <p class="gallery-count soft small numerals" aria-live="polite">
        {countOf(tab)}
      </p>
      <Sorting />
      <Button
        tone="quiet"
        aria-pressed={selection.value !== undefined}
        onClick={() => (selection.value ? endSelecting() : beginSelecting())}
      >
        {words.select}
      </Button>
    </div>
  );
}

/** The bar shown while selecting: the number of selected drawings, and actions on them. */
export function SelectionBar({ tab }: { readonly tab: Tab }) {
  const id = useId();
  const chosen = selection.value;
  if (!chosen) return null;
  const shown = shownEntries(tab);
  const count = shown.reduce((sum, entry) => sum + Number(chosen.ids.has(entry.id)), 0);
  return (
    <section
      class={tab === 'trash' ? 'selection-bar in-trash' : 'selection-bar'}
      aria-label={words.selection}
    >
      <p id={id} class="numerals" aria-live="polite">
        {words.selected(count)}
      </p>
      <Button tone="quiet" disabled={count === shown.length} onClick={() => selectAll(tab)}>
        {words.selectAll}
      </Button>
      {tab === 'all' && (
        <Button
          tone="quiet"
          icon="export"
          data-brief
          aria-describedby={id}
          aria-haspopup="dialog"
          disabled={count === 0}
          onClick={() => exportSelected(tab)}
        >
          {words.export}
        </Button>
      )}
      <Button
        tone={tab === 'all' ? 'danger' : 'accent'}
        icon={tab === 'all' ? 'trash' : 'restore'}
        data-brief={tab === 'all' || undefined}
        aria-describedby={id}
        disabled={count === 0}
        onClick={() => moveSelected(tab)}
      >
        {tab === 'all' ? words.trash : words.restore}
      </Button>
      {tab === 'trash' && (
        <Button
          tone="danger"
          icon="trash"
          aria-describedby={id}
          disabled={count === 0}
          onClick={purgeSelected}
        >
          {words.purge}
        </Button>
      )}
      <IconButton icon="close" label={words.stopSelecting} hint={keys.Escape} onClick={endSelecting} />
    </section>
  );
}
