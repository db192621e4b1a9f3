/** The open panel of dock or header: one at most. */
import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { Ink } from '../../../ink/index.ts';
import { focusCanvas } from './focus-canvas.ts';

export type PanelName = 'brush' | 'color' | 'mark' | 'layers' | 'view' | 'turn' | 'export' | 'more' | 'photo';

export const openPanel = signal<PanelName | undefined>(undefined);

export function togglePanel(name: PanelName): void {
  openPanel.value = openPanel.value === name ? undefined : name;
}

export function closePanel(): void {
  openPanel.value = undefined;
}

/** True after a press of a pointer, until a key is pressed. */
let isPointerUsed = false;

/**
 * Closes the open panel and focuses its button. For somebody who uses a pointer that is the canvas instead of a button of the
 * header, where single letters do nothing. Returns false if none is open.
 */
export function closePanelByKey(): boolean {
  if (!openPanel.value) return false;
  const panel = `[data-panel="${openPanel.value}"]`;
  const button = document.querySelector<HTMLElement>(`${panel}[aria-expanded], ${panel} [aria-expanded]`);
  const isDull = isPointerUsed && button?.closest('.header-menu');
  if (!isDull || !focusCanvas()) button?.focus();
  closePanel();
  return true;
}

/** Longest time of a tap, ms, and how far its pointer may move, CSS px. */
const TAP = { brief: 350, still: 10 };

/** Closes the open panel when something else is touched. A tap on the canvas that does so does nothing else. */
export function usePanels(ink: () => Ink | undefined): void {
  useLayoutEffect(() => {
    const listening = new AbortController();
    const early = { capture: true, signal: listening.signal };
    /** The press that closed a panel. */
    let closing: PointerEvent | undefined;
    const outside = ({ target, type }: Event): boolean => {
      // Messages lie elsewhere while a panel is open: one that closed it would move away under the finger, unpressed.
      const own = '[data-panel], .messages';
      if (!openPanel.value || !(target instanceof Element) || target.closest(own)) return false;
      // A press on plain text focuses an element around the panel, which is not outside.
      const around = type === 'focusin' && target.querySelector(`[data-panel="${openPanel.value}"]`);
      if (!around) closePanel();
      return true;
    };
    const down = (event: PointerEvent) => {
      isPointerUsed = true;
      closing = outside(event) ? event : undefined;
    };
    // Before the canvas hears of it, and would end the stroke.
    const up = ({ pointerId, clientX, clientY, timeStamp }: PointerEvent) => {
      if (pointerId !== closing?.pointerId) return;
      const way = Math.hypot(clientX - closing.clientX, clientY - closing.clientY);
      if (way <= TAP.still && timeStamp - closing.timeStamp <= TAP.brief) ink()?.cancel();
      closing = undefined;
    };
    addEventListener('pointerdown', down, early);
    addEventListener('pointerup', up, early);
    addEventListener('keydown', ({ key }) => (isPointerUsed &&= key === 'Escape'), early);
    addEventListener('focusin', outside, { signal: listening.signal });
    return () => {
      listening.abort();
      closePanel();
    };
  }, []);
}
