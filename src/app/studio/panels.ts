/** Which small panel is open: at most one. */
import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';

export type PanelName = 'ink' | 'view' | 'export' | 'more';

export const openPanel = signal<PanelName | undefined>(undefined);

export function togglePanel(name: PanelName): void {
  openPanel.value = openPanel.value === name ? undefined : name;
}

export function closePanel(): void {
  openPanel.value = undefined;
}

/** Closes the open panel when something else is touched, or on Escape; the focus goes back to its button. */
export function usePanels(): void {
  useLayoutEffect(() => {
    const outside = ({ target, type }: Event) => {
      if (!openPanel.value || !(target instanceof Element) || target.closest('[data-panel]')) return;
      // A press on words that take no focus gives it to what they all stand in: that is not outside.
      const around = type === 'focusin' && target.querySelector(`[data-panel="${openPanel.value}"]`);
      if (!around) closePanel();
    };
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !openPanel.value) return;
      document.querySelector<HTMLElement>(`[data-panel="${openPanel.value}"] [aria-expanded]`)?.focus();
      closePanel();
    };
    addEventListener('pointerdown', outside, { capture: true });
    addEventListener('focusin', outside);
    addEventListener('keydown', close);
    return () => {
      removeEventListener('pointerdown', outside, { capture: true });
      removeEventListener('focusin', outside);
      removeEventListener('keydown', close);
      closePanel();
    };
  }, []);
}
