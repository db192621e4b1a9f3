import assert from 'node:assert/strict';
import { missingOnScreen } from './support/ink-seen.ts';
import { smallDevice } from './support/quota.ts';
import { assertDrawn } from './support/samples.ts';
import { expect, openApp, test } from './support/site.ts';
import { storedList, storedStrokes } from './support/stored.ts';
import {
  acknowledged,
  drawAndSave,
  drawingId,
  drawReal,
  newDrawing,
  saveState,
  tryAgain,
} from './support/studio.ts';

test.describe('studio: the storage of the device is full', () => {
  test('the page says so in words, loses nothing, shows everything, and saves it once there is room', async ({
    page,
    site,
  }) => {
    const quota = await smallDevice(page, site.url);
    await openApp(page, site.url);
    await newDrawing(page);
    const before = await drawAndSave(page, 4);
    const id = await drawingId(page);

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
    assert.deepStrictEqual(after.slice(0, before.length), before);
    assertDrawn(after, drawn, before.length);
    await expect(page.getByText('no room left')).toHaveCount(0);
    await page.reload();
    assert.deepStrictEqual(await storedStrokes(page, id), after);
  });

  test('what could not be saved is kept while one looks elsewhere, and is saved there once there is room', async ({
    page,
    site,
  }) => {
    const quota = await smallDevice(page, site.url);
    await openApp(page, site.url);
    await newDrawing(page);
    const before = await drawAndSave(page, 2);
    const id = await drawingId(page);
    assert.equal((await quota.fill()).status, 507);
    const drawn = await drawReal(page, 3);
    await expect(saveState(page)).toContainText('storage is full');

    await page.getByRole('link', { name: 'Drawings', exact: true }).click();
    await expect(page.getByRole('list', { name: 'Drawings', exact: true })).toBeVisible();
    assert.deepStrictEqual(await storedStrokes(page, id), before);
    await page.getByRole('list', { name: 'Drawings', exact: true }).getByRole('link').click();
    await expect.poll(() => missingOnScreen(page, [...before, ...drawn])).toEqual([]);
    await page.getByRole('link', { name: 'Drawings', exact: true }).click();
    await quota.free();
    // It tries by itself, after a pause that has grown with each refusal.
    await expect.poll(async () => (await storedStrokes(page, id)).length, { timeout: 40_000 }).toBe(5);
    const after = await storedStrokes(page, id);
    assert.deepStrictEqual(after.slice(0, 2), before);
    assertDrawn(after, drawn, 2);
  });
});
