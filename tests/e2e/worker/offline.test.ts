import assert from 'node:assert/strict';
import { controlled } from '../../support/worker.ts';
import { assertDrawn } from '../support/ink/samples.ts';
import { rawDrawing, storedStrokes } from '../support/ink/stored.ts';
import { expect, openApp, test } from '../support/site.ts';
import { canvas, drawAndSave, drawingId, drawReal, newDrawing, saved } from '../support/studio/studio.ts';

test.describe('offline: after one visit', () => {
  test('the first visit is enough to draw and return offline, without a reload', async ({ page, site }) => {
    await openApp(page, site.url);
    await site.offline(page.context());
    await newDrawing(page);
    const drawn = await drawAndSave(page, 5);
    const id = await drawingId(page);
    await page.reload();
    await expect(canvas(page)).toBeVisible();
    assert.deepStrictEqual(await storedStrokes(page, id), drawn);
    for (const path of ['/', '/air', '/air/guide', '/supplies', '/settings', '/?tab=trash']) {
      await page.goto(`${site.url}${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
  });

  test('after a forced reload, which bypasses the worker, offline works as before', async ({
    page,
    site,
  }) => {
    await openApp(page, site.url);
    await newDrawing(page);
    const drawn = await drawAndSave(page, 4);
    const id = await drawingId(page);
    const session = await page.context().newCDPSession(page);
    const loaded = page.waitForEvent('load');
    await session.send('Page.reload', { ignoreCache: true });
    await loaded;
    await controlled(page);
    await site.offline(page.context());
    const more = await drawAndSave(page, 4);
    assert.deepStrictEqual(more.slice(0, 4), drawn);
    await page.reload();
    assert.deepStrictEqual(await storedStrokes(page, id), more);
  });

  test('without a worker the page answers itself, on the same drawings', async ({ page, site }) => {
    await page.goto(`${site.url}/?transport=inline`);
    await newDrawing(page);
    const drawn = await drawReal(page, 3);
    await saved(page);
    const id = await drawingId(page);
    const { strokes } = await rawDrawing(page, id);
    assertDrawn(strokes, drawn);
    await openApp(page, site.url);
    assert.deepStrictEqual(await storedStrokes(page, id), strokes);
  });
});
