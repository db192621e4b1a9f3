/** A drawing that is opened by its address shows the pixels of the last time, before its strokes are read. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { PAPERS } from '../../../src/app/paper/papers.ts';
import { CHALK } from '../../../src/app/studio/tool-settings/palettes.ts';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import type { Stroke } from '../../../src/core/drawing/types.ts';
import { realStrokes } from '../../support/drawing/strokes.ts';
import { ask, stopWorkers } from '../../support/worker.ts';
import { crash } from '../support/crash.ts';
import { keptEarly, pagesKept } from '../support/ink/early-store.ts';
import {
  holdDatabase,
  holdStored,
  holdStrokes,
  holdStudio,
  holdTiles,
  letEarlyBeFirst,
} from '../support/ink/held.ts';
import { assertSame, picture, pictureNow, storeDrawing, untilSharp } from '../support/ink/ink-compare.ts';
import { missingOnScreen } from '../support/ink/ink-on-screen.ts';
import { keptView, spoilView, untilKept } from '../support/ink/kept-views.ts';
import { stored, storedStrokes } from '../support/ink/stored.ts';
import { drawnWithoutApp, penOf } from '../support/ink/without-app.ts';
import { smallDevice } from '../support/quota.ts';
import { expect, openApp, test } from '../support/site.ts';
import { acknowledged, canvas, drawReal, openDrawing, savedDrawing } from '../support/studio/studio.ts';

declare global {
  /** True if the page showed the pixels before the app had loaded. */
  var shownEarly: boolean | undefined;
  /** True if the app was given pixels. */
  var handedOver: boolean | undefined;
  /** How often pixels were stored. */
  var pixelWrites: number;
}

