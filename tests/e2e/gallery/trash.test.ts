import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { gallery as words } from '../../../src/app/words/en/gallery/gallery.ts';
import { trash } from '../../../src/app/words/en/gallery/trash.ts';
import { problems } from '../../../src/app/words/en/problems.ts';
import { shell } from '../../../src/app/words/en/shell.ts';
import { realStrokes } from '../../support/drawing/strokes.ts';
import { ask } from '../../support/worker.ts';
import { storedList, storedStrokes } from '../support/ink/stored.ts';
import { expect, test } from '../support/site.ts';
import { drawAndSave, drawingId, newDrawing } from '../support/studio/studio.ts';

/** Two drawings named Alpha and Beta, and the page on the gallery. */
async function twoDrawings(page: Page) {
  const drawings = [];
  for (const title of ['Alpha', 'Beta']) {
    await newDrawing(page);
    const strokes = await drawAndSave(page, 3);
    const id = await drawingId(page);
    await toGallery(page);
    await rename(page, 'Untitled', title);
    drawings.push({ id, title, strokes });
  }
  return drawings;
}

async function toGallery(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Drawings', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Drawings', exact: true })).toBeVisible();
}

function card(page: Page, title: string) {
  return page.getByRole('main').getByRole('listitem').filter({ hasText: title });
}

async function rename(page: Page, from: string, to: string): Promise<void> {
  await card(page, from).getByRole('button', { name: words.more, exact: true }).click();
  await page.getByRole('menuitem', { name: words.rename, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: words.rename });
  await dialog.getByLabel(words.title).fill(to);
  await dialog.getByRole('button', { name: words.save, exact: true }).click();
  await expect(card(page, to)).toBeVisible();
  await expect(page.getByRole('main').getByRole('status')).toContainText('Saved on this device');
}

/** The button's description names its drawing. */
function trashButton(page: Page, title: string) {
  return page.getByRole('button', { name: 'Move to Trash', exact: true, description: title });
}

async function ids(page: Page, trashed: boolean): Promise<string[]> {
  return (await storedList(page, trashed)).map(({ id }) => id);
}

for (const network of ['online', 'offline'] as const) {
  test.describe(`gallery: the trash, ${network}`, () => {
    test('a trashed drawing is in the trash with its title and comes back unchanged', async ({
      app,
      site,
    }) => {
      const [alpha, beta] = await twoDrawings(app);
      assert.ok(alpha && beta);
      if (network === 'offline') await site.offline(app.context());

      await trashButton(app, 'Alpha').click();
      await expect(card(app, 'Alpha')).toHaveCount(0);
      await expect(card(app, 'Beta')).toBeVisible();
      await app.getByRole('tab', { name: 'Trash', exact: true }).click();
      await expect(card(app, 'Alpha')).toBeVisible();
      assert.deepEqual([await ids(app, false), await ids(app, true)], [[beta.id], [alpha.id]]);
      assert.deepStrictEqual(await storedStrokes(app, alpha.id), alpha.strokes);

      await app.reload();
      await expect(card(app, 'Alpha')).toBeVisible();
      await app.getByRole('button', { name: 'Restore', exact: true, description: 'Alpha' }).click();
      await expect(card(app, 'Alpha')).toHaveCount(0);
      await app.getByRole('tab', { name: 'Drawings' }).click();
      await expect(card(app, 'Alpha')).toBeVisible();
      assert.deepEqual([(await ids(app, false)).length, await ids(app, true)], [2, []]);
      for (const { id, strokes } of [alpha, beta]) {
        assert.deepStrictEqual(await storedStrokes(app, id), strokes);
      }
    });

    test('Undo in the message restores a drawing at once', async ({ app, site }) => {
      const [alpha, beta] = await twoDrawings(app);
      assert.ok(alpha && beta);
      if (network === 'offline') await site.offline(app.context());
      await trashButton(app, 'Beta').click();
      await expect(card(app, 'Beta')).toHaveCount(0);
      const messages = app.getByRole('list', { name: shell.messages });
      await expect(messages).toContainText(words.trashed(1, 'Beta'));
      const message = messages.getByRole('listitem').filter({ hasText: words.trashed(1, 'Beta') });
      await message.getByRole('button', { name: 'Undo', exact: true }).click();
      await expect(card(app, 'Beta').getByRole('link')).toBeVisible();
      assert.deepEqual([(await ids(app, false)).length, await ids(app, true)], [2, []]);
      assert.deepStrictEqual(await storedStrokes(app, beta.id), beta.strokes);
    });
  });
}

