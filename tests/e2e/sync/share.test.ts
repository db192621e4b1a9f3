/** A link that shows a drawing: made in the studio, opened by somebody else, without a network, and ended. */
import { exporting } from '../../../src/app/words/en/exporting.ts';
import { shared as words } from '../../../src/app/words/en/shared.ts';
import { layers } from '../../../src/app/words/en/studio/layers.ts';
import { papers } from '../../../src/app/words/en/studio/papers.ts';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import { devices } from '../../../src/app/words/en/sync/devices.ts';
import { controlled } from '../../support/worker.ts';
import { expect, test } from '../fixtures.ts';
import { storedStrokes } from '../support/ink/stored.ts';
import { openSite } from '../support/site.ts';
import { acknowledged, drawingId, drawReal, newDrawing } from '../support/studio/studio.ts';
import { layersButton } from '../support/studio/tools.ts';
import { drawNew, openDevice, openSynced, syncNow } from '../support/sync.ts';

test('share: somebody without a token sees the drawing, saves a copy and opens it offline, until the link ends', async ({
  browser,
  server,
}) => {
  await using owner = await openSynced(browser, server);
  const { strokes } = await drawNew(owner, 5);
  await owner.page.getByRole('button', { name: studio.more, exact: true }).click();
  await owner.page.getByRole('radio', { name: papers.patterns.dots, exact: true }).check({ force: true });
  await owner.page.keyboard.press('Escape');
  await expect(owner.page.locator('.paper-pattern')).toBeVisible();
  await syncNow(owner.page);
  const openLinks = async () => {
    await owner.page.getByRole('button', { name: exporting.export, exact: true }).click();
    await owner.page.getByRole('button', { name: exporting.shareLink }).click();
    await expect(owner.page.getByRole('button', { name: words.make, exact: true })).toBeEnabled();
  };
  await test.step('the dialog says of a hidden layer that it goes with the link, and of none nothing', async () => {
    await layersButton(owner.page).click();
    const isVisible = owner.page.getByRole('button', { name: layers.visible(layers.base), exact: true });
    for (const isHidden of [true, false]) {
      await isVisible.click();
      await openLinks();
      await expect(owner.page.getByRole('dialog').getByText(words.hidden)).toHaveCount(isHidden ? 1 : 0);
      if (!isHidden) break;
      await owner.page.getByRole('dialog').getByRole('button', { name: words.close, exact: true }).click();
      await layersButton(owner.page).click();
    }
  });
  await owner.page.getByRole('button', { name: words.make, exact: true }).click();
  const made = owner.page.getByLabel(words.address, { exact: true });
  await expect(made).toBeFocused();
  const address = await made.inputValue();
  const { pathname } = new URL(address);
  expect(pathname).toMatch(/^\/s\/[0-9a-f]{32}$/);

  const site = await openSite(server);
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const picture = page.getByRole('img', { name: words.picture(strokes.length), exact: true });
    await page.goto(site.url + pathname);
    await expect(picture).toBeVisible();
    const dots = page.locator('.paper-pattern');
    await test.step('the pattern of the paper is there, and follows the view without being drawn anew', async () => {
      const inks = () =>
        dots.evaluate((canvas: HTMLCanvasElement) => {
          const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
          return data.filter((value, i) => i % 4 === 3 && value > 0).length;
        });
      await expect.poll(inks).toBeGreaterThan(1_000);
      await page.evaluate(() => {
        const { fillRect } = CanvasRenderingContext2D.prototype;
        CanvasRenderingContext2D.prototype.fillRect = function counted(...box) {
          if (this.canvas.className === 'paper-pattern') this.canvas.dataset['anew'] = 'true';
          fillRect.apply(this, box);
        };
      });
      await picture.focus();
      for (let i = 0; i < 9; i++) await page.keyboard.press('ArrowRight');
      await expect(dots).toHaveAttribute('style', /translate\(-?[1-9]/);
      await expect(dots).not.toHaveAttribute('data-anew');
      await page.keyboard.press('0');
    });
    await test.step('the keys of the studio pan and zoom', async () => {
      await picture.focus();
      // Around the paper: on it, a ring would be as dark as the page in the dark theme.
      await expect(page.locator('.read-only-paper')).toHaveCSS('outline-style', 'solid');
      // Zoomed to fit already.
      const fitted = await picture.screenshot();
      const isFitted = async () => fitted.equals(await picture.screenshot());
      for (const key of ['ArrowRight', 'ArrowUp', '+']) {
        await page.keyboard.press(key);
        await expect.poll(isFitted).toBe(false);
        await page.keyboard.press('0');
        await expect.poll(isFitted).toBe(true);
      }
    });
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
    // In the dialog: screen readers do not read what lies behind it.
    const said = owner.page.getByRole('dialog').getByRole('status');
    await expect(said).toHaveText(words.ended);
    await expect(owner.page.getByLabel(words.ends)).toBeFocused();
    await owner.page.keyboard.press('Escape');
    await expect(owner.page.getByRole('button', { name: exporting.export, exact: true })).toBeFocused();
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

test('share: a new link stays on the page when another one ends', async ({ browser, server }) => {
  await using owner = await openSynced(browser, server);
  const { page } = owner;
  await drawNew(owner, 1);
  await syncNow(page);
  const dialog = page.getByRole('dialog');
  const made = dialog.getByLabel(words.address, { exact: true });
  const make = async () => {
    await page.getByRole('button', { name: exporting.export, exact: true }).click();
    await page.getByRole('button', { name: exporting.shareLink }).click();
    await dialog.getByRole('button', { name: words.make, exact: true }).click();
    await expect(made).toBeVisible();
    return made.inputValue();
  };
  await make();
  await page.keyboard.press('Escape');
  const address = await make();
  const links = dialog.getByRole('listitem');
  await expect(links).toHaveCount(2);
  // The newest link is the last one.
  await links.first().getByRole('button').click();
  await expect(links).toHaveCount(1);
  await expect(made).toHaveValue(address);
  await expect(dialog.getByText(devices.loopback)).toBeVisible();
  await page.evaluate(() =>
    Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error()) }),
  );
  await dialog.getByRole('button', { name: words.copy, exact: true }).click();
  await expect(dialog.getByRole('status')).toHaveText(words.notCopied);
  await expect(made).toBeFocused();
  await links.first().getByRole('button').click();
  await expect(links).toHaveCount(0);
  await expect(made).toHaveCount(0);
});

