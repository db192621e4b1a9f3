import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { air as words } from '../../../src/app/words/en/air/air.ts';
import { figures, readings, startAirServer, statuses, tenMinutesLater } from '../support/air/air-server.ts';
import { expect, openApp, openSite, test } from '../support/site.ts';
import { box } from '../support/studio/overlap.ts';
import { drawAndSave, newDrawing } from '../support/studio/studio.ts';

function chip(page: Page) {
  return page.getByRole('link', { name: /PSI/ });
}

/** Expects dashes for unknown figures: a zero would be the best air there is. */
async function expectNoNought(page: Page): Promise<void> {
  await expect(page.getByRole('main')).not.toContainText(/(^|[^\d.:])0([^\d.:]|$)/);
}

/** How often a word of the page is visible. Words for screen readers only do not count. */
function timesSeen(page: Page, word: string): Promise<number> {
  return page.getByRole('main').evaluate((main, wanted) => {
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    let seen = 0;
    while (texts.nextNode()) {
      const { textContent, parentElement } = texts.currentNode;
      if (parentElement?.closest('.unseen') === null) seen += (textContent ?? '').split(wanted).length - 1;
    }
    return seen;
  }, word);
}

test.describe('air: beside the canvas and on its page', () => {
  test('both figures of the chosen region are beside the canvas with their own hours', async ({ page }) => {
    await using airServer = await startAirServer();
    await openApp(page, airServer.server.url);
    await newDrawing(page);
    await expect(chip(page)).toContainText(/PSI \d+/);
    const known = await readings(page);
    assert.deepEqual(statuses(known), ['ok', 'ok']);
    const central = known.regions.find(({ id }) => id === 'central');
    await expect(chip(page)).toContainText(`PSI ${central?.psi}`);
    await expect(chip(page)).toContainText(`PM2.5 ${central?.pm25}`);
    await expect(chip(page).getByRole('time').or(chip(page).locator('time'))).toHaveCount(2);
    await expect(chip(page)).not.toContainText('Delayed');
  });

  test('a failed source is a dash and a sentence, never a 0, and does not affect the other', async ({
    page,
  }) => {
    await using airServer = await startAirServer();
    airServer.upstream.setFault('pm25', '500');
    await openApp(page, airServer.server.url);
    await page.getByRole('link', { name: 'Outdoors', exact: true }).click();
    const known = await readings(page);
    assert.deepEqual(statuses(known), ['ok', 'unavailable']);
    assert.ok(known.regions.every(({ psi, pm25 }) => typeof psi === 'number' && pm25 === null));
    const main = page.getByRole('main');
    await expect(main).toContainText(words.here.none('pm25'));
    await expect(main).toContainText(words.freshness.notAll);
    await expectNoNought(page);
    await page.getByRole('link', { name: 'Drawings', exact: true }).click();
    await newDrawing(page);
    await expect(chip(page)).toContainText('PM2.5 –');
    await expect(chip(page)).toContainText(/PSI \d+/);
    await drawAndSave(page, 3);
  });

  test('figures that the upstream stopped publishing are called delayed, and drawing continues', async ({
    page,
  }) => {
    await using airServer = await startAirServer();
    airServer.upstream.setFault('both', 'frozen');
    await openApp(page, airServer.server.url);
    await newDrawing(page);
    await expect(chip(page)).toContainText(/PSI \d+.*Delayed.*PM2\.5 \d+.*Delayed/s);
    assert.deepEqual(statuses(await readings(page)), ['stale', 'stale']);
    await drawAndSave(page, 3);
    // On a tablet upright they have two rows, no wider than their words, and leave the title its own.
    for (const width of [640, 768, 820, 1000]) {
      await page.setViewportSize({ width, height: 1180 });
      const [head, air, delay] = [
        page.locator('.studio-head'),
        chip(page),
        page.locator('.chip-delay').first(),
      ];
      await expect
        .poll(async () => {
          const [title, both, first] = [await box(head), await box(air), await box(delay)];
          return { higher: title.height - both.height, free: both.x + both.width - first.x - first.width };
        })
        .toEqual({ higher: 0, free: 13 });
    }
  });

  test('while the upstream fails, the same figures are delayed; afterwards they are fresh', async ({
    page,
  }) => {
    await using airServer = await startAirServer();
    await openApp(page, airServer.server.url);
    await page.goto(`${airServer.server.url}/air`);
    await expect(page.getByRole('main')).toContainText('SGT');
    const fresh = await readings(page);
    airServer.upstream.setFault('psi', 'down');
    airServer.upstream.setFault('pm25', 'cut-off');
    await airServer.tenMinutesLater();
    await tenMinutesLater(page);
    await page.reload();
    const main = page.getByRole('main');
    await expect(main).toContainText('Delayed');
    const delayed = await readings(page);
    assert.deepEqual(statuses(delayed), ['stale', 'stale']);
    assert.deepStrictEqual(figures(delayed), figures(fresh));
    assert.equal(delayed.sources.psi.timestamp, fresh.sources.psi.timestamp);
    assert.notEqual(delayed.warning, null);
    await expectNoNought(page);

    airServer.upstream.setFault('both', null);
    await airServer.tenMinutesLater();
    await tenMinutesLater(page);
    await page.reload();
    await expect(main).toContainText('SGT');
    await expect(main).not.toContainText('Delayed');
  });

  test('offline, the cached figures are shown as delayed with their own hours', async ({ page }) => {
    await using airServer = await startAirServer();
    await using site = await openSite(airServer.server);
    await openApp(page, site.url);
    await page.getByRole('link', { name: 'Outdoors', exact: true }).click();
    await expect(page.getByRole('main')).toContainText('SGT');
    const fresh = await readings(page);
    await site.offline(page.context());
    await tenMinutesLater(page);
    await page.reload();
    const main = page.getByRole('main');
    await expect(main).toContainText(/Offline\. Delayed: figures from \d+ [ap]m.* ago\./);
    assert.equal(await timesSeen(page, 'Delayed'), 1, 'said once to the eyes');
    assert.equal(await timesSeen(page, 'delayed'), 0);
    for (const region of await main
      .getByRole('list', { name: words.regionsList })
      .getByRole('listitem')
      .all()) {
      await expect(region).toContainText(/Delayed.*Delayed/s);
    }
    await expect(main.locator('.figure.stale')).toHaveText([/Delayed/, /Delayed/]);
    const outlined = main.locator('.figure.stale .figure-value').first();
    await expect(outlined).not.toHaveCSS('-webkit-text-stroke-width', '0px');
    const kept = await readings(page);
    assert.deepStrictEqual(figures(kept), figures(fresh));
    assert.deepEqual(statuses(kept), ['stale', 'stale']);
    await page.getByRole('link', { name: 'Drawings', exact: true }).click();
    await newDrawing(page);
    await expect(chip(page)).toContainText('Delayed');
    await drawAndSave(page, 3);
  });

  test('offline is also shown with fresh figures', async ({ page }) => {
    await using airServer = await startAirServer();
    await openApp(page, airServer.server.url);
    await page.getByRole('link', { name: 'Outdoors', exact: true }).click();
    const main = page.getByRole('main');
    await expect(main).toContainText('SGT');
    assert.equal(await timesSeen(page, words.freshness.offline), 0);
    await page.context().setOffline(true);
    await expect(main).toContainText(/Offline\. Showing figures from \d+ [ap]m/);
    await expect(main).not.toContainText('Delayed');
  });

  test('on a wide desktop figures, day and regions are side by side without overflow', async ({ page }) => {
    await using airServer = await startAirServer();
    await page.setViewportSize({ width: 1440, height: 900 });
    await openApp(page, airServer.server.url);
    await page.getByRole('link', { name: 'Outdoors', exact: true }).click();
    await expect(page.locator('.plot-line').first()).toBeVisible();
    // Once everything has loaded, the font included.
    await expect(async () => {
      const boxes = await page
        .locator('.air-now, .history, .everywhere')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
      assert.equal(boxes.length, 3);
      const [now, history, regions] = boxes;
      assert.ok(now.right < history.left && history.right < regions.left);
      assert.ok(regions.right > 1340 && now.left < 140, `${now.left} to ${regions.right}`);
      // A unit without room beside its figure would wrap and make it two lines high.
      const values = page.locator('.figure-value');
      const heights = await values.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
      assert.equal(new Set(heights).size, 1, String(heights));
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    }).toPass({ timeout: 15_000 });
  });

  test('offline on a device without any figure, there are dashes and a sentence, and one can draw', async ({
    app,
    site,
  }) => {
    await site.offline(app.context());
    await app.getByRole('link', { name: 'Outdoors', exact: true }).click();
    await expect(app.getByRole('main')).toContainText(words.freshness.nothingKept);
    await expectNoNought(app);
    const known = await readings(app);
    assert.deepEqual(statuses(known), ['unavailable', 'unavailable']);
    assert.ok(known.regions.every(({ psi, pm25 }) => psi === null && pm25 === null));
    await app.getByRole('link', { name: 'Drawings', exact: true }).click();
    await newDrawing(app);
    await drawAndSave(app, 2);
  });
});
