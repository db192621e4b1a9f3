/** Lays an element over the whole of its parent. Pointer events pass through it. */
export function coverParent(element: HTMLElement): void {
  Object.assign(element.style, {
    position: 'absolute',
    inset: '0',
    width: '100%',
    height: '100%',
    maxWidth: 'none',
    pointerEvents: 'none',
  });
}
