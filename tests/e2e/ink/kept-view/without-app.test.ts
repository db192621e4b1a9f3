/** What is drawn on the pixels of the last time, before the app has loaded. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { HAND } from '../../../../src/app/early/early-moves.ts';
import { PAPERS } from '../../../../src/app/paper/papers.ts';
import { nameOf } from '../../../../src/app/studio/layers/layer-names.ts';
import { CHALK } from '../../../../src/app/studio/tool-settings/palettes.ts';
import { layers as layerWords } from '../../../../src/app/words/en/studio/layers.ts';
import { studio } from '../../../../src/app/words/en/studio/studio.ts';
import { BASE } from '../../../../src/core/drawing/members/layers.ts';
import { realStrokes } from '../../../support/drawing/strokes.ts';
import { ask, stopWorkers } from '../../../support/worker.ts';
import { crash } from '../../support/crash.ts';
import { pagesKept } from '../../support/ink/early-store.ts';
import { holdStudio } from '../../support/ink/held.ts';
import { cameraOf, storeDrawing, untilSharp } from '../../support/ink/ink-compare.ts';
import { kept, keptView, untilKept } from '../../support/ink/kept-views.ts';
import { stored } from '../../support/ink/stored.ts';
import { drawnWithoutApp, openWithoutApp, penOf, sizeOf } from '../../support/ink/without-app.ts';
import { expect, test } from '../../support/site.ts';
import { acknowledged, canvas, drawReal, openDrawing } from '../../support/studio/studio.ts';

test('ink: "select all" before the app has loaded selects nothing of the page, then or later', async ({
  app,
  site,
}) => {
  const id = await kept(app, site.url, 3);
  await app.getByRole('textbox', { name: studio.title }).fill('Bukit Timah');
  await acknowledged(app, id);
  const page = await openWithoutApp(app, site.url, id);
  await expect(page.locator('.skip')).toBeAttached();
  const selected = () => page.evaluate(() => String(getSelection()));
  await page.keyboard.press('Control+a');
  assert.equal(await selected(), '');
  await page.evaluate(() => globalThis.letGo());
  await untilSharp(page);
  assert.equal(await page.evaluate(() => getSelection()?.isCollapsed), true);
  // A title can be selected.
  const title = page.getByRole('textbox', { name: studio.title });
  await expect(title).toHaveValue('Bukit Timah');
  await title.press('Control+a');
  assert.equal(await selected(), 'Bukit Timah');
});

test('ink: what is drawn before the app has loaded is kept, and a stroke that is not finished goes on', async ({
  app,
  site,
}) => {
  const id = await kept(app, site.url);
  await holdStudio(app);
  await app.goto(`${site.url}/drawings/${id}`);
  await expect(app.locator('.kept-view')).toBeVisible();
  const send = await penOf(app);
  await send('mousePressed', 400, 300);
  for (let x = 410; x <= 500; x += 10) await send('mouseMoved', x, 300 + 0.02 * (x - 400) ** 2);
  await send('mouseReleased', 500, 500);
  await send('mousePressed', 600, 300);
  for (let x = 610; x <= 650; x += 10) await send('mouseMoved', x, 300 + 0.02 * (x - 600) ** 2);
  assert.equal(await app.locator('.studio').count(), 0);
  // The browser ends the worker meanwhile.
  await stopWorkers(app);
  await app.evaluate(() => globalThis.letGo());
  await expect(canvas(app)).toBeVisible();
  await expect(app.locator('.kept-view')).toHaveCount(0);
  for (let x = 660; x <= 700; x += 10) await send('mouseMoved', x, 300 + 0.02 * (x - 600) ** 2);
  await send('mouseReleased', 700, 500);
  await untilSharp(app);
  await expect.poll(async () => (await acknowledged(app, id)).length).toBe(302);
  const [first, second] = (await acknowledged(app, id)).slice(-2);
  const { zoom = 1 } = (await keptView(app, id))?.camera ?? {};
  assert.deepEqual(sizeOf(first!, zoom), [100, 200]);
  assert.deepEqual(sizeOf(second!, zoom), [100, 200]);
  assert.ok(first!.pressure?.every((pressure) => pressure > 0.3 && pressure < 0.5));
});

test('ink: dots that are drawn before the app has loaded are kept, and one right after', async ({
  app,
  site,
}) => {
  const id = await kept(app, site.url, 3);
  const page = await openWithoutApp(app, site.url, id);
  const send = await penOf(page);
  const dot = async (x: number) => {
    await send('mousePressed', x, 600);
    await send('mouseReleased', x, 600);
  };
  await dot(400);
  await dot(440);
  await page.mouse.click(480, 600);
  await page.evaluate(() => globalThis.letGo());
  await expect(canvas(page)).toBeVisible();
  await page.mouse.click(480, 600);
  await untilSharp(page);
  await expect.poll(async () => (await acknowledged(page, id)).length).toBe(7);
});

test('ink: what is drawn before the app has loaded lies where the picture had it, also if the view was moved after that', async ({
  app,
  site,
}) => {
  const id = await kept(app, site.url, 20);
  const picture = (await keptView(app, id))!.camera;
  // While something is selected, the studio stores where it looks, and no picture.
  await canvas(app).focus();
  await app.keyboard.press('Control+a');
  await app.mouse.move(640, 400);
  await app.mouse.wheel(150, 100);
  await expect.poll(async () => (await cameraOf(app, id)).x).not.toBe(picture.x);
  const page = await drawnWithoutApp(app, site.url, id);
  assert.deepEqual((await keptView(page, id))?.camera, picture);
  await page.evaluate(() => globalThis.letGo());
  await untilSharp(page);
  await expect.poll(async () => (await acknowledged(page, id)).length).toBe(21);
  const [[x, y] = [0, 0]] = (await acknowledged(page, id)).at(-1)!.points;
  const there = [picture.x + 400 / picture.zoom, picture.y + 300 / picture.zoom];
  assert.ok(Math.hypot(x - there[0]!, y - there[1]!) < 1, `${[x, y].join()} instead of ${there.join()}`);
  assert.deepEqual(await cameraOf(page, id), picture, 'nothing moves under the hand');
});

test('ink: what is drawn on night paper before the app has loaded has ink that is seen there', async ({
  app,
  site,
}) => {
  const id = await storeDrawing(app, realStrokes(20));
  const body = JSON.stringify([{ op: 'replace', path: '/paper', value: PAPERS.night }]);
  const headers = {
    'Content-Type': 'application/json-patch+json',
    'If-Match': '"1"',
    'Idempotency-Key': randomUUID(),
  };
  const { status, text } = await ask(app, `/api/v1/drawings/${id}`, { method: 'PATCH', headers, body });
  assert.equal(status, 200, text);
  await openDrawing(app, site.url, id);
  await untilKept(app, id);
  // The brush has ink of white paper in hand.
  await openDrawing(app, site.url, await storeDrawing(app, realStrokes(1)));
  await untilSharp(app);
  await drawReal(app, 1, { device: 'mouse' });
  const page = await drawnWithoutApp(app, site.url, id);
  await expect(page.locator('.early-marks polyline')).toHaveAttribute('stroke', CHALK.color);
  await page.evaluate(() => globalThis.letGo());
  await untilSharp(page);
  await expect.poll(async () => (await acknowledged(page, id)).at(-1)?.color).toBe(CHALK.color);

  // The page ends, and the next one does not know the paper before the drawing is there.
  await untilKept(page, id);
  const next = await drawnWithoutApp(app, site.url, id, 400);
  await expect.poll(() => pagesKept(app, id)).toBe(1);
  await Promise.all([next.close(), page.close()]);
  await app.goto(`${site.url}/settings`);
  await app.evaluate(() => indexedDB.deleteDatabase('pleinair-views'));
  await openDrawing(app, site.url, id);
  await untilSharp(app);
  await expect.poll(async () => (await acknowledged(app, id)).length).toBe(22);
  assert.equal((await acknowledged(app, id)).at(-1)?.color, CHALK.color);
});

test('ink: what is drawn before the app has loaded on a layer that was hidden meanwhile is there, and the page says why it is not seen', async ({
  app,
  site,
}) => {
  const id = await kept(app, site.url, 5);
  await app.goto(`${site.url}/settings`);
  const path = `/api/v1/drawings/${id}`;
  const { rev } = JSON.parse((await ask(app, path)).text) as { rev: number };
  const layers = [{ ...BASE, visible: false }];
  const { status, text } = await ask(app, path, {
    method: 'PATCH',
    headers: {
      'Content-Type': 'application/json-patch+json',
      'If-Match': `"${rev}"`,
      'Idempotency-Key': randomUUID(),
    },
    body: JSON.stringify([{ op: 'replace', path: '/layers', value: layers }]),
  });
  assert.equal(status, 200, text);
  const page = await drawnWithoutApp(app, site.url, id);
  await page.evaluate(() => globalThis.letGo());
  await expect(page.getByText(layerWords.isHidden(nameOf(layers[0]!, layers)))).toBeVisible();
  assert.equal((await acknowledged(page, id)).length, 6);
  await page.getByRole('button', { name: layerWords.show, exact: true }).click();
  await expect.poll(async () => (await stored(page, id)).layers?.[0]?.visible).toBe(true);
});

test('ink: what a finger drew before the app had loaded is drawn with what was in hand then, also if a pen came since', async ({
  app,
  site,
}) => {
  const id = await kept(app, site.url);
  const page = await openWithoutApp(app, site.url, id);
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 300 }] });
  await send('touchStart', 400);
  for (let x = 410; x <= 500; x += 10) await send('touchMove', x);
  await send('touchEnd');
  await expect.poll(() => pagesKept(app, id)).toBe(1);
  await app.evaluate(() => {
    localStorage.setItem('pleinair.hand', JSON.stringify({ brush: 'marker', penSeen: true }));
  });
  await app.close();
  const next = await crash(page, 'about:blank');
  await openDrawing(next, site.url, id);
  await untilSharp(next);
  await expect.poll(async () => (await acknowledged(next, id)).length).toBe(301);
  assert.equal((await acknowledged(next, id)).at(-1)!.tool, 'pen');
});

test('ink: the picture stays under a hand that draws when the app has not come for long', async ({
  app,
  site,
}) => {
  const id = await kept(app, site.url);
  const page = await openWithoutApp(app, site.url, id, (page) => page.clock.install());
  const send = await penOf(page);
  await send('mousePressed', 400, 300);
  for (let x = 410; x <= 450; x += 10) await send('mouseMoved', x, 300 + 0.02 * (x - 400) ** 2);
  await page.clock.fastForward(30_000);
  for (let x = 460; x <= 500; x += 10) await send('mouseMoved', x, 300 + 0.02 * (x - 400) ** 2);
  await send('mouseReleased', 500, 500);
  await page.clock.fastForward(2000);
  await expect(page.locator('.kept-view')).toHaveCount(0);
  await page.evaluate(() => globalThis.letGo());
  await page.clock.resume();
  await untilSharp(page);
  await expect.poll(async () => (await acknowledged(page, id)).length).toBe(301);
  const { zoom = 1 } = (await keptView(page, id))?.camera ?? {};
  assert.deepEqual(sizeOf((await acknowledged(page, id)).at(-1)!, zoom), [100, 200]);
});

/** What is seen of the strokes: plain lines. */
const marks = (page: Page) => page.locator('.early-marks polyline');

