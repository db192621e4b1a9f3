/** Canvases of our own on the paper: their pixels, and when their look changes. */

/**
 * Calls `draw` when the element has another size or other colours: those of ink on its paper, which the page sets on an
 * element around it, or in sun mode on the root. Returns a function that ends this.
 */
export function followLook(element: HTMLElement, draw: () => void): () => void {
  const sizes = new ResizeObserver(draw);
  sizes.observe(element);
  const looks = new MutationObserver(draw);
  looks.observe(document.documentElement, { attributes: true });
  const around = element.closest('.studio, .read-only-paper');
  if (around) looks.observe(around, { attributes: true, attributeFilter: ['data-paper'] });
  return () => {
    sizes.disconnect();
    looks.disconnect();
  };
}

/**
 * Makes the canvas empty, and as large as it is shown. Its ink is the text colour of its element.
 * @param ratio device pixels per CSS px
 */
export function emptied(
  canvas: HTMLCanvasElement,
  ratio: number,
):
  | { readonly context: CanvasRenderingContext2D; readonly width: number; readonly height: number }
  | undefined {
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  const { clientWidth: width, clientHeight: height } = canvas;
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) Object.assign(canvas, { width: w, height: h });
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, w, h);
  const { color } = getComputedStyle(canvas);
  context.fillStyle = color;
  context.strokeStyle = color;
  return { context, width, height };
}
