/** What is drawn while a drawing opens is on the device before the drawing is read: the browser may end the page then. */
import assert from 'node:assert/strict';
import { saving } from '../../../src/app/words/en/saving.ts';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import { coatsOf } from '../../../src/ink/brush/wet-wash.ts';
import { realStrokes } from '../../support/drawing/strokes.ts';
import { stopWorkers } from '../../support/worker.ts';
import { crash } from '../support/crash.ts';
import { keptEarly, leaveEarly, pagesKept } from '../support/ink/early-store.ts';
import { holdDatabase, holdStrokes } from '../support/ink/held.ts';
import { cameraOf, differenceFromRepaint, storeDrawing, untilSharp } from '../support/ink/ink-compare.ts';
import { missingOnScreen } from '../support/ink/ink-on-screen.ts';
import { assertDrawn } from '../support/ink/samples.ts';
import { stored, storedList, storedStrokes } from '../support/ink/stored.ts';
import { smallDevice } from '../support/quota.ts';
import { expect, openApp, test } from '../support/site.ts';
import {
  acknowledged,
  assertAdded,
  canvas,
  drawReal,
  openDrawing,
  savedDrawing,
  saveState,
} from '../support/studio/studio.ts';
import { pick, stroke } from '../support/studio/tools.ts';

test('ink: strokes drawn while a drawing opens outlive the page', async ({ app, site }) => {
  const own = realStrokes(300);
  const id = await storeDrawing(app, own);
  await holdStrokes(app);
  await openDrawing(app, site.url, id);
  const first = await drawReal(app, 2);
  await expect.poll(() => keptEarly(app, id)).toBe(2);
  // The next page ends early as well, after one stroke more.
  const second = await app.context().newPage();
  await holdStrokes(second);
  await crash(app, 'about:blank');
  await openDrawing(second, site.url, id);
  const more = await drawReal(second, 1);
  await expect.poll(() => keptEarly(second, id)).toBe(3);
  const third = await crash(second);

  await untilSharp(third);
  const strokes = await acknowledged(third, id);
  assert.deepStrictEqual(strokes.slice(0, own.length), own);
  assertDrawn(strokes.slice(own.length), [...first, ...more]);
  await expect.poll(() => keptEarly(third, id)).toBe(0);
  // They come once.
  await third.reload();
  await untilSharp(third);
  assert.deepStrictEqual(await acknowledged(third, id), strokes);
});

test('ink: what was kept and saved before the page ended does not come twice', async ({ app, site }) => {
  const id = await storeDrawing(app, realStrokes(20));
  const strokes = await storedStrokes(app, id);
  await app.goto(`${site.url}/settings`);
  await openDrawing(app, site.url, id);
  await untilSharp(app);
  // As if pages had ended between saving and forgetting, one of them of an older app.
  await leaveEarly(app, id, strokes.slice(-2), [0, 0]);
  await leaveEarly(app, `${id} 1`, strokes.slice(-3, -2), [0]);
  await app.reload();
  await untilSharp(app);
  await expect.poll(() => pagesKept(app, id)).toBe(0);
  assert.deepStrictEqual(await acknowledged(app, id), strokes);
});

test('ink: washes drawn while a drawing opens run into each other, and into what is drawn then, and dry strokes have streaks of their own', async ({
  app,
  site,
}) => {
  const own = realStrokes(1).map((one) => ({ ...one, at: 5_000 }));
  const id = await storeDrawing(app, own);
  await holdStrokes(app);
  await openDrawing(app, site.url, id);
  await pick(app, 'Wash');
  for (const y of [300, 320]) await stroke(app, [250, y], [600, y]);
  await pick(app, 'Dry brush');
  for (const y of [400, 450]) await stroke(app, [250, y], [600, y]);
  await pick(app, 'Wash');
  const { x, y } = (await canvas(app).boundingBox())!;
  await app.mouse.move(x + 250, y + 520);
  await app.mouse.down();
  await app.mouse.move(x + 400, y + 540, { steps: 5 });
  await app.evaluate(() => globalThis.letGo());
  await expect(canvas(app)).toHaveAttribute('aria-busy', 'false');
  await app.mouse.move(x + 600, y + 520, { steps: 5 });
  await app.mouse.up();
  await stroke(app, [250, 545], [600, 545]);
  await expect.poll(async () => (await acknowledged(app, id)).length).toBe(7);
  const strokes = await acknowledged(app, id);
  assert.deepStrictEqual(strokes.slice(0, 1), own);
  const times = strokes.map(({ at = -1 }) => at);
  assert.deepEqual(
    times,
    [...new Set(times)].sort((a, b) => a - b),
  );
  // It goes on five seconds after what is there, as in a drawing that is read.
  assert.equal(times[1], 10_000);
  assert.deepEqual(
    coatsOf(strokes).map((coat) => coat.length),
    [1, 2, 1, 1, 2],
  );
  await untilSharp(app);
  const { far } = await differenceFromRepaint(app, strokes, await cameraOf(app, id));
  assert.equal(far, 0);
});

