/** A server that was away and is back, while the device waits between two tries. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { backup } from '../../../src/app/words/en/sync/backup.ts';
import { server as words } from '../../../src/app/words/en/sync/server.ts';
import { expect, test } from '../support/site.ts';
import { openSynced, syncNow, syncStatus } from '../support/sync.ts';

/** Lets sync fail until it waits at least a minute for its next try. Returns when that would be. */
async function waitsLong(page: Page): Promise<number> {
  for (let tries = 1; tries < 200; tries++) {
    const { trouble, retryAt } = await syncNow(page);
    assert.equal(trouble, 'unreachable');
    if (retryAt !== null && retryAt - Date.now() > 60_000) return retryAt;
  }
  throw new Error('The pauses do not grow.');
}

test.describe('sync: the server is back', () => {
  test('opening Settings asks it at once, although the next try is far ahead', async ({
    browser,
    server,
  }) => {
    await using phone = await openSynced(browser, server);
    const { page, site } = phone;
    await site.down();
    const retryAt = await waitsLong(page);
    await site.up();
    await page.getByRole('navigation').getByRole('link', { name: 'Settings', exact: true }).click();
    await expect(page.getByRole('status').getByText(backup.done, { exact: true })).toBeVisible();
    await expect(page.getByText(words.stopped.unreachable)).toHaveCount(0);
    const { trouble, lastSuccess } = await syncStatus(page);
    assert.equal(trouble, null);
    assert.ok(lastSuccess !== null && lastSuccess < retryAt);
  });

  test('opening Settings does not ask again where only a person can mend it', async ({ browser, server }) => {
    await using phone = await openSynced(browser, server);
    const { page, site } = phone;
    site.change('/api/v1/drawings/changes', () => 'no JSON');
    await syncNow(page);
    // The browser looks for a newer worker by itself, and the page for the air.
    const asked = () => site.asked.filter((line) => /\/api\/v1\/(?:app|auth|drawings|profile)\b/.test(line));
    const before = asked();
    await page.getByRole('navigation').getByRole('link', { name: 'Settings', exact: true }).click();
    await expect(page.getByText(words.stopped.not_pleinair)).toBeVisible();
    assert.deepEqual(asked(), before);
  });
});
