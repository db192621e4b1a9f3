import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { seriousViolations } from './support/axe.ts';
import { expect, openApp, test } from './support/site.ts';
import { storedList } from './support/stored.ts';
import { canvas, drawAndSave, drawingId, drawReal, newDrawing, saved } from './support/studio.ts';
import { startWeather } from './support/weather.ts';

/** Presses Tab until what has the focus is what is wanted, as someone without a mouse does. */
async function tabTo(
  page: Page,
  role: Parameters<Page['getByRole']>[0],
  name: string | RegExp,
): Promise<void> {
  const wanted = page.getByRole(role, { name, ...(typeof name === 'string' ? { exact: true } : {}) }).first();
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab never reached ${role} ${name}`);
}

test.describe('studio: by keyboard alone', () => {
  test('one reaches every view, makes a drawing, undoes, trashes and restores it', async ({ app }) => {
    await tabTo(app, 'button', 'New drawing');
    await app.keyboard.press('Enter');
    await expect(canvas(app)).toBeVisible();
    // Ink needs a pointer; everything about it does not.
    await drawReal(app, 2);
    await saved(app);
    const id = await drawingId(app);
    await tabTo(app, 'button', 'Undo');
    await app.keyboard.press('Enter');
    await saved(app);
    await expect.poll(async () => (await storedList(app))[0]?.strokeCount).toBe(1);
    await tabTo(app, 'button', 'Redo');
    await app.keyboard.press('Space');
    await expect.poll(async () => (await storedList(app))[0]?.strokeCount).toBe(2);
    await canvas(app).focus();
    await app.keyboard.press('Control+z');
    await expect.poll(async () => (await storedList(app))[0]?.strokeCount).toBe(1);

    await tabTo(app, 'link', 'Drawings');
    await app.keyboard.press('Enter');
    await tabTo(app, 'button', 'Trash');
    await app.keyboard.press('Enter');
    await expect.poll(async () => (await storedList(app, true)).map((entry) => entry.id)).toEqual([id]);
    await tabTo(app, 'tab', 'On the shelf');
    await app.keyboard.press('ArrowRight');
    await expect(app.getByRole('tab', { name: 'In the trash', exact: true })).toBeFocused();
    await tabTo(app, 'button', 'Restore');
    await app.keyboard.press('Enter');
    await expect.poll(async () => (await storedList(app)).map((entry) => entry.id)).toEqual([id]);
    for (const name of ['Air', 'Settings', 'Drawings']) {
      await tabTo(app, 'link', name);
      await app.keyboard.press('Enter');
      await expect(app.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
    }
  });
});

test.describe('studio: accessibility', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`no view has a serious violation, ${colorScheme}`, async ({ page }) => {
      await using weather = await startWeather();
      const { url } = weather.server;
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await openApp(page, url);
      const found: Record<string, unknown> = {};
      const check = async (view: string) => {
        const violations = await seriousViolations(page);
        if (violations.length > 0) found[view] = violations;
      };
      await expect(page.getByRole('button', { name: 'New drawing' })).toBeVisible();
      await check('gallery, empty');
      await newDrawing(page);
      await drawAndSave(page, 3);
      await check('studio');
      const id = await drawingId(page);
      for (const path of [
        '/',
        '/?tab=trash',
        '/air',
        '/air/guide',
        '/supplies',
        '/settings',
        '/nowhere/at-all',
      ]) {
        await page.goto(`${url}${path}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('[aria-busy=true], .skeleton')).toHaveCount(0);
        await check(path);
      }
      await page.goto(`${url}/drawings/${id}`);
      await expect(canvas(page)).toBeVisible();
      await check('studio, opened');
      assert.deepEqual(found, {});
    });
  }
});
