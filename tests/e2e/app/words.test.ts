import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { settings } from '../../../src/app/words/en/settings.ts';
import { LANGUAGE_KEY } from '../../../src/app/words/languages.ts';
import { SYNC_IS_OFF, type SyncStatus } from '../../../src/sync/state/sync-status.ts';
import { layoutFaults } from '../../shots/layout.ts';
import { startAirServer } from '../support/air/air-server.ts';
import { catalogueOf, product, startShop } from '../support/air/shop.ts';
import { seedDrawings, seeds } from '../support/gallery/many.ts';
import { expect, openApp, test } from '../support/site.ts';
import { outOfReach, overflow } from '../support/studio/reach.ts';

/** Texts of the API and of Intl. */
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
/** Views whose words are all in the catalogue. */
const VIEWS = [
  '/',
  '/?tab=trash',
  '/air',
  '/air/guide',
  '/supplies',
  '/settings',
  '/docs',
  '/drawings/new',
  '/s/00000000000000000000000000000000',
  '/nowhere/at-all',
];
/** A phone upright and sideways, a tablet, a desktop. */
const SIZES = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
];

/** The worker's status while changes of a drawing wait for the server. */
function waitingFor(id: string): SyncStatus {
  const waiting = { drawings: 1, changes: 3, of: [[id, 3] as const] };
  return { ...SYNC_IS_OFF, on: true, lastSuccess: Date.now(), waiting };
}

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
          if (element.closest('[lang=en], time') === null) said.push(element.getAttribute(name) ?? '');
      return said.filter((text) => /[a-z]{3,}/i.test(text));
    },
    [NOT_OURS, SAYING] as const,
  );
}

/** Stores drawings whose titles have no word in them, one of them in the trash. */
async function fillGallery(page: Page, url: string): Promise<void> {
  await openApp(page, url);
  const drawings = seeds(4).map((seed, n) => ({ ...seed, title: `A ${n}` }));
  await seedDrawings(page, drawings);
  await page.evaluate(
    (id) => fetch(`/api/v1/drawings/${id}`, { method: 'DELETE', headers: { 'If-Match': '*' } }),
    drawings[0]?.id,
  );
}

test.describe('words: the catalogue', () => {
  for (const [tag, direction] of [
    ['en-XA', 'ltr'],
    ['ar-XB', 'rtl'],
  ] as const)
    test(`in ${tag} it has every word of every view, and all of them fit`, async ({ page }) => {
      await using airServer = await startAirServer();
      await using shop = await startShop({ masks: catalogueOf([product('a')]), purifiers: catalogueOf([]) });
      await inLanguage(page, tag);
      await fillGallery(page, airServer.server.url);
      for (const view of VIEWS) {
        const { url } = view === '/supplies' ? shop : airServer.server;
        await settled(page, `${url}${view}`);
        await expect(page.locator('html')).toHaveAttribute('dir', direction);
        if (view === '/air') await page.locator('[aria-controls=hours-table]').click();
        // A view sets its title in the moment after it is shown.
        if (tag === 'en-XA') await expect.poll(() => plainTexts(page), view).toEqual([]);
        for (const size of SIZES) {
          await page.setViewportSize(size);
          const at = `${view} at ${size.width}`;
          await expect.poll(() => overflow(page), at).toBe(0);
          await expect.poll(() => layoutFaults(page), at).toEqual([]);
        }
      }
    });

  test('a higher header of the studio moves the parts below it', async ({ visitor: page, site }) => {
    await inLanguage(page, 'en-XA');
    await page.setViewportSize({ width: 390, height: 844 });
    await openApp(page, site.url);
    const [seed] = seeds(1);
    assert.ok(seed);
    await seedDrawings(page, [seed]);
    await page.goto(`${site.url}/drawings/${seed.id}`);
    const [header, map] = [page.locator('.studio-bar'), page.locator('.map-card')];
    await expect(header).toBeVisible();
    await page.keyboard.press('n');
    const bottom = async () => {
      const box = await header.boundingBox();
      return box ? box.y + box.height : Number.NaN;
    };
    await expect(map).toBeVisible();
    const before = await bottom();
    await page.evaluate((state) => {
      const channel = new BroadcastChannel('sync');
      channel.postMessage(state);
      channel.close();
    }, waitingFor(seed.id));
    await expect.poll(bottom).toBeGreaterThan(before);
    await expect.poll(async () => ((await map.boundingBox())?.y ?? 0) - (await bottom())).toBeGreaterThan(0);
  });

  test('from right to left, texts of the API keep their own direction', async ({ visitor: page, site }) => {
    await inLanguage(page, 'ar-XB');
    await settled(page, `${site.url}/supplies`);
    const warning = page
      .locator('.notice')
      .first()
      .getByText(/catalogue/i);
    await expect(warning).toHaveCSS('direction', 'ltr');
  });

  test("from right to left, the gallery's arrow keys move where they point", async ({
    visitor: page,
    site,
  }) => {
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
    test(`in ${tag} all panels of the studio are in the catalogue, in the window, and at the start side`, async ({
      page,
    }) => {
      await using airServer = await startAirServer();
      await inLanguage(page, tag);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await settled(page, `${airServer.server.url}/drawings/new`);
        await expect(page.locator('html')).toHaveAttribute('dir', direction);
        await expect(page.getByRole('time').first()).toBeVisible();
        const look = async (what: string) => {
          if (tag === 'en-XA') assert.deepEqual(await plainTexts(page), [], what);
          await expect.poll(() => outOfReach(page), what).toEqual([]);
          await expect.poll(() => layoutFaults(page), what).toEqual([]);
          assert.equal(await overflow(page), 0, what);
        };
        await page.mouse.move(size.width / 2, size.height / 2);
        await page.mouse.down();
        await page.mouse.move(size.width / 2 + 40, size.height / 2 + 30, { steps: 5 });
        await page.mouse.up();
        await look('drawn on');
        // Parts at the side are at the start side.
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

  test('can be chosen in Settings if there is another', async ({ visitor: page, site }) => {
    await openApp(page, `${site.url}/settings`);
    await expect(page.getByRole('heading', { level: 2, name: settings.about })).toBeVisible();
    await expect(page.getByLabel(settings.showIn)).toHaveCount(0);
    const tag = 'en-XA';
    await page.evaluate(([key, tag]) => localStorage.setItem(key, tag), [LANGUAGE_KEY, tag] as const);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    const choice = page.locator('select', { has: page.locator(`option[lang=${tag}]`) });
    await expect(choice).toHaveValue(tag);
    await expect(choice.locator('option')).toHaveCount(3);
    await choice.selectOption('en-SG');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-SG');
    await expect(page.getByRole('heading', { level: 2, name: settings.about })).toBeVisible();
    await expect(page.getByLabel(settings.showIn)).toHaveCount(0);
  });

  test('is English unless another language was chosen', async ({ visitor: page, site }) => {
    await openApp(page, site.url);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-SG');
  });
});
