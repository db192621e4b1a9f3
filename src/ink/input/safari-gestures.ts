/** Safari's own events for two fingers, which come besides those of the pointers. */

/** Safari's GestureEvent: the fingers on the screen or the touchpad taken together. */
interface Gesture {
  readonly scale: number;
  readonly clientX: number;
  readonly clientY: number;
}

function isGesture(event: Event): event is Event & Gesture {
  return 'scale' in event && 'clientX' in event && 'clientY' in event;
}

/**
 * Keeps Safari from zooming the whole page, and reports the gesture instead. A touchpad sends nothing else.
 * @param onZoom gets the place in CSS px of the window, and the scale relative to the last call
 */
export function watchGestures(
  page: Document,
  signal: AbortSignal,
  onZoom: (x: number, y: number, factor: number) => void,
): void {
  let scale = 1;
  const onGesture = (event: Event) => {
    if (event.cancelable) event.preventDefault();
    if (!isGesture(event)) return;
    const before = event.type === 'gesturestart' ? event.scale : scale;
    scale = event.scale;
    if (event.type === 'gestureend' || !(scale > 0 && before > 0) || scale === before) return;
    onZoom(event.clientX, event.clientY, scale / before);
  };
  for (const type of ['gesturestart', 'gesturechange', 'gestureend']) {
    page.addEventListener(type, onGesture, { signal, passive: false, capture: true });
  }
}