test('share: a drawing that the server does not have yet can be shared once it is backed up', async ({
  browser,
  server,
}) => {
  await using owner = await openSynced(browser, server);
  const { page } = owner;
  const openDialog = async () => {
    await page.getByRole('button', { name: exporting.export, exact: true }).click();
    await page.getByRole('button', { name: exporting.shareLink }).click();
  };
  const dialog = page.getByRole('dialog');
  const make = dialog.getByRole('button', { name: words.make, exact: true });
  await newDrawing(page);
  await openDialog();
  await expect(dialog.getByRole('status')).toHaveText(words.notDrawn);
  await expect(make).toHaveCount(0);
  await page.keyboard.press('Escape');

  const pause = (paused: boolean) =>
    page.evaluate(
      (paused) => navigator.serviceWorker.controller?.postMessage({ type: 'SYNC_PAUSE', paused }),
      paused,
    );
  await pause(true);
  await drawReal(page, 1);
  await acknowledged(page, await drawingId(page));
  await openDialog();
  await expect(dialog.getByRole('status')).toHaveText(words.notThere);
  await expect(make).toHaveCount(0);
  await pause(false);
  await expect(make).toBeVisible();
  await expect(dialog.getByRole('status')).toHaveText('');
});

test('share: without sync, the studio says where to turn it on', async ({ browser, server }) => {
  await using device = await openDevice(browser, server);
  await drawNew(device, 1);
  await device.page.getByRole('button', { name: exporting.export, exact: true }).click();
  await device.page.getByRole('button', { name: exporting.shareLink }).click();
  await expect(device.page.getByRole('dialog').getByRole('link')).toHaveAttribute('href', '/settings');
  await expect(device.page.getByRole('button', { name: words.make, exact: true })).toHaveCount(0);
});
