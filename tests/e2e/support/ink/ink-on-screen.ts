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
    const layers = [...(element.matches('canvas') ? [element] : element.querySelectorAll('canvas'))];
    const inked = (x: number, y: number) =>
      layers.some((layer) => {
        if (!(layer instanceof HTMLCanvasElement)) return false;
        const ratio = layer.width / layer.clientWidth;
        const context = layer.getContext('2d');
        const alpha = context?.getImageData(Math.round(x * ratio) - 1, Math.round(y * ratio) - 1, 3, 3).data;
        return alpha?.some((value, i) => i % 4 === 3 && value > 0) ?? false;
      });
    return places.flatMap((points, i) => (points.every(([x, y]) => inked(x, y)) ? [] : [i]));
  }, places);
}

/** The ends of the stroke and its middle. */
function probes(points: readonly Point[]): Point[] {
  return [0, Math.floor(points.length / 2), points.length - 1].map((i) => points[i]!);
}
