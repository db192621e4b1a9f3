/** The browser's graphics process ends, and with it the content of all canvases: it is drawn again. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { launchWithGraphics } from '../../support/browser.ts';
import { untilSharp } from '../support/ink/ink-compare.ts';
import { assertDrawn } from '../support/ink/samples.ts';
import { storedStrokes } from '../support/ink/stored.ts';
import { expect, openApp, test } from '../support/site.ts';
import {
  acknowledged,
  canvas,
  draw,
  drawingId,
  drawReal,
  frames,
  liftPen,
  newDrawing,
} from '../support/studio/studio.ts';

declare global {
  /** How many canvases were lost, and how many came back blank. */
  var canvases: { lost: number; restored: number };
}

/**
 * Pixels with ink on each canvas in the studio, the drawing's own first. Read from copies: a canvas that is
 * read directly is moved off the graphics card, and can then not be lost.
 */
function inkOn(page: Page): Promise<number[]> {
  return canvas(page).evaluate((paper) => {
    const layers = [...paper.querySelectorAll('canvas')];
    layers.sort((a, b) => Number('tiles' in b.dataset) - Number('tiles' in a.dataset));
    return layers.map((layer) => {
      const copy = document.createElement('canvas');
      // Small, because reading from the graphics card is slow.
      copy.width = 180;
      copy.height = 135;
      const context = copy.getContext('2d')!;
      context.drawImage(layer, 0, 0, copy.width, copy.height);
      const { data } = context.getImageData(0, 0, copy.width, copy.height);
      let inked = 0;
      for (let i = 3; i < data.length; i += 4) if (data[i]! > 0) inked++;
      return inked;
    });
  });
}

/** Ends the graphics process, and waits until as many canvases have come back as had content. */
async function crash(page: Page): Promise<void> {
  const inked = (await inkOn(page)).filter((pixels) => pixels > 0).length;
  await canvas(page).evaluate((paper) => {
    globalThis.canvases = { lost: 0, restored: 0 };
    for (const layer of paper.querySelectorAll('canvas')) {
      layer.addEventListener('contextlost', () => globalThis.canvases.lost++);
      layer.addEventListener('contextrestored', () => globalThis.canvases.restored++);
    }
  });
  const session = await page.context().browser()!.newBrowserCDPSession();
  await session.send('Browser.crashGpuProcess');
  await expect.poll(() => page.evaluate(() => globalThis.canvases.restored)).toBeGreaterThanOrEqual(inked);
}

/** Expects the same content on the canvases, antialiased a little differently perhaps. */
async function assertShown(page: Page, wanted: readonly number[]): Promise<void> {
  const isNear = (inked: number, i: number) => Math.abs(inked - wanted[i]!) <= 30;
  let now: number[] = [];
  await expect
    .poll(async () => {
      now = await inkOn(page);
      return now.length === wanted.length && now.every(isNear) ? 'as before' : now;
    })
    .toBe('as before');
}

test('ink: lost canvases are drawn again', async ({ site }) => {
  test.slow();
  const browser = await launchWithGraphics();
  try {
    const page = await browser.newPage({ viewport: { width: 720, height: 540 } });
    await openApp(page, site.url);
    await newDrawing(page);
    await drawReal(page, 12, { device: 'mouse' });
    const id = await drawingId(page);
    await acknowledged(page, id);
    await canvas(page).focus();
    await page.keyboard.press('Control+a');
    // The drawing, the selection's outlines, and the picture for moving it.
    await expect.poll(async () => (await inkOn(page)).filter((inked) => inked > 0).length).toBe(3);
    await untilSharp(page);
    const selected = await inkOn(page);
    await crash(page);
    await assertShown(page, selected);
    await untilSharp(page);

    // With a stroke being drawn, which goes on.
    await page.keyboard.press('Escape');
    await page.keyboard.press('p');
    // Not straight: a pointer that holds still would straighten it.
    const points = Array.from(
      { length: 30 },
      (_, i) => [160 + 12 * i, Math.round(230 + 50 * Math.sin(i / 3))] as const,
    );
    await draw(page, [{ points: points.slice(0, 20), pressure: undefined }], {
      device: 'mouse',
      lift: false,
    });
    await expect.poll(async () => (await inkOn(page)).filter((inked) => inked > 0).length).toBeGreaterThan(1);
    await frames(page);
    const inHand = await inkOn(page);
    await crash(page);
    await assertShown(page, inHand);
    const box = await canvas(page).boundingBox();
    assert.ok(box);
    const session = await page.context().newCDPSession(page);
    for (const [x, y] of points.slice(20)) {
      const at = { x: box.x + x, y: box.y + y, button: 'left', buttons: 1, pointerType: 'mouse' } as const;
      await session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...at });
    }
    await liftPen(page, { points, pressure: undefined }, { device: 'mouse' });
    await expect.poll(async () => (await storedStrokes(page, id)).length).toBe(13);
    const strokes = await acknowledged(page, id);
    assertDrawn(strokes, [{ points, pressure: undefined }], 12);
    await expect.poll(async () => (await inkOn(page))[0]).toBeGreaterThan(inHand[0]! + 60);
  } finally {
    await browser.close();
  }
});
