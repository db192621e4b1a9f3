import assert from 'node:assert/strict';
import type { BrowserContextOptions, Page } from 'playwright/test';
import { settings } from '../../../src/app/words/en/settings.ts';
import { expect, openApp, test } from '../support/site.ts';
import { drawAndSave, newDrawing } from '../support/studio/studio.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1';
/** An iPad sends the same: it asks for desktop pages. */
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Safari/605.1.15';
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 } };

interface Device {
  readonly userAgent: string;
  readonly fingers: number;
  readonly vendor?: string;
  /** True for an app opened from the Home Screen. */
  readonly standalone?: boolean;
}

/** Makes the page look as it does in that device's browser. */
async function on(page: Page, device: Device): Promise<Page> {
  const { fingers, vendor = 'Apple Computer, Inc.', standalone = false, userAgent } = device;
  await page.addInitScript(
    (says) => {
      for (const [name, value] of Object.entries(says)) {
        Object.defineProperty(navigator, name, { configurable: true, get: () => value });
      }
    },
    { maxTouchPoints: fingers, vendor, standalone, userAgent },
  );
  return page;
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const deletes = (page: Page) => section(page, settings.storage).getByText(settings.safariDeletes);

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings', exact: true }).first().click();
  await expect(section(page, settings.install)).toBeVisible();
}

test.describe('worker: installing', () => {
  test('Chromium finds nothing that keeps the app from being installed', async ({ app }) => {
    const session = await app.context().newCDPSession(app);
    const { errors, url, data } = await session.send('Page.getAppManifest');
    assert.deepEqual(errors, []);
    assert.match(url, /manifest/);
    const manifest: Record<string, unknown> = JSON.parse(data ?? '{}');
    for (const member of [
      'id',
      'name',
      'icons',
      'screenshots',
      'shortcuts',
      'theme_color',
      'launch_handler',
    ]) {
      assert.ok(member in manifest, `the manifest has ${member}`);
    }
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // Chromium's only objection may be the private window that tests use.
    assert.deepEqual(
      installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'),
      [],
    );
  });

  test('in a persistent window Chromium reports nothing at all', async ({ profile, site }) => {
    const page = await (await profile.open()).newPage();
    await page.goto(`${site.url}/`);
    const session = await page.context().newCDPSession(page);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    assert.deepEqual(installabilityErrors, []);
  });
});

test.describe('page: Safari and its apps', () => {
  test.use(PHONE);
  for (const [name, device, place] of [
    ['an iPhone', { userAgent: IPHONE, fingers: 5 }, 'Home Screen'],
    ['an iPad that says it is a Mac', { userAgent: MAC, fingers: 5 }, 'Home Screen'],
    ['a Mac', { userAgent: MAC, fingers: 0 }, 'Dock'],
  ] as const) {
    test(`on ${name} Settings warns of the seven days, and offers an export before installing`, async ({
      page,
      site,
    }) => {
      await openApp(await on(page, device), site.url);
      await openSettings(page);
      await expect(deletes(page)).toBeVisible();
      await expect(section(page, settings.storage)).toContainText(settings.sevenDays);
      const words = (await section(page, settings.install).textContent()) ?? '';
      const [empty, exported, add] = ['begins empty', 'Export everything', `Add to ${place}`].map((what) =>
        words.indexOf(what),
      );
      assert.ok(empty !== undefined && exported !== undefined && add !== undefined);
      assert.ok(empty >= 0 && exported > empty && add > exported, words);
    });
  }

  test('the drawings move in a file into the installed app, which says where they are', async ({
    page,
    site,
    browser,
  }) => {
    assert.ok(browser);
    await openApp(await on(page, { userAgent: IPHONE, fingers: 5 }), site.url);
    await newDrawing(page);
    await drawAndSave(page, 1);
    await page.getByRole('link', { name: 'Drawings', exact: true }).click();
    await openSettings(page);
    await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
    const downloaded = page.waitForEvent('download');
    await section(page, settings.install).getByRole('button', { name: settings.exportForApp }).click();
    const file = await (await downloaded).path();
    await expect(section(page, settings.install)).toContainText(settings.saved(1));

    const app = await (await browser.newContext(PHONE)).newPage();
    await openApp(await on(app, { userAgent: IPHONE, fingers: 5, standalone: true }), site.url);
    await app.locator('main a[href="/settings"]').click();
    await expect(section(app, settings.install)).toContainText(settings.exportAll);
    await expect(deletes(app)).toHaveCount(0);
    await app.getByLabel(settings.importFile).setInputFiles(file);
    await expect(app.getByRole('status').filter({ hasText: settings.imported(1) })).toBeVisible();
    await app.getByRole('link', { name: 'Drawings', exact: true }).click();
    await expect(app.getByRole('list', { name: 'Drawings' }).getByRole('listitem')).toHaveCount(1);
    await expect(app.locator('main a[href="/settings"]')).toHaveCount(0);
    await app.context().close();
  });

  test('other browsers show no such warning', async ({ page, site }) => {
    await openApp(await on(page, { userAgent: MAC, fingers: 0, vendor: 'Google Inc.' }), site.url);
    await openSettings(page);
    await expect(deletes(page)).toHaveCount(0);
    await expect(section(page, settings.install)).not.toContainText('begins empty');
  });
});
