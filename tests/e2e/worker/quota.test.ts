import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { drawings } from '../../../src/app/words/en/drawings.ts';
import { gallery as words } from '../../../src/app/words/en/gallery/gallery.ts';
import { trash } from '../../../src/app/words/en/gallery/trash.ts';
import { saving } from '../../../src/app/words/en/saving.ts';
import { shell } from '../../../src/app/words/en/shell.ts';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import { realStrokes } from '../../support/drawing/strokes.ts';
import { ask } from '../../support/worker.ts';
import { cards, count, link, messages, search } from '../support/gallery/gallery.ts';
import { missingOnScreen } from '../support/ink/ink-on-screen.ts';
import { assertDrawn } from '../support/ink/samples.ts';
import { storedList, storedStrokes } from '../support/ink/stored.ts';
import { smallDevice } from '../support/quota.ts';
import { expect, openApp, test } from '../support/site.ts';
import {
  acknowledged,
  assertAdded,
  drawAndSave,
  drawReal,
  newDrawing,
  savedDrawing,
  saveState,
  tryAgain,
} from '../support/studio/studio.ts';

/** The app on a device with little space, with a drawing of `n` strokes open. */
async function onSmallDevice(page: Page, url: string, n: number) {
  const quota = await smallDevice(page, url);
  await openApp(page, url);
  return { quota, ...(await savedDrawing(page, n)) };
}

/** Ids of the drawings with undo steps stored on the device. Adds steps for `another` first. */
function undoable(page: Page, another?: string): Promise<string[]> {
  return page.evaluate(async (another) => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await settled(indexedDB.open('pleinair-studio'));
    const tx = db.transaction(['histories', 'steps'], 'readwrite');
    const steps = tx.objectStore('steps');
    if (another !== undefined) {
      tx.objectStore('histories').put({ done: 1 }, another);
      steps.put('{"kind":"add","items":[]}', [another, 0]);
    }
    const keys = await settled(steps.getAllKeys());
    db.close();
    return [
      ...new Set(keys.flatMap((key) => (Array.isArray(key) && typeof key[0] === 'string' ? key[0] : []))),
    ].sort();
  }, another);
}

