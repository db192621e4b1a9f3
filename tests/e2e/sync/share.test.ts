/** A link that shows a drawing: made in the studio, opened by somebody else, without a network, and ended. */
import { exporting } from '../../../src/app/words/en/exporting.ts';
import { shared as words } from '../../../src/app/words/en/shared.ts';
import { controlled } from '../../support/worker.ts';
import { expect, test } from '../fixtures.ts';
import { storedStrokes } from '../support/ink/stored.ts';
import { openSite } from '../support/site.ts';
import { drawingId } from '../support/studio/studio.ts';
import { drawNew, openDevice, openSynced, syncNow } from '../support/sync.ts';

test('share: somebody without a token sees the drawing, saves a copy and opens it offline, until the link ends', async ({
  browser,
  server,
}) => {
  await using owner = await openSynced(browser, server);
  const { strokes } = await drawNew(owner, 5);
  await syncNow(owner.page);
  await owner.page.getByRole('button', { name: exporting.export, exact: true }).click();
  await owner.page.getByRole('button', { name: exporting.shareLink }).click();
  await owner.page.getByRole('button', { name: words.make, exact: true }).click();
  const address = await owner.page.getByLabel(words.address, { exact: true }).inputValue();
  const { pathname } = new URL(address);
  expect(pathname).toMatch(/^\/s\/[0-9a-f]{32}$/);

  const site = await openSite(server);
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const picture = page.getByRole('img', { name: words.picture(strokes.length), exact: true });
    await page.goto(site.url + pathname);
    await expect(picture).toBeVisible();
    await controlled(page);
    // The worker answers this time, and keeps the answer.
    await page.reload();
    await expect(picture).toBeVisible();

    await site.offline(context);
    await page.reload();
    await expect(picture).toBeVisible();
    await expect(page.getByText(words.kept('just now'))).toBeVisible();
    await page.getByRole('button', { name: words.save, exact: true }).click();
    await expect(page).toHaveURL(/\/drawings\//);
    expect(await storedStrokes(page, await drawingId(page))).toEqual(strokes);
    await site.online(context);

    await owner.page.getByRole('button', { name: words.end }).click();
    await expect(owner.page.getByText(words.ended, { exact: true })).toBeVisible();
    await page.goto(site.url + pathname);
    await expect(page.getByRole('heading', { name: words.gone })).toBeVisible();
    // Nor does it open offline from now on.
    await site.offline(context);
    await page.reload();
    await expect(page.getByRole('heading', { name: words.unreachable })).toBeVisible();
  } finally {
    await context.close();
    await site[Symbol.asyncDispose]();
  }
});

test('share: without sync, the studio says where to turn it on', async ({ browser, server }) => {
  await using device = await openDevice(browser, server);
  await drawNew(device, 1);
  await device.page.getByRole('button', { name: exporting.export, exact: true }).click();
  await device.page.getByRole('button', { name: exporting.shareLink }).click();
  await expect(device.page.getByRole('dialog').getByRole('link')).toHaveAttribute('href', '/settings');
  await expect(device.page.getByRole('button', { name: words.make, exact: true })).toHaveCount(0);
});
