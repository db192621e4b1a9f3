/**
 * Roving tabindex: a toolbar is one tab stop, and arrow keys move within it (WAI-ARIA Authoring Practices,
 * toolbar).
 */
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

const CONTROLS = 'button, input';
const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

/**
 * Returns a ref for the toolbar. Its buttons may change. Radio buttons are chosen with Space, not by moving to
 * them.
 */
export function useRoving(): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return;
    let stop: HTMLElement | undefined;
    const controls = () => [...element.querySelectorAll<HTMLElement>(CONTROLS)];
    const shown = () => controls().filter((one) => one.getClientRects().length > 0);
    const settle = () => {
      const all = shown();
      if (!stop || !all.includes(stop)) stop = all[0];
      for (const one of controls()) one.tabIndex = one === stop ? 0 : -1;
    };
    const enter = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.matches(CONTROLS)) stop = target;
      settle();
    };
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const all = shown();
      const at = event.target instanceof HTMLElement ? all.indexOf(event.target) : -1;
      const isRtl = /^Arrow(?:Left|Right)$/.test(event.key) && getComputedStyle(element).direction === 'rtl';
      const step = (STEPS[event.key] ?? 0) * (isRtl ? -1 : 1);
      const to = step ? at + step : event.key === 'Home' ? 0 : event.key === 'End' ? -1 : undefined;
      if (at < 0 || to === undefined) return;
      event.preventDefault();
      all.at(to % all.length)?.focus();
    };
    // A panel opens, a colour is mixed, or the window changes its size.
    const changes = new MutationObserver(settle);
    changes.observe(element, { childList: true, subtree: true, attributeFilter: ['class'] });
    const sizes = new ResizeObserver(settle);
    sizes.observe(element);
    element.addEventListener('focusin', enter);
    element.addEventListener('keydown', press);
    settle();
    return () => {
      changes.disconnect();
      sizes.disconnect();
      element.removeEventListener('focusin', enter);
      element.removeEventListener('keydown', press);
    };
  }, []);
  return bar;
}
