/** What the canvas shows, pixel by pixel, and what a plain repaint of all strokes would show. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { expect } from 'playwright/test';
import type { Stroke } from '../../../src/core/drawing/types.ts';
import type { Camera } from '../../../src/ink/camera.ts';
import { bundle } from '../../support/bundle.ts';
import { ask } from '../../support/worker.ts';
import { canvas } from './studio.ts';

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

/** RGBA of every device pixel of the layer, as base64: a page hands over text faster than numbers. */
export async function pixels(page: Page): Promise<Buffer> {
  await sharp(page);
  const text = await layer(page).evaluate((element: HTMLCanvasElement) => {
    const { data } = element.getContext('2d')!.getImageData(0, 0, element.width, element.height);
    let binary = '';
    for (let i = 0; i < data.length; i += 32_768) {
      binary += String.fromCharCode(...data.subarray(i, i + 32_768));
    }
    return btoa(binary);
  });
  return Buffer.from(text, 'base64');
}

/** Where the view stands, as the studio has written it down. */
export async function cameraOf(page: Page, id: string): Promise<Camera> {
  // A movement begins with the frame after what caused it.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
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
    return camera;
  }, id);
}

/** All strokes on one canvas as large as the view, each as one path, in one go: RGBA. */
export async function plainRepaint(page: Page, strokes: readonly Stroke[], camera: Camera): Promise<Buffer> {
  const { width, height, ratio } = await layer(page).evaluate((element: HTMLCanvasElement) => ({
    width: element.width,
    height: element.height,
    ratio: devicePixelRatio,
  }));
  const source = await bundle('src/ink/paint.ts');
  await page.route('**/plain-paint.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: source }),
  );
  const text = await page.evaluate(
    async ({ strokes, camera, width, height, ratio }) => {
      const address = '/plain-paint.js';
      const { paintStroke }: typeof import('../../../src/ink/paint.ts') = await import(address);
      const element = document.createElement('canvas');
      element.width = width;
      element.height = height;
      const context = element.getContext('2d')!;
      const scale = camera.zoom * ratio;
      context.setTransform(scale, 0, 0, scale, -Math.round(camera.x * scale), -Math.round(camera.y * scale));
      for (const stroke of strokes) paintStroke(context, stroke);
      const { data } = context.getImageData(0, 0, width, height);
      let binary = '';
      for (let i = 0; i < data.length; i += 32_768) {
        binary += String.fromCharCode(...data.subarray(i, i + 32_768));
      }
      return btoa(binary);
    },
    { strokes, camera, width, height, ratio },
  );
  return Buffer.from(text, 'base64');
}

export interface Unlike {
  /** Of one channel, premultiplied by opacity: what an eye could see on paper. */
  readonly greatest: number;
  /** Pixels that differ by more than a quarter of full ink. */
  readonly far: number;
  /** Pixels that differ by more than 2 in a channel, as a share of those with ink. */
  readonly share: number;
  /** Pixels with ink in `a`. */
  readonly inked: number;
}

export function unlike(a: Buffer, b: Buffer): Unlike {
  assert.equal(a.length, b.length);
  let greatest = 0;
  let different = 0;
  let far = 0;
  let inked = 0;
  for (let i = 0; i < a.length; i += 4) {
    const [alphaA, alphaB] = [a[i + 3]!, b[i + 3]!];
    if (alphaA > 0) inked++;
    let most = Math.abs(alphaA - alphaB);
    for (let k = 0; k < 3; k++) {
      most = Math.max(most, Math.abs(a[i + k]! * alphaA - b[i + k]! * alphaB) / 255);
    }
    if (most > 2) different++;
    if (most > 64) far++;
    greatest = Math.max(greatest, most);
  }
  return { greatest, far, share: different / Math.max(1, inked), inked };
}