/** Puts a drawing of real strokes into the trash through the API. */
async function seedTrash(page: Page, title: string, n = 3): Promise<string> {
  const id = crypto.randomUUID();
  const json = JSON.stringify({ title, strokes: realStrokes(n), thumb: '' });
  const headers = { 'Content-Type': 'application/json', 'If-None-Match': '*' };
  assert.equal(
    (await ask(page, `/api/v1/drawings/${id}`, { method: 'PUT', headers, body: json })).status,
    201,
  );
  assert.equal((await ask(page, `/api/v1/drawings/${id}`, { method: 'DELETE' })).status, 200);
  return id;
}

async function toTrash(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Trash', exact: true }).click();
}

/** The dialog that asks, and its button to go on. */
function question(page: Page, name: string) {
  const dialog = page.getByRole('dialog', { name });
  return { dialog, yes: dialog.getByRole('button', { name: 'Delete for good', exact: true }) };
}

const statusOf = async (page: Page, id: string) => (await ask(page, `/api/v1/drawings/${id}`)).status;

/** The parts of the studio's drawing memory that have something of a drawing. */
function remembered(page: Page, id: string): Promise<string[]> {
  return page.evaluate(async (id) => {
    const opening = indexedDB.open('pleinair-studio');
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await settled(opening);
    const found: string[] = [];
    for (const name of db.objectStoreNames) {
      const keys = await settled(db.transaction(name).objectStore(name).getAllKeys());
      if (keys.flat().includes(id)) found.push(name);
    }
    db.close();
    return found;
  }, id);
}