/** Opens a drawing and waits until its pixels are kept. */
async function kept(page: Page, url: string, strokes = 300): Promise<string> {
  const id = await storeDrawing(page, realStrokes(strokes));
  await openDrawing(page, url, id);
  await untilSharp(page);
  await untilKept(page, id);
  return id;
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

/** From where a stroke begins to where it ends, CSS px. */
function sizeOf({ points }: Pick<Stroke, 'points'>, zoom: number): number[] {
  const [begin, end] = [points[0]!, points.at(-1)!];
  return [(end[0] - begin[0]) * zoom, (end[1] - begin[1]) * zoom].map(Math.round);
}

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

test('ink: "select all" before the app has loaded selects nothing of the page, then or later', async ({
  app,
  site,
}) => {
  const id = await kept(app, site.url, 3);
  await app.getByRole('textbox', { name: studio.title }).fill('Bukit Timah');
  await acknowledged(app, id);
  const page = await app.context().newPage();
  await holdStudio(page);
  await page.goto(`${site.url}/drawings/${id}`);
  await expect(page.locator('.kept-view')).toBeVisible();
  await expect(page.locator('.skip')).toBeAttached();
  const selected = () => page.evaluate(() => String(getSelection()));
  await page.keyboard.press('Control+a');
  assert.equal(await selected(), '');
  await page.evaluate(() => globalThis.letGo());
  await untilSharp(page);
  assert.equal(await page.evaluate(() => getSelection()?.isCollapsed), true);
  // A title can be selected.
  const title = page.getByRole('textbox', { name: studio.title });
  await expect(title).toHaveValue('Bukit Timah');
  await title.press('Control+a');
  assert.equal(await selected(), 'Bukit Timah');
});

test('ink: what is drawn before the app has loaded is kept, and a stroke that is not finished goes on', async ({
  app,
  site,
}) => {
  const id = await kept(app, site.url);
  await holdStudio(app);
  await app.goto(`${site.url}/drawings/${id}`);
  await expect(app.locator('.kept-view')).toBeVisible();
  const send = await penOf(app);
  await send('mousePressed', 400, 300);
  for (let x = 410; x <= 500; x += 10) await send('mouseMoved', x, 300 + 0.02 * (x - 400) ** 2);
  await send('mouseReleased', 500, 500);
  await send('mousePressed', 600, 300);
  for (let x = 610; x <= 650; x += 10) await send('mouseMoved', x, 300 + 0.02 * (x - 600) ** 2);
  assert.equal(await app.locator('.studio').count(), 0);
  // The browser ends the worker meanwhile.
  await stopWorkers(app);
  await app.evaluate(() => globalThis.letGo());
  await expect(canvas(app)).toBeVisible();
  await expect(app.locator('.kept-view')).toHaveCount(0);
  for (let x = 660; x <= 700; x += 10) await send('mouseMoved', x, 300 + 0.02 * (x - 600) ** 2);
  await send('mouseReleased', 700, 500);
  await untilSharp(app);
  await expect.poll(async () => (await acknowledged(app, id)).length).toBe(302);
  const [first, second] = (await acknowledged(app, id)).slice(-2);
  const { zoom = 1 } = (await keptView(app, id))?.camera ?? {};
  assert.deepEqual(sizeOf(first!, zoom), [100, 200]);
  assert.deepEqual(sizeOf(second!, zoom), [100, 200]);
  assert.ok(first!.pressure?.every((pressure) => pressure > 0.3 && pressure < 0.5));
});

test('ink: what is drawn before the app has loaded outlives the page, however that ends, and comes once', async ({
  app,
  site,
}) => {
  const id = await kept(app, site.url);
  let own = await acknowledged(app, id);
  let shown = app;
  for (const [i, end] of (['crash', 'reload', 'close', 'leave'] as const).entries()) {
    const page = await drawnWithoutApp(shown, site.url, id, 300 + 20 * i);
    await shown.close();
    const send = await penOf(page);
    // A second one, which is not finished.
    const y = 300 + 20 * i;
    await send('mousePressed', 600, y);
    for (let x = 610; x <= 650; x += 10) await send('mouseMoved', x, y + 0.02 * (x - 600) ** 2);
    assert.equal(await page.locator('.studio').count(), 0);
    if (end === 'crash') shown = await crash(page, 'about:blank');
    else {
      shown = await page.context().newPage();
      if (end === 'reload') await page.reload();
      else if (end === 'leave') await page.goto('about:blank');
      await page.close({ runBeforeUnload: end === 'close' });
    }
    await openDrawing(shown, site.url, id);
    await untilSharp(shown);
    // A crash leaves no time for what is not finished.
    const all = own.length + (end === 'crash' ? 1 : 2);
    await expect.poll(async () => (await acknowledged(shown, id)).length, { message: end }).toBe(all);
    const strokes = await acknowledged(shown, id);
    assert.deepStrictEqual(strokes.slice(0, own.length), own);
    const { zoom = 1 } = (await keptView(shown, id))?.camera ?? {};
    assert.deepEqual(sizeOf(strokes[own.length]!, zoom), [100, 200], end);
    if (end !== 'crash') assert.deepEqual(sizeOf(strokes.at(-1)!, zoom), [50, 50], end);
    await expect.poll(() => pagesKept(shown, id)).toBe(0);
    // They come once.
    await shown.reload();
    await untilSharp(shown);
    assert.deepStrictEqual(await acknowledged(shown, id), strokes);
    own = strokes;
    await untilKept(shown, id);
  }
});

for (const end of ['reload', 'close', 'leave'] as const) {
  test(`ink: a stroke that is being drawn when the app comes outlives the page, and comes once: ${end}`, async ({
    app,
    site,
  }) => {
    test.slow();
    const id = await kept(app, site.url, 20);
    let own = await acknowledged(app, id);
    let shown = app;
    for (const [i, after] of [0, 30, 150].entries()) {
      const y = 300 + 20 * i;
      const page = await drawnWithoutApp(shown, site.url, id, y);
      page.on('dialog', (dialog) => void dialog.accept());
      await shown.close();
      const send = await penOf(page);
      await send('mousePressed', 600, y);
      for (let x = 610; x <= 650; x += 10) await send('mouseMoved', x, y + 0.02 * (x - 600) ** 2);
      await page.evaluate(() => globalThis.letGo());
      await page.waitForTimeout(after);
      shown = await page.context().newPage();
      const closed = page.waitForEvent('close');
      if (end === 'reload') await page.reload();
      else if (end === 'leave') await page.goto('about:blank');
      await page.close({ runBeforeUnload: end === 'close' });
      await closed;
      await openDrawing(shown, site.url, id);
      await untilSharp(shown);
      const count = async () => (await acknowledged(shown, id)).length;
      await expect.poll(count, { message: `after ${after} ms` }).toBe(own.length + 2);
      const strokes = await acknowledged(shown, id);
      assert.deepStrictEqual(strokes.slice(0, own.length), own);
      const { zoom = 1 } = (await keptView(shown, id))?.camera ?? {};
      assert.deepEqual(sizeOf(strokes.at(-2)!, zoom), [100, 200], `after ${after} ms`);
      assert.deepEqual(sizeOf(strokes.at(-1)!, zoom), [50, 50], `after ${after} ms`);
      await expect.poll(() => pagesKept(shown, id)).toBe(0);
      await shown.reload();
      await untilSharp(shown);
      assert.deepStrictEqual(await acknowledged(shown, id), strokes);
      own = strokes;
      await untilKept(shown, id);
    }
  });
}

test('ink: a tab that ends before it knows that its strokes are saved leaves them once, beside another that opens the drawing', async ({
  app,
  site,
}) => {
  const id = await kept(app, site.url, 20);
  const first = await app.context().newPage();
  await holdStrokes(first);
  await openDrawing(first, site.url, id);
  await drawReal(first, 1, { device: 'mouse' });
  await expect.poll(() => keptEarly(app, id)).toBe(1);
  const second = await drawnWithoutApp(app, site.url, id, 300, holdStored);
  await expect.poll(() => pagesKept(app, id)).toBe(2);
  await second.evaluate(() => globalThis.letGo());
  const count = async () => (await storedStrokes(app, id)).length;
  await expect.poll(count).toBe(21);
  await second.close();
  await app.reload();
  await untilSharp(app);
  await expect.poll(() => pagesKept(app, id)).toBe(1);
  assert.equal(await count(), 21);
  await first.close();
  await app.reload();
  await untilSharp(app);
  await expect.poll(() => pagesKept(app, id)).toBe(0);
  assert.equal(await count(), 22);
});

/**
 * A page with a drawing of 21 stored strokes, the last of them drawn before the app came, as the next one is that `finish`
 * ends. It does not learn that any is stored.
 */
async function drawingOn(app: Page, url: string) {
  const id = await kept(app, url, 20);
  const page = await drawnWithoutApp(app, url, id, 300, holdStored);
  const send = await penOf(page);
  const moveTo = (x: number) => send('mouseMoved', x, 300 + 0.02 * (x - 600) ** 2);
  await send('mousePressed', 600, 300);
  for (let x = 610; x <= 650; x += 10) await moveTo(x);
  await page.evaluate(() => globalThis.letGo());
  await untilSharp(page);
  const count = async () => (await storedStrokes(app, id)).length;
  await expect.poll(count).toBe(21);
  const finish = async () => {
    for (let x = 660; x <= 700; x += 10) await moveTo(x);
    await send('mouseReleased', 700, 500);
  };
  return { id, page, count, finish };
}

test('ink: a stroke that is being drawn when the app comes ends when the drawing is there, and is kept once until it is saved', async ({
  app,
  site,
}) => {
  const { id, page, finish } = await drawingOn(app, site.url);
  await finish();
  await expect.poll(() => keptEarly(app, id)).toBe(2);
  await app.close();
  const next = await crash(page);
  await untilSharp(next);
  await expect.poll(() => pagesKept(next, id)).toBe(0);
  const strokes = await acknowledged(next, id);
  assert.equal(strokes.length, 22);
  const { zoom = 1 } = (await keptView(next, id))?.camera ?? {};
  for (const stroke of strokes.slice(-2)) assert.deepEqual(sizeOf(stroke, zoom), [100, 200]);
});

test('ink: a stroke that is being drawn when the app comes is saved with more than the page has kept of it, and comes once', async ({
  app,
  site,
}) => {
  const { id, page, count, finish } = await drawingOn(app, site.url);
  await holdDatabase(page, 'pleinair-studio');
  await finish();
  await page.evaluate(() => globalThis.tellStored());
  await expect.poll(count).toBe(22);
  const strokes = await storedStrokes(app, id);
  await app.close();
  const next = await crash(page);
  await untilSharp(next);
  await expect.poll(() => pagesKept(next, id)).toBe(0);
  assert.deepStrictEqual(await acknowledged(next, id), strokes);
});

test('ink: what is drawn on night paper before the app has loaded has ink that is seen there', async ({
  app,
  site,
}) => {
  const id = await storeDrawing(app, realStrokes(20));
  const body = JSON.stringify([{ op: 'replace', path: '/paper', value: PAPERS.night }]);
  const headers = {
    'Content-Type': 'application/json-patch+json',
    'If-Match': '"1"',
    'Idempotency-Key': randomUUID(),
  };
  const { status, text } = await ask(app, `/api/v1/drawings/${id}`, { method: 'PATCH', headers, body });
  assert.equal(status, 200, text);
  await openDrawing(app, site.url, id);
  await untilKept(app, id);
  // The brush has ink of white paper in hand.
  await openDrawing(app, site.url, await storeDrawing(app, realStrokes(1)));
  await untilSharp(app);
  await drawReal(app, 1, { device: 'mouse' });
  const page = await drawnWithoutApp(app, site.url, id);
  await page.evaluate(() => globalThis.letGo());
  await untilSharp(page);
  await expect.poll(async () => (await acknowledged(page, id)).at(-1)?.color).toBe(CHALK.color);
});

test('ink: what a finger drew before the app had loaded is drawn with what was in hand then, also if a pen came since', async ({
  app,
  site,
}) => {
  const id = await kept(app, site.url);
  const page = await app.context().newPage();
  await holdStudio(page);
  await page.goto(`${site.url}/drawings/${id}`);
  await expect(page.locator('.kept-view')).toBeVisible();
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 300 }] });
  await send('touchStart', 400);
  for (let x = 410; x <= 500; x += 10) await send('touchMove', x);
  await send('touchEnd');
  await expect.poll(() => pagesKept(app, id)).toBe(1);
  await app.evaluate(() => {
    localStorage.setItem('pleinair.hand', JSON.stringify({ brush: 'marker', penSeen: true }));
  });
  await app.close();
  const next = await crash(page, 'about:blank');
  await openDrawing(next, site.url, id);
  await untilSharp(next);
  await expect.poll(async () => (await acknowledged(next, id)).length).toBe(301);
  assert.equal((await acknowledged(next, id)).at(-1)!.tool, 'pen');
});

