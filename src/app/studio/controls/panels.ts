/** The open panel of dock or header, or all about a save problem: one at most. */
import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { type Ink, TAP } from '../../../ink/index.ts';
import { spendPress } from '../../ui/second-press.ts';

export type PanelName =
  | 'brush'
  | 'color'
  | 'mark'
  | 'layers'
  | 'view'
  | 'turn'
  | 'export'
  | 'more'
  | 'photo'
  | 'unsaved';

export const openPanel = signal<PanelName | undefined>(undefined);

/** True if a pointer opened the panel. */
let isByPointer = false;

/** @param press the click of its button; a key makes one, too, which no pointer has counted */
export function togglePanel(name: PanelName, press?: MouseEvent): void {
  isByPointer = (press?.detail ?? 0) > 0;
  openPanel.value = openPanel.value === name ? undefined : name;
}

export function closePanel(): void {
  openPanel.value = undefined;
}

/** The button to which Escape gave the focus, of a panel that a pointer opened. */
let returnedTo: Element | undefined;

/**
 * True for a button of the header on which single letters are shortcuts: somebody who opened its menu by a pointer goes on
 * with the keys of the canvas.
 */
export function takesLetters(target: Element): boolean {
  return target === returnedTo;
}

/** Closes the open panel and focuses its button. Returns false if none is open. */
export function closePanelByKey(): boolean {
  if (!openPanel.value) return false;
  const panel = `[data-panel="${openPanel.value}"]`;
  const button = document.querySelector<HTMLElement>(`${panel}[aria-expanded], ${panel} [aria-expanded]`);
  button?.focus();
  returnedTo = isByPointer ? (button ?? undefined) : undefined;
  closePanel();
  return true;
}

/** Closes the open panel when something else is touched. A tap on the canvas that does so does nothing else. */
export function usePanels(ink: () => Ink | undefined): void {
  useLayoutEffect(() => {
    const listening = new AbortController();
    const early = { capture: true, signal: listening.signal };
    /** The press that closed a panel, as long as it may be a tap. */
    let closing: PointerEvent | undefined;
    const outside = ({ target, type }: Event): boolean => {
      // Messages lie elsewhere while a panel is open: one that closed it would move away under the finger, unpressed.
      // Undo shows what the change of a layer did: the panel stays.
      const steps = openPanel.value === 'layers' ? ', .dock-steps' : '';
      const own = `[data-panel], .messages${steps}`;
      if (!openPanel.value || !(target instanceof Element) || target.closest(own)) return false;
      // A press on plain text focuses an element around the panel, which is not outside.
      const around = type === 'focusin' && target.querySelector(`[data-panel="${openPanel.value}"]`);
      if (!around) closePanel();
      return true;
    };
    const down = (event: PointerEvent) => {
      closing = outside(event) ? event : undefined;
    };
    const move = ({ pointerId, clientX, clientY }: PointerEvent) => {
      if (pointerId !== closing?.pointerId) return;
      // A small loop ends where it began, and is a line.
      if (Math.hypot(clientX - closing.clientX, clientY - closing.clientY) > TAP.still) closing = undefined;
    };
    // Before the canvas hears of it, and would end the stroke.
    const up = (event: PointerEvent) => {
      move(event);
      if (event.pointerId !== closing?.pointerId) return;
      const isBrief = event.timeStamp - closing.timeStamp <= TAP.brief;
      // The second tap of a double one does nothing else, either.
      if (isBrief && ink()?.cancel()) spendPress();
      closing = undefined;
    };
    addEventListener('pointerdown', down, early);
    addEventListener('pointermove', move, early);
    addEventListener('pointerup', up, early);
    addEventListener('focusin', outside, { signal: listening.signal });
    return () => {
      listening.abort();
      closePanel();
    };
  }, []);
}
