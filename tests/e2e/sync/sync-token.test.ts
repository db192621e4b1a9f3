import assert from 'node:assert/strict';
import { settings } from '../../../src/app/words/en/settings.ts';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import { backup } from '../../../src/app/words/en/sync/backup.ts';
import { server as words } from '../../../src/app/words/en/sync/server.ts';
import { seriousViolations } from '../support/axe.ts';
import { startInProcessServer } from '../support/in-process-server.ts';
import { expect, test } from '../support/site.ts';
import { acknowledged, drawReal, openDrawing, saveState } from '../support/studio/studio.ts';
import {
  assertEqualEverywhere,
  drawNew,
  onServer,
  openDevice,
  openSynced,
  settle,
  syncStatus,
  tokenField,
  typeToken,
} from '../support/sync.ts';

test.describe('sync: the token', () => {
  test('a wrong one gets a sentence below the field, sends nothing, and can be corrected', async ({
    browser,
    server,
  }) => {
    await using phone = await openDevice(browser, server);
    await phone.page.goto(`${phone.site.url}/settings`);
    await expect(phone.page.getByText(words.off)).toBeVisible();
    await typeToken(phone.page, 'not-the-token');
    const problem = phone.page.getByRole('alert').filter({ hasText: words.notTaken.wrong_token });
    await expect(problem).toBeVisible();
    await expect(tokenField(phone.page)).toBeFocused();
    await expect(tokenField(phone.page)).toHaveAttribute('type', 'password');
    assert.deepEqual(await seriousViolations(phone.page), []);
    assert.equal((await syncStatus(phone.page)).on, false);
    // Text copied from a terminal ends with a line break.
    await typeToken(phone.page, `${server.token}\n`);
    await expect(phone.page.getByRole('button', { name: words.sync, exact: true })).toBeFocused();
    await expect(phone.page.getByText(words.off)).toBeHidden();
    await expect(phone.page.getByText(settings.onlyHere)).toBeHidden();
    assert.deepEqual(await seriousViolations(phone.page), []);
  });

  test('a server without a token, too many wrong ones, and no server each have their own sentence', async ({
    browser,
  }) => {
    test.slow();
    await using server = await startInProcessServer({ token: '' });
    await using phone = await openDevice(browser, server);
    const { page } = phone;
    const problem = page.getByRole('alert').filter({ hasText: /./ });
    await page.goto(`${phone.site.url}/settings`);
    await typeToken(page, 'two words');
    await expect(problem).toContainText(words.spaces);
    await typeToken(page, 'any');
    await expect(problem).toContainText(words.notTaken.no_token_there);
    await phone.offline();
    await typeToken(page, 'any');
    await expect(problem).toContainText(words.notTaken.unreachable);
    await phone.online();

    await using strict = await startInProcessServer();
    for (let i = 0; i < 12; i++) {
      await fetch(`${strict.url}/api/v1/auth/check`, { headers: { Authorization: 'Bearer wrong' } });
    }
    await using desk = await openDevice(browser, strict);
    await desk.page.goto(`${desk.site.url}/settings`);
    await typeToken(desk.page, 'wrong-again');
    await expect(desk.page.getByRole('alert').filter({ hasText: /./ })).toContainText(words.notTaken.limited);
    await expect(desk.page.getByRole('alert').filter({ hasText: /\d+/ })).toBeVisible();
  });

  test('is never sent to a server that is not Pleinair', async ({ browser, server }) => {
    await using phone = await openDevice(browser, server);
    phone.site.change('/api/v1/app', () => '<!doctype html><title>Sign in</title>');
    await phone.page.goto(`${phone.site.url}/settings`);
    await typeToken(phone.page, server.token);
    const problem = phone.page.getByRole('alert').filter({ hasText: /./ });
    await expect(problem).toContainText(words.notTaken.not_pleinair);
    phone.site.change('/api/v1/app', (body) => body.replace(/"api":"\d+/, '"api":"2'));
    await typeToken(phone.page, server.token);
    await expect(problem).toContainText(words.notTaken.server_newer);
    assert.ok(!phone.site.asked.some((line) => line.includes('/auth/check')));
  });

  test('a revoked one stops sync with a notice, loses nothing, and a new one continues', async ({
    browser,
    server,
  }) => {
    await using phone = await openSynced(browser, server);
    const { id } = await drawNew(phone, 1);
    await settle(phone);
    await server.stop();
    await server.start('the-new-token-of-it');
    await drawReal(phone.page, 2);
    await acknowledged(phone.page, id);
    await expect.poll(async () => (await syncStatus(phone.page)).trouble).toBe('wrong_token');
    // The air is read as usual.
    const asked = () =>
      phone.site.asked.filter((line) => / \/api\/v1\/(?:app|auth|drawings)/.test(line)).length;
    const before = asked();
    for (let i = 0; i < 3; i++) await syncStatus(phone.page);
    assert.equal(asked(), before);
    await expect(saveState(phone.page)).toContainText(studio.backupStopped);
    await phone.page.getByRole('link', { name: studio.backupStopped }).click();
    await expect(phone.page).toHaveURL(/\/settings$/);
    await expect(phone.page.getByText(words.stopped.wrong_token)).toBeVisible();
    // The gallery says so, too: who draws may not look into Settings for weeks.
    await phone.page.goto(`${phone.site.url}/`);
    const notice = phone.page.getByRole('region', { name: words.stopped.wrong_token });
    await expect(notice).toBeVisible();
    assert.deepEqual(await seriousViolations(phone.page), []);
    await notice.getByRole('link').click();
    await expect(phone.page.getByText(words.stopped.wrong_token)).toBeVisible();
    assert.deepEqual(await seriousViolations(phone.page), []);
    await phone.page.getByLabel(words.newToken, { exact: true }).fill('the-new-token-of-it');
    await phone.page.getByRole('button', { name: words.continue, exact: true }).click();
    await expect(phone.page.getByRole('status').getByText(backup.done, { exact: true })).toBeVisible();
    assert.equal((await assertEqualEverywhere(server, id, phone)).length, 3);
  });

  test('is deleted from the device when sync is turned off, after a question, and both sides keep their drawings', async ({
    browser,
    server,
  }) => {
    await using phone = await openSynced(browser, server);
    const { id } = await drawNew(phone, 1);
    await settle(phone);
    await phone.page.goto(`${phone.site.url}/settings`);
    await phone.page.getByRole('button', { name: words.turnOff, exact: true }).click();
    const dialog = phone.page.getByRole('dialog', { name: words.turnOffTitle });
    await expect(dialog).toContainText(words.turnOffText);
    await dialog.getByRole('button', { name: words.turnOff, exact: true }).click();
    await expect(tokenField(phone.page)).toHaveValue('');
    const read = () =>
      phone.page.evaluate(async () => {
        const database = await new Promise<IDBDatabase>((resolve) => {
          const opening = indexedDB.open('pleinair');
          opening.onsuccess = () => resolve(opening.result);
        });
        const values = database.transaction('values').objectStore('values').getAll();
        await new Promise((resolve) => {
          values.onsuccess = resolve;
        });
        database.close();
        return JSON.stringify(values.result);
      });
    await expect.poll(read).not.toContain(server.token);
    const asked = phone.site.asked.length;
    await openDrawing(phone.page, phone.site.url, id);
    await drawReal(phone.page, 1);
    assert.equal((await acknowledged(phone.page, id)).length, 2);
    await expect(saveState(phone.page)).toHaveText('Saved on this device');
    await syncStatus(phone.page);
    assert.ok(!phone.site.asked.slice(asked).some((line) => line.includes('/drawings/changes')));
    assert.equal((await onServer(server, id)).strokes.length, 1);
  });
});
