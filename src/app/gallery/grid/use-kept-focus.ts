/** The focus stays where it was when cards move, turn into checkboxes or go. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { wantedFocus } from '../list/gallery-state.ts';

function cardId(element: Element | null): string | undefined {
  return element?.closest<HTMLElement>('[data-id]')?.dataset.id;
}

/** What takes the focus of a card. */
function stopOf(grid: HTMLElement, id: string | undefined): HTMLElement | null {
  return id === undefined ? null : grid.querySelector<HTMLElement>(`[data-id="${id}"] [data-stop]`);
}

/**
 * Called while the grid is rendered, so that it sees what has the focus before the page is changed.
 * @param order ids as they are shown from now on
 */
export function useKeptFocus(grid: RefObject<HTMLElement | null>, order: readonly string[]): void {
  const last = useRef<readonly string[]>(order);
  const before = document.activeElement;
  const held = grid.current?.contains(before) && before instanceof HTMLElement ? before : undefined;
  const heldId = held && cardId(held);
  const wanted = wantedFocus.value;
  useLayoutEffect(() => {
    const element = grid.current;
    const was = last.current;
    last.current = order;
    if (!element) return;
    if (wanted !== undefined) {
      const stop = stopOf(element, wanted);
      if (!stop) return;
      wantedFocus.value = undefined;
      stop.focus({ preventScroll: true });
      stop.closest('li')?.scrollIntoView({ block: 'nearest' });
    } else if (held && document.activeElement !== held) {
      // Someone else took it on purpose: a dialog, a menu.
      if (document.activeElement !== document.body && document.activeElement !== null) return;
      if (held.isConnected) {
        held.focus({ preventScroll: true });
        return;
      }
      const at = heldId === undefined ? 0 : Math.max(0, was.indexOf(heldId));
      const neighbour = order[Math.min(at, order.length - 1)];
      (stopOf(element, heldId) ?? stopOf(element, neighbour))?.focus({ preventScroll: true });
    }
  });
  useLayoutEffect(
    () => () => {
      // The last card is gone.
      if (grid.current?.contains(document.activeElement))
        document.querySelector('h1')?.focus({ preventScroll: true });
    },
    [grid],
  );
}
