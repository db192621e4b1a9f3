import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { supplies } from '../../../src/app/words/en/air/supplies.ts';
import { settings } from '../../../src/app/words/en/settings.ts';
import { dist } from '../../support/build.ts';
import { catalogueOf, product, startShop } from '../support/air/shop.ts';
import { withoutTheNewer } from '../support/oldest.ts';
import { expect, openApp, openSite, type Site, test } from '../support/site.ts';
import { everyState } from '../support/states.ts';

/** Removes everything that the oldest Safari lacks from the page, the service worker and the page's workers. */
async function makeOld(page: Page, site: Site): Promise<readonly string[]> {
  const script = withoutTheNewer();
  await page.addInitScript(script);
  const workers = readdirSync(join(dist, 'assets')).filter((name) => /worker-.*\.js$/.test(name));
  assert.notEqual(workers.length, 0);
  for (const path of ['/sw.js', ...workers.map((name) => `/assets/${name}`)]) {
    site.change(path, (body) => `${script}\n${body}`);
  }
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(String(error)));
  return wrong;
}

test.describe('page: the oldest browsers', () => {
  test('every view works without the features that they lack', async ({ page }) => {
    await using shop = await startShop({
      masks: catalogueOf([product('a', { name: 'Paper respirator' })]),
      purifiers: catalogueOf([product('p', { name: 'Purifier' })]),
    });
    await using site = await openSite(shop);
    const wrong = await makeOld(page, site);
    await everyState(page, site.url, async (state) => {
      assert.deepEqual(wrong, [], state);
      if (state === '/supplies') {
        await expect(page.getByRole('link', { name: supplies.offer })).toHaveCount(2);
      }
    });
    assert.equal(await page.evaluate(() => 'parse' in URL || 'groupBy' in Map), false);
  });

  test('export and import work without them', async ({ page, browser, shared }) => {
    assert.ok(browser);
    const dir = mkdtempSync(join(tmpdir(), 'pleinair-old-'));
    try {
      await using site = await openSite(shared);
      await makeOld(page, site);
      await openApp(page, site.url);
      await page.evaluate(async () => {
        const body = JSON.stringify({ title: 'Rain trees', strokes: [], thumb: '' });
        const headers = { 'Content-Type': 'application/json', 'If-None-Match': '*' };
        await fetch(`/api/v1/drawings/${crypto.randomUUID()}`, { method: 'PUT', headers, body });
      });
      await page.goto(`${site.url}/settings`);
      const downloaded = page.waitForEvent('download');
      await page.getByRole('button', { name: settings.exportAll }).click();
      const file = join(dir, 'everything.zip');
      await (await downloaded).saveAs(file);

      const other = await (await browser.newContext()).newPage();
      await makeOld(other, site);
      await other.goto(`${site.url}/settings`);
      await other.getByLabel(settings.importFile).setInputFiles(file);
      await expect(other.getByRole('status').filter({ hasText: settings.imported(1) })).toBeVisible();
      await other.goto(`${site.url}/`);
      await expect(other.getByRole('list', { name: 'Drawings' })).toContainText('Rain trees');
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });
});
