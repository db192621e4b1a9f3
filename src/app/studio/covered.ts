/** What of the canvas lies under the head and the dock. */
import type { Insets } from '../../ink/index.ts';

/** CSS px at each edge of the canvas that its neighbours cover. */
export function coveredEdges(): Insets {
  const canvas = document.querySelector('.canvas')?.getBoundingClientRect();
  const bar = document.querySelector('.studio-bar')?.getBoundingClientRect();
  const dock = document.querySelector('.dock')?.getBoundingClientRect();
  if (!canvas || !bar || !dock) return { top: 0, right: 0, bottom: 0, left: 0 };
  const atSide = dock.height > dock.width;
  return {
    top: bar.bottom - canvas.top,
    right: 0,
    bottom: atSide ? 0 : canvas.bottom - dock.top,
    left: atSide ? dock.right - canvas.left : 0,
  };
}
