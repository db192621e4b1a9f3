/** A drawing that is opened by its address shows the pixels of the last time, before its strokes are read. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import type { KeptView } from '../../../src/app/early/kept-view.ts';
import { realStrokes } from '../../support/drawing/strokes.ts';
import { ask } from '../../support/worker.ts';
import { holdStrokes, holdStudio } from '../support/ink/held.ts';
import { assertSame, picture, pictureNow, storeDrawing, untilSharp } from '../support/ink/ink-compare.ts';
import { missingOnScreen } from '../support/ink/ink-on-screen.ts';
import { keptView, spoilView, untilKept } from '../support/ink/kept-views.ts';
import { expect, test } from '../support/site.ts';
import { acknowledged, canvas, drawReal, openDrawing } from '../support/studio/studio.ts';

declare global {
  /** True if the page showed the pixels before the app had loaded. */
  var shownEarly: boolean | undefined;
}

/** Opens a drawing and waits until its pixels are kept. */
async function kept(page: Page, url: string, strokes = 300): Promise<string> {
  const id = await storeDrawing(page, realStrokes(strokes));
  await openDrawing(page, url, id);
  await untilSharp(page);
  await untilKept(page, id);
  return id;
}

/** Pages opened from now on note whether the pixels were there before the studio. */
async function watchEarly(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('.studio')) return;
      if (document.querySelector('.kept-view')) globalThis.shownEarly = true;
    }).observe(document, { childList: true, subtree: true });
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

test('ink: what is drawn before the app has loaded is kept, and a stroke that is not finished goes on', async ({
  app,
  site,
}) => {
  const id = await kept(app, site.url);
  await holdStudio(app);
  await app.goto(`${site.url}/drawings/${id}`);
  await expect(app.locator('.kept-view')).toBeVisible();
  const session = await app.context().newCDPSession(app);
  const send = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', x: number, y: number) =>
    session.send('Input.dispatchMouseEvent', {
      type,
      x,
      y,
      button: 'left',
      buttons: type === 'mouseReleased' ? 0 : 1,
      clickCount: 1,
      pointerType: 'pen',
      force: 0.4,
    });
  await send('mousePressed', 400, 300);
  for (let x = 410; x <= 500; x += 10) await send('mouseMoved', x, 300 + 0.02 * (x - 400) ** 2);
  await send('mouseReleased', 500, 500);
  await send('mousePressed', 600, 300);
  for (let x = 610; x <= 650; x += 10) await send('mouseMoved', x, 300 + 0.02 * (x - 600) ** 2);
  assert.equal(await app.locator('.studio').count(), 0);
  await app.evaluate(() => globalThis.letGo());
  await expect(canvas(app)).toBeVisible();
  await expect(app.locator('.kept-view')).toHaveCount(0);
  for (let x = 660; x <= 700; x += 10) await send('mouseMoved', x, 300 + 0.02 * (x - 600) ** 2);
  await send('mouseReleased', 700, 500);
  await untilSharp(app);
  await expect.poll(async () => (await acknowledged(app, id)).length).toBe(302);
  const [first, second] = (await acknowledged(app, id)).slice(-2);
  const { zoom = 1 } = (await keptView(app, id))?.camera ?? {};
  const size = ({ points }: { points: readonly (readonly [number, number])[] }) => {
    const [begin, end] = [points[0]!, points.at(-1)!];
    return [(end[0] - begin[0]) * zoom, (end[1] - begin[1]) * zoom].map(Math.round);
  };
  assert.deepEqual(size(first!), [100, 200]);
  assert.deepEqual(size(second!), [100, 200]);
  assert.ok(first!.pressure?.every((pressure) => pressure > 0.3 && pressure < 0.5));
});

test('ink: pixels that do not fit are as if there were none', async ({ app, site }) => {
  const id = await kept(app, site.url);
  const before = await picture(app);
  await watchEarly(app);
  const unfit: readonly (readonly [string, Partial<KeptView>])[] = [
    ['of another look of ink', { look: -1 }],
    ['of another window', { screen: '390 844 3' }],
    ['with pixels missing', { pixels: new ArrayBuffer(400) }],
  ];
  for (const [what, change] of unfit) {
    await spoilView(app, id, change);
    await openDrawing(app, site.url, id);
    await untilSharp(app);
    assert.equal(await app.evaluate(() => globalThis.shownEarly), undefined, what);
    await assertSame(app, await picture(app), before, what);
    await untilKept(app, id, (await keptView(app, id))?.used);
  }
});

test('ink: pixels go with their drawing, and beyond three the oldest', async ({ app, site }) => {
  const ids: string[] = [];
  for (let i = 0; i < 4; i++) ids.push(await kept(app, site.url, 10));
  const [first, second, , last] = ids;
  assert.equal(await keptView(app, first!), undefined);
  assert.ok(await keptView(app, second!));
  await app.goto(site.url);
  await expect(app.getByRole('link', { name: 'Sample' })).toHaveCount(4);
  await ask(app, `/api/v1/drawings/${last}`, { method: 'DELETE' });
  const gone = await ask(app, `/api/v1/trash/${last}`, { method: 'DELETE' });
  assert.equal(gone.status, 200, gone.text);
  await expect.poll(() => keptView(app, last!)).toBe(undefined);
});
