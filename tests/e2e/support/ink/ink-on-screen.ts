/** The visible part of a drawing, read from the pixels of the canvas. */
import type { Page } from 'playwright/test';
import type { Point, Stroke } from '../../../../src/core/drawing/types.ts';
import { canvas } from '../studio/studio.ts';

/**
 * Indices of the strokes that are not wholly visible: at places along each stroke there must be ink. The view
 * must be at 100 %, with the paper's origin at its corner.
 */
export async function missingOnScreen(
  page: Page,
  strokes: readonly Pick<Stroke, 'points'>[],
): Promise<number[]> {
  const places = strokes.map(({ points }) => probes(points));
  return canvas(page).evaluate((element, places) => {
    const canvases = [...(element.matches('canvas') ? [element] : element.querySelectorAll('canvas'))];
    // Each is read once: a browser may have to wait for its graphics process every time.
    const layers = canvases.flatMap((layer) => {
      if (!(layer instanceof HTMLCanvasElement) || layer.width === 0 || layer.height === 0) return [];
      const { width, height, clientWidth } = layer;
      const data = layer.getContext('2d')?.getImageData(0, 0, width, height).data;
      return data ? [{ data, width, height, ratio: width / clientWidth }] : [];
    });
    const inked = (x: number, y: number) =>
      layers.some(({ data, width, height, ratio }) => {
        const [left, top] = [Math.round(x * ratio) - 1, Math.round(y * ratio) - 1];
        for (let row = Math.max(0, top); row < Math.min(height, top + 3); row++)
          for (let column = Math.max(0, left); column < Math.min(width, left + 3); column++)
            if (data[4 * (row * width + column) + 3]! > 0) return true;
        return false;
      });
    return places.flatMap((points, i) => (points.every(([x, y]) => inked(x, y)) ? [] : [i]));
  }, places);
}

/** The ends of the stroke and its middle. */
function probes(points: readonly Point[]): Point[] {
  return [0, Math.floor(points.length / 2), points.length - 1].map((i) => points[i]!);
}
