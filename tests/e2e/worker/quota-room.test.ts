/** A gallery on a full storage: what the app deletes by itself, and what a person can delete. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { drawings } from '../../../src/app/words/en/drawings.ts';
import { gallery as words } from '../../../src/app/words/en/gallery/gallery.ts';
import { trash } from '../../../src/app/words/en/gallery/trash.ts';
import { realStrokes } from '../../support/drawing/strokes.ts';
import { ask } from '../../support/worker.ts';
import { cards, link, messages } from '../support/gallery/gallery.ts';
import { storedList } from '../support/ink/stored.ts';
import { smallDevice } from '../support/quota.ts';
import { expect, openApp, test } from '../support/site.ts';
import { savedDrawing } from '../support/studio/studio.ts';

const strokes = realStrokes(60);

async function put(page: Page, title: string, count: number): Promise<number> {
  const { status } = await ask(page, `/api/v1/drawings/${randomUUID()}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', 'If-None-Match': '*' },
    body: JSON.stringify({
      title,
      strokes: Array.from({ length: count }, (_, n) => strokes[n % 60]),
      thumb: '',
    }),
  });
  return status;
}

/** Saves the pictures of eight drawings as the studio does, 600 KB together, and deletes all undo steps. */
async function savePictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await settled(indexedDB.open('pleinair-studio'));
    const tx = db.transaction(['pictures', 'histories', 'steps'], 'readwrite');
    tx.objectStore('histories').clear();
    tx.objectStore('steps').clear();
    const pictures = tx.objectStore('pictures');
    const bounds = { minX: 0, minY: 0, maxX: 1, maxY: 1 };
    const any = () => Array.from(crypto.getRandomValues(new Uint8Array(37_500)), (byte) => byte.toString(16));
    for (let n = 0; n < 8; n++)
      await settled(pictures.put({ thumb: any().join(''), bounds }, `drawing ${n}`));
    db.close();
  });
}

function pictures(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await settled(indexedDB.open('pleinair-studio'));
    const count = await settled(db.transaction('pictures').objectStore('pictures').count());
    db.close();
    return count;
  });
}

/** A full device with an empty trash, without undo steps, on its gallery. */
async function fullGallery(page: Page, url: string): Promise<void> {
  await smallDevice(page, url);
  await openApp(page, url);
  // The studio makes the database of pictures.
  await savedDrawing(page, 1);
  await page.getByRole('link', { name: 'Drawings', exact: true }).click();
  await expect(cards(page)).toHaveCount(1);
  await savePictures(page);
  assert.equal(await put(page, 'Small', 1), 201);
  for (const count of [1_000, 100, 10, 1, 0]) while ((await put(page, 'Stuff', count)) === 201);
  await page.reload();
  // First of them: only the first hundred are in the page.
  await page
    .getByRole('combobox', { name: words.sort, exact: true })
    .selectOption({ label: words.sorts.title });
  await expect(link(page, 'Small')).toBeVisible();
  assert.ok((await pictures(page)) >= 8);
  assert.equal(await put(page, 'Stuff', 0), 507);
}

test.describe('gallery: the storage of the device is full', () => {
  test('moving to the trash deletes pictures that can be made again, and succeeds', async ({
    page,
    site,
  }) => {
    await fullGallery(page, site.url);
    await link(page, 'Small').focus();
    await page.keyboard.press('Delete');
    await expect
      .poll(async () => (await storedList(page, true)).map(({ title }) => title))
      .toEqual(['Small']);
    await expect(cards(page).filter({ hasText: 'Small' })).toHaveCount(0);
    assert.equal(await pictures(page), 0);
  });

  test('renaming does the same', async ({ page, site }) => {
    await fullGallery(page, site.url);
    const card = cards(page).filter({ hasText: 'Small' });
    await card.getByRole('button', { name: words.more, exact: true }).click();
    await page.getByRole('menuitem', { name: words.rename, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: words.rename });
    await dialog.getByLabel(words.title).fill('Renamed');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(async () => (await storedList(page)).map(({ title }) => title)).toContain('Renamed');
    await expect(link(page, 'Renamed')).toBeVisible();
  });

  test('a drawing that cannot even be trashed can be deleted for good, after a question', async ({
    page,
    site,
  }) => {
    const quota = await smallDevice(page, site.url);
    await openApp(page, site.url);
    const { id } = await savedDrawing(page, 1);
    await page.getByRole('link', { name: 'Drawings', exact: true }).click();
    await expect(cards(page)).toHaveCount(1);
    assert.equal((await quota.fill()).status, 507);
    const refused = messages(page).getByRole('listitem').filter({ hasText: words.deviceFull });
    const offer = refused.getByRole('button', { name: words.purge, exact: true });
    const dialog = page.getByRole('dialog', { name: trash.purge(1, drawings.untitled) });
    await cards(page).getByRole('link').focus();
    await page.keyboard.press('Delete');
    await offer.click();
    await expect(dialog).toContainText(trash.noUndo);
    await dialog.getByRole('button', { name: words.cancel, exact: true }).click();
    assert.deepEqual(
      [(await storedList(page)).map((one) => one.id), await storedList(page, true)],
      [[id], []],
    );

    // So can several that were selected.
    await cards(page).getByRole('link').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await offer.last().click();
    await dialog.getByRole('button', { name: words.purge, exact: true }).click();
    await expect(messages(page)).toContainText(trash.purged(1, drawings.untitled));
    await expect(cards(page)).toHaveCount(0);
    assert.equal((await ask(page, `/api/v1/drawings/${id}`)).status, 404);
    assert.deepEqual(await storedList(page, true), []);
  });

  test('a drawing deleted for good leaves the trash at once, alone or with all others', async ({
    page,
    site,
  }) => {
    const quota = await smallDevice(page, site.url);
    await openApp(page, site.url);
    await savedDrawing(page, 1);
    for (const title of ['Second', 'Third']) assert.equal(await put(page, title, 2), 201);
    const ids = (await storedList(page)).map((one) => one.id);
    for (const one of ids) await ask(page, `/api/v1/drawings/${one}`, { method: 'DELETE' });
    assert.equal((await quota.fill()).status, 507);
    await page.goto(`${site.url}/?tab=trash`);
    const trashed = page.getByRole('main').getByRole('listitem');
    await expect(trashed).toHaveCount(3);
    await page.getByRole('button', { name: words.purge, exact: true, description: 'Second' }).click();
    await page.getByRole('dialog').getByRole('button', { name: words.purge, exact: true }).click();
    await expect(messages(page)).toContainText(trash.purged(1, 'Second'));
    await expect(trashed).toHaveCount(2);
    await page.getByRole('button', { name: words.emptyTrash, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: words.purge, exact: true }).click();
    await expect(page.getByText(words.nothingInTrash)).toBeVisible();
    // The cards go with the answer to the question, the drawings when the storage has done it.
    await expect.poll(() => storedList(page, true)).toEqual([]);
  });
});
