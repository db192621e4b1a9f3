/** The open panel of dock or header: one at most. */
import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';

export type PanelName = 'brush' | 'color' | 'mark' | 'layers' | 'view' | 'turn' | 'export' | 'more' | 'photo';

export const openPanel = signal<PanelName | undefined>(undefined);

export function togglePanel(name: PanelName): void {
  openPanel.value = openPanel.value === name ? undefined : name;
}

export function closePanel(): void {
  openPanel.value = undefined;
}

/** Closes the open panel and focuses its button. Returns false if none is open. */
export function closePanelByKey(): boolean {
  if (!openPanel.value) return false;
  const panel = `[data-panel="${openPanel.value}"]`;
  document.querySelector<HTMLElement>(`${panel}[aria-expanded], ${panel} [aria-expanded]`)?.focus();
  closePanel();
  return true;
}

/** Closes the open panel when something else is touched. */
export function usePanels(): void {
  useLayoutEffect(() => {
    const outside = ({ target, type }: Event) => {
      // Messages lie elsewhere while a panel is open: one that closed it would move away under the finger, unpressed.
      const own = '[data-panel], .messages';
      if (!openPanel.value || !(target instanceof Element) || target.closest(own)) return;
      // A press on plain text focuses an element around the panel, which is not outside.
      const around = type === 'focusin' && target.querySelector(`[data-panel="${openPanel.value}"]`);
      if (!around) closePanel();
    };
    addEventListener('pointerdown', outside, { capture: true });
    addEventListener('focusin', outside);
    return () => {
      removeEventListener('pointerdown', outside, { capture: true });
      removeEventListener('focusin', outside);
      closePanel();
    };
  }, []);
}
