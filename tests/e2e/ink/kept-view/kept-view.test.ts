/** A drawing that is opened by its address shows the pixels of the last time, before its strokes are read. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { realStrokes } from '../../../support/drawing/strokes.ts';
import { ask } from '../../../support/worker.ts';
import { pagesKept } from '../../support/ink/early-store.ts';
import { holdStrokes, holdTiles, letEarlyBeFirst } from '../../support/ink/held.ts';
import { assertSame, picture, pictureNow, untilSharp } from '../../support/ink/ink-compare.ts';
import { missingOnScreen } from '../../support/ink/ink-on-screen.ts';
import { kept, keptView, spoilView, untilKept } from '../../support/ink/kept-views.ts';
import { stored } from '../../support/ink/stored.ts';
import { drawnWithoutApp } from '../../support/ink/without-app.ts';
import { smallDevice } from '../../support/quota.ts';
import { expect, openApp, test } from '../../support/site.ts';
import { acknowledged, canvas, drawReal, openDrawing, savedDrawing } from '../../support/studio/studio.ts';

declare global {
  /** True if the page showed the pixels before the app had loaded. */
  var shownEarly: boolean | undefined;
  /** True if the app was given pixels. */
  var handedOver: boolean | undefined;
  /** How often pixels were stored. */
  var pixelWrites: number;
}

/**
 * Pages opened from now on note whether the pixels were there before the studio, and whether that got them. The studio
 * waits for early.ts: either may win by itself, and one that comes first and has the strokes needs no pixels.
 */
async function watchEarly(page: Page): Promise<void> {
  await letEarlyBeFirst(page);
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('.studio')) return;
      if (document.querySelector('.kept-view')) globalThis.shownEarly = true;
    }).observe(document, { childList: true, subtree: true });
    let shown: typeof shownView;
    Object.defineProperty(globalThis, 'shownView', {
      get: () => shown,
      set(view: typeof shownView) {
        shown = view;
        if (view) globalThis.handedOver = true;
      },
    });
  });
}

test('ink: a drawing that is opened by its address shows the pixels of the last time at once', async ({
  app,
  site,
}) => {
  const id = await kept(app, site.url);
  const before = await picture(app);
  await watchEarly(app);
  await holdStrokes(app);
  await openDrawing(app, site.url, id);
  assert.equal(await app.evaluate(() => globalThis.shownEarly), true);
  // The studio shows them too, where they were, and the thumbnail not over them.
  assert.equal(await canvas(app).getAttribute('aria-busy'), 'true');
  await assertSame(app, await pictureNow(app), before, 'the pixels of the last time');
  await expect(app.locator('.kept-view, .canvas-picture')).toHaveCount(0);
  await app.evaluate(() => globalThis.letGo());
  await assertSame(app, await picture(app), before, 'the drawing');
});

test('ink: what is drawn on the pixels of the last time is shown, kept and on top', async ({ app, site }) => {
  const id = await kept(app, site.url);
  await holdStrokes(app);
  await openDrawing(app, site.url, id);
  const drawn = await drawReal(app, 3, { device: 'mouse' });
  const isShown = () => missingOnScreen(app, drawn);
  await expect.poll(isShown).toEqual([]);
  await app.evaluate(() => globalThis.letGo());
  await untilSharp(app);
  await expect.poll(isShown).toEqual([]);
  const strokes = await acknowledged(app, id);
  assert.equal(strokes.length, 303);
  // The next opening shows them at once.
  const { used = 0 } = (await keptView(app, id)) ?? {};
  await untilKept(app, id, used);
  const after = await picture(app);
  await openDrawing(app, site.url, id);
  await assertSame(app, await pictureNow(app), after, 'with what was drawn');
});

test('ink: pixels that do not fit are as if there were none', async ({ app, site }) => {
  const id = await kept(app, site.url);
  const before = await picture(app);
  await watchEarly(app);
  const unfit: readonly (readonly [what: string, change: Parameters<typeof spoilView>[2], bytes?: number])[] =
    [
      ['of another look of ink', { look: -1 }],
      ['of another window', { screen: '390 844 1' }],
      ['with pixels missing', {}, 400],
      ['that are no picture file', { packed: true }],
      ['of a size that nothing has', { width: 'wide' }],
      ['of no size', { width: 0, height: 0 }],
      ['of half a pixel', { width: 0.5 }],
      ['without a camera', { camera: undefined }],
      ['without the place of the pixels', { box: undefined }],
      ['on paper that has no colour', { paper: { a: 1 } }],
    ];
  for (const [what, change, bytes] of unfit) {
    await spoilView(app, id, change, bytes);
    const { used } = (await keptView(app, id))!;
    await openDrawing(app, site.url, id);
    await untilSharp(app);
    assert.deepEqual(
      await app.evaluate(() => [globalThis.shownEarly, globalThis.handedOver]),
      [undefined, undefined],
      what,
    );
    await assertSame(app, await picture(app), before, what);
    // They come again.
    await untilKept(app, id, used);
    await openDrawing(app, site.url, id);
    assert.equal(await app.evaluate(() => globalThis.shownEarly), true, what);
    await untilSharp(app);
  }
});

test('ink: damaged pixels of one drawing do not end those of others', async ({ app, site }) => {
  const id = await kept(app, site.url, 10);
  await spoilView(app, id, { camera: undefined, bytes: undefined });
  await kept(app, site.url, 20);
});