test('ink: what needs strokes that are not read yet says that the drawing is still opening', async ({
  app,
  site,
}) => {
  const own = realStrokes(4);
  const id = await storeDrawing(app, own);
  await holdStrokes(app);
  await openDrawing(app, site.url, id);
  const message = app.getByText(studio.stillOpening);
  const seen = async (what: string) => {
    await expect(message, what).toHaveCount(1);
    await app.keyboard.press('p');
    await app.locator('.toast').getByRole('button', { name: 'Dismiss' }).click();
    await expect(message).toHaveCount(0);
  };
  await app.keyboard.press('e');
  await stroke(app, [300, 200], [700, 500]);
  await seen('the eraser');
  await app.keyboard.press('l');
  await stroke(app, [300, 200], [700, 500]);
  await seen('the lasso');
  for (const [keys, what] of [
    ['Control+a', 'selecting all'],
    ['Control+z', 'undo'],
  ] as const) {
    await canvas(app).press(keys);
    await seen(what);
  }
  await canvas(app).press('Control+a');
  await expect(message).toHaveCount(1);
  await app.evaluate(() => globalThis.letGo());
  await untilSharp(app);
  // It ends with what it says.
  await expect(message).toHaveCount(0);
  assert.deepStrictEqual(await acknowledged(app, id), own);
});

test('ink: two taps at one place while a drawing opens are two dots, and two more the next time', async ({
  app,
  site,
}) => {
  const id = await storeDrawing(app, realStrokes(50));
  let page = app;
  for (const all of [52, 54]) {
    const next = await page.context().newPage();
    await page.close();
    page = next;
    await holdStrokes(page);
    await openDrawing(page, site.url, id);
    await pick(page, 'Marker');
    const { x, y } = (await canvas(page).boundingBox())!;
    for (const _ of [1, 2]) await page.mouse.click(x + 600, y + 400);
    await expect.poll(() => keptEarly(page, id)).toBe(2);
    page = await crash(page);
    await untilSharp(page);
    await expect.poll(async () => (await acknowledged(page, id)).length).toBe(all);
    await expect.poll(() => keptEarly(page, id)).toBe(0);
  }
});

test('ink: a second tab does not add what the first is drawing while it opens', async ({ app, site }) => {
  const own = realStrokes(20);
  const id = await storeDrawing(app, own);
  await holdStrokes(app);
  await openDrawing(app, site.url, id);
  await drawReal(app, 1);
  await expect.poll(() => keptEarly(app, id)).toBe(1);
  const other = await app.context().newPage();
  await openDrawing(other, site.url, id);
  await untilSharp(other);
  assert.equal((await stored(other, id)).strokes.length, own.length);
  await app.evaluate(() => globalThis.letGo());
  await untilSharp(app);
  await expect.poll(async () => (await storedStrokes(app, id)).length).toBe(own.length + 1);
});

test('ink: each of several tabs that open a drawing keeps what is drawn in it', async ({ app, site }) => {
  const own = realStrokes(20);
  const id = await storeDrawing(app, own);
  const open = async () => {
    const tab = await app.context().newPage();
    await holdStrokes(tab);
    await openDrawing(tab, site.url, id);
    return tab;
  };
  const [first, second] = [await open(), await open()];
  await drawReal(first, 1, { device: 'mouse' });
  await expect.poll(() => keptEarly(app, id)).toBe(1);
  await drawReal(second, 2, { device: 'mouse' });
  await expect.poll(() => keptEarly(app, id)).toBe(3);
  await second.close();
  await openDrawing(app, site.url, id);
  await untilSharp(app);
  const count = async () => (await acknowledged(app, id)).length;
  await expect.poll(count).toBe(own.length + 2);
  await expect.poll(() => keptEarly(app, id)).toBe(1);
  await first.close();
  await app.reload();
  await untilSharp(app);
  await expect.poll(count).toBe(own.length + 3);
  await expect.poll(() => pagesKept(app, id)).toBe(0);
});

