import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright/test';
import { CODE_MINUTES } from '../../../src/api/pairing/pairing-link.ts';
import { devices as words } from '../../../src/app/words/en/sync/devices.ts';
import { server as sync } from '../../../src/app/words/en/sync/server.ts';
import { seriousViolations } from '../support/axe.ts';
import { seedDrawings, seeds } from '../support/gallery/many.ts';
import { storedList } from '../support/ink/stored.ts';
import { expect, test } from '../support/site.ts';
import { type Device, onServer, openDevice, openSynced, syncNow, syncStatus } from '../support/sync.ts';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Opens "Add a device" in Settings, and returns the link that it shows. */
async function linkOf({ page, site }: Device): Promise<string> {
  await page.goto(`${site.url}/settings`);
  // The page syncs when it opens. A line above the button says so, and moves it: a press then ends beside it.
  await syncNow(page);
  await page.getByRole('button', { name: words.add, exact: true }).click();
  const link = dialog(page, words.add).locator('code');
  await expect(link).toHaveText(/#pair=[\w-]{22}$/);
  return (await link.textContent()) ?? '';
}

/** The link as it is at the address of another device. */
function at({ site }: Device, link: string): string {
  const { pathname, hash } = new URL(link);
  return `${site.url}${pathname}${hash}`;
}

async function seeded(browser: Browser, server: Parameters<typeof openSynced>[1]) {
  const device = await openSynced(browser, server);
  const drawings = seeds(3);
  await seedDrawings(device.page, drawings);
  await expect
    .poll(async () =>
      (await Promise.all(drawings.map(({ id }) => onServer(server, id).catch(() => 0)))).includes(0),
    )
    .toBe(false);
  return { device, ids: drawings.map(({ id }) => id).sort() };
}

test.describe('sync: another device', () => {
  test('that opens the link has the drawings, and the code is in the address no more', async ({
    browser,
    server,
  }) => {
    const { device, ids } = await seeded(browser, server);
    await using phone = device;
    const link = await linkOf(phone);
    const shown = dialog(phone.page, words.add);
    await expect(shown.getByRole('img', { name: words.picture })).toBeVisible();
    assert.deepEqual(await seriousViolations(phone.page), []);

    // Its first visit: nothing of the app is there yet.
    const context = await browser.newContext();
    const tablet = await context.newPage();
    const asked: string[] = [];
    context.on('request', (request) => void asked.push(request.url()));
    await tablet.goto(link);
    await expect(tablet.getByText(words.joined(null))).toBeVisible({ timeout: 30_000 });
    // It shows the drawings as they arrive.
    assert.equal(tablet.url(), `${phone.site.url}/`);
    for (const id of ids) await expect(tablet.locator(`a[href="/drawings/${id}"]`).first()).toBeVisible();
    assert.deepEqual((await storedList(tablet)).map(({ id }) => id).sort(), ids);
    const secret = link.split('=')[1] ?? '';
    // The part after # is in what the browser names as asked for, and never in what it sends.
    const sent = [...asked.map((url) => url.split('#')[0]), ...phone.site.asked];
    assert.ok(sent.length > 0);
    assert.deepEqual(
      sent.filter((line) => line?.includes(secret)),
      [],
    );
    assert.ok(!JSON.stringify(await tablet.evaluate(() => [localStorage, history.state])).includes(secret));

    // It works once.
    await using desk = await openDevice(browser, server);
    await desk.page.goto(at(desk, link));
    await expect(dialog(desk.page, words.join).getByRole('alert')).toHaveText(words.refused);
    assert.deepEqual(await seriousViolations(desk.page), []);
    assert.equal((await syncStatus(desk.page)).on, false);
    await context.close();
  });

  test('with drawings of its own asks first, and then both have both', async ({ browser, server }) => {
    const { device, ids } = await seeded(browser, server);
    await using phone = device;
    await using desk = await openDevice(browser, server);
    const [mine] = seeds(1);
    assert.ok(mine);
    await seedDrawings(desk.page, [mine]);
    const link = at(desk, await linkOf(phone));
    await desk.page.goto(link);
    const ask = dialog(desk.page, words.join);
    const { host } = new URL(desk.site.url);
    await expect(ask).toContainText(words.whose(null, host));
    await expect(ask).toContainText(words.copies(1));
    await expect(ask).not.toContainText('Careful');
    assert.equal(desk.page.url(), `${desk.site.url}/settings`);
    await ask.getByRole('button', { name: words.cancel }).click();
    assert.equal((await syncStatus(desk.page)).on, false);
    assert.equal((await storedList(desk.page)).length, 1);

    // The code was not spent. Only the part after # changes now: the page is not loaded again.
    await desk.page.goto(link);
    await ask.getByRole('button', { name: words.joinNow }).click();
    await expect(desk.page.getByText(words.joined(null))).toBeVisible();
    const both = [...ids, mine.id].sort();
    await expect.poll(async () => (await storedList(desk.page)).map(({ id }) => id).sort()).toEqual(both);
    await expect.poll(() => onServer(server, mine.id).then(Boolean, () => false)).toBe(true);

    const shown = dialog(phone.page, words.add);
    await expect(shown).toContainText(words.connected('Linux, Chrome'));
    await expect(shown.locator('code')).toHaveCount(0);
    await expect(shown.getByRole('button', { name: words.done })).toBeFocused();
    await desk.page.goto(`${desk.site.url}/settings`);
    await expect(desk.page.getByText(words.syncsWith(null, host))).toBeVisible();
  });

  test('that synced with somebody else before is warned that those drawings are copied too', async ({
    browser,
    server,
  }) => {
    await using phone = await openSynced(browser, server);
    await using desk = await openDevice(browser, server);
    await seedDrawings(desk.page, seeds(2));
    await desk.page.evaluate(() => localStorage.setItem('pleinair.synced-with', '{"person":"Ravi"}'));
    await desk.page.goto(at(desk, await linkOf(phone)));
    const ask = dialog(desk.page, words.join);
    await expect(ask).toContainText(words.copies(2));
    await expect(ask).toContainText(words.other('Ravi'));
    assert.deepEqual(await seriousViolations(desk.page), []);
  });

  test('that closes the dialog while it connects stays as it was, and the link stays good', async ({
    browser,
    server,
  }) => {
    await using phone = await openSynced(browser, server);
    await using desk = await openDevice(browser, server);
    const [mine] = seeds(1);
    assert.ok(mine);
    await seedDrawings(desk.page, [mine]);
    const link = at(desk, await linkOf(phone));
    await desk.page.goto(link);
    const shown = dialog(desk.page, words.join);
    const join = shown.getByRole('button', { name: words.joinNow });
    await expect(join).toBeVisible();
    const held = desk.site.hold('/api/v1/pairings');
    await join.click();
    await expect.poll(() => desk.site.asked.filter((line) => line.includes('pairings')).length).toBe(2);
    await shown.getByRole('button', { name: words.close }).click();
    await held.left;
    held.release();
    assert.equal((await syncStatus(desk.page)).on, false);
    assert.equal(desk.page.url(), `${desk.site.url}/settings`);
    await assert.rejects(onServer(server, mine.id));

    await desk.page.goto(link);
    await join.click();
    await expect(desk.page.getByText(words.joined(null))).toBeVisible();
  });

  test('that syncs already keeps what it has, and the link stays good', async ({ browser, server }) => {
    await using phone = await openSynced(browser, server);
    await using desk = await openSynced(browser, server);
    const link = await linkOf(phone);
    await desk.page.goto(at(desk, link));
    await expect(dialog(desk.page, words.join)).toContainText(words.synced);
    await using other = await openDevice(browser, server);
    await other.page.goto(at(other, link));
    await expect(other.page.getByText(words.joined(null))).toBeVisible();
  });

  test('is shown a link by a device whose clock is ahead, until the link has expired', async ({
    browser,
    server,
  }) => {
    await using phone = await openSynced(browser, server);
    await phone.page.clock.install({ time: Date.now() + 60 * 60_000 });
    await linkOf(phone);
    const shown = dialog(phone.page, words.add);
    await phone.page.clock.fastForward((CODE_MINUTES - 1) * 60_000);
    await expect(shown.locator('code')).toBeVisible();
    await phone.page.clock.fastForward(61_000);
    await expect(shown.getByRole('alert')).toHaveText(words.expired);
    await expect(shown.locator('code')).toHaveCount(0);
  });

  test('that is offline when it opens the link connects with it later', async ({ browser, server }) => {
    await using phone = await openSynced(browser, server);
    await using desk = await openDevice(browser, server);
    const link = at(desk, await linkOf(phone));
    await desk.offline();
    await desk.page.goto(link);
    const shown = dialog(desk.page, words.join);
    await expect(shown.getByRole('alert')).toHaveText(sync.notTaken.unreachable);
    await desk.online();
    await shown.getByRole('button', { name: words.retry }).click();
    await expect(desk.page.getByText(words.joined(null))).toBeVisible();
  });

  test('cannot be added while the server is away, and can be after that', async ({ browser, server }) => {
    await using phone = await openSynced(browser, server);
    await phone.page.goto(`${phone.site.url}/settings`);
    await phone.offline();
    await phone.page.getByRole('button', { name: words.add, exact: true }).click();
    const shown = dialog(phone.page, words.add);
    await expect(shown.getByRole('alert')).toHaveText(sync.notTaken.unreachable);
    await phone.online();
    await shown.getByRole('button', { name: words.retry }).click();
    await expect(shown.locator('code')).toHaveText(/#pair=/);
  });
});
