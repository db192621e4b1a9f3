/** Compares the canvas, pixel by pixel, with a plain repaint of all strokes. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { expect } from 'playwright/test';
import type { Layer, Stroke } from '../../../../src/core/drawing/types.ts';
import type { Camera } from '../../../../src/ink/view/camera.ts';
import { bundle } from '../../../support/bundle.ts';
import { ask } from '../../../support/worker.ts';
import { canvas, frames } from '../studio/studio.ts';
import type { Picture, PictureDifference } from './ink-page.ts';

/** Stores the strokes as a new drawing on this device. Returns its id. */
export async function storeDrawing(
  page: Page,
  strokes: readonly Stroke[],
  layers?: readonly Layer[],
): Promise<string> {
  const id = randomUUID();
  const body = JSON.stringify({ title: 'Sample', strokes, thumb: '', layers });
  const headers = { 'Content-Type': 'application/json', 'If-None-Match': '*', Prefer: 'return=minimal' };
  const response = await ask(page, `/api/v1/drawings/${id}`, { method: 'PUT', headers, body });
  assert.equal(response.status, 201, response.text);
  return id;
}

/** The layer of finished strokes. */
function layer(page: Page) {
  return canvas(page).locator('canvas[data-tiles]');
}

/** Waits until all strokes have arrived and everything visible is sharp. Returns who drew the tiles. */
export async function untilSharp(page: Page, timeout = 15_000): Promise<string> {
  await expect(canvas(page)).toHaveAttribute('aria-busy', 'false', { timeout });
  await expect(layer(page)).toHaveAttribute('data-settled', 'true', { timeout });
  return (await layer(page).getAttribute('data-tiles')) ?? '';
}

/** True if there is any ink on the screen. */
export async function inkShows(page: Page): Promise<boolean> {
  await untilSharp(page);
  return layer(page).evaluate((element: HTMLCanvasElement) => {
    const { data } = element.getContext('2d')!.getImageData(0, 0, element.width, element.height);
    return data.some((value, i) => i % 4 === 3 && value > 0);
  });
}

/** Waits until everything visible is sharp, even if the strokes have not arrived. */
export async function untilVisiblySharp(page: Page): Promise<void> {
  await expect(layer(page)).toHaveAttribute('data-settled', 'true');
}

/** The picture on the layer, once it is sharp. */
export async function picture(page: Page): Promise<Picture> {
  await untilSharp(page);
  return pictureNow(page);
}

/** The picture on the layer now. What was drawn before the call is on it: the layer is painted in the next frame. */
export async function pictureNow(page: Page): Promise<Picture> {
  await frames(page);
  await prepare(page);
  return layer(page).evaluate(async (element: HTMLCanvasElement, address) => {
    const { pictureOf }: InkPage = await import(address);
    return pictureOf(element);
  }, ADDRESS);
}

/** The same with the stroke being drawn on it. */
export async function pictureWithWetInk(page: Page): Promise<Picture> {
  await frames(page);
  await prepare(page);
  return canvas(page).evaluate(async (host, address) => {
    const { pictureOf, withWetInk }: InkPage = await import(address);
    const [layer, wet] = ['[data-tiles]', '[data-veiled]'].map((one) => host.querySelector(`canvas${one}`));
    return pictureOf(withWetInk(layer as HTMLCanvasElement, wet as HTMLCanvasElement));
  }, ADDRESS);
}

/** The difference between two pictures that were taken on this page. */
export async function differenceBetween(
  page: Page,
  one: Picture,
  other: Picture,
): Promise<PictureDifference> {
  return page.evaluate(
    async ([address, one, other]) => {
      const { differenceFromStored }: InkPage = await import(address);
      return differenceFromStored(one, other);
    },
    [ADDRESS, one.digest, other.digest] as const,
  );
}

/** Expects the same picture, pixel by pixel. */
export async function assertSame(
  page: Page,
  shown: Picture,
  expected: Picture,
  what?: string,
): Promise<void> {
  if (shown.digest === expected.digest) return;
  const size = ({ width, height }: Picture) => ({ width, height });
  assert.deepStrictEqual(size(shown), size(expected), what);
  await prepare(page);
  const unlike = await differenceBetween(page, shown, expected);
  assert.fail(`${what ?? 'the picture'} differs: ${JSON.stringify(unlike)}`);
}

/**
 * The difference between the layer and a plain repaint of all strokes at this camera. The strokes of the first call are
 * those of the others too, unless there are layers.
 */
export async function differenceFromRepaint(
  page: Page,
  strokes: readonly Stroke[],
  camera: Camera,
  layers?: readonly Layer[],
): Promise<PictureDifference> {
  await untilSharp(page);
  await prepare(page);
  const wanted = await page.evaluate(async (address) => {
    const { hasStrokes }: InkPage = await import(address);
    return !hasStrokes();
  }, ADDRESS);
  if (wanted || layers) {
    await page.evaluate(
      async ([address, text]) => {
        const { takeStrokes }: InkPage = await import(address);
        takeStrokes(text);
      },
      [ADDRESS, JSON.stringify({ strokes, layers })] as const,
    );
  }
  return layer(page).evaluate(
    async (element: HTMLCanvasElement, [address, camera]) => {
      const { differenceFromRepaint }: InkPage = await import(address);
      return differenceFromRepaint(element, camera);
    },
    [ADDRESS, camera] as const,
  );
}

/** The camera as the studio has stored it. */
export async function cameraOf(page: Page, id: string): Promise<Camera> {
  // A movement begins with the frame after its cause.
  await frames(page);
  await expect(canvas(page)).toHaveAttribute('data-rests', 'true');
  return page.evaluate(async (id) => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await settled(indexedDB.open('pleinair-studio'));
    const camera: Camera = await settled(database.transaction('cameras').objectStore('cameras').get(id));
    database.close();
    const { x, y, zoom } = camera;
    return { x, y, zoom };
  }, id);
}

type InkPage = typeof import('./ink-page.ts');

/** Path at which the page loads the module of the functions that run there. */
const ADDRESS = '/ink-page.js';
let source: Promise<string> | undefined;
const prepared = new WeakSet<Page>();

async function prepare(page: Page): Promise<void> {
  if (prepared.has(page)) return;
  source ??= bundle('tests/e2e/support/ink/ink-page.ts');
  const body = await source;
  await page.route(`**${ADDRESS}`, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  prepared.add(page);
}
