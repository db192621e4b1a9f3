/** The edges of the canvas under header and dock, the middle of the rest, and the place below the header. */
import type { Insets } from '../../../ink/index.ts';
import { fullScreen } from './full-screen.ts';

/** Between the header and what is below it, CSS px. */
const GAP = 8;

/** The width covered at each edge of the canvas, CSS px. */
export function coveredEdges(): Insets {
  const canvas = document.querySelector('.canvas')?.getBoundingClientRect();
  const bar = document.querySelector('.studio-bar')?.getBoundingClientRect();
  const dock = document.querySelector('.dock')?.getBoundingClientRect();
  if (!canvas || !bar || !dock || fullScreen.peek()) return { top: 0, right: 0, bottom: 0, left: 0 };
  const atSide = dock.height > dock.width;
  // The dock is at the right in a right-to-left language.
  const atLeft = dock.left + dock.right < canvas.left + canvas.right;
  return {
    top: bar.bottom - canvas.top,
    right: atSide && !atLeft ? canvas.right - dock.left : 0,
    bottom: atSide ? 0 : canvas.bottom - dock.top,
    left: atSide && atLeft ? dock.right - canvas.left : 0,
  };
}

/**
 * Keeps the place below the header for CSS, since long words make it higher, and the width of what is at its end: the air
 * and the menus, or 0 where they are not in one row. Returns a function that ends this.
 * @param bar the header
 */
export function followHeader(bar: HTMLElement): () => void {
  const frame = bar.closest<HTMLElement>('.frame');
  const end = bar.querySelector<HTMLElement>('.studio-end');
  const observer = new ResizeObserver(() => {
    frame?.style.setProperty('--below-head', `${bar.offsetTop + bar.offsetHeight + GAP}px`);
    frame?.style.setProperty('--head-end', `${end?.offsetWidth ?? 0}px`);
  });
  observer.observe(bar);
  if (end) observer.observe(end);
  return () => observer.disconnect();
}

/** The middle of the uncovered canvas, CSS px of the window. */
export function visibleMiddle(): { readonly x: number; readonly y: number } {
  const { top, right, bottom, left } = coveredEdges();
  const canvas = document.querySelector('.canvas')?.getBoundingClientRect() ?? new DOMRect();
  return {
    x: (canvas.left + left + canvas.right - right) / 2,
    y: (canvas.top + top + canvas.bottom - bottom) / 2,
  };
}
