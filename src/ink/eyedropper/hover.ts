/** Where a mouse or a hovering pen is over an element. */
import type { Position } from '../geometry/bounds.ts';

/** Returns a function that tells the place, CSS px in the window; undefined while there is none. */
export function watchHover(element: HTMLElement, signal: AbortSignal): () => Position | undefined {
  let at: Position | undefined;
  element.addEventListener(
    'pointermove',
    ({ pointerType, clientX, clientY }) => {
      at = pointerType === 'touch' ? undefined : { x: clientX, y: clientY };
    },
    { signal },
  );
  element.addEventListener(
    'pointerleave',
    () => {
      at = undefined;
    },
    { signal },
  );
  return () => at;
}
