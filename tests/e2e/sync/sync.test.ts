import assert from 'node:assert/strict';
import { drawings } from '../../../src/app/words/en/drawings.ts';
import { gallery } from '../../../src/app/words/en/gallery/gallery.ts';
import { trash } from '../../../src/app/words/en/gallery/trash.ts';
import { saving } from '../../../src/app/words/en/saving.ts';
import { backup } from '../../../src/app/words/en/sync/backup.ts';
import { notices } from '../../../src/app/words/en/sync/notices.ts';
import { server as words } from '../../../src/app/words/en/sync/server.ts';
import { apiOf, appendStroke } from '../../server/program.ts';
import { startAppServer } from '../../support/app-server.ts';
import { ask } from '../../support/worker.ts';
import { seriousViolations } from '../support/axe.ts';
import { messages } from '../support/gallery/gallery.ts';
import { seedDrawings, seeds } from '../support/gallery/many.ts';
import { missingOnScreen } from '../support/ink/ink-on-screen.ts';
import { matching } from '../support/ink/samples.ts';
import { storedList, storedRev, storedStrokes } from '../support/ink/stored.ts';
import { expect, test } from '../support/site.ts';
import { acknowledged, drawReal, openDrawing, saveState } from '../support/studio/studio.ts';
import {
  assertEqualEverywhere,
  drawNew,
  onServer,
  openDevice,
  openSynced,
  settle,
  syncNow,
  syncStatus,
  turnOn,
  typeToken,
} from '../support/sync.ts';
import { workerStops } from '../support/worker-stops.ts';

test.describe('sync: two devices and their server', () => {
  test('strokes reach the other device, and offline edits on both sides all stay', async ({
    browser,
    server,
  }) => {
    test.slow();
    await using phone = await openSynced(browser, server);
    await using desk = await openSynced(browser, server);
    const { id, drawn: first } = await drawNew(phone, 3);
    // By itself, as with saves: nobody presses anything.
    await expect(saveState(phone.page)).toHaveText(saving.savedAnd(backup.done));
    await expect(async () => {
      assert.equal((await onServer(server, id)).strokes.length, 3);
    }).toPass({ timeout: 15_000 });
    await settle(desk);
    await openDrawing(desk.page, desk.site.url, id);
    assert.equal((await assertEqualEverywhere(server, id, phone, desk)).length, 3);

    await phone.offline();
    await desk.offline();
    const onPhone = await drawReal(phone.page, 2);
    await acknowledged(phone.page, id);
    const onDesk = await drawReal(desk.page, 3);
    await acknowledged(desk.page, id);
    await expect(saveState(phone.page)).toContainText(backup.waiting);
    assert.equal((await onServer(server, id)).strokes.length, 3);

    await phone.online();
    await desk.online();
    await settle(phone, desk);
    const strokes = await assertEqualEverywhere(server, id, phone, desk);
    const drawn = [...first, ...onPhone, ...onDesk];
    const order = strokes.map((stroke) => matching(stroke, drawn));
    assert.deepStrictEqual(
      order.toSorted((a, b) => a - b),
      drawn.map((_, i) => i),
    );
    // Both are open all the time, and show it.
    for (const { page } of [phone, desk]) {
      await page.bringToFront();
      await expect.poll(() => missingOnScreen(page, strokes)).toEqual([]);
      await expect(saveState(page)).toHaveText(saving.savedAnd(backup.done));
    }
  });

  test('strokes of another device appear on an open drawing', async ({ browser, server }) => {
    await using phone = await openSynced(browser, server);
    const { id, strokes } = await drawNew(phone, 2);
    const mine = strokes[1];
    assert.ok(mine);
    await settle(phone);
    const theirs = { ...mine, points: mine.points.map(([x, y]): [number, number] => [x, y + 40]) };
    // The phone's thumbnail may be stored in between, which changes the revision.
    await expect(async () => {
      const { rev } = await onServer(server, id);
      assert.equal((await appendStroke(apiOf(server), id, rev, theirs, `another-device-${rev}`)).status, 200);
    }).toPass({ timeout: 15_000 });
    await syncNow(phone.page);
    await expect(phone.page.locator('#canvas-words')).toContainText(`${drawings.strokes(3)}.`);
    await expect.poll(() => missingOnScreen(phone.page, [theirs])).toEqual([]);
    // And the next stroke comes on top of it.
    await drawReal(phone.page, 1);
    assert.deepStrictEqual((await acknowledged(phone.page, id))[2], theirs);
    await settle(phone);
    assert.equal((await assertEqualEverywhere(server, id, phone)).length, 4);
  });

  test('of two titles given on both devices, one stays and the other is offered', async ({
    browser,
    server,
  }) => {
    await using phone = await openDevice(browser, server);
    await using desk = await openDevice(browser, server);
    const [seed] = seeds(1);
    assert.ok(seed);
    await seedDrawings(phone.page, [seed]);
    await turnOn(phone, server.token);
    await turnOn(desk, server.token);
    const rename = async (device: typeof phone, title: string) => {
      await device.page.getByRole('button', { name: gallery.more, exact: true }).click();
      await device.page.getByRole('menuitem', { name: gallery.rename, exact: true }).click();
      await device.page.getByLabel(gallery.title, { exact: true }).fill(title);
      await device.page.getByRole('button', { name: gallery.save, exact: true }).click();
      await expect(device.page.getByRole('link', { name: title })).toBeVisible();
    };
    await phone.offline();
    await rename(phone, 'On the phone');
    await rename(desk, 'At the desk');
    await settle(desk);
    await phone.online();
    await settle(phone);
    await expect(phone.page.getByRole('link', { name: 'At the desk' })).toBeVisible();
    const notice = phone.page.getByRole('region', { name: notices.renamed.named('At the desk') });
    await expect(notice).toContainText(notices.renamedText('On the phone'));
    assert.deepEqual(await seriousViolations(phone.page), []);
    await notice.getByRole('button', { name: notices.use('On the phone'), exact: true }).click();
    await expect(notice).toBeHidden();
    await settle(phone, desk);
    assert.equal((await onServer(server, seed.id)).title, 'On the phone');
    await expect(desk.page.getByRole('link', { name: 'On the phone' })).toBeVisible();
  });
});

