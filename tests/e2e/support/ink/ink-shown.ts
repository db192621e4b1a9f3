/** What the canvas shows, pixel by pixel, and what a plain repaint of all strokes would show. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { expect } from 'playwright/test';
import type { Stroke } from '../../../../src/core/drawing/types.ts';
import type { Camera } from '../../../../src/ink/view/camera.ts';
import { bundle } from '../../../support/bundle.ts';
import { ask } from '../../../support/worker.ts';
import { canvas, frames } from '../studio/studio.ts';
import type { Picture, Unlike } from './ink-page.ts';

/** Keeps the strokes as a new drawing on this device; answers its id. */
export async function storeDrawing(page: Page, strokes: readonly Stroke[]): Promise<string> {
  const id = randomUUID();
  const body = JSON.stringify({ title: 'Sample', strokes, thumb: '' });
  const headers = { 'Content-Type': 'application/json', 'If-None-Match': '*', Prefer: 'return=minimal' };
  const answer = await ask(page, `/api/v1/drawings/${id}`, { method: 'PUT', headers, body });
  assert.equal(answer.status, 201, answer.text);
  return id;
}

/** The layer of the finished strokes. */
function layer(page: Page) {
  return canvas(page).locator('canvas[data-tiles]');
}

/** Waits until all strokes are there and what is seen is sharp; answers who drew it. */
export async function sharp(page: Page, timeout = 15_000): Promise<string> {
  await expect(canvas(page)).toHaveAttribute('aria-busy', 'false', { timeout });
  await expect(layer(page)).toHaveAttribute('data-settled', 'true', { timeout });
  return (await layer(page).getAttribute('data-tiles')) ?? '';
}

/** Is there any ink on the screen? */
export async function inkShows(page: Page): Promise<boolean> {
  await sharp(page);
  return layer(page).evaluate((element: HTMLCanvasElement) => {
    const { data } = element.getContext('2d')!.getImageData(0, 0, element.width, element.height);
    return data.some((value, i) => i % 4 === 3 && value > 0);
  });
}

/** Waits until what is seen is sharp, whether or not the strokes are there to be worked on. */
export async function seenSharp(page: Page): Promise<void> {
  await expect(layer(page)).toHaveAttribute('data-settled', 'true');
}

/** What the layer shows. */
export async function picture(page: Page): Promise<Picture> {
  await sharp(page);
  return pictureNow(page);
}

/** What the layer shows now, whatever that is. */
export async function pictureNow(page: Page): Promise<Picture> {
  await prepare(page);
  return layer(page).evaluate(async (element: HTMLCanvasElement, address) => {
    const { pictureOf }: InkPage = await import(address);
    return pictureOf(element);
  }, ADDRESS);
}

/**
 * Is it the same picture? Each pixel is, or all but: Chromium's rasteriser smooths a dot a little differently with what
 * was drawn before it in the same go, though that lies elsewhere (seen: 4 of 255 at most, in 10 pixels), and what goes
 * together depends on the time that steps took. A stroke that is missing, or a pixel off, differs by far more.
 */
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
  const unlike = await page.evaluate(
    async ([address, one, other]) => {
      const { unlikeKept }: InkPage = await import(address);
      return unlikeKept(one, other);
    },
    [ADDRESS, shown.digest, expected.digest] as const,
  );
  const words = `${what ?? 'the picture'}: ${JSON.stringify(unlike)}`;
  assert.ok(unlike.greatest <= 8 && unlike.share < 0.001, words);
}

/** How much the layer is unlike a plain repaint of all strokes from there. */
export async function unlikePlain(page: Page, strokes: readonly Stroke[], camera: Camera): Promise<Unlike> {
  await sharp(page);
  await prepare(page);
  const wanted = await page.evaluate(async (address) => {
    const { hasStrokes }: InkPage = await import(address);
    return !hasStrokes();
  }, ADDRESS);
  if (wanted) {
    await page.evaluate(
      async ([address, text]) => {
        const { takeStrokes }: InkPage = await import(address);
        takeStrokes(text);
      },
      [ADDRESS, JSON.stringify(strokes)] as const,
    );
  }
  return layer(page).evaluate(
    async (element: HTMLCanvasElement, [address, camera]) => {
      const { unlikePlain }: InkPage = await import(address);
      return unlikePlain(element, camera);
    },
    [ADDRESS, camera] as const,
  );
}

/** Where the view stands, as the studio has written it down. */
export async function cameraOf(page: Page, id: string): Promise<Camera> {
  // A movement begins with the frame after what caused it.
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

/** Where a page finds the module of what is done there. */
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
