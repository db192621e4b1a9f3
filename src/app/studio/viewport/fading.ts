/**
 * Floating parts that fade while a stroke is near them, and return when nobody has drawn for a moment. Hatching
 * in the middle of the paper changes nothing.
 */
import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Camera } from '../../../ink/index.ts';
import { toasts } from '../../ui/toasts.ts';
import { penDown } from '../saving/busy.ts';
import { chosenSize, tool } from '../tool-settings/tool-settings.ts';

/** The parts that fade, each by itself. */
const PARTS =
  '.studio-head, .studio-end > *, .dock, .picked-bar, .studio-trouble, .map-card.shown, .sun-switch, .exit-full-screen, .messages > :not(.toasts), .toast';
/** Distance at which a part fades, CSS px: large enough that it has faded before a fast stroke is there. */
const NEAR = 48;
/** ms without a stroke after which the parts return. */
const REST = 700;

const shut = signal(false);
/**
 * True while the parts take no presses: during a stroke, from behind its first frame until behind the frame after its
 * end. The browser computes the styles of all their contents then, for which these two frames have no time on a slow
 * phone.
 */
export const partsShut: ReadonlySignal<boolean> = shut;

interface Place {
  readonly x: number;
  readonly y: number;
}

interface Part {
  readonly element: HTMLElement;
  readonly box: DOMRectReadOnly;
}

/** Runs it once the browser has shown the next frame. Returns a function that prevents that. */
function behindFrame(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** True if the line from `a` to `b` comes within `reach` of the box. */
export function comesNear(
  { left, top, right, bottom }: Pick<DOMRectReadOnly, 'left' | 'top' | 'right' | 'bottom'>,
  a: Place,
  b: Place,
  reach: number,
): boolean {
  // Fast path: most lines are far from most parts.
  if (Math.max(a.x, b.x) < left - reach || Math.min(a.x, b.x) > right + reach) return false;
  if (Math.max(a.y, b.y) < top - reach || Math.min(a.y, b.y) > bottom + reach) return false;
  // The part of the line, from 0 to 1, between the two edges on each axis.
  let [from, to] = [0, 1];
  for (const [start, by, least, most] of [
    [a.x, b.x - a.x, left - reach, right + reach],
    [a.y, b.y - a.y, top - reach, bottom + reach],
  ] as const) {
    if (by === 0) {
      if (start < least || start > most) return false;
      continue;
    }
    const [one, other] = [(least - start) / by, (most - start) / by];
    from = Math.max(from, Math.min(one, other));
    to = Math.min(to, Math.max(one, other));
  }
  return from <= to;
}

/**
 * Watches strokes, and fades the parts near them.
 * @param camera the view, whose zoom decides how wide a line is on the screen
 * @returns a function that ends this
 */
function watch(camera: ReadonlySignal<Camera>): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  const fading = new Set<HTMLElement>();
  /** The drawing pointer, with its first and present position. */
  let hand: { readonly pointer: number; readonly start: Place; at: Place; lifted: boolean } | undefined;
  /**
   * The parts, measured behind the first frame of a stroke: its beginning is fast, and the browser has laid out by then
   * and need not do so in between.
   */
  let parts: readonly Part[] | undefined;
  let stopMeasuring: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const look = (a: Place, b: Place) => {
    const half = (tool.peek() === 'eraser' ? chosenSize.value : chosenSize.value * camera.peek().zoom) / 2;
    for (const { element, box } of parts ?? []) {
      if (!comesNear(box, a, b, NEAR + half) || element.dataset.fading === 'at-once') continue;
      element.dataset.fading = comesNear(box, a, b, half) ? 'at-once' : 'soon';
      fading.add(element);
    }
  };
  const measure = () => {
    stopMeasuring = undefined;
    if (!hand) return;
    const all = [...document.querySelectorAll<HTMLElement>(PARTS)];
    parts = all.map((element) => ({ element, box: element.getBoundingClientRect() }));
    parts = parts.filter(({ box }) => box.width > 0);
    look(hand.start, hand.at);
    if (hand.lifted) rest();
  };
  const measureSoon = () => {
    stopMeasuring ??= behindFrame(measure);
  };
  const rest = () => {
    hand = undefined;
    parts = undefined;
    clearTimeout(timer);
    if (fading.size > 0) timer = setTimeout(comeBack, REST);
  };
  const comeBack = () => {
    for (const element of fading) delete element.dataset.fading;
    fading.clear();
  };

  addEventListener(
    'pointerdown',
    ({ pointerId, clientX: x, clientY: y }) => {
      // The canvas has handled the event before, and set penDown.
      if (!penDown.peek() || hand?.lifted === false) return;
      hand = { pointer: pointerId, start: { x, y }, at: { x, y }, lifted: false };
      measureSoon();
    },
    { signal },
  );
  addEventListener(
    'pointermove',
    ({ pointerId, clientX: x, clientY: y, shiftKey }) => {
      if (hand?.pointer !== pointerId) return;
      // With Shift the line is straight from its beginning.
      const from = shiftKey ? hand.start : hand.at;
      hand.at = { x, y };
      if (parts) look(from, hand.at);
    },
    { signal },
  );
  const stopHand = effect(() => {
    const down = penDown.value;
    clearTimeout(timer);
    if (down) return;
    // A stroke may end before its first frame.
    if (hand && stopMeasuring) hand.lifted = true;
    else rest();
  });
  const shutParts = (isShut: boolean) => {
    shut.value = isShut;
    document.querySelector('.messages')?.toggleAttribute('data-drawing', isShut);
  };
  const stopShutting = effect(() => {
    const down = penDown.value;
    return behindFrame(() => shutParts(down));
  });
  // A message may appear during a stroke.
  const stopToasts = effect(() => {
    if (toasts.value.length > 0 && hand) measureSoon();
  });
  return () => {
    abort.abort();
    stopHand();
    stopToasts();
    stopShutting();
    stopMeasuring?.();
    clearTimeout(timer);
    comeBack();
    shutParts(false);
  };
}

export function useFading(camera: ReadonlySignal<Camera>): void {
  useEffect(() => watch(camera), [camera]);
}