test('ink: strokes that outlived the page become a new drawing if theirs cannot be read', async ({
  app,
  site,
}) => {
  await holdStrokes(app);
  const id = crypto.randomUUID();
  await openDrawing(app, site.url, id);
  const drawn = await drawReal(app, 1);
  await expect.poll(() => keptEarly(app, id)).toBe(1);
  const next = await crash(app);
  await expect(next.getByRole('heading', { name: studio.notFound })).toBeVisible();
  await expect.poll(async () => (await storedList(next)).length).toBe(1);
  const [apart] = await storedList(next);
  assertDrawn(await storedStrokes(next, apart!.id), drawn);
  await expect.poll(() => keptEarly(next, id)).toBe(0);
  await next.reload();
  await expect(next.getByRole('heading', { name: studio.notFound })).toBeVisible();
  assert.equal((await storedList(next)).length, 1);
});

test('ink: a drawing opens and saves while another tab keeps busy what this device remembers of it, of which nothing is lost', async ({
  app,
  site,
}) => {
  const own = realStrokes(3);
  const id = await storeDrawing(app, own);
  await openDrawing(app, site.url, id);
  await untilSharp(app);
  await drawReal(app, 2);
  const before = await acknowledged(app, id);
  const left = realStrokes(9).slice(-1);
  await leaveEarly(app, id, left);
  const other = await app.context().newPage();
  await other.goto(`${site.url}/settings`);
  await holdDatabase(other, 'pleinair-studio');
  await app.reload();
  await untilSharp(app);
  const has = async (n: number) => expect.poll(async () => (await storedStrokes(app, id)).length).toBe(n);
  await drawReal(app, 1);
  await has(6);
  // Older steps wait.
  const undo = app.getByRole('toolbar').getByRole('button', { name: 'Undo', exact: true });
  await undo.click();
  await has(5);
  await expect(undo).toBeDisabled();
  await app.keyboard.press('Control+Shift+Z');
  await has(6);

  await other.evaluate(() => globalThis.letGo());
  await has(7);
  const strokes = await acknowledged(app, id);
  assert.deepStrictEqual(strokes.slice(0, 5), before);
  assert.deepStrictEqual(strokes.slice(6), left);
  await expect.poll(() => keptEarly(app, id)).toBe(0);
  for (const n of [6, 5, 4, 3]) {
    await undo.click();
    await has(n);
  }
  await expect(undo).toBeDisabled();
  assert.deepStrictEqual(await acknowledged(app, id), own);
  await app.reload();
  await untilSharp(app);
  for (const n of [4, 5, 6, 7]) {
    await app.keyboard.press('Control+Shift+Z');
    await has(n);
  }
  assert.deepStrictEqual(await acknowledged(app, id), strokes);
});

test('ink: strokes drawn while a drawing opens wait for room on a full storage, also if workers are ended, and come on top', async ({
  page,
  site,
}) => {
  const quota = await smallDevice(page, site.url);
  await openApp(page, site.url);
  const { id, before } = await savedDrawing(page, 2);
  assert.equal((await quota.fill()).status, 507);
  await holdStrokes(page);
  await openDrawing(page, site.url, id);
  const drawn = await drawReal(page, 2);
  await stopWorkers(page);
  await page.evaluate(() => globalThis.letGo());
  await expect(saveState(page)).toContainText(saving.storageFull);
  await expect.poll(() => missingOnScreen(page, drawn)).toEqual([]);
  assert.deepStrictEqual(await storedStrokes(page, id), before);
  await stopWorkers(page);
  await quota.free();
  // It tries again by itself, after a pause that has grown with each refusal.
  await expect.poll(async () => (await storedStrokes(page, id)).length, { timeout: 40_000 }).toBe(4);
  assertAdded(await storedStrokes(page, id), before, drawn);
});
