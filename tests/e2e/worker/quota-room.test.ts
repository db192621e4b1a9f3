/** A full storage where the app itself holds what it can make again. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { gallery as words } from '../../../src/app/words/en/gallery/gallery.ts';
import { realStrokes } from '../../support/drawing/strokes.ts';
import { ask } from '../../support/worker.ts';
import { cards, link } from '../support/gallery/gallery.ts';
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
  for (const count of [1_000, 100, 10, 1, 0]) while ((await put(page, 'Filler', count)) === 201);
  await page.reload();
  await expect(link(page, 'Small')).toBeVisible();
  assert.ok((await pictures(page)) >= 8);
  assert.equal(await put(page, 'Filler', 0), 507);
}

test.describe('gallery: the storage of the device is full', () => {
  test('moving to the trash lets go of the pictures that can be made again, and succeeds', async ({
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

  test('so does a new name', async ({ page, site }) => {
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
});