test.describe('gallery: deleting for good', () => {
  test('a drawing is deleted after a question, and not if it is cancelled', async ({ app, site }) => {
    const [gone, kept] = [await seedTrash(app, 'Gone'), await seedTrash(app, 'Kept')];
    await site.offline(app.context());
    await toTrash(app);
    const press = () =>
      app.getByRole('button', { name: 'Delete for good', exact: true, description: 'Gone' }).click();
    await press();
    const { dialog, yes } = question(app, trash.purge(1, 'Gone'));
    await expect(dialog).toContainText(trash.noUndo);
    await expect(dialog.getByRole('button', { name: words.cancel })).toBeFocused();
    await app.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    assert.equal(await statusOf(app, gone), 200);

    await press();
    await yes.click();
    await expect(card(app, 'Gone')).toHaveCount(0);
    await expect(app.getByRole('list', { name: shell.messages })).toContainText(trash.purged(1, 'Gone'));
    assert.equal(await statusOf(app, gone), 404);
    await expect(card(app, 'Kept')).toBeVisible();
    assert.deepEqual(await ids(app, true), [kept]);
    await app.reload();
    await expect(card(app, 'Kept')).toBeVisible();
    await expect(card(app, 'Gone')).toHaveCount(0);
  });

  test('its undo steps, view and picture are deleted with it', async ({ app }) => {
    const [alpha, beta] = await twoDrawings(app);
    assert.ok(alpha && beta);
    expect(await remembered(app, alpha.id)).toContain('steps');
    await trashButton(app, 'Alpha').click();
    await toTrash(app);
    await app.getByRole('button', { name: 'Delete for good', exact: true, description: 'Alpha' }).click();
    await question(app, trash.purge(1, 'Alpha')).yes.click();
    await expect(card(app, 'Alpha')).toHaveCount(0);
    await expect.poll(() => remembered(app, alpha.id)).toEqual([]);
    expect(await remembered(app, beta.id)).toContain('steps');
  });

  test('several selected drawings are deleted together, and the Delete key asks the same', async ({
    app,
  }) => {
    for (const title of ['One', 'Two', 'Three']) await seedTrash(app, title);
    await toTrash(app);
    await card(app, 'One').getByRole('link').focus();
    await app.keyboard.press('Space');
    await card(app, 'Two').getByRole('checkbox').click();
    await app.keyboard.press('Delete');
    await question(app, trash.purge(2, '')).dialog.getByRole('button', { name: words.cancel }).click();
    await app
      .getByRole('region', { name: words.selection })
      .getByRole('button', { name: 'Delete for good', exact: true })
      .click();
    await question(app, trash.purge(2, '')).yes.click();
    await expect(app.getByRole('list', { name: shell.messages })).toContainText(trash.purged(2, ''));
    await expect(card(app, 'Three')).toBeVisible();
    assert.equal((await ids(app, true)).length, 1);
  });

  test('Empty trash shows the number, and keeps drawings trashed after the question', async ({ app }) => {
    for (let n = 1; n <= 12; n++) await seedTrash(app, `No. ${n}`, 1);
    await toTrash(app);
    await app.getByRole('button', { name: words.emptyTrash, exact: true }).click();
    const { dialog, yes } = question(app, trash.empty);
    await expect(dialog).toContainText(trash.emptyText(12));
    const later = await seedTrash(app, 'Later', 1);
    await yes.click();
    await expect(card(app, 'Later')).toBeVisible();
    await expect(app.getByRole('main').getByRole('status')).toHaveText('Saved on this device');
    assert.deepEqual(await ids(app, true), [later]);
    await app.getByRole('button', { name: words.emptyTrash, exact: true }).click();
    await question(app, trash.empty).yes.click();
    await expect(app.getByText(words.nothingInTrash)).toBeVisible();
    // The list changes before the request is done.
    await expect.poll(() => ids(app, true)).toEqual([]);
    await expect(app.getByRole('button', { name: words.emptyTrash, exact: true })).toHaveCount(0);
  });

  test('a drawing that changed since it was shown stays, with a message', async ({ app }) => {
    const id = await seedTrash(app, 'Moved');
    await toTrash(app);
    await app.getByRole('button', { name: 'Delete for good', exact: true, description: 'Moved' }).click();
    await ask(app, `/api/v1/drawings/${id}/restore`, { method: 'PUT' });
    await question(app, trash.purge(1, 'Moved')).yes.click();
    await expect(app.getByRole('main').getByRole('status')).toContainText(trash.notPurged(1, 'Moved'));
    assert.equal(await statusOf(app, id), 200);
  });

  test('a trashed drawing can be viewed, restored or deleted, but not drawn on', async ({ app }) => {
    const [first, second] = [await seedTrash(app, 'First', 5), await seedTrash(app, 'Second')];
    const before = await storedStrokes(app, first);
    await toTrash(app);
    await card(app, 'First').getByRole('link').click();
    await expect(app.getByRole('heading', { name: 'First' })).toBeVisible();
    const paper = app.getByRole('img', { name: trash.picture(5) });
    const box = await paper.boundingBox();
    assert.ok(box);
    await app.mouse.move(box.x + 50, box.y + 50);
    await app.mouse.down();
    await app.mouse.move(box.x + 150, box.y + 90, { steps: 5 });
    await app.mouse.up();
    await app.keyboard.press('Control+z');
    assert.deepStrictEqual(await storedStrokes(app, first), before);
    assert.equal((await storedList(app, true)).find(({ id }) => id === first)?.rev, 2);

    await app.getByRole('button', { name: 'Restore', exact: true }).click();
    await app.waitForURL(`**/drawings/${first}`);
    assert.deepEqual(await ids(app, false), [first]);

    await app.goBack();
    await app.goto(new URL(`/trash/${second}`, app.url()).href);
    await app.getByRole('button', { name: 'Delete for good', exact: true }).click();
    await question(app, trash.purge(1, 'Second')).yes.click();
    await expect(app.getByText(words.nothingInTrash)).toBeVisible();
    await expect.poll(() => statusOf(app, second)).toBe(404);
    await app.goto(new URL(`/trash/${second}`, app.url()).href);
    await expect(app.getByText(problems.codes.not_found)).toBeVisible();
  });
});
