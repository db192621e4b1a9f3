import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { settings } from '../../../src/app/words/en/settings.ts';
import { LANGUAGE_KEY } from '../../../src/app/words/languages.ts';
import { catalogueOf, product, startShop } from '../support/air/shop.ts';
import { startWeather } from '../support/air/weather.ts';
import { seedDrawings, seeds } from '../support/gallery/many.ts';
import { expect, openApp, test } from '../support/site.ts';
import { outOfReach, overflow } from '../support/studio/reach.ts';

/** What the API or Intl says, in its own words. */
const NOT_OURS = '[dir=auto], bdi, code, time, [lang=en], option[lang], .chart-axis';
/** Attributes that are read or heard. */
const SAYING = [
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'title',
  'placeholder',
  'alt',
  'data-tip',
  'data-words',
];
/** Views whose words all stand in the catalogue. */
const VIEWS = [
  '/',
  '/?tab=trash',
  '/air',
  '/air/guide',
  '/supplies',
  '/settings',
  '/docs',
  '/drawings/new',
  '/nowhere/at-all',
];
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
  return page.evaluate(
    ([notOurs, names]) => {
      const said = [document.title];
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { textContent, parentElement } = texts.currentNode;
        if (parentElement?.closest(`${notOurs}, script, style, noscript`) === null)
          said.push(textContent ?? '');
      }
      for (const name of names)
        for (const element of document.querySelectorAll(`[${name}]`))
          if (element.closest('[lang=en]') === null) said.push(element.getAttribute(name) ?? '');
      return said.filter((text) => /[a-z]{3,}/i.test(text));
    },
    [NOT_OURS, SAYING] as const,
  );
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

  test('from right to left the arrow keys of the gallery lead where they point', async ({ page, site }) => {
    await inLanguage(page, 'ar-XB');
    await openApp(page, site.url);
    await seedDrawings(page, seeds(3));
    const cards = page.getByRole('tabpanel').getByRole('listitem').getByRole('link');
    await expect(cards).toHaveCount(3);
    const left = async (i: number) => (await cards.nth(i).boundingBox())?.x ?? Number.NaN;
    assert.ok((await left(1)) < (await left(0)));
    await cards.first().focus();
    await page.keyboard.press('ArrowLeft');
    await expect(cards.nth(1)).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(cards.first()).toBeFocused();
  });

  for (const [tag, direction] of [
    ['en-XA', 'ltr'],
    ['ar-XB', 'rtl'],
  ] as const) {
    test(`in ${tag} all that opens in the studio is in the catalogue, within the window and where reading begins`, async ({
      page,
    }) => {
      await using weather = await startWeather();
      await inLanguage(page, tag);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await settled(page, `${weather.server.url}/drawings/new`);
        await expect(page.locator('html')).toHaveAttribute('dir', direction);
        await expect(page.getByRole('time').first()).toBeVisible();
        const look = async (what: string) => {
          if (tag === 'en-XA') assert.deepEqual(await plainTexts(page), [], what);
          await expect.poll(() => outOfReach(page), what).toEqual([]);
          assert.equal(await overflow(page), 0, what);
        };
        await page.mouse.move(size.width / 2, size.height / 2);
        await page.mouse.down();
        await page.mouse.move(size.width / 2 + 40, size.height / 2 + 30, { steps: 5 });
        await page.mouse.up();
        await look('drawn on');
        // What stands at the side stands where reading begins.
        const dock = await page.getByRole('toolbar').boundingBox();
        assert.ok(dock);
        if (dock.height > dock.width) {
          assert.equal(dock.x + dock.width / 2 > size.width / 2, direction === 'rtl');
        }
        const tools = page.getByRole('toolbar').getByRole('button');
        await tools.first().focus();
        await page.keyboard.press(direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight');
        await expect(tools.nth(1)).toBeFocused();
        for (const tool of ['p', 'e']) {
          await page.keyboard.press(tool);
          const openers = page.getByRole('button', { expanded: false });
          for (let i = 0; i < (await openers.count()); i += 1) {
            await openers.nth(i).click();
            const open = page.getByRole('button', { expanded: true });
            await expect(open).toHaveCount(1);
            await look(`opened by ${await open.getAttribute('aria-label')}`);
            await page.keyboard.press('Escape');
            await expect(open).toHaveCount(0);
          }
          await page.keyboard.press('Escape');
        }
        await page.keyboard.press('Control+a');
        await expect(page.getByRole('toolbar')).toHaveCount(2);
        await look('selected');
        await page.keyboard.press('a');
        await expect(page.getByRole('listitem')).toHaveCount(1);
        await look('stamped');
        await page.keyboard.press('?');
        await expect(page.getByRole('dialog')).toBeVisible();
        await look('keys');
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
        for (let i = 0; i < 14; i += 1) await page.keyboard.press('Shift+ArrowRight');
        await expect(page.getByRole('region').getByRole('button')).toBeVisible();
        await look('off screen');
        // A window that fills the screen cannot be given another size.
        await page.evaluate(() => {
          document.documentElement.requestFullscreen = () => Promise.reject(new TypeError('not now'));
        });
        await page.keyboard.press('f');
        await look('full screen');
      }
    });
  }

  test('is chosen in Settings, once there is another', async ({ page, site }) => {
    await openApp(page, `${site.url}/settings`);
    await expect(page.getByRole('heading', { level: 2, name: settings.about })).toBeVisible();
    await expect(page.getByLabel(settings.showIn)).toHaveCount(0);
    const tag = 'en-XA';
    await page.evaluate(([key, tag]) => localStorage.setItem(key, tag), [LANGUAGE_KEY, tag] as const);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    const choice = page.locator('select', { has: page.locator('option[lang]') });
    await expect(choice).toHaveValue(tag);
    await expect(choice.locator('option')).toHaveCount(3);
    await choice.selectOption('en-SG');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-SG');
    await expect(page.getByRole('heading', { level: 2, name: settings.about })).toBeVisible();
    await expect(page.getByLabel(settings.showIn)).toHaveCount(0);
  });

  test('is English unless another language was chosen', async ({ page, site }) => {
    await openApp(page, site.url);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-SG');
  });
});
