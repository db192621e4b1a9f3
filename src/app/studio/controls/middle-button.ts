/** On Linux the browser pastes where the middle button is lifted, with which one pans the paper. */

/** Watches the pointers. Returns a function that is true for a paste of the middle button, and one that stops. */
export function watchMiddleButton(): { pastes: () => boolean; stop: () => void } {
  const abort = new AbortController();
  let isLifted = false;
  // A paste by key or by menu comes after one of these.
  for (const type of ['keydown', 'pointerdown', 'pointerup'] as const) {
    const note = (event: Event) => {
      isLifted = event.type === 'pointerup' && event instanceof PointerEvent && event.button === 1;
    };
    addEventListener(type, note, { capture: true, signal: abort.signal });
  }
  return { pastes: () => isLifted, stop: () => abort.abort() };
}
