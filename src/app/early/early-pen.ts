/**
 * Collects what a pen, finger or mouse does on the kept view while the app loads. The canvas then takes it as if it had
 * been there. Each stroke that is finished is on the device at once (early-moves.ts).
 */
import type { PointerMove } from '../../ink/index.ts';
import { showMarks } from './early-marks.ts';
import { type EarlyPage, keepMoves, type Place } from './early-moves.ts';

export interface EarlyPen {
  /** In order. */
  readonly moves: readonly PointerMove[];
  /** True while a stroke is drawn. */
  readonly isDown: boolean;
  /** Where they are kept. */
  readonly page: EarlyPage;
  /** Stops listening, and showing: from now on the canvas does. A stroke that is not finished is kept as it is. */
  stop(): void;
}

/** More than anybody draws before the app is there: some minutes of the fastest pen. */
const MOVES_MAX = 50_000;

/** Listens from now on to pointers that come down on the element, which shows the drawing at this place. */
export function watchPen(element: HTMLElement, drawing: string, place: Place): EarlyPen {
  const moves: PointerMove[] = [];
  const kept = keepMoves(drawing, place);
  const marks = showMarks(place);
  const down = new Set<number>();
  const abort = new AbortController();
  const options = { signal: abort.signal, capture: true, passive: false };
  const note = (event: PointerEvent) => {
    event.preventDefault();
    if (moves.length >= MOVES_MAX) return;
    // Read now: after the event was dispatched, Firefox returns coalesced events at 0, 0.
    const parts = event.getCoalescedEvents?.() ?? [];
    moves.push({ event, parts });
    if (event.type === 'pointermove') marks.move(event, parts);
  };
  element.style.touchAction = 'none';
  element.addEventListener(
    'pointerdown',
    (event) => {
      down.add(event.pointerId);
      kept.begin();
      note(event);
      marks.begin(event);
    },
    options,
  );
  for (const type of ['pointermove', 'pointerup', 'pointercancel'] as const) {
    document.addEventListener(
      type,
      (event) => {
        if (!down.has(event.pointerId)) return;
        note(event);
        if (type === 'pointermove') return;
        down.delete(event.pointerId);
        marks.end(event);
        kept.keep(moves);
      },
      options,
    );
  }
  // A stroke that is not finished ends when the page is left, as on the canvas.
  const keepRest = () => down.size > 0 && kept.keep(moves);
  for (const type of ['beforeunload', 'pagehide'] as const) addEventListener(type, keepRest, options);
  // Without these, a stroke selects text, opens a menu, or is taken for scrolling.
  for (const type of ['mousedown', 'contextmenu', 'touchstart', 'touchmove'] as const) {
    element.addEventListener(type, (event) => event.cancelable && event.preventDefault(), options);
  }
  return {
    moves,
    get isDown() {
      return down.size > 0;
    },
    page: kept.page,
    stop() {
      // The page may end before the app has kept it.
      keepRest();
      abort.abort();
      marks.remove();
    },
  };
}
