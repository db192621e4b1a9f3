import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { LANGUAGE_KEY } from '../../../src/app/words/languages.ts';
import { catalogueOf, product, startShop } from '../support/air/shop.ts';
import { startWeather } from '../support/air/weather.ts';
import { expect, openApp, test } from '../support/site.ts';

/** What the API or Intl says, in its own words. */
const NOT_OURS = '[dir=auto], bdi, code, time, .chart-axis';
/** Views whose words all stand in the catalogue. */
const VIEWS = ['/air', '/supplies', '/nowhere/at-all'];
const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

async function inLanguage(page: Page, tag: string): Promise<void> {
  await page.addInitScript(([key, tag]) => localStorage.setItem(key, tag), [LANGUAGE_KEY, tag] as const);
}

async function settled(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy=true], .skeleton')).toHaveCount(0);
}

/** Texts and names without accents: three plain letters in a row, which no word of the long language has. */
function plainTexts(page: Page): Promise<string[]> {
  return page.evaluate((notOurs) => {
    const said = [document.title];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { textContent, parentElement } = texts.currentNode;
      if (parentElement?.closest(`${notOurs}, script, style, noscript`) === null)
        said.push(textContent ?? '');
    }
    for (const name of ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`))
        said.push(element.getAttribute(name) ?? '');
    return said.filter((text) => /[a-z]{3,}/i.test(text));
  }, NOT_OURS);
}

test.describe('words: the catalogue', () => {
  test('has every word of a view that was moved, and the longer ones make nothing spill', async ({
    page,
  }) => {
    await using weather = await startWeather();
    await using shop = await startShop({ masks: catalogueOf([product('a')]), purifiers: catalogueOf([]) });
    await inLanguage(page, 'en-XA');
    for (const view of VIEWS) {
      const { url } = view === '/supplies' ? shop : weather.server;
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await settled(page, `${url}${view}`);
        assert.deepEqual(await plainTexts(page), [], view);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, view);
      }
    }
  });

  test('from right to left the page turns round, and nothing spills', async ({ page }) => {
    await using weather = await startWeather();
    await inLanguage(page, 'ar-XB');
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await settled(page, `${weather.server.url}/air`);
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
      const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
      assert.ok(heading && heading.x + heading.width > size.width / 2);
      // The names of the bands are inside the window.
      const names = await page
        .locator('.strip-name')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
      assert.ok(names.length > 0 && names.every((right) => right <= size.width), String(names));
    }
  });

  test('is English unless another language was chosen', async ({ page, site }) => {
    await openApp(page, site.url);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-SG');
  });
});
