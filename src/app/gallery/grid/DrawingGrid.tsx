import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { DrawingEntry } from '../../../core/drawing/types.ts';
import { gallery as words } from '../../words/en/gallery/gallery.ts';
import { extendTo, move, moveSelected, purge, purgeSelected, select } from '../actions/actions.ts';
import { drawingList, setVisible, type Tab } from '../list/drawings.ts';
import { openMenu, renaming, selection, wantedFocus } from '../list/gallery-state.ts';
import { stepTo } from '../list/rows.ts';
import { DrawingCard } from './DrawingCard.tsx';
import { useLongPress } from './long-press.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useRows } from './use-rows.ts';

interface DrawingGridProps {
  readonly tab: Tab;
  readonly entries: readonly DrawingEntry[];
}

/** The card that the Tab key reaches in each grid, by id, until the page is closed. */
const places: Record<Tab, string | undefined> = { all: undefined, trash: undefined };

/**
 * The cards of a tab. Only the rows in view and the focused card are rendered. For screen readers this is a
 * list; the Tab key stops at one card, and arrow keys move between cards.
 */
export function DrawingGrid({ tab, entries }: DrawingGridProps) {
  const grid = useRef<HTMLUListElement>(null);
  const [, setPlace] = useState(places[tab]);
  const { complete } = drawingList(tab).value;
  const { span, columns, rowsOfPage, height, row, scrolled } = useRows(grid, entries.length, complete);
  // Read here and not only in the cards, so that useKeptFocus runs when links become checkboxes.
  const selecting = selection.value !== undefined;
  const { from, to } = span;
  const isMeasured = height !== undefined;
  useEffect(() => {
    if (isMeasured) setVisible(tab, entries, { from, to });
  }, [tab, entries, from, to, isMeasured]);
  useKeptFocus(
    grid,
    entries.map(({ id }) => id),
  );

  const place = entries.findIndex(({ id }) => id === places[tab]);
  const isHere = place >= span.from && place < span.to;
  const isHeld = grid.current?.contains(document.activeElement) ?? false;
  const stop = place >= 0 && (isHere || isHeld) ? place : Math.min(span.from, entries.length - 1);
  const wanted = entries.findIndex(({ id }) => id === wantedFocus.value);
  const indices = new Set<number>([stop, wanted]);
  for (let i = span.from; i < span.to; i++) indices.add(i);
  indices.delete(-1);

  const go = (index: number) => {
    places[tab] = entries[index]?.id;
    wantedFocus.value = places[tab];
    setPlace(places[tab]);
  };

  const press = (event: KeyboardEvent) => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const at = entries.findIndex(({ id }) => id === target.closest<HTMLElement>('[data-id]')?.dataset.id);
    const entry = entries[at];
    if (!entry || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const isRtl = getComputedStyle(target).direction === 'rtl';
    const to = stepTo(event.key, at, { count: entries.length, columns, isRtl }, rowsOfPage);
    if (to !== undefined) {
      const next = entries[to];
      if (event.shiftKey && next) extendTo(tab, entry.id, next.id);
      go(to);
    } else if (event.key === ' ' && target instanceof HTMLAnchorElement) {
      select(tab, entry.id, event.shiftKey);
    } else if (event.key === 'F2' && tab === 'all' && !selection.value) {
      renaming.value = entry;
    } else if (event.key === 'Delete') {
      const isMany = (selection.value?.ids.size ?? 0) > 0;
      if (isMany && tab === 'trash') purgeSelected();
      else if (isMany) moveSelected(tab);
      else if (tab === 'trash') purge([entry]);
      else move(tab, entry);
    } else if (isMenuKey(event) && !selection.value) {
      openMenu.value = entry.id;
    } else return;
    event.preventDefault();
  };

  const follow = ({ target }: FocusEvent) => {
    const id = target instanceof Element && target.closest<HTMLElement>('[data-id]')?.dataset.id;
    if (!id || id === places[tab]) return;
    places[tab] = id;
    setPlace(id);
  };

  const openByContext = (event: MouseEvent) => {
    // The mouse opens the browser's menu of the link. A finger has already selected, and a key has opened the
    // card's menu.
    if (event.button === 2 && !isTouch(event)) return;
    event.preventDefault();
  };

  const longPress = useLongPress(
    useCallback(
      (id: string) => {
        if (!selection.value?.ids.has(id)) select(tab, id);
      },
      [tab],
    ),
  );

  return (
    <ul
      ref={grid}
      class={scrolled ? 'drawing-grid still' : 'drawing-grid'}
      aria-label={words.tabs[tab]}
      style={height === undefined ? {} : { height: `${height}px`, gridAutoRows: `${row}px` }}
      onKeyDown={press}
      onFocusIn={follow}
      onContextMenu={openByContext}
      {...longPress}
    >
      {[...indices]
        .sort((a, b) => a - b)
        .map((index) => {
          const entry = entries[index];
          return (
            entry && (
              <DrawingCard
                key={entry.id}
                tab={tab}
                entry={entry}
                selecting={selecting}
                stop={index === stop}
                index={index}
                count={entries.length}
                style={
                  height === undefined
                    ? {}
                    : { gridRow: Math.floor(index / columns) + 1, gridColumn: (index % columns) + 1 }
                }
              />
            )
          );
        })}
    </ul>
  );
}

function isMenuKey({ key, shiftKey }: KeyboardEvent): boolean {
  return key === 'ContextMenu' || (key === 'F10' && shiftKey);
}

function isTouch(event: MouseEvent): boolean {
  return 'pointerType' in event && event.pointerType === 'touch';
}
