/** A person whose space on the server is full. */
import assert from 'node:assert/strict';
import { server as words } from '../../../src/app/words/en/sync/server.ts';
import { apiOf, appendStroke, readDrawing, runPleinair } from '../../server/program.ts';
import { realStrokes } from '../../support/drawing/strokes.ts';
import { storedStrokes } from '../support/ink/stored.ts';
import { expect, test } from '../support/site.ts';
import { drawNew, openSynced, syncNow } from '../support/sync.ts';

test.describe('sync: the space on the server is full', () => {
  test('the page says so, keeps everything and pulls, and it goes on by itself once there is room', async ({
    browser,
    server,
  }) => {
    const people = (...args: string[]) => runPleinair(['people', ...args], { DATA_DIR: server.dataDir });
    const { stdout } = await people('add', 'Full', '--drawings', '1');
    const access = { url: server.url, token: /^ {2}(\S+)$/m.exec(stdout)?.[1] ?? '' };
    const api = apiOf(access);
    await using phone = await openSynced(browser, access);
    const { page, site } = phone;
    const fits = await drawNew(phone, 2);
    await page.goto(`${site.url}/`);
    assert.equal((await syncNow(page)).trouble, null);
    const { rev } = await readDrawing(api, fits.id);
    assert.equal((await appendStroke(api, fits.id, rev, realStrokes(1)[0]!, 'a key')).status, 200);
    const more = await drawNew(phone, 3);
    await page.goto(`${site.url}/settings`);
    const status = await syncNow(page);
    assert.deepEqual([status.trouble, status.waiting.drawings], ['server_full', 1]);
    await expect(page.getByText(words.stopped.server_full, { exact: true })).toBeVisible();
    await expect(page.getByText(words.stopped.device_full, { exact: true })).toHaveCount(0);
    assert.equal((await storedStrokes(page, more.id)).length, 3);
    await page.goto(`${site.url}/`);
    await expect(page.getByRole('region', { name: words.stopped.server_full })).toBeVisible();
    await page.goto(`${site.url}/settings`);
    // What is new on the server still arrived.
    assert.equal((await storedStrokes(page, fits.id)).length, 3);

    assert.equal((await people('limit', 'Full', '--drawings', 'none')).code, 0);
    // The pause after a few failures may be half a minute.
    const isThere = async () => (await api('GET', `/drawings/${more.id}`)).status;
    await expect.poll(isThere, { timeout: 40_000 }).toBe(200);
    await expect(page.getByText(words.stopped.server_full, { exact: true })).toHaveCount(0);
  });
});
