/**
 * Lost canvases: a browser may take a canvas's memory, or its graphics process may end. Some browsers report
 * that, and give back a blank canvas.
 */
type Canvas = HTMLCanvasElement | OffscreenCanvas;

/** Calls `draw` whenever the canvas came back blank. */
export function onRestored(canvas: Canvas, draw: () => void): void {
  canvas.addEventListener('contextrestored', draw);
}

/** Returns a function that tells whether the canvas was lost since this call. */
export function watchLoss(context: CanvasRenderingContext2D): () => boolean {
  let isLost = false;
  context.canvas.addEventListener('contextlost', () => {
    isLost = true;
  });
  return () => isLost || hasLost(context);
}

/** True if the canvas is lost just now and cannot be drawn on. */
export function hasLost(context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D): boolean {
  return 'isContextLost' in context && context.isContextLost();
}
