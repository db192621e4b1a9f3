/** The tools of the studio, for tests. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright/test';
import { layers } from '../../../../src/app/words/en/studio/layers.ts';
import { tools } from '../../../../src/app/words/en/studio/tools.ts';
import type { Point, Stroke } from '../../../../src/core/drawing/types.ts';
import { BRUSH_TOOLS } from '../../../../src/ink/index.ts';
import type { Samples } from '../ink/samples.ts';
import { canvas, draw } from './studio.ts';

/** A path through these places, with samples every few px. */
export function pathThrough(...places: readonly Point[]): Samples {
  const points = places.flatMap(([x, y], i): Point[] => {
    const [fromX, fromY] = places[i - 1] ?? [x, y];
    const steps = Math.max(1, Math.round(Math.hypot(x - fromX, y - fromY) / 8));
    return Array.from({ length: steps }, (_, k) => {
      const t = (k + 1) / steps;
      return [Math.round(fromX + t * (x - fromX)), Math.round(fromY + t * (y - fromY))];
    });
  });
  return { points, pressure: undefined };
}

const BRUSHES: ReadonlySet<string> = new Set(BRUSH_TOOLS.map((tool) => tools.names[tool]));

/** The button of the brush in hand. */
export function brushButton(page: Page): Locator {
  return page.getByRole('button', { name: new RegExp(`^${tools.brush('.*')}$`) });
}

/** The button that is pressed while a tool is in hand. */
export function toolButton(page: Page, tool: string): Locator {
  const name = BRUSHES.has(tool) ? tools.brush(tool) : tool;
  return page.getByRole('button', { name, exact: true });
}

/** Chooses a tool by its button, or a brush by the panel of brushes. */
export async function pick(page: Page, tool: string): Promise<void> {
  if (!BRUSHES.has(tool)) {
    await toolButton(page, tool).click();
    return;
  }
  const button = brushButton(page);
  if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click();
  await button.click();
  await page.locator('.brush-choice', { has: page.getByRole('radio', { name: tool, exact: true }) }).click();
}

/** Chooses a colour, size or mode by its name, in the dock or in the open panel. */
export function pickSwatch(page: Page, name: string): Locator {
  return page.locator('.swatch', { has: page.getByLabel(name, { exact: true }) }).last();
}

/** Moves a mouse along the path with its button down. */
export function stroke(page: Page, ...places: readonly Point[]): Promise<void> {
  return draw(page, [pathThrough(...places)], { device: 'mouse' });
}

/** The pixel of the tiles at this place of the canvas, CSS px: red, green, blue, opacity. */
export async function inkAt(page: Page, [x, y]: Point): Promise<readonly number[]> {
  const pixel = await canvas(page)
    .locator('canvas')
    .first()
    .evaluate(
      (element, [x, y]) => {
        if (!(element instanceof HTMLCanvasElement)) return undefined;
        const scale = element.width / element.clientWidth;
        const data = element
          .getContext('2d')
          ?.getImageData(Math.round(x * scale), Math.round(y * scale), 1, 1);
        return data && [...data.data];
      },
      [x, y] as const,
    );
  assert.ok(pixel, 'the canvas can be read');
  return pixel;
}

/** The strokes moved: as the contract says, every coordinate moved and nothing else changed. */
export function moved(strokes: readonly Stroke[], dx: number, dy: number): Stroke[] {
  const sum = (a: number, b: number) => Math.round((a + b) * 1e6) / 1e6;
  return strokes.map((one) => ({ ...one, points: one.points.map(([x, y]) => [sum(x, dx), sum(y, dy)]) }));
}

/** The strokes without their times: a copy is new ink. */
export function timeless(strokes: readonly Stroke[]): Omit<Stroke, 'at'>[] {
  return strokes.map(({ at: _, ...rest }) => rest);
}

/** The button of size and opacity, or of the eraser, depending on the tool. */
export function markButton(page: Page): Locator {
  const names = [tools.mark('.*', '.*'), tools.eraser('.*', '.*')];
  return page.getByRole('button', { name: new RegExp(`^(?:${names.join('|')})$`) });
}

/** The button of the colour picker. */
export function colorButton(page: Page): Locator {
  return page.getByRole('button', { name: new RegExp(`^${tools.colorNow('.*')}$`) });
}

/** The button of the panel of layers. */
export function layersButton(page: Page): Locator {
  return page.getByRole('button', { name: new RegExp(`^${layers.now('.*')}$`) });
}

/** The button of the zoom panel. */
export function viewButton(page: Page): Locator {
  return page.getByRole('button', { name: new RegExp(`^${tools.view('.*')}$`) });
}

/** The button that shows the zoom, and goes back to 100 %. */
export function zoomButton(page: Page): Locator {
  return page.getByRole('button', { name: new RegExp(`^${tools.zoomFrom('.*')}$`) });
}
