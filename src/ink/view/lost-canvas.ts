/**
 * What is on a canvas is lost when the browser takes its memory, or its process for graphics ends. Some browsers tell of
 * it, and give a blank canvas back.
 */
type Canvas = HTMLCanvasElement | OffscreenCanvas;

/** Calls `draw` whenever the canvas has come back blank. */
export function onRestored(canvas: Canvas, draw: () => void): void {
  canvas.addEventListener('contextrestored', draw);
}

/** Answers whether anything was lost since. */
export function watchLoss(context: CanvasRenderingContext2D): () => boolean {
  let isLost = false;
  context.canvas.addEventListener('contextlost', () => {
    isLost = true;
  });
  return () => isLost || hasLost(context);
}

/** Is there nothing to draw on just now? */
export function hasLost(context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D): boolean {
  return 'isContextLost' in context && context.isContextLost();
}
