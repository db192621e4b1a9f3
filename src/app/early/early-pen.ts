/**
 * Collects what a pen, finger or mouse does on the kept view while the app loads. The canvas then takes it as if it had
 * been there.
 */
import type { PointerMove } from '../../ink/index.ts';

export interface EarlyPen {
  /** In order. */
  readonly moves: readonly PointerMove[];
  /** Stops listening: from now on the canvas does. */
  stop(): void;
}

/** More than anybody draws before the app is there: some minutes of the fastest pen. */
const MOVES_MAX = 50_000;

/** Listens from now on to pointers that come down on the element. */
export function watchPen(element: HTMLElement): EarlyPen {
  const moves: PointerMove[] = [];
  const down = new Set<number>();
  const abort = new AbortController();
  const options = { signal: abort.signal, capture: true, passive: false };
  const note = (event: PointerEvent) => {
    event.preventDefault();
    // Read now: after the event was dispatched, Firefox returns coalesced events at 0, 0.
    if (moves.length < MOVES_MAX) moves.push({ event, parts: event.getCoalescedEvents?.() ?? [] });
  };
  element.style.touchAction = 'none';
  element.addEventListener(
    'pointerdown',
    (event) => {
      down.add(event.pointerId);
      note(event);
    },
    options,
  );
  for (const type of ['pointermove', 'pointerup', 'pointercancel'] as const) {
    document.addEventListener(
      type,
      (event) => {
        if (!down.has(event.pointerId)) return;
        note(event);
        if (type !== 'pointermove') down.delete(event.pointerId);
      },
      options,
    );
  }
  // Without these, a stroke selects text, opens a menu, or is taken for scrolling.
  for (const type of ['mousedown', 'contextmenu', 'touchstart', 'touchmove'] as const) {
    element.addEventListener(type, (event) => event.cancelable && event.preventDefault(), options);
  }
  return { moves, stop: () => abort.abort() };
}