test('ink: the picture stays under a hand that draws when the app has not come for long', async ({
  app,
  site,
}) => {
  const id = await kept(app, site.url);
  const page = await app.context().newPage();
  await holdStudio(page);
  await page.clock.install();
  await page.goto(`${site.url}/drawings/${id}`);
  await expect(page.locator('.kept-view')).toBeVisible();
  const send = await penOf(page);
  await send('mousePressed', 400, 300);
  for (let x = 410; x <= 450; x += 10) await send('mouseMoved', x, 300 + 0.02 * (x - 400) ** 2);
  await page.clock.fastForward(30_000);
  for (let x = 460; x <= 500; x += 10) await send('mouseMoved', x, 300 + 0.02 * (x - 400) ** 2);
  await send('mouseReleased', 500, 500);
  await page.clock.fastForward(2000);
  await expect(page.locator('.kept-view')).toHaveCount(0);
  await page.evaluate(() => globalThis.letGo());
  await page.clock.resume();
  await untilSharp(page);
  await expect.poll(async () => (await acknowledged(page, id)).length).toBe(301);
  const { zoom = 1 } = (await keptView(page, id))?.camera ?? {};
  assert.deepEqual(sizeOf((await acknowledged(page, id)).at(-1)!, zoom), [100, 200]);
});

test('ink: another tab leaves alone what is drawn in one whose app has not loaded, and nothing comes twice', async ({
  app,
  site,
}) => {
  const id = await kept(app, site.url);
  const page = await drawnWithoutApp(app, site.url, id);
  await expect.poll(() => pagesKept(app, id)).toBe(1);
  await app.reload();
  await untilSharp(app);
  await drawReal(app, 1, { device: 'mouse' });
  assert.equal((await acknowledged(app, id)).length, 301);
  await page.evaluate(() => globalThis.letGo());
  await untilSharp(page);
  await expect.poll(async () => (await acknowledged(page, id)).length).toBe(302);
  await expect.poll(() => pagesKept(app, id)).toBe(0);
  await app.reload();
  await untilSharp(app);
  assert.equal((await acknowledged(app, id)).length, 302);
});

test('ink: pixels that do not fit are as if there were none', async ({ app, site }) => {
  const id = await kept(app, site.url);
  const before = await picture(app);
  await watchEarly(app);
  const unfit: readonly (readonly [what: string, change: Parameters<typeof spoilView>[2], bytes?: number])[] =
    [
      ['of another look of ink', { look: -1 }],
      ['of another window', { screen: '390 844 3' }],
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
