/** The air after an update that failed: what is said of it, and that the page tries again by itself. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { air as words } from '../../../src/app/words/en/air/air.ts';
import { startAirServer, tenMinutesLater, workerLater } from '../support/air/air-server.ts';
import { expect, openApp, openSite, type Site, test } from '../support/site.ts';

/** ms after which the worker may ask by hand again, but not by itself: it pauses half a minute after a failure. */
const BY_HAND = 15_000;

function refresh(page: Page) {
  return page.getByRole('button', { name: words.refresh, exact: true });
}

function notice(page: Page) {
  return page.getByRole('main').locator('.notice');
}

function spoken(page: Page) {
  return page.getByRole('main').locator('p.unseen[role=status]');
}

function asked({ asked }: Site): number {
  return asked.filter((line) => line === 'GET /api/v1/readings').length;
}

/** The air's page with new figures, of a server that can go away. */
async function openAir(page: Page, fault?: 'frozen'): Promise<{ readonly site: Site } & AsyncDisposable> {
  const airServer = await startAirServer();
  if (fault) airServer.upstream.setFault('both', fault);
  const site = await openSite(airServer.server);
  await openApp(page, site.url);
  await page.getByRole('link', { name: 'Outdoors', exact: true }).click();
  await expect(page.getByRole('main')).toContainText('SGT');
  return {
    site,
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]();
      await airServer[Symbol.asyncDispose]();
    },
  };
}

test.describe('air: after an update that failed', () => {
  test('Refresh says that it failed and when the next try is, once to the eyes and once aloud', async ({
    page,
  }) => {
    await page.clock.install();
    await using air = await openAir(page);
    await air.site.down();
    await tenMinutesLater(page);
    await refresh(page).click();
    const said = `${words.freshness.notUpdated} ${words.freshness.nextTry(1)}`;
    await expect(notice(page)).toContainText(said);
    await expect(notice(page).getByText(words.freshness.notUpdated)).toHaveCount(1);
    await expect(spoken(page)).toHaveText(said);
    // Until another request makes sense, the button says what it does. What was heard goes, and comes again.
    await refresh(page).click();
    await expect(page.getByRole('button', { name: words.updating })).toBeVisible();
    await expect(spoken(page)).toHaveText('');
    await page.clock.fastForward(10_000);
    await expect(spoken(page)).toHaveText(said);
    await expect(notice(page).getByText(words.freshness.notUpdated)).toHaveCount(1);
    await air.site.up();
    await workerLater(page, BY_HAND);
    await refresh(page).click();
    await page.clock.fastForward(10_000);
    await expect(notice(page)).toHaveCount(0);
    await expect(spoken(page)).toHaveText('');
  });

  test('of figures that are old anyway, Refresh says that it failed only if the server is away', async ({
    page,
  }) => {
    await page.clock.install();
    await using air = await openAir(page, 'frozen');
    await workerLater(page, BY_HAND);
    await refresh(page).click();
    await expect(refresh(page)).toBeVisible();
    await expect(notice(page)).toBeVisible();
    await expect(notice(page)).not.toContainText(words.freshness.notUpdated);
    await air.site.down();
    await workerLater(page, BY_HAND);
    await refresh(page).click();
    const said = `${words.freshness.notUpdated} ${words.freshness.nextTry(1)}`;
    await expect(notice(page)).toContainText(said);
    await expect(spoken(page)).toHaveText(said);
  });

  test('offline it says that the air comes with the network, and with the network it comes', async ({
    page,
  }) => {
    await page.clock.install();
    await using air = await openAir(page);
    await tenMinutesLater(page);
    await air.site.offline(page.context());
    await expect(notice(page)).toContainText(words.freshness.offline);
    await refresh(page).click();
    await expect(notice(page)).toContainText(words.freshness.whenOnline);
    await expect(notice(page)).not.toContainText(words.freshness.notUpdated);
    await expect(spoken(page)).toHaveText(`${words.freshness.notUpdated} ${words.freshness.whenOnline}`);
    // No pause of the page's own ends, nor of the worker's.
    await page.clock.pauseAt(Date.now() + 1_000);
    await air.site.online(page.context());
    await expect(notice(page)).toHaveCount(0);
  });

  test('the returning network ends the pause of a Refresh without one, after a reload too', async ({
    page,
  }) => {
    await using air = await openAir(page);
    await tenMinutesLater(page);
    await air.site.offline(page.context());
    await page.clock.install();
    await page.reload();
    await expect(notice(page)).toContainText(words.freshness.whenOnline);
    await page.clock.pauseAt(Date.now() + 1_000);
    await refresh(page).click();
    await expect(page.getByRole('button', { name: words.updating })).toBeVisible();
    await air.site.online(page.context());
    await expect(notice(page)).toHaveCount(0);
  });

  test('Refresh can be pressed as soon as a reloaded page has shown its figures', async ({ page }) => {
    await using air = await openAir(page);
    await page.clock.install();
    await page.reload();
    await expect(page.getByRole('main')).toContainText('SGT');
    // The page's time stands still, so that no pause of its own ends.
    await page.clock.pauseAt(Date.now() + 1_000);
    await expect(refresh(page)).not.toHaveAttribute('aria-disabled');
    const before = asked(air.site);
    await workerLater(page, BY_HAND);
    await refresh(page).click();
    await expect.poll(() => asked(air.site)).toBe(before + 1);
  });

  test('a page that is reloaded when the server is back has new figures, whatever the pause was', async ({
    page,
  }) => {
    await using air = await openAir(page);
    await air.site.down();
    await tenMinutesLater(page);
    await page.reload();
    // It has failed, and is not still asking.
    await expect(notice(page)).toContainText(words.freshness.notUpdated);
    await workerLater(page, BY_HAND);
    await air.site.up();
    await page.reload();
    await expect(page.getByRole('main')).toContainText('SGT');
    await expect(notice(page)).toHaveCount(0);
  });

  test('a page that stays open tries again when its pause is over, and not before', async ({ page }) => {
    await page.clock.install();
    await using air = await openAir(page);
    await air.site.down();
    await tenMinutesLater(page);
    await page.clock.fastForward(600_000);
    await expect(notice(page)).toContainText('Delayed');
    await workerLater(page, BY_HAND);
    await air.site.up();
    const before = asked(air.site);
    await page.clock.fastForward(20_000);
    await page.evaluate(() => fetch('/api/v1/readings'));
    assert.equal(asked(air.site), before);
    await page.clock.fastForward(10_000);
    await expect(notice(page)).toHaveCount(0);
    assert.equal(asked(air.site), before + 1);
  });
});
