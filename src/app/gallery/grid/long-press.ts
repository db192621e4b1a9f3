/** A finger that stays on a card: it selects. */
import { useMemo } from 'preact/hooks';

/** ms; as long as the systems' own. */
const LONG = 500;
/** CSS px that a resting finger may move. */
const REST = 10;

/** Handlers for the list that the cards are in. `run` is given the id of the card. */
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
        }, LONG);
      },
      onPointerMove({ clientX, clientY }: PointerEvent) {
        if (Math.hypot(clientX - from.x, clientY - from.y) > REST) stop();
      },
      onPointerUp: stop,
      onPointerCancel: stop,
      /** The finger that has selected does not also open. */
      onClickCapture(event: MouseEvent) {
        if (!done) return;
        done = false;
        event.preventDefault();
        event.stopPropagation();
      },
    };
  }, [run]);
}
