/** What of a drawing can be seen: the pixels of the canvas itself. */
import type { Page } from 'playwright/test';
import type { Point, Stroke } from '../../../../src/core/drawing/types.ts';
import { canvas } from '../studio/studio.ts';

/**
 * Indices of the strokes of which something is missing on the screen, at 100 % with the paper where it begins: at
 * places along each stroke there must be ink.
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

/** Its ends and its middle. */
function probes(points: readonly Point[]): Point[] {
  return [0, Math.floor(points.length / 2), points.length - 1].map((i) => points[i]!);
}
