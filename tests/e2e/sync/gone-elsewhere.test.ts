/** A drawing that is trashed or deleted for good elsewhere while it is open here. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { saving } from '../../../src/app/words/en/saving.ts';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import { ask } from '../../support/worker.ts';
import { missingOnScreen } from '../support/ink/ink-on-screen.ts';
import { stored, storedList, storedStrokes } from '../support/ink/stored.ts';
import { expect, test } from '../support/site.ts';
import { acknowledged, drawReal, savedDrawing, saveState } from '../support/studio/studio.ts';
import { assertEqualEverywhere, drawNew, onServer, openSynced, settle } from '../support/sync.ts';

/** Deletes a drawing for good. */
async function purge(page: Page, id: string): Promise<void> {
  for (const address of [`/api/v1/drawings/${id}`, `/api/v1/trash/${id}`]) {
    assert.equal((await ask(page, address, { method: 'DELETE' })).status, 200);
  }
}

/** The notice on the canvas, once the status says the same. */
async function notice(page: Page, kind: 'trashed' | 'deleted') {
  await expect(saveState(page)).toHaveText(saving[kind]);
  const title = kind === 'trashed' ? studio.trashedNow : studio.deletedNow;
  return page.getByRole('region', { name: title });
}

test('sync: an open drawing deleted for good elsewhere can be kept or closed', async ({
  browser,
  server,
}) => {
  await using phone = await openSynced(browser, server);
  await using desk = await openSynced(browser, server);
  const { id, strokes } = await drawNew(phone, 3);
  await settle(phone, desk);
  await purge(desk.page, id);
  await settle(desk, phone);
  const { page } = phone;
  const gone = await notice(page, 'deleted');
  assert.deepEqual(await missingOnScreen(page, strokes), []);

  await gone.getByRole('button', { name: studio.keep, exact: true }).click();
  assert.deepStrictEqual(await acknowledged(page, id), strokes);
  await expect(gone).toBeHidden();
  await expect.poll(async () => (await stored(page, id)).thumb).toMatch(/^data:image\/png;base64,/);
  await settle(phone, desk);
  assert.equal((await assertEqualEverywhere(server, id, phone, desk)).length, 3);

  // A stroke restores it too.
  await purge(desk.page, id);
  await settle(desk, phone);
  await notice(page, 'deleted');
  await drawReal(page, 1);
  assert.equal((await acknowledged(page, id)).length, 4);
  await expect(gone).toBeHidden();
  await settle(phone, desk);

  // It was a person who deleted it: leaving asks nothing, and it stays deleted.
  await purge(desk.page, id);
  await settle(desk, phone);
  await notice(page, 'deleted');
  page.on('dialog', () => assert.fail('leaving asks'));
  await page.goto(`${phone.site.url}/`);
  await settle(phone, desk);
  assert.deepEqual(await storedList(page), []);
  await assert.rejects(onServer(server, id));
});

test('studio: an open drawing trashed elsewhere shows a notice with a button to restore it', async ({
  app,
  site,
}) => {
  const { id, before } = await savedDrawing(app, 3);
  const other = await app.context().newPage();
  await other.goto(`${site.url}/settings`);
  assert.equal((await ask(other, `/api/v1/drawings/${id}`, { method: 'DELETE' })).status, 200);
  await app.bringToFront();
  const gone = await notice(app, 'trashed');
  // The close button hides the notice, and the status still says it.
  await gone.getByRole('button', { name: studio.notNow, exact: true }).click();
  await expect(gone).toBeHidden();
  await expect(saveState(app)).toHaveText(saving.trashed);
  await app.reload();
  await (await notice(app, 'trashed')).getByRole('button', { name: studio.restore, exact: true }).click();
  assert.deepStrictEqual(await acknowledged(app, id), before);
  await expect(gone).toBeHidden();
  assert.deepEqual([(await storedList(app)).length, await storedList(app, true)], [1, []]);
  assert.deepStrictEqual(await storedStrokes(app, id), before);
  // Deleted for good in another tab, it is not in the trash any more.
  assert.equal((await ask(other, `/api/v1/drawings/${id}`, { method: 'DELETE' })).status, 200);
  await notice(app, 'trashed');
  assert.equal((await ask(other, `/api/v1/trash/${id}`, { method: 'DELETE' })).status, 200);
  await notice(app, 'deleted');
});
