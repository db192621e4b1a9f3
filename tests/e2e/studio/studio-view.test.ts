import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import { tools } from '../../../src/app/words/en/studio/tools.ts';
import { percent } from '../../../src/app/words/format.ts';
import { cameraOf, inkShows, untilSharp } from '../support/ink/ink-compare.ts';
import { expect, test } from '../support/site.ts';
import { box as boxOf } from '../support/studio/overlap.ts';
import {
  acknowledged,
  canvas,
  drawAndSave,
  drawingId,
  drawReal,
  newDrawing,
  openDrawing,
} from '../support/studio/studio.ts';
import { viewButton, zoomButton } from '../support/studio/tools.ts';

const back = (page: Page) => page.getByRole('button', { name: studio.backToDrawing, exact: true });

async function pick(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: studio.more, exact: true }).click();
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
}

async function goFar(page: Page): Promise<void> {
  await canvas(page).focus();
  for (let i = 0; i < 12; i += 1) await page.keyboard.press('Shift+ArrowLeft');
}

test.describe('studio: the view', () => {
  test('zooms by keys and buttons around the middle, fits the drawing, and returns to 100%', async ({
    app,
  }) => {
    await newDrawing(app);
    const drawn = await drawAndSave(app, 4);
    const id = await drawingId(app);
    await canvas(app).focus();
    await app.keyboard.press('+');
    await expect(zoomButton(app)).toHaveAccessibleName(tools.zoomFrom('125%'));
    const box = await canvas(app).boundingBox();
    assert.ok(box);
    const near = await cameraOf(app, id);
    const centre = { x: near.x + box.width / 2 / near.zoom, y: near.y + box.height / 2 / near.zoom };
    await app.getByRole('button', { name: tools.zoomIn, exact: true }).click();
    await app.keyboard.press('-');
    await app.getByRole('button', { name: tools.zoomOut, exact: true }).click();
    await app.keyboard.press('_');
    await expect(zoomButton(app)).toHaveAccessibleName(tools.zoomFrom('80%'));
    const far = await cameraOf(app, id);
    assert.ok(Math.abs(far.x + box.width / 2 / far.zoom - centre.x) < 2);
    assert.ok(Math.abs(far.y + box.height / 2 / far.zoom - centre.y) < 2);
    await zoomButton(app).click();
    await expect(zoomButton(app)).toHaveAccessibleName(tools.zoomFrom('100%'));

    await goFar(app);
    await app.keyboard.press('0');
    const all = await cameraOf(app, id);
    for (const [x, y] of drawn.flatMap(({ points }) => points)) {
      const [left, top] = [(x - all.x) * all.zoom, (y - all.y) * all.zoom];
      assert.ok(left >= 0 && left <= box.width && top >= 0 && top <= box.height, 'all of it is shown');
    }
    await app.keyboard.press('1');
    await expect(zoomButton(app)).toHaveAccessibleName(tools.zoomFrom('100%'));
  });

  test('says if no part of the drawing is visible, and one press leads back', async ({ app }) => {
    await newDrawing(app);
    await drawAndSave(app, 3);
    assert.equal(await inkShows(app), true);
    await expect(app.getByText(studio.offScreen)).toHaveCount(0);
    await goFar(app);
    await expect(app.getByText(studio.offScreen)).toBeVisible();
    assert.equal(await inkShows(app), false);
    await back(app).click();
    await expect(app.getByText(studio.offScreen)).toHaveCount(0);
    await expect(canvas(app)).toBeFocused();
    assert.equal(await inkShows(app), true);
    // The same when the drawing goes, not the view.
    await app.keyboard.press('Control+z');
    await app.keyboard.press('Control+z');
    await app.keyboard.press('Control+z');
    assert.deepEqual(await acknowledged(app, await drawingId(app)), []);
    await expect(app.getByText(studio.offScreen)).toHaveCount(0);
  });

  test('an empty drawing never counts as off screen', async ({ app }) => {
    await newDrawing(app);
    await goFar(app);
    await drawReal(app, 1);
    await acknowledged(app, await drawingId(app));
    await expect(app.getByText(studio.offScreen)).toHaveCount(0);
    await canvas(app).focus();
    for (let i = 0; i < 12; i += 1) await app.keyboard.press('Shift+ArrowRight');
    await expect(app.getByText(studio.offScreen)).toBeVisible();
  });

  test('the map shows and moves the view, and stays until it is hidden', async ({ app }) => {
    await newDrawing(app);
    await drawAndSave(app, 4);
    const id = await drawingId(app);
    await app.keyboard.press('n');
    const map = app.locator('.small-map');
    await expect(map.locator('img')).toBeVisible();
    const frame = map.locator('.small-map-view');
    const before = await boxOf(frame);
    await goFar(app);
    await expect(app.getByText(studio.offScreen)).toBeVisible();
    await expect(async () => {
      const [after, picture] = [await boxOf(frame), await boxOf(map.locator('img'))];
      assert.ok(after.width < before.width, 'the world on the map has grown');
      assert.ok(picture.x > after.x + after.width, 'the drawing lies to the right of the view');
    }).toPass({ timeout: 15_000 });
    const picture = await boxOf(map.locator('img'));

    // A press on the drawing in the map leads there.
    await app.mouse.click(picture.x + picture.width / 2, picture.y + picture.height / 2);
    await expect(app.getByText(studio.offScreen)).toHaveCount(0);
    assert.equal(await inkShows(app), true);
    const there = await cameraOf(app, id);

    await app.reload();
    await expect(map).toBeVisible();
    await untilSharp(app);
    const box = await map.boundingBox();
    assert.ok(box);
    // Dragging from corner to corner, the view follows the pointer.
    await app.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await app.mouse.down();
    await app.mouse.move(box.x + box.width - 12, box.y + 12, { steps: 5 });
    await app.mouse.up();
    const dragged = await cameraOf(app, id);
    assert.ok(dragged.x > there.x && dragged.y < there.y);
    assert.equal(dragged.zoom, there.zoom);
    // If none of the drawing were in sight, the map would show all the same.
    await canvas(app).focus();
    await app.keyboard.press('0');
    await cameraOf(app, id);
    await app.getByRole('button', { name: studio.hideMap, exact: true }).click();
    await app.reload();
    await untilSharp(app);
    await expect(map).toHaveCount(0);
  });

  test('full screen begins and ends by key and by menu, and ends with the drawing', async ({ app }) => {
    await newDrawing(app);
    const full = () => app.evaluate(() => document.fullscreenElement !== null);
    await pick(app, studio.menu.fullScreen);
    await expect.poll(full).toBe(true);
    await app.keyboard.press('f');
    await expect.poll(full).toBe(false);
    await app.keyboard.press('f');
    await expect.poll(full).toBe(true);
    // Left, and entered again before the browser has reported the leaving: only the paper shows while the
    // screen is full.
    const told = await app.evaluateHandle(() => {
      const changes: boolean[] = [];
      document.addEventListener('fullscreenchange', () => changes.push(document.fullscreenElement !== null));
      return changes;
    });
    await app.evaluate(() => {
      for (let i = 0; i < 2; i++) {
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'f', code: 'KeyF', bubbles: true }),
        );
      }
    });
    await expect.poll(() => told.evaluate((changes) => changes.length)).toBeGreaterThan(0);
    await expect(app.getByRole('button', { name: studio.exitFullScreen, exact: true })).toBeVisible();
    await expect.poll(full).toBe(true);
    await app.goBack();
    await expect(app.getByRole('heading', { level: 1, name: 'Drawings' })).toBeVisible();
    await expect.poll(full).toBe(false);
  });

  test('going back before full screen has begun does not leave the page in full screen', async ({ app }) => {
    await newDrawing(app);
    const changes = await app.evaluateHandle(() => {
      const seen: boolean[] = [];
      document.addEventListener('fullscreenchange', () => seen.push(document.fullscreenElement !== null));
      return seen;
    });
    await app.locator('body').press('Shift');
    await app.evaluate(() => {
      const key = { key: 'f', code: 'KeyF', bubbles: true };
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', key));
      history.back();
    });
    await expect(app.getByRole('heading', { level: 1, name: 'Drawings' })).toBeVisible();
    await expect.poll(() => changes.evaluate((seen) => seen.join())).toBe('true,false');
  });

  test('full screen shows only the paper and a button to leave, and Escape leaves too', async ({ app }) => {
    await newDrawing(app);
    await drawAndSave(app, 2);
    await app.keyboard.press('n');
    await expect(app.locator('.small-map')).toBeVisible();
    const controls = () =>
      app
        .locator('.studio :is(a, button, input, [role=toolbar], .map-card):visible')
        .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.className));
    const before = (await controls()).length;
    assert.ok(before > 15);
    // From the menu by keyboard: the focus does not stay in an element that is gone.
    await app.getByRole('button', { name: studio.more, exact: true }).press('Enter');
    await app.getByRole('button', { name: /^Full screen/ }).press('Enter');
    const back = app.getByRole('button', { name: studio.exitFullScreen, exact: true });
    await expect(back).toBeVisible();
    await expect(canvas(app)).toBeFocused();
    await expect.poll(controls).toEqual([studio.exitFullScreen]);
    // Drawing and selecting work all the same, and the whole screen counts as free.
    await app.keyboard.press('Control+a');
    assert.deepEqual(await controls(), [studio.exitFullScreen]);
    await app.keyboard.press('Escape');
    await back.click();
    await expect.poll(async () => (await controls()).length).toBe(before);
    await expect(canvas(app)).toBeFocused();
    // In a browser without full screen, or when it refuses, still only the paper shows.
    await app.evaluate(() => {
      document.documentElement.requestFullscreen = () => Promise.reject(new TypeError('not now'));
    });
    await app.keyboard.press('f');
    await expect(back).toBeVisible();
    await expect.poll(controls).toEqual([studio.exitFullScreen]);
    await app.keyboard.press('Control+a');
    await app.keyboard.press('Escape');
    await expect(back).toBeVisible();
    await app.keyboard.press('Escape');
    await expect(back).toHaveCount(0);
    await expect.poll(async () => (await controls()).length).toBe(before);
  });

  test('on another screen the whole drawing is shown, and on the first one the saved view', async ({
    app,
  }) => {
    await newDrawing(app);
    const drawn = await drawAndSave(app, 4);
    const id = await drawingId(app);
    await canvas(app).focus();
    for (let i = 0; i < 5; i++) await app.keyboard.press('+');
    await app.keyboard.press('Shift+ArrowRight');
    const near = await cameraOf(app, id);
    assert.ok(near.zoom > 3);
    await app.setViewportSize({ width: 390, height: 844 });
    await app.reload();
    await untilSharp(app);
    const label = viewButton(app);
    const zoom = async () => Number((await label.getAttribute('aria-label'))?.match(/\d+/)?.[0]) / 100;
    await expect.poll(zoom).toBeLessThanOrEqual(1);
    const whole = await app.locator('canvas[data-tiles]').evaluate((layer: HTMLCanvasElement) => {
      const { data } = layer.getContext('2d')!.getImageData(0, 0, layer.width, layer.height);
      return data.filter((value, i) => i % 4 === 3 && value > 0).length;
    });
    assert.ok(whole > 40, `${whole} pixels with ink`);
    // A keyboard, or a bar of the browser, does not make it another screen.
    await app.setViewportSize({ width: 1280, height: 500 });
    await app.reload();
    await untilSharp(app);
    assert.deepEqual(await cameraOf(app, id), near);
    await app.keyboard.press('Tab');
    await app.setViewportSize({ width: 1280, height: 800 });
    await app.reload();
    await untilSharp(app);
    await expect(zoomButton(app)).toHaveAccessibleName(tools.zoomFrom(percent(near.zoom)));
    assert.deepStrictEqual(await acknowledged(app, id), drawn);
  });

  test('each drawing keeps its own view', async ({ app, site }) => {
    await newDrawing(app);
    await drawAndSave(app, 3);
    const first = await drawingId(app);
    await app.keyboard.press('+');
    await app.keyboard.press('ArrowDown');
    const seen = await cameraOf(app, first);
    await app.getByRole('link', { name: 'Drawings', exact: true }).click();
    await newDrawing(app);
    await drawAndSave(app, 2);
    const second = await drawingId(app);
    await app.keyboard.press('-');
    const other = await cameraOf(app, second);
    for (const [id, camera] of [
      [first, seen],
      [second, other],
    ] as const) {
      await openDrawing(app, site.url, id);
      await untilSharp(app);
      await expect(zoomButton(app)).toHaveAccessibleName(tools.zoomFrom(percent(camera.zoom)));
      assert.deepEqual(await cameraOf(app, id), camera);
    }
  });
});
