import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { air } from '../../../src/app/words/en/air/air.ts';
import { supplies as words } from '../../../src/app/words/en/air/supplies.ts';
import { problems } from '../../../src/app/words/en/problems.ts';
import { shell } from '../../../src/app/words/en/shell.ts';
import { AFFILIATE_DISCLOSURE } from '../../../src/core/air/upstream/provenance.ts';
import { startAppServer } from '../../support/app-server.ts';
import { catalogueOf, product, startShop } from '../support/air/shop.ts';
import { seriousInEitherScheme } from '../support/axe.ts';
import { expect, openApp, openSite, test } from '../support/site.ts';
import { fits } from '../support/studio/reach.ts';

const MARKUP = `<img src=x onerror="document.title='taken'"><script>document.title='taken'</script><b>Bold</b>`;
const TURNED = '\u202Egnp.ksam\u2066 N95';
const LONG = 'W'.repeat(900);
const ARABIC = 'قناع N95 للأطفال';

const nothing = catalogueOf([]);

/** A price and its date, as an entry shows them. */
function seen(price: string, on: string): string {
  return words.seen(on).replace('<price></price>', price);
}

async function openSupplies(page: Page, url: string): Promise<void> {
  await openApp(page, url);
  await page.goto(`${url}/supplies`);
  await expect(page.getByRole('heading', { level: 1, name: shell.supplies })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

function entries(page: Page, category: 'masks' | 'purifiers') {
  return page.getByRole('list', { name: words[category] }).getByRole('listitem');
}

/** An operator's catalogue of masks with these names. */
function catalogueFile(names: readonly string[]): { readonly path: string } & Disposable {
  const dir = mkdtempSync(join(tmpdir(), 'pleinair-catalogue-'));
  const path = join(dir, 'catalogue.json');
  const shop = { url: 'https://shop.example/a', catalogueUrl: 'https://shop.example/b' };
  const products = names.map((name, i) => ({ id: `n${i}`, name, affiliateUrl: `https://go.example/r/${i}` }));
  const catalogue = { source: 'A test', masks: { ...shop, products }, purifiers: { ...shop, products: [] } };
  writeFileSync(path, JSON.stringify(catalogue));
  return { path, [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true }) };
}

test.describe('air: supplies', () => {
  test('the disclosure comes first, then two categories; prices have dates, links are marked', async ({
    page,
  }) => {
    const undated = product('undated', { name: 'Undated', priceCheckedAt: null });
    const unlinked = product('unlinked', { name: 'Unlinked', affiliateUrl: null });
    await using shop = await startShop({
      masks: catalogueOf([product('a', { name: 'Paper respirator' }), undated, unlinked]),
      purifiers: catalogueOf([product('p', { name: 'Purifier', price: 'S$ 129.00' })]),
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    await openSupplies(page, shop.url);

    const main = page.getByRole('main');
    const text = (await main.textContent()) ?? '';
    assert.ok(text.includes(AFFILIATE_DISCLOSURE));
    assert.ok(text.indexOf(AFFILIATE_DISCLOSURE) < text.indexOf('Paper respirator'));
    const disclosure = await page.getByText(AFFILIATE_DISCLOSURE).boundingBox();
    const first = await entries(page, 'masks').first().boundingBox();
    assert.ok(disclosure && first && disclosure.y + disclosure.height <= first.y);

    await expect(entries(page, 'masks')).toHaveCount(3);
    await expect(entries(page, 'purifiers')).toHaveCount(1);
    await expect(entries(page, 'masks').nth(0)).toContainText(seen('S$ 12.90', '3 June 2026'));
    await expect(entries(page, 'masks').nth(1)).not.toContainText('12.90');
    await expect(entries(page, 'masks').nth(2)).toContainText(words.noLink);
    await expect(entries(page, 'purifiers')).toContainText(seen('S$ 129.00', '3 June 2026'));
    await expect(main).toContainText(words.source('Somebody who keeps a list', '20 November 2026'));

    const link = entries(page, 'masks').nth(0).getByRole('link');
    await expect(link).toHaveAttribute('href', 'https://go.example/r/a');
    await expect(link).toHaveAttribute('rel', 'sponsored noopener noreferrer');
    await expect(link).toHaveAccessibleDescription('Paper respirator');
    await expect(entries(page, 'masks').nth(0)).toContainText(words.affiliate);
    const links = await main.getByRole('link').evaluateAll((all) => all.map((a) => a.getAttribute('href')));
    assert.deepEqual(links, [
      'https://go.example/r/a',
      'https://go.example/r/undated',
      'https://go.example/r/p',
      '/air',
    ]);
    assert.deepEqual([...new Set(asked)], [shop.url], 'no picture of a seller is loaded');
  });

  test('more entries come page by page, ten at most, in the order of the catalogue', async ({ page }) => {
    const ten = Array.from({ length: 10 }, (_, i) => product(`n${i}`, { name: `Number ${i}` }));
    await using shop = await startShop({ masks: catalogueOf(ten), purifiers: nothing });
    await openSupplies(page, shop.url);
    const more = page.getByRole('button', { name: words.more });
    await expect(entries(page, 'masks')).toHaveCount(4);
    await more.click();
    await expect(entries(page, 'masks')).toHaveCount(8);
    await more.click();
    await expect(entries(page, 'masks')).toHaveCount(10);
    await expect(more).toHaveCount(0);
    await expect(entries(page, 'masks').locator('h3')).toHaveText(ten.map(({ name }) => name));
    // The button is gone, and the first new entry has the focus.
    await expect(entries(page, 'masks').nth(8)).toBeFocused();
    await expect(page.getByRole('main')).toContainText(words.empty);
  });

  test('hostile text of a seller stays text', async ({ page }) => {
    const names = [MARKUP, TURNED, LONG, ARABIC];
    const masks = names.map((name, i) => product(`h${i}`, { name }));
    const script = product('script', { name: 'Script', affiliateUrl: 'javascript:document.title="taken"' });
    const plain = product('plain', { name: 'Plain', affiliateUrl: 'http://go.example/r/plain' });
    await using shop = await startShop({
      masks: catalogueOf(masks, { source: `${MARKUP}${TURNED}` }),
      purifiers: catalogueOf([
        script,
        plain,
        product('cost', { name: 'Cost', price: `${MARKUP}${LONG}`.slice(0, 900) }),
      ]),
    });
    await openSupplies(page, shop.url);
    await expect(entries(page, 'masks').locator('h3')).toHaveText(names);
    await expect(page).toHaveTitle(`${shell.supplies} · Pleinair`);
    await expect(page.getByRole('main').locator('img, script, b')).toHaveCount(0);
    await expect(entries(page, 'purifiers').getByRole('link')).toHaveCount(1);
    // Text beside a right-to-left name keeps its direction.
    const turned = entries(page, 'masks').nth(1).locator('bdi').first();
    assert.equal(await turned.evaluate((element) => getComputedStyle(element).unicodeBidi), 'isolate');
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await fits(page, width);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await fits(page, 390);
    for (const entry of await entries(page, 'masks').all()) {
      assert.ok(((await entry.boundingBox())?.height ?? 999) < 300);
    }
  });

  test('a hostile catalogue passes the server safely, and names of 10 KB are shortened', async ({ page }) => {
    using file = catalogueFile([MARKUP, TURNED, 'W'.repeat(10_000), ARABIC]);
    await using server = await startAppServer({ env: { CATALOGUE: file.path } });
    await using site = await openSite(server);
    await openSupplies(page, site.url);
    const shown = await entries(page, 'masks').locator('h3').allTextContents();
    assert.equal(shown[0], MARKUP);
    assert.ok(!/[\u202a-\u202e\u2066-\u2069]/.test(shown.join('')), 'nothing turns the reading direction');
    assert.equal([...(shown[2] ?? '')].length, 200);
    assert.equal(shown[3], ARABIC);
    await expect(page).toHaveTitle(`${shell.supplies} · Pleinair`);
    await expect(page.getByRole('main').locator('img, script, b')).toHaveCount(0);
    // These links were not verified, so no product has one.
    await expect(entries(page, 'masks').getByRole('link')).toHaveCount(0);
    await expect(entries(page, 'masks').getByText(words.noLink)).toHaveCount(4);
  });

  test('a failed catalogue has a warning above its last good entries', async ({ page }) => {
    const warning = 'The catalogue cannot be read; what is shown was read at 8 am SGT, 20 Nov.';
    await using shop = await startShop({
      masks: catalogueOf([product('a')], { warning }),
      purifiers: nothing,
    });
    await openSupplies(page, shop.url);
    const notice = page.getByRole('region', { name: words.maybeOld });
    await expect(notice).toContainText(warning);
    const above = await notice.boundingBox();
    const entry = await entries(page, 'masks').first().boundingBox();
    assert.ok(above && entry && above.y < entry.y);
  });

  test('without a catalogue there is a sentence under the disclosure', async ({ page }) => {
    await using server = await startAppServer();
    await using site = await openSite(server);
    await openSupplies(page, site.url);
    const main = page.getByRole('main');
    await expect(main).toContainText(AFFILIATE_DISCLOSURE);
    await expect(main).toContainText('No catalogue of masks and purifiers has been set up on this server.');
    await expect(main.getByRole('listitem')).toHaveCount(0);
  });

  test('offline, the cached entries are shown with their dates, under the disclosure', async ({
    page,
    context,
  }) => {
    await using shop = await startShop({ masks: catalogueOf([product('a')]), purifiers: nothing });
    await using site = await openSite(shop);
    await openSupplies(page, site.url);
    await expect(entries(page, 'masks')).toHaveCount(1);
    await site.offline(context);
    await page.reload();
    await expect(entries(page, 'masks')).toHaveCount(1);
    await expect(entries(page, 'masks')).toContainText(seen('S$ 12.90', '3 June 2026'));
    await expect(page.getByRole('main')).toContainText(AFFILIATE_DISCLOSURE);
  });

  test('offline on a device without a cached list, there is a sentence', async ({ app, site }) => {
    await site.offline(app.context());
    await app.goto(`${site.url}/supplies`);
    await expect(app.getByText(words.nothingKept).first()).toBeVisible();
    await expect(app.getByRole('main').getByRole('listitem')).toHaveCount(0);
  });

  test('without a response there is a notice with a retry', async ({ page }) => {
    await using shop = await startShop({ masks: catalogueOf([product('a')]), purifiers: nothing });
    await openApp(page, shop.url);
    await page.addInitScript(() => {
      const send = fetch;
      let failures = 2;
      globalThis.fetch = (input, init) => {
        const { url } = new Request(input, init);
        if (!url.includes('/products') || failures-- <= 0) return send(input, init);
        return Promise.resolve(
          Response.json({ error: { code: 'rate_limited', message: 'slow down' } }, { status: 429 }),
        );
      };
    });
    await page.goto(`${shop.url}/supplies`);
    const notice = page.getByRole('region', { name: words.noList });
    await expect(notice).toHaveCount(2);
    await expect(notice.first()).toContainText(problems.codes.rate_limited);
    await notice.first().getByRole('button', { name: words.retry }).click();
    await expect(entries(page, 'masks')).toHaveCount(1);
    await expect(notice).toHaveCount(1);
  });

  test("the air's page sells nothing", async ({ page }) => {
    await using shop = await startShop({ masks: catalogueOf([product('a')]), purifiers: nothing });
    await openSupplies(page, shop.url);
    await page.getByRole('link', { name: words.back }).click();
    await expect(page.getByRole('heading', { level: 1, name: shell.air })).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(/S\$|Mask a|affiliate/);
    await expect(page.getByRole('link', { name: air.sources.supplies })).toHaveAttribute('href', '/supplies');
  });

  test('no state has a serious violation, light and dark', async ({ page }) => {
    const warning = 'The catalogue cannot be read.';
    await using shop = await startShop({
      masks: catalogueOf([product('a'), product('b', { affiliateUrl: null })], { warning }),
      purifiers: nothing,
    });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openSupplies(page, shop.url);
    await expect(entries(page, 'masks')).toHaveCount(2);
    assert.deepEqual(await seriousInEitherScheme(page), []);
  });
});
