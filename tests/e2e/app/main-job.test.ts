import assert from 'node:assert/strict';
import { startAppServer } from '../../support/app-server.ts';
import { assertDrawn } from '../support/ink/samples.ts';
import { storedList, storedStrokes } from '../support/ink/stored.ts';
import { expect, openApp, test } from '../support/site.ts';
import {
  acknowledged,
  canvas,
  drawAndSave,
  drawingId,
  drawReal,
  newDrawing,
  openDrawing,
  saveState,
} from '../support/studio/studio.ts';

test.describe('studio: the main job', () => {
  test('strokes are there after a reload, offline without a server, and after the browser was closed', async ({
    profile,
  }) => {
    await using server = await startAppServer();
    let context = await profile.open();
    let page = await context.newPage();
    await openApp(page, server.url);
    await newDrawing(page);
    const first = await drawAndSave(page, 12);
    const id = await drawingId(page);

    await page.reload();
    await expect(canvas(page)).toBeVisible();
    assert.deepStrictEqual(await storedStrokes(page, id), first);

    await context.setOffline(true);
    await server.stop();
    const second = await drawAndSave(page, 8, { device: 'mouse' });
    assert.deepStrictEqual(second.slice(0, first.length), first);
    assert.equal(second.length, 20);

    await profile.close();
    context = await profile.open({ offline: true });
    page = await context.newPage();
    await page.goto(`${server.url}/`);
    const grid = page.getByRole('list', { name: 'Drawings', exact: true });
    await expect(grid.getByRole('listitem')).toHaveCount(1);
    await expect(grid.getByRole('img').or(grid.locator('img'))).toHaveJSProperty('complete', true);
    assert.deepStrictEqual(await storedStrokes(page, id), second);

    await grid.getByRole('link').click();
    await expect(canvas(page)).toBeVisible();
    assert.equal(await drawingId(page), id);
    const third = await drawAndSave(page, 5);
    assert.deepStrictEqual(third.slice(0, second.length), second);
    const [entry, ...others] = await storedList(page);
    assert.deepEqual([entry?.id, entry?.strokeCount, others], [id, 25, []]);
  });

  test('a new drawing gets its address while somebody draws, without interrupting the stroke', async ({
    app,
  }) => {
    await newDrawing(app);
    const opened = await canvas(app).elementHandle();
    const drawn = await drawReal(app, 8);
    const id = await drawingId(app);
    assertDrawn(await acknowledged(app, id), drawn);
    assert.ok(await opened?.evaluate((element) => element.isConnected), 'the canvas is still the same one');
    await expect(saveState(app)).toContainText('Saved on this device');
  });

  test('a drawing is opened again by its address after the browser was closed', async ({ profile, site }) => {
    let page = await (await profile.open()).newPage();
    await openApp(page, site.url);
    await newDrawing(page);
    const drawn = await drawAndSave(page, 6);
    const id = await drawingId(page);
    await profile.close();

    page = await (await profile.open()).newPage();
    await openDrawing(page, site.url, id);
    assert.deepStrictEqual(await storedStrokes(page, id), drawn);
  });

  test('the first visit does nothing before the first paint that can wait', async ({ page, site }) => {
    await page.addInitScript(() => {
      const early: string[] = [];
      Object.assign(globalThis, { early });
      const isEarly = () => performance.getEntriesByName('first-paint').length === 0;
      for (const name of ['Collator', 'DateTimeFormat'] as const) {
        Reflect.set(
          Intl,
          name,
          new Proxy(Intl[name], {
            construct(made, args) {
              if (isEarly()) early.push(name);
              return Reflect.construct(made, args);
            },
          }),
        );
      }
      globalThis.scrollTo = new Proxy(globalThis.scrollTo, {
        apply(scroll, self, args) {
          if (isEarly()) early.push('scrollTo');
          return Reflect.apply(scroll, self, args);
        },
      });
    });
    await page.goto(`${site.url}/`);
    await expect(page.getByRole('button', { name: 'New drawing' })).toBeVisible();
    await page.waitForFunction(() => performance.getEntriesByName('first-paint').length > 0);
    assert.deepEqual(await page.evaluate(() => (globalThis as { early?: string[] }).early), []);
  });
});
