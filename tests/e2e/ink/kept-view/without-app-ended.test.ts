/** What is drawn before the app has loaded outlives the page, and comes once. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { crash } from '../../support/crash.ts';
import { keptEarly, pagesKept } from '../../support/ink/early-store.ts';
import { holdDatabase, holdStored, holdStrokes } from '../../support/ink/held.ts';
import { untilSharp } from '../../support/ink/ink-compare.ts';
import { kept, keptView, untilKept } from '../../support/ink/kept-views.ts';
import { storedStrokes } from '../../support/ink/stored.ts';
import { drawnWithoutApp, penOf, sizeOf } from '../../support/ink/without-app.ts';
import { expect, test } from '../../support/site.ts';
import { acknowledged, drawReal, openDrawing } from '../../support/studio/studio.ts';

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

test('ink: undo takes back what an ended page has left, the last stroke first', async ({ app, site }) => {
  const id = await kept(app, site.url, 3);
  const page = await drawnWithoutApp(app, site.url, id);
  const send = await penOf(page);
  await send('mousePressed', 600, 600);
  await send('mouseMoved', 650, 600);
  await send('mouseReleased', 650, 600);
  await expect.poll(() => pagesKept(app, id)).toBe(1);
  await page.close();
  await openDrawing(app, site.url, id);
  await untilSharp(app);
  await expect.poll(async () => (await acknowledged(app, id)).length).toBe(5);
  const all = await acknowledged(app, id);
  for (const left of [4, 3]) {
    await app.keyboard.press('Control+z');
    await expect.poll(() => acknowledged(app, id)).toEqual(all.slice(0, left));
  }
  await app.keyboard.press('Control+y');
  await expect.poll(() => acknowledged(app, id)).toEqual(all.slice(0, 4));
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