test('ink: the pixels of an older drawing are packed, and shown as sharp as before', async ({
  app,
  site,
}) => {
  const first = await kept(app, site.url);
  const before = await picture(app);
  for (let i = 0; i < 3; i++) await kept(app, site.url, 10);
  await expect.poll(async () => (await keptView(app, first))?.packed).toBe(true);
  await holdStrokes(app);
  for (const comes of ['early', 'late'] as const) {
    // Late: the studio is there before the file is decoded.
    if (comes === 'late') await app.addInitScript(decodeLate);
    await openDrawing(app, site.url, first);
    await expect.poll(() => app.evaluate(inkOnScreen)).toBe(true);
    assert.equal(await canvas(app).getAttribute('aria-busy'), 'true');
    await assertSame(app, await pictureNow(app), before, comes);
    assert.equal((await keptView(app, first))?.packed, true);
  }
  await expect(app.locator('.kept-view, .canvas-picture')).toHaveCount(0);
  await app.evaluate(() => globalThis.letGo());
  await assertSame(app, await picture(app), before, 'the drawing');
  await expect.poll(async () => (await keptView(app, first))?.packed).toBe(false);
});

test('ink: pixels are not stored again while they are the same', async ({ app, site }) => {
  const id = await kept(app, site.url);
  await app.addInitScript(() => {
    globalThis.pixelWrites = 0;
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...args: Parameters<typeof put>) {
      if (this.name === 'pixels') globalThis.pixelWrites++;
      return put.apply(this, args);
    };
  });
  const seen = async () => (await keptView(app, id))?.used ?? 0;
  for (const from of ['address', 'gallery'] as const) {
    const before = await seen();
    if (from === 'address') await openDrawing(app, site.url, id);
    else {
      await app.goto(site.url);
      await app.getByRole('link', { name: 'Sample' }).click();
    }
    await untilSharp(app);
    // It was looked at, which is stored.
    await untilKept(app, id, before);
    assert.equal(await app.evaluate(() => globalThis.pixelWrites), 0, from);
  }
  const before = await seen();
  await drawReal(app, 1, { device: 'mouse' });
  await untilKept(app, id, before);
  assert.equal(await app.evaluate(() => globalThis.pixelWrites), 1);
});

test('ink: pixels of other strokes are gone as soon as one can erase', async ({ app, site }) => {
  const id = await kept(app, site.url);
  // Another device has changed it meanwhile.
  await app.goto(site.url);
  await expect(app.getByRole('link', { name: 'Sample' })).toBeVisible();
  const put = async () => {
    const { rev } = await stored(app, id);
    const { status } = await ask(app, `/api/v1/drawings/${id}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', 'If-Match': `"${rev}"` },
      body: JSON.stringify({ title: 'Sample', strokes: realStrokes(4_000), thumb: '' }),
    });
    return status;
  };
  // A thumbnail may come between.
  await expect.poll(put).toBe(200);
  await holdTiles(app);
  await holdStrokes(app);
  await openDrawing(app, site.url, id);
  const hasInk = () => app.evaluate(inkOnScreen);
  assert.ok(await hasInk());
  await app.evaluate(() => globalThis.letGo());
  await expect(canvas(app)).toHaveAttribute('aria-busy', 'false');
  await expect.poll(hasInk).toBe(false);
  await app.evaluate(() => globalThis.letTilesCome());
  await untilSharp(app);
  assert.ok(await hasInk());
});

test('ink: on a full storage no pixels are kept, and nothing else is lost', async ({ page, site }) => {
  const quota = await smallDevice(page, site.url);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await openApp(page, site.url);
  const { id } = await savedDrawing(page, 2);
  await untilSharp(page);
  await quota.tighten();
  await drawReal(page, 2, { device: 'mouse' });
  const before = await acknowledged(page, id);
  assert.equal(before.length, 4);
  await page.goto(`${site.url}/drawings/${id}`);
  await untilSharp(page);
  assert.equal(await keptView(page, id), undefined);
  assert.deepStrictEqual(await acknowledged(page, id), before);
  assert.deepEqual(errors, []);
});

test('ink: pixels go with their drawing, and what was drawn on them before the app had loaded', async ({
  app,
  site,
}) => {
  const [first, last] = [await kept(app, site.url, 10), await kept(app, site.url, 10)];
  await (await drawnWithoutApp(app, site.url, last)).close();
  await expect.poll(() => pagesKept(app, last)).toBe(1);
  await app.goto(site.url);
  await expect(app.getByRole('link', { name: 'Sample' })).toHaveCount(2);
  await ask(app, `/api/v1/drawings/${last}`, { method: 'DELETE' });
  const gone = await ask(app, `/api/v1/trash/${last}`, { method: 'DELETE' });
  assert.equal(gone.status, 200, gone.text);
  await expect.poll(() => keptView(app, last)).toBe(undefined);
  await expect.poll(() => pagesKept(app, last)).toBe(0);
  assert.ok(await keptView(app, first));
});

/** Runs in the page: true if the canvas shows any ink. */
function inkOnScreen(): boolean {
  const layer = document.querySelector<HTMLCanvasElement>('[aria-label="Drawing canvas"] canvas')!;
  const { data } = layer.getContext('2d')!.getImageData(0, 0, layer.width, layer.height);
  return data.some((value, i) => i % 4 === 3 && value > 0);
}

/** Runs in each page before the app: picture files are decoded only once the studio is there. */
function decodeLate(): void {
  const decode = globalThis.createImageBitmap;
  globalThis.createImageBitmap = async (file: ImageBitmapSource) => {
    while (!document.querySelector('.studio canvas')) await new Promise(requestAnimationFrame);
    return decode(file);
  };
}
