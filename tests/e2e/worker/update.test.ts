import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { drawings } from '../../../src/app/words/en/drawings.ts';
import { saving } from '../../../src/app/words/en/saving.ts';
import { shell } from '../../../src/app/words/en/shell.ts';
import { realStrokes } from '../../support/drawing/strokes.ts';
import { assertDrawn, realSamples } from '../support/ink/samples.ts';
import { openPlainPage } from '../support/plain-browser.ts';
import { smallDevice } from '../support/quota.ts';
import { expect, openApp, type Site, test } from '../support/site.ts';
import {
  acknowledged,
  canvas,
  draw,
  drawAndSave,
  drawingId,
  drawReal,
  liftPen,
  newDrawing,
  paper,
  saveState,
} from '../support/studio/studio.ts';

/** The difference between the builds: this one answers an address that the other does not know. */
const ANOTHER_BUILD = `self.addEventListener('fetch', (event) => {
  if (event.request.url.endsWith('/which-build')) event.respondWith(new Response('another'));
});`;

/** Publishes another build, and waits until the browser has fetched it. */
async function publish(page: Page, site: Site): Promise<void> {
  site.change('/sw.js', (body) => `${ANOTHER_BUILD}\n${body}`);
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration('/'))?.update();
  });
  await page.waitForFunction(async () => {
    return (await navigator.serviceWorker.getRegistration('/'))?.waiting?.state === 'installed';
  });
}

test.describe('studio: an update comes while someone draws', () => {
  test('it interrupts nothing, and waits for consent', async ({ app, site }) => {
    let loads = 0;
    app.on('load', () => {
      loads += 1;
    });
    await newDrawing(app);
    const before = await drawAndSave(app, 3);
    const id = await drawingId(app);
    const [inHand] = realSamples(1, await paper(app));
    assert.ok(inHand);
    await draw(app, [inHand], { lift: false });
    await publish(app, site);
    assert.equal(loads, 0);
    await liftPen(app, inHand);
    const drawn = await acknowledged(app, id);
    assert.equal(drawn.length, 4);
    assert.deepStrictEqual(drawn.slice(0, 3), before);
    assert.equal(loads, 0);
    await expect(canvas(app)).toBeVisible();

    await app.getByRole('link', { name: 'Drawings', exact: true }).click();
    await expect(app.getByText(shell.updateReady)).toBeVisible();
    assert.equal(loads, 0);
  });

  test('it is refused while strokes are unsaved', async ({ page, site }) => {
    const quota = await smallDevice(page, site.url);
    await openApp(page, site.url);
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await newDrawing(page);
    const before = await drawAndSave(page, 2);
    const id = await drawingId(page);
    await publish(page, site);
    assert.equal((await quota.fill()).status, 507);
    const drawn = await drawReal(page, 2);
    await expect(saveState(page)).toContainText(saving.storageFull);
    await page.getByRole('link', { name: 'Drawings', exact: true }).click();
    await page.getByRole('button', { name: shell.updateNow, exact: true }).click();
    await expect(page.getByRole('list', { name: shell.messages })).toContainText('is not saved yet');
    assert.equal(loads, 0);

    await quota.free();
    await page.getByRole('list', { name: 'Drawings', exact: true }).getByRole('link').click();
    const after = await acknowledged(page, id);
    assert.deepStrictEqual(after.slice(0, 2), before);
    assertDrawn(after, drawn, 2);
    assert.equal(loads, 0);
  });

  test('with consent it runs within seconds, even during requests, and everything is there', async ({
    site,
  }) => {
    await using page = await openPlainPage();
    const holds = (what: string) =>
      expect.poll(() => page.evaluate<boolean>(what).catch(() => false)).toBe(true);
    const at = (path: string) =>
      holds(`location.href.endsWith('${path}') && navigator.serviceWorker.controller?.state === 'activated'`);
    for (const path of ['/', '/?again']) {
      await page.goto(`${site.url}${path}`);
      await at(path);
    }
    const strokes = realStrokes(20);
    const id = crypto.randomUUID();
    const drawing = JSON.stringify({ title: 'Kept', strokes, thumb: '' });
    const headers = JSON.stringify({ 'Content-Type': 'application/json', 'If-None-Match': '*' });
    await page.evaluate(
      `fetch('/api/v1/drawings/${id}', { method: 'PUT', headers: ${headers}, body: ${JSON.stringify(drawing)} })
        .then(({ status }) => status)`,
    );
    const kept = `fetch('/api/v1/drawings/${id}').then((response) => response.json()).then((all) => all.strokes)`;
    assert.deepStrictEqual(await page.evaluate(kept), strokes);

    site.change('/sw.js', (body) => `${ANOTHER_BUILD}\n${body}`);
    await page.evaluate(
      `navigator.serviceWorker.getRegistration('/').then((registration) => registration.update()).then(() => 0)`,
    );
    const button = `[...document.querySelectorAll('button')].find((one) => one.textContent === '${shell.updateNow}')`;
    await holds(`Boolean(${button})`);
    const before = await page.evaluate<number>('performance.timeOrigin');
    // The page may be gone before the last of them is answered.
    await page
      .evaluate(`(async () => {
        ${button}.click();
        for (let i = 1; i <= 6; i += 1) {
          void fetch('/api/v1/drawings?limit=' + i);
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
      })()`)
      .catch(() => {});
    await holds(`performance.timeOrigin > ${before}`);
    await holds(
      `fetch('/which-build').then((response) => response.text()).then((text) => text === 'another')`,
    );
    assert.deepStrictEqual(await page.evaluate(kept), strokes);
    await site.down();
    await page.goto(`${site.url}/drawings/${id}`);
    await at(`/drawings/${id}`);
    await holds(`document.querySelector('#canvas-words')?.textContent.startsWith('${drawings.strokes(20)}')`);
    assert.deepStrictEqual(await page.evaluate(kept), strokes);
  });
});
