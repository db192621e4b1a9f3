/**
 * Warms the browser up for the first stroke. Browsers compile code and create canvas buffers on first use, which
 * would otherwise make the first moves of the first real stroke the slowest.
 */
import type { WetInkLayer } from './canvas/wet-ink-layer.ts';
import type { Sample } from './input/pointer.ts';
import type { Tool } from './tools/tool.ts';
import { type Camera, type Size, toWorld } from './view/camera.ts';

/** Swap-chain length: how many frames to draw before every canvas buffer exists. */
const BUFFERS = 3;
/** A line too thin and faint to change a pixel. With zero opacity, a browser would skip the drawing. */
const UNSEEN = { tool: 'pen', color: '#00000001', size: 0.25 };

/** Draws one mouse stroke and one pen stroke off screen. */
export function warmUpStrokes(pen: Tool): void {
  for (const pressure of [undefined, 0.4]) {
    const at = (i: number): Sample => ({
      x: -2_000 - 9 * i,
      y: -2_000 - i * i,
      pressure,
      tilt: pressure === undefined ? undefined : 0.3,
      time: 8 * i,
    });
    pen.start(at(0), pressure === undefined ? 'mouse' : 'pen');
    for (let i = 1; i < 6; i++) pen.move([at(2 * i - 1), at(2 * i)], [at(2 * i + 1)]);
    pen.drop();
  }
}

/** The position of the canvas. `ratio`: device pixels in a CSS pixel. */
export interface CanvasView {
  readonly camera: Camera;
  readonly view: Size;
  readonly ratio: number;
}

/**
 * Draws on the wet ink canvases for a few frames, so that the browser creates their buffers.
 * @param current undefined once a person draws or the canvas is gone: this ends then
 */
export function createBuffers(
  wetInk: WetInkLayer,
  current: () => CanvasView | undefined,
  frames = BUFFERS,
): void {
  const now = current();
  if (now === undefined) return;
  if (frames === 0) {
    wetInk.clear();
    return;
  }
  const { camera, view, ratio } = now;
  const { x, y } = toWorld(camera, view.width / 2, view.height / 2);
  const dash = { x: [x, x + 1], y: [y, y], pressure: [], tilt: [] };
  wetInk.begin({ ...UNSEEN, size: UNSEEN.size / (camera.zoom * ratio) }, camera);
  wetInk.draw(dash, dash);
  requestAnimationFrame(() => createBuffers(wetInk, current, frames - 1));
}