test.describe('studio: the storage of the device is full', () => {
  test('the page says so, keeps everything, and saves it once there is space', async ({ page, site }) => {
    const { quota, id, before } = await onSmallDevice(page, site.url, 4);

    assert.deepEqual(await undoable(page, 'other'), [id, 'other']);
    const refused = await quota.fill();
    assert.equal(refused.status, 507);
    assert.equal(JSON.parse(refused.text).error.code, 'storage_full');
    assert.deepEqual(
      (await storedList(page)).map((entry) => entry.id),
      [id],
    );

    const drawn = await drawReal(page, 5);
    await expect(saveState(page)).toContainText(saving.storageFull);
    await expect(page.getByText(saving.deviceFull)).toBeVisible();
    // Undo steps of other drawings were deleted first.
    await expect.poll(() => undoable(page)).toEqual([id]);
    await expect(saveState(page)).not.toContainText('Saved on this device');
    assert.deepStrictEqual(await storedStrokes(page, id), before);
    await expect.poll(() => missingOnScreen(page, [...before, ...drawn])).toEqual([]);

    await quota.free();
    await tryAgain(page);
    const after = await acknowledged(page, id);
    assertAdded(after, before, drawn);
    await expect(page.getByText(saving.deviceFull)).toHaveCount(0);
    await page.reload();
    assert.deepStrictEqual(await storedStrokes(page, id), after);
  });

  test('emptying the trash frees space, and unsaved strokes are saved automatically', async ({
    page,
    site,
  }) => {
    test.slow();
    const quota = await smallDevice(page, site.url);
    await openApp(page, site.url);
    const strokes = realStrokes(60);
    const put = (count: number, id: string) =>
      ask(page, `/api/v1/drawings/${id}`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json', 'If-None-Match': '*' },
        body: JSON.stringify({
          title: 'Large',
          strokes: Array.from({ length: count }, (_, n) => strokes[n % 60]),
          thumb: '',
        }),
      });
    const trashed: string = randomUUID();
    assert.equal((await put(1_500, trashed)).status, 201);
    assert.equal((await ask(page, `/api/v1/drawings/${trashed}`, { method: 'DELETE' })).status, 200);
    const { id } = await savedDrawing(page, 1);
    const fillUp = async () => {
      for (const count of [1_000, 100, 10, 1, 0]) while ((await put(count, randomUUID())).status === 201);
    };
    await fillUp();
    const wayOut = page.getByRole('link', { name: trash.makeRoom(1) });
    let drawn = 1;
    // Whenever nothing fits, the browser may tidy its files and free more than what was taken away.
    await expect(async () => {
      await quota.tighten();
      await fillUp();
      await drawReal(page, 2);
      drawn += 2;
      await expect(saveState(page)).toContainText(saving.storageFull, { timeout: 5_000 });
      // From now on nothing fits, whatever it frees.
      await quota.close();
      await expect(wayOut).toBeVisible({ timeout: 5_000 });
    }).toPass();

    // Large enough for a finger.
    expect((await wayOut.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    // Other views have the same way, and name the drawing.
    await page.getByRole('link', { name: 'Drawings', exact: true }).click();
    const notice = page.getByRole('region', { name: shell.notSaved(1, drawings.untitled) });
    await expect(notice.getByRole('link', { name: trash.makeRoom(1) })).toBeVisible();
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await notice.getByRole('link', { name: trash.makeRoom(1) }).click();
    await expect(wayOut).toHaveCount(0);
    await quota.tighten();
    await page.getByRole('button', { name: words.emptyTrash, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: trash.empty });
    await dialog.getByRole('button', { name: 'Delete for good', exact: true }).click();
    await expect(page.getByText(words.nothingInTrash)).toBeVisible();
    // The list changes before the request is done.
    await expect.poll(async () => (await ask(page, `/api/v1/drawings/${trashed}`)).status).toBe(404);
    await expect.poll(async () => (await storedStrokes(page, id)).length, { timeout: 40_000 }).toBe(drawn);
  });

  test('deleted drawings disappear even if their deletion cannot be recorded', async ({ page, site }) => {
    const { quota, id } = await onSmallDevice(page, site.url, 4);
    assert.equal((await ask(page, `/api/v1/drawings/${id}`, { method: 'DELETE' })).status, 200);
    assert.equal((await quota.fill()).status, 507);
    // The quota is smaller than the app itself, so deleting makes no space.
    const { status, text } = await ask(page, `/api/v1/trash/${id}`, { method: 'DELETE' });
    assert.deepEqual([status, JSON.parse(text)], [200, { ok: true, deleted: 1 }]);
    assert.equal((await ask(page, `/api/v1/drawings/${id}`)).status, 404);
    assert.deepEqual(await storedList(page, true), []);
  });

  test('a drawing that cannot even be trashed stays, and the message says what helps', async ({
    page,
    site,
  }) => {
    const { quota, id } = await onSmallDevice(page, site.url, 1);
    await page.getByRole('link', { name: 'Drawings', exact: true }).click();
    await expect(cards(page)).toHaveCount(1);
    assert.equal((await quota.fill()).status, 507);
    await undoable(page, 'other');
    await cards(page).getByRole('link').focus();
    await page.keyboard.press('Delete');
    await expect(messages(page)).toContainText(words.deviceFull);
    await expect(cards(page)).toHaveCount(1);
    // Undo steps were deleted first.
    assert.deepEqual(await undoable(page), []);
    await quota.free();
    await cards(page).getByRole('link').focus();
    await page.keyboard.press('Delete');
    await expect.poll(async () => (await storedList(page, true)).map((one) => one.id)).toEqual([id]);
  });

  test('unsaved strokes stay while other views are open, and are saved once there is space', async ({
    page,
    site,
  }) => {
    const { quota, id, before } = await onSmallDevice(page, site.url, 2);
    assert.equal((await quota.fill()).status, 507);
    const drawn = await drawReal(page, 3);
    await expect(saveState(page)).toContainText(saving.storageFull);

    const list = page.getByRole('list', { name: 'Drawings', exact: true });
    const toGallery = page.getByRole('link', { name: 'Drawings', exact: true });
    await toGallery.click();
    await expect(list).toBeVisible();
    assert.deepStrictEqual(await storedStrokes(page, id), before);
    await list.getByRole('link').click();
    await expect.poll(() => missingOnScreen(page, [...before, ...drawn])).toEqual([]);
    await toGallery.click();
    await quota.free();
    // It retries by itself, after a pause that has grown with each refusal.
    await expect.poll(async () => (await storedStrokes(page, id)).length, { timeout: 40_000 }).toBe(5);
    assertAdded(await storedStrokes(page, id), before, drawn);
  });

  test('an unsaved new drawing is in the gallery with a mark, leaving asks, and it is saved once there is space', async ({
    page,
    site,
  }) => {
    const quota = await smallDevice(page, site.url);
    await openApp(page, site.url);
    assert.equal((await quota.fill()).status, 507);
    await newDrawing(page);
    const drawn = await drawReal(page, 3);
    await expect(saveState(page)).toContainText(saving.storageFull);
    await page.getByRole('textbox', { name: studio.title }).fill('Bukit Brown');
    await page.getByRole('link', { name: 'Drawings', exact: true }).click();

    // Its card shows the drawing and, in red, a text that says what is wrong.
    await expect(cards(page)).toHaveCount(1);
    await expect(cards(page)).toContainText(saving.notSaved);
    await expect(cards(page).locator('img')).toHaveJSProperty('complete', true);
    await expect(saveState(page)).toHaveText(saving.storageFull);
    const red = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = 'var(--danger)';
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    });
    await expect(saveState(page)).toHaveCSS('color', red);
    await expect(page.getByRole('button', { name: 'New drawing' })).toBeVisible();
    assert.deepEqual(await storedList(page), []);

    // Every way out of the page asks first; other views of the app keep the strokes.
    const asked = page.waitForEvent('dialog');
    await page.evaluate(() => setTimeout(() => location.reload()));
    const dialog = await asked;
    assert.equal(dialog.type(), 'beforeunload');
    await dialog.dismiss();
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    const notice = page.getByRole('region', { name: shell.notSaved(1, 'Bukit Brown') });
    await expect(notice).toContainText(saving.deviceFull);
    await page.goBack();
    await search(page).fill('brown');
    await expect(count(page)).toHaveText(words.found(1, 1));

    // With a full storage the drawing cannot be moved to the trash. It goes only when the person agrees to
    // discard it.
    await link(page, 'Bukit Brown').focus();
    await page.keyboard.press('Delete');
    const question = page.getByRole('dialog', { name: trash.discard('Bukit Brown') });
    await expect(question).toContainText(trash.discardText);
    await question.getByRole('button', { name: words.cancel, exact: true }).click();
    await expect(link(page, 'Bukit Brown')).toBeFocused();
    await link(page, 'Bukit Brown').click();
    await expect.poll(() => missingOnScreen(page, drawn)).toEqual([]);
    await page.goBack();

    await quota.free();
    // The page tries again by itself, too. If that comes first, the button goes with its notice.
    const retry = notice.getByRole('button', { name: shell.retry });
    await retry.click({ timeout: 10_000 }).catch(() => expect(retry).toHaveCount(0));
    await expect(saveState(page)).toContainText('Saved on this device', { timeout: 40_000 });
    await expect(notice).toHaveCount(0);
    await expect(cards(page)).toHaveCount(1);
    await expect(cards(page)).not.toContainText(saving.notSaved);
    const [entry] = await storedList(page);
    assert.equal(entry?.title, 'Bukit Brown');
    assertDrawn(await storedStrokes(page, entry.id), drawn);
    await page.reload();
    await expect(link(page, 'Bukit Brown')).toBeVisible();
  });

  test('unsaved changes can be discarded, and are not saved later', async ({ page, site }) => {
    const quota = await smallDevice(page, site.url);
    await page.clock.install();
    await openApp(page, site.url);
    const { id, before } = await savedDrawing(page, 1);
    const toGallery = page.getByRole('link', { name: 'Drawings', exact: true });
    assert.equal((await quota.fill()).status, 507);
    await drawReal(page, 1);
    await expect(saveState(page)).toContainText(saving.storageFull);
    await toGallery.click();
    await newDrawing(page);
    await drawReal(page, 2);
    await expect(saveState(page)).toContainText(saving.storageFull);
    await page.getByRole('textbox', { name: studio.title }).fill('Scrap');
    await toGallery.click();
    await expect(cards(page).filter({ hasText: saving.notSaved })).toHaveCount(2);

    const scrap = cards(page).filter({ hasText: 'Scrap' });
    await scrap.getByRole('button', { name: words.more, exact: true }).click();
    await expect(page.getByRole('menuitem', { name: 'Move to Trash' })).toHaveCount(0);
    await page.getByRole('menuitem', { name: words.discard }).click();
    const yes = page.getByRole('dialog').getByRole('button', { name: words.discard, exact: true });
    await expect(page.getByRole('dialog', { name: trash.discard('Scrap') })).toContainText(trash.noUndo);
    await yes.click();
    await expect(messages(page)).toContainText(trash.discarded('Scrap'));
    await expect(cards(page)).toHaveCount(1);
    // Of the stored drawing, only the change is lost.
    await link(page, drawings.untitled).focus();
    await page.keyboard.press('Delete');
    await expect(page.getByRole('dialog', { name: trash.discardChanges(drawings.untitled) })).toBeVisible();
    await yes.click();
    await expect(saveState(page)).toHaveText('Saved on this device');
    await expect(cards(page)).not.toContainText(saving.notSaved);

    // A waiting change is retried after half a minute at most, and at once after a commit.
    await quota.free();
    await page.clock.fastForward(60_000);
    await newDrawing(page);
    await drawAndSave(page, 1);
    await toGallery.click();
    await expect(cards(page)).toHaveCount(2);
    assert.equal((await storedList(page)).length, 2);
    assert.deepStrictEqual(await storedStrokes(page, id), before);
    await link(page, drawings.untitled).last().click();
    await expect.poll(() => missingOnScreen(page, before)).toEqual([]);
    // Nothing prevents leaving the page.
    await page.reload();
    await expect(saveState(page)).toContainText('Saved on this device');
  });
});
