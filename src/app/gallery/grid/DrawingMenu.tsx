import { useLayoutEffect, useRef } from 'preact/hooks';
import type { DrawingEntry } from '../../../core/drawing/types.ts';
import { ariaKeys } from '../../keys/chords.ts';
import { drawingAddress, navigate, trashedAddress } from '../../router.ts';
import { isTroubled } from '../../studio/saving/busy.ts';
import { gallery as words } from '../../words/en/gallery/gallery.ts';
import { keys } from '../../words/en/keys.ts';
import {
  canShare,
  duplicate,
  exportDrawings,
  move,
  purge,
  select,
  shareDrawing,
} from '../actions/actions.ts';
import type { Tab } from '../list/drawings.ts';
import { openMenu, renaming } from '../list/gallery-state.ts';

interface Action {
  readonly name:
    | 'open'
    | 'rename'
    | 'duplicate'
    | 'export'
    | 'share'
    | 'select'
    | 'trash'
    | 'discard'
    | 'restore'
    | 'purge';
  /** Key with the same action on the card. */
  readonly key?: 'F2' | 'Enter' | 'Space' | 'Delete';
  readonly run: (entry: DrawingEntry) => void;
}

const SELECT = (tab: Tab): Action => ({
  name: 'select',
  key: 'Space',
  run: ({ id }) => select(tab, id),
});

const TRASH: Action = { name: 'trash', key: 'Delete', run: (entry) => move('all', entry) };
/** Shown instead of TRASH for a drawing that could not be saved. */
const DISCARD: Action = { ...TRASH, name: 'discard' };

const ACTIONS: Readonly<Record<Tab, readonly Action[]>> = {
  all: [
    { name: 'open', key: 'Enter', run: ({ id }) => navigate(drawingAddress(id)) },
    {
      name: 'rename',
      key: 'F2',
      run: (entry) => {
        renaming.value = entry;
      },
    },
    { name: 'duplicate', run: duplicate },
    { name: 'export', run: (entry) => exportDrawings([entry]) },
    { name: 'share', run: shareDrawing },
    SELECT('all'),
    TRASH,
    DISCARD,
  ],
  trash: [
    { name: 'open', key: 'Enter', run: ({ id }) => navigate(trashedAddress(id)) },
    { name: 'restore', run: (entry) => move('trash', entry) },
    SELECT('trash'),
    { name: 'purge', key: 'Delete', run: (entry) => purge([entry]) },
  ],
};

/** The keys of a card for `aria-keyshortcuts`: those of the menu, but for Enter, which every link has. */
export function cardKeys(tab: Tab): string {
  const all = ACTIONS[tab].flatMap(({ key }) => (key && key !== 'Enter' ? [key] : []));
  return ariaKeys([...new Set(all)]);
}

function isPossible(action: Action, { id }: DrawingEntry): boolean {
  if (action === TRASH || action === DISCARD) return isTroubled(id) === (action === DISCARD);
  return action.run !== shareDrawing || canShare();
}

/**
 * The menu with all actions on a drawing. Arrow keys move in it; Escape and Tab close it and return the focus
 * to the card.
 */
export function DrawingMenu({ tab, entry, titleId }: { tab: Tab; entry: DrawingEntry; titleId: string }) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    menu.current?.querySelector('button')?.focus({ preventScroll: true });
    menu.current?.scrollIntoView({ block: 'nearest' });
    const outside = ({ target }: Event) => {
      const card = menu.current?.closest('.drawing-card');
      if (target instanceof Node && !card?.contains(target)) openMenu.value = undefined;
    };
    addEventListener('pointerdown', outside, { capture: true });
    return () => {
      removeEventListener('pointerdown', outside, { capture: true });
      if (menu.current?.contains(document.activeElement) && opener instanceof HTMLElement)
        opener.focus({ preventScroll: true });
    };
  }, []);
  const close = () => {
    const card = menu.current?.closest('.drawing-card');
    const back = card?.querySelector<HTMLElement>('[aria-haspopup=menu]');
    openMenu.value = undefined;
    // If the button is hidden, the card takes the focus.
    back?.focus({ preventScroll: true });
    if (document.activeElement !== back) card?.querySelector<HTMLElement>('[data-stop]')?.focus();
  };
  const press = (event: KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll('button') ?? [])];
    const at = event.target instanceof HTMLButtonElement ? items.indexOf(event.target) : -1;
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[
      event.key
    ];
    event.stopPropagation();
    if (next !== undefined) items[next % items.length]?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') close();
    else return;
    event.preventDefault();
  };
  return (
    <div ref={menu} class="drawing-card-menu" role="menu" aria-labelledby={titleId} onKeyDown={press}>
      {ACTIONS[tab]
        .filter((action) => isPossible(action, entry))
        .map((action) => (
          <button
            key={action.name}
            type="button"
            role="menuitem"
            tabIndex={-1}
            onClick={() => {
              close();
              action.run(entry);
            }}
          >
            {words[action.name]}
            {action.key && (
              <span class="soft small" aria-hidden="true">
                {action.key === 'F2' ? action.key : keys[action.key]}
              </span>
            )}
          </button>
        ))}
    </div>
  );
}
