import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { expect, test } from './support/site.ts';
import { storedList, storedStrokes } from './support/stored.ts';
import { drawAndSave, drawingId, newDrawing } from './support/studio.ts';

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

function sheet(page: Page, title: string) {
  return page.getByRole('main').getByRole('listitem').filter({ hasText: title });
}

async function rename(page: Page, from: string, to: string): Promise<void> {
  await sheet(page, from).getByRole('button', { name: 'Rename', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename' });
  await dialog.getByLabel('Title').fill(to);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(sheet(page, to)).toBeVisible();
  await expect(page.getByRole('main').getByRole('status')).toContainText('Saved on this device');
}

/** The button describes which drawing it is for. */
function trashButton(page: Page, title: string) {
  return page.getByRole('button', { name: 'Trash', exact: true, description: title });
}

async function ids(page: Page, trashed: boolean): Promise<string[]> {
  return (await storedList(page, trashed)).map(({ id }) => id);
}

for (const network of ['online', 'offline'] as const) {
  test.describe(`gallery: the trash, ${network}`, () => {
    test('what is trashed waits in the trash by its name and comes back as it was', async ({ app, site }) => {
      const [alpha, beta] = await twoDrawings(app);
      assert.ok(alpha && beta);
      if (network === 'offline') await site.offline(app.context());

      await trashButton(app, 'Alpha').click();
      await expect(sheet(app, 'Alpha')).toHaveCount(0);
      await expect(sheet(app, 'Beta')).toBeVisible();
      await app.getByRole('tab', { name: 'In the trash', exact: true }).click();
      await expect(sheet(app, 'Alpha')).toBeVisible();
      assert.deepEqual([await ids(app, false), await ids(app, true)], [[beta.id], [alpha.id]]);
      assert.deepStrictEqual(await storedStrokes(app, alpha.id), alpha.strokes);

      await app.reload();
      await expect(sheet(app, 'Alpha')).toBeVisible();
      await app.getByRole('button', { name: 'Restore', exact: true, description: 'Alpha' }).click();
      await expect(sheet(app, 'Alpha')).toHaveCount(0);
      await app.getByRole('tab', { name: 'On the shelf' }).click();
      await expect(sheet(app, 'Alpha')).toBeVisible();
      assert.deepEqual([(await ids(app, false)).length, await ids(app, true)], [2, []]);
      for (const { id, strokes } of [alpha, beta]) {
        assert.deepStrictEqual(await storedStrokes(app, id), strokes);
      }
    });

    test('Undo beside the message takes a drawing back at once', async ({ app, site }) => {
      const [alpha, beta] = await twoDrawings(app);
      assert.ok(alpha && beta);
      if (network === 'offline') await site.offline(app.context());
      await trashButton(app, 'Beta').click();
      await expect(sheet(app, 'Beta')).toHaveCount(0);
      const messages = app.getByRole('list', { name: 'Messages' });
      await expect(messages).toContainText('“Beta” is in the trash.');
      await messages.getByRole('button', { name: 'Undo', exact: true }).click();
      await expect(sheet(app, 'Beta').getByRole('link')).toBeVisible();
      assert.deepEqual([(await ids(app, false)).length, await ids(app, true)], [2, []]);
      assert.deepStrictEqual(await storedStrokes(app, beta.id), beta.strokes);
    });
  });
}
