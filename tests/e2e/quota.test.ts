import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { missingOnScreen } from './support/ink-seen.ts';
import { smallDevice } from './support/quota.ts';
import { expect, openApp, test } from './support/site.ts';
import { storedList, storedStrokes } from './support/stored.ts';
import { acknowledged, assertAdded, drawReal, savedDrawing, saveState, tryAgain } from './support/studio.ts';

/** The app on a device that has room for little, with a drawing of `n` strokes in hand. */
async function onSmallDevice(page: Page, url: string, n: number) {
  const quota = await smallDevice(page, url);
  await openApp(page, url);
  return { quota, ...(await savedDrawing(page, n)) };
}

test.describe('studio: the storage of the device is full', () => {
  test('the page says so in words, loses nothing, shows everything, and saves it once there is room', async ({
    page,
    site,
  }) => {
    const { quota, id, before } = await onSmallDevice(page, site.url, 4);

    const refused = await quota.fill();
    assert.equal(refused.status, 507);
    assert.equal(JSON.parse(refused.text).error.code, 'storage_full');
    assert.deepEqual(
      (await storedList(page)).map((entry) => entry.id),
      [id],
    );

    const drawn = await drawReal(page, 5);
    await expect(saveState(page)).toContainText('storage is full');
    await expect(page.getByText('no room left')).toBeVisible();
    await expect(saveState(page)).not.toContainText('Saved on this device');
    assert.deepStrictEqual(await storedStrokes(page, id), before);
    await expect.poll(() => missingOnScreen(page, [...before, ...drawn])).toEqual([]);

    await quota.free();
    await tryAgain(page);
    const after = await acknowledged(page, id);
    assertAdded(after, before, drawn);
    await expect(page.getByText('no room left')).toHaveCount(0);
    await page.reload();
    assert.deepStrictEqual(await storedStrokes(page, id), after);
  });

  test('what could not be saved is kept while one looks elsewhere, and is saved there once there is room', async ({
    page,
    site,
  }) => {
    const { quota, id, before } = await onSmallDevice(page, site.url, 2);
    assert.equal((await quota.fill()).status, 507);
    const drawn = await drawReal(page, 3);
    await expect(saveState(page)).toContainText('storage is full');

    const list = page.getByRole('list', { name: 'Drawings', exact: true });
    const toGallery = page.getByRole('link', { name: 'Drawings', exact: true });
    await toGallery.click();
    await expect(list).toBeVisible();
    assert.deepStrictEqual(await storedStrokes(page, id), before);
    await list.getByRole('link').click();
    await expect.poll(() => missingOnScreen(page, [...before, ...drawn])).toEqual([]);
    await toGallery.click();
    await quota.free();
    // It tries by itself, after a pause that has grown with each refusal.
    await expect.poll(async () => (await storedStrokes(page, id)).length, { timeout: 40_000 }).toBe(5);
    assertAdded(await storedStrokes(page, id), before, drawn);
  });
});
