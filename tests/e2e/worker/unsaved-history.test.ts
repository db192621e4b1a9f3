/** Back and forward, and undo and redo, while and after a drawing could not be saved. */
import assert from 'node:assert/strict';
import { drawings } from '../../../src/app/words/en/drawings.ts';
import { gallery as words } from '../../../src/app/words/en/gallery/gallery.ts';
import { saving } from '../../../src/app/words/en/saving.ts';
import { shell } from '../../../src/app/words/en/shell.ts';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import { tools } from '../../../src/app/words/en/studio/tools.ts';
import { cards, link } from '../support/gallery/gallery.ts';
import { untilSharp } from '../support/ink/ink-compare.ts';
import { missingOnScreen } from '../support/ink/ink-on-screen.ts';
import { storedList } from '../support/ink/stored.ts';
import { smallDevice } from '../support/quota.ts';
import { expect, openApp, test } from '../support/site.ts';
import {
  acknowledged,
  drawReal,
  newDrawing,
  savedDrawing,
  saveState,
  tryAgain,
} from '../support/studio/studio.ts';

test.describe('studio: back and forward while the storage is full', () => {
  test('back and forward lead to an unsaved new drawing, also once it is saved', async ({
    visitor: page,
    site,
  }) => {
    const quota = await smallDevice(page, site.url);
    await openApp(page, site.url);
    assert.equal((await quota.fill()).status, 507);
    const toGallery = page.getByRole('link', { name: 'Drawings', exact: true });
    await newDrawing(page);
    const drawn = await drawReal(page, 3);
    await expect(saveState(page)).toContainText(saving.storageFull);
    const assertShown = async () => {
      await expect.poll(() => missingOnScreen(page, drawn)).toEqual([]);
      await expect(saveState(page)).toContainText(saving.storageFull);
    };
    await page.goBack();
    await expect(cards(page)).toContainText(saving.notSaved);
    await page.goForward();
    await assertShown();
    await toGallery.click();
    await expect(cards(page)).toHaveCount(1);
    await page.goBack();
    await assertShown();
    // A reload asks here, too.
    const asked = page.waitForEvent('dialog');
    await page.evaluate(() => setTimeout(() => location.reload()));
    const dialog = await asked;
    assert.equal(dialog.type(), 'beforeunload');
    await dialog.dismiss();

    // Saved in the gallery, it is what forward leads to.
    await page.goBack();
    await expect(cards(page)).toHaveCount(1);
    await quota.free();
    await page
      .getByRole('region', { name: shell.notSaved(1, drawings.untitled) })
      .getByRole('button')
      .click();
    await expect.poll(async () => (await storedList(page)).length, { timeout: 40_000 }).toBe(1);
    await page.goForward();
    await expect(saveState(page)).toContainText(saving.saved);
    await expect.poll(() => missingOnScreen(page, drawn)).toEqual([]);
  });

  test('the address of a discarded new drawing says that it does not exist', async ({
    visitor: page,
    site,
  }) => {
    const quota = await smallDevice(page, site.url);
    await openApp(page, site.url);
    assert.equal((await quota.fill()).status, 507);
    await newDrawing(page);
    await drawReal(page, 1);
    await expect(saveState(page)).toContainText(saving.storageFull);
    await page.getByRole('textbox', { name: studio.title }).fill('Scrap');
    await page.goBack();
    await link(page, 'Scrap').focus();
    await page.keyboard.press('Delete');
    await page.getByRole('dialog').getByRole('button', { name: words.discard, exact: true }).click();
    await expect(cards(page)).toHaveCount(0);
    await page.goForward();
    await expect(page.getByRole('heading', { name: studio.notFound })).toBeVisible();
  });
});

test('studio: undo and redo still work after a reload where some steps were made on a full storage', async ({
  visitor: page,
  site,
}) => {
  const quota = await smallDevice(page, site.url);
  await openApp(page, site.url);
  const { id } = await savedDrawing(page, 3);
  assert.equal((await quota.fill()).status, 507);
  await drawReal(page, 2);
  await expect(saveState(page)).toContainText(saving.storageFull);
  await quota.free();
  await tryAgain(page);
  await drawReal(page, 1);
  const all = await acknowledged(page, id);
  assert.equal(all.length, 6);
  const [undo, redo] = [tools.undo, tools.redo].map((name) =>
    page.getByRole('toolbar').getByRole('button', { name, exact: true }),
  );
  const leaves = (count: number) =>
    expect.poll(async () => (await acknowledged(page, id)).length).toBe(count);
  await undo!.click();
  await leaves(5);
  await page.reload();
  await untilSharp(page);
  await redo!.click();
  await leaves(6);
  assert.deepStrictEqual(await acknowledged(page, id), all);
  for (let left = 5; left >= 0; left--) {
    await undo!.click();
    await leaves(left);
  }
  await page.reload();
  await untilSharp(page);
  for (let count = 1; count <= 6; count++) {
    await redo!.click();
    await leaves(count);
  }
  assert.deepStrictEqual(await acknowledged(page, id), all);
});
