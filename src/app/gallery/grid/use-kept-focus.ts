import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { wantedFocus } from '../list/gallery-state.ts';

function cardId(element: Element | null): string | undefined {
  return element?.closest<HTMLElement>('[data-id]')?.dataset.id;
}

/** The element of a card that takes the focus. */
function stopOf(grid: HTMLElement, id: string | undefined): HTMLElement | null {
  return id === undefined ? null : grid.querySelector<HTMLElement>(`[data-id="${id}"] [data-stop]`);
}

/**
 * Keeps the focus in the grid when cards move, become checkboxes or disappear. Called while the grid renders,
 * so that it reads the focus before the page changes.
 * @param order ids in the new order
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
      // A dialog or a menu has taken the focus.
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
      // The last card has disappeared.
      if (grid.current?.contains(document.activeElement))
        document.querySelector('h1')?.focus({ preventScroll: true });
    },
    [grid],
  );
}