test.describe('sync: deleted for good', () => {
  test('deletes it everywhere, except if a device drew on it meanwhile, which both are told', async ({
    browser,
    server,
  }) => {
    await using phone = await openDevice(browser, server);
    await using desk = await openDevice(browser, server);
    const [gone, drawnOn] = seeds(2);
    assert.ok(gone && drawnOn);
    await seedDrawings(phone.page, [gone, drawnOn]);
    await turnOn(phone, server.token);
    await turnOn(desk, server.token);
    await phone.offline();
    const rev = await storedRev(phone.page, drawnOn.id);
    const [mine] = drawnOn.strokes;
    assert.ok(mine);
    const theirs = { ...mine, points: mine.points.map(([x, y]): [number, number] => [x, y + 40]) };
    const patch = JSON.stringify([{ op: 'add', path: '/strokes/-', value: theirs }]);
    const headers = {
      'Content-Type': 'application/json-patch+json',
      'If-Match': String(rev),
      'Idempotency-Key': 'meanwhile',
    };
    const drawn = await ask(phone.page, `/api/v1/drawings/${drawnOn.id}`, {
      method: 'PATCH',
      headers,
      body: patch,
    });
    assert.equal(drawn.status, 200);

    for (const { id } of [gone, drawnOn]) {
      assert.equal((await ask(desk.page, `/api/v1/drawings/${id}`, { method: 'DELETE' })).status, 200);
    }
    await desk.page.getByRole('link', { name: 'Drawings', exact: true }).click();
    await desk.page.getByRole('tab', { name: 'Trash', exact: true }).click();
    await desk.page.getByRole('button', { name: gallery.emptyTrash, exact: true }).click();
    const dialog = desk.page.getByRole('dialog', { name: trash.empty });
    await expect(dialog).toContainText(trash.emptyText(2));
    await expect(dialog).toContainText(trash.everywhere);
    await dialog.getByRole('button', { name: 'Delete for good', exact: true }).click();
    await expect(messages(desk.page)).toContainText(trash.emptied);
    await expect(desk.page.getByText(gallery.nothingInTrash)).toBeVisible();
    await settle(desk);
    for (const { id } of [gone, drawnOn])
      await assert.rejects(onServer(server, id), 'the server has deleted it, too');

    await phone.online();
    await settle(phone, desk);
    assert.equal((await assertEqualEverywhere(server, drawnOn.id, phone, desk)).length, 5);
    await assert.rejects(onServer(server, gone.id));
    for (const { page } of [phone, desk]) {
      assert.deepEqual(
        (await storedList(page)).map(({ id }) => id),
        [drawnOn.id],
      );
    }
    await phone.page.goto(`${phone.site.url}/`);
    const stays = phone.page.getByRole('region', { name: notices.notDeleted.named(drawnOn.title) });
    await expect(stays).toContainText(notices.notDeletedText);
    const back = desk.page.getByRole('region', { name: notices.cameBack.named(drawnOn.title) });
    await expect(back).toContainText(notices.cameBackText);
    await back.getByRole('button', { name: notices.understood }).click();
    await expect(back).toBeHidden();
  });
});

