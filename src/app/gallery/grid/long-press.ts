import { useMemo } from 'preact/hooks';

/** ms of a long press, as in common systems. */
const LONG_MS = 500;
/** CSS px that a resting finger may move. */
const SLOP = 10;

/**
 * Handlers for long presses on cards, to be set on the list.
 * @param run called with the id of the card
 */
export function useLongPress(run: (id: string) => void) {
  return useMemo(() => {
    let timer = 0;
    let from = { x: 0, y: 0 };
    let done = false;
    const stop = () => clearTimeout(timer);
    return {
      onPointerDown({ pointerType, isPrimary, clientX, clientY, target }: PointerEvent) {
        stop();
        done = false;
        const id = target instanceof Element && target.closest<HTMLElement>('[data-id]')?.dataset.id;
        if (pointerType !== 'touch' || !isPrimary || !id || !target.closest('.drawing-card-link')) return;
        from = { x: clientX, y: clientY };
        timer = window.setTimeout(() => {
          done = true;
          run(id);
        }, LONG_MS);
      },
      onPointerMove({ clientX, clientY }: PointerEvent) {
        if (Math.hypot(clientX - from.x, clientY - from.y) > SLOP) stop();
      },
      onPointerUp: stop,
      onPointerCancel: stop,
      /** Cancels the click at the end of a long press, which would open the drawing. */
      onClickCapture(event: MouseEvent) {
        if (!done) return;
        done = false;
        event.preventDefault();
        event.stopPropagation();
      },
    };
  }, [run]);
}
