/** The focus on the canvas, where shortcuts work. */

/** Focuses the canvas. Returns false if it has the focus already. */
export function focusCanvas(): boolean {
  const paper = document.querySelector<HTMLElement>('.canvas');
  if (!paper || paper === document.activeElement) return false;
  paper.focus({ preventScroll: true });
  return true;
}