test.describe('sync: killed processes', () => {
  test('a worker killed repeatedly during a first sync leaves every drawing once on both sides', async ({
    browser,
    server,
  }) => {
    test.slow();
    await using phone = await openDevice(browser, server);
    const all = seeds(60);
    await seedDrawings(phone.page, all);
    await phone.page.goto(`${phone.site.url}/settings`);
    await typeToken(phone.page, server.token);
    const stop = await workerStops(phone.page);
    const sent = () => phone.site.asked.filter((line) => line.startsWith('PUT /api/v1/drawings/')).length;
    let stops = 0;
    for (let before = 0; sent() < all.length && stops < 10; before = sent()) {
      // The worker ends after some drawings were sent.
      await expect.poll(sent, { intervals: [1] }).toBeGreaterThan(before);
      await stop();
      stops += 1;
      await phone.page.evaluate(() => {
        navigator.serviceWorker.controller?.postMessage({ type: 'SYNC', why: 'hand' });
      });
    }
    assert.ok(stops >= 3, `stopped ${stops} times`);
    await stop();
    // Nobody asks for sync now: the page notices by itself.
    await expect(phone.page.getByRole('status').getByText(backup.done, { exact: true })).toBeVisible();
    await settle(phone);
    for (const { id, title, strokes } of all) {
      const drawing = await onServer(server, id);
      assert.deepStrictEqual(drawing.strokes, strokes);
      assert.equal(drawing.title, title);
    }
    assert.equal((await storedList(phone.page)).length, all.length);
    await using desk = await openSynced(browser, server);
    for (const { id, strokes } of all.slice(0, 5)) {
      assert.deepStrictEqual(await storedStrokes(desk.page, id), strokes);
    }
    assert.equal((await storedList(desk.page)).length, all.length);
  });

  test('a server killed while writing gets every stroke once after its restart', async ({ browser }) => {
    test.slow();
    await using server = await startAppServer();
    await using phone = await openSynced(browser, server);
    await using desk = await openDevice(browser, server);
    const { id } = await drawNew(phone, 1);
    await settle(phone);
    let wait: number | undefined;
    const killed: Promise<void>[] = [];
    phone.site.watch((line) => {
      if (wait === undefined || !line.startsWith('PATCH /api/v1/drawings/')) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      killed.push(promise);
      setTimeout(() => void server.kill().then(resolve), wait);
      wait = undefined;
    });
    for (const ms of [0, 2, 5]) {
      wait = ms;
      await drawReal(phone.page, 3);
      await acknowledged(phone.page, id);
      await expect.poll(() => killed.length).toBeGreaterThan(0);
      await killed.pop();
      await server.start();
      // On request: after failures, the pause before an automatic retry grows longer and longer.
      await settle(phone);
    }
    assert.equal((await assertEqualEverywhere(server, id, phone)).length, 10);
    await turnOn(desk, server.token);
    await assertEqualEverywhere(server, id, phone, desk);
  });
});

test.describe('sync: a first sync of many drawings', () => {
  test('shows its progress, and can be paused and continued', async ({ browser, server }) => {
    test.slow();
    await using phone = await openDevice(browser, server);
    await seedDrawings(phone.page, seeds(300));
    const { page } = phone;
    await page.goto(`${phone.site.url}/settings`);
    await typeToken(page, server.token);
    await expect(page.locator('#sync-progress')).toHaveText(/\b300\b/);
    await page.getByRole('button', { name: words.pause, exact: true }).click();
    await page.getByRole('button', { name: words.resume, exact: true }).waitFor();
    await expect(page.getByRole('status').filter({ hasText: backup.waiting })).toContainText(
      backup.paused(''),
    );
    const { waiting } = await syncStatus(page);
    assert.ok(waiting.drawings > 0, 'it was stopped in the middle');
    await page.reload();
    await page.getByRole('button', { name: words.resume, exact: true }).click();
    await expect(page.getByRole('status').getByText(backup.done, { exact: true })).toBeVisible({
      timeout: 40_000,
    });
    const creates = phone.site.asked.filter((line) => line.startsWith('PUT /api/v1/drawings/'));
    // Each interruption, by the person or by the end of a slice, may repeat the request that was under way.
    assert.ok(creates.length < 315, `${creates.length} drawings were sent`);
  });
});