test('ink: what is drawn before the app has loaded is seen at once, and its strokes come in its place', async ({
  app,
  site,
}) => {
  const id = await kept(app, site.url, 3);
  const page = await openWithoutApp(app, site.url, id);
  const around = (x: number, y: number) =>
    page.screenshot({ clip: { x: x - 4, y: y - 4, width: 8, height: 8 } });
  const before = await around(450, 600);
  const send = await penOf(page);
  await send('mousePressed', 400, 600);
  for (let x = 410; x <= 500; x += 10) await send('mouseMoved', x, 600);
  assert.notDeepEqual(await around(450, 600), before, 'while it is drawn');
  await send('mouseReleased', 500, 600);
  await send('mousePressed', 600, 600);
  await send('mouseMoved', 640, 600);
  await expect(marks(page)).toHaveCount(2);
  assert.equal(await page.locator('.studio').count(), 0);

  await page.evaluate(() => globalThis.letGo());
  await untilSharp(page);
  await expect(marks(page)).toHaveCount(0);
  await send('mouseReleased', 640, 600);
  await expect.poll(async () => (await acknowledged(page, id)).length).toBe(5);
  assert.notDeepEqual(await around(450, 600), before, 'the stroke');
});

test('ink: two fingers before the app has loaded leave no line, and one does, whatever is in hand', async ({
  app,
  site,
}) => {
  const page = await openWithoutApp(app, site.url, await kept(app, site.url, 3));
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...xs: number[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: xs.map((x, id) => ({ x, y: 600, id })) });
  await touch('touchStart', 400);
  await touch('touchMove', 420);
  await expect(marks(page)).toHaveCount(1);
  await touch('touchStart', 420, 600);
  await touch('touchMove', 400, 620);
  await touch('touchEnd');
  await expect(marks(page)).toHaveCount(0);
  // Settings that are damaged: a line in ink.
  await page.evaluate((key) => localStorage.setItem(key, 'null'), HAND);
  await touch('touchStart', 400);
  await touch('touchMove', 450);
  await touch('touchEnd');
  await expect(marks(page)).toHaveCount(1);
});
