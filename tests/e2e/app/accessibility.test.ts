import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright/test';
import { PAPERS } from '../../../src/app/paper/papers.ts';
import { drawings } from '../../../src/app/words/en/drawings.ts';
import { saving } from '../../../src/app/words/en/saving.ts';
import { layers } from '../../../src/app/words/en/studio/layers.ts';
import { papers } from '../../../src/app/words/en/studio/papers.ts';
import { shortcuts } from '../../../src/app/words/en/studio/shortcuts.ts';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import { tools } from '../../../src/app/words/en/studio/tools.ts';
import { layoutFaults } from '../../shots/layout.ts';
import { realStrokes } from '../../support/drawing/strokes.ts';
import { ask } from '../../support/worker.ts';
import { startAirServer } from '../support/air/air-server.ts';
import { allInEitherScheme, enhancedContrast } from '../support/axe.ts';
import { cards } from '../support/gallery/gallery.ts';
import { storedList } from '../support/ink/stored.ts';
import { expect, test } from '../support/site.ts';
import { everyState } from '../support/states.ts';
import { outOfReach, overflow, smallTargets, unseenFocus } from '../support/studio/reach.ts';
import { canvas, drawAndSave, drawingId, drawReal, newDrawing, saved } from '../support/studio/studio.ts';
import { layersButton, toolButton } from '../support/studio/tools.ts';

/** Presses Tab until the wanted element has the focus, as somebody without a mouse does. */
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

/** Moves inside a toolbar, which is one stop for Tab. */
async function arrowTo(page: Page, name: string): Promise<void> {
  const wanted = page.getByRole('button', { name, exact: true });
  for (let presses = 0; presses < 40; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('ArrowDown');
  }
  assert.fail(`arrows never reached ${name}`);
}

test.describe('studio: by keyboard alone', () => {
  test('every view can be reached, and a drawing created, undone, trashed and restored', async ({ app }) => {
    await tabTo(app, 'button', 'New drawing');
    await app.keyboard.press('Enter');
    await expect(canvas(app)).toBeVisible();
    // Drawing needs a pointer; everything else works without. A mouse, because the message about a pen has an
    // Undo of its own.
    await drawReal(app, 2, { device: 'mouse' });
    await saved(app);
    const id = await drawingId(app);
    await tabTo(app, 'button', tools.brush(tools.names.pen));
    await arrowTo(app, 'Undo');
    await app.keyboard.press('Enter');
    await saved(app);
    await expect.poll(async () => (await storedList(app))[0]?.strokeCount).toBe(1);
    await arrowTo(app, 'Redo');
    await app.keyboard.press('Space');
    await expect.poll(async () => (await storedList(app))[0]?.strokeCount).toBe(2);
    await canvas(app).focus();
    await app.keyboard.press('Control+z');
    await expect.poll(async () => (await storedList(app))[0]?.strokeCount).toBe(1);

    await tabTo(app, 'link', 'Drawings');
    await app.keyboard.press('Enter');
    await tabTo(app, 'button', 'Move to Trash');
    await app.keyboard.press('Enter');
    await expect.poll(async () => (await storedList(app, true)).map((entry) => entry.id)).toEqual([id]);
    await tabTo(app, 'tab', 'Drawings');
    await app.keyboard.press('ArrowRight');
    await expect(app.getByRole('tab', { name: 'Trash', exact: true })).toBeFocused();
    await tabTo(app, 'button', 'Restore');
    await app.keyboard.press('Enter');
    await expect.poll(async () => (await storedList(app)).map((entry) => entry.id)).toEqual([id]);
    for (const name of ['Outdoors', 'Settings', 'Drawings']) {
      await tabTo(app, 'link', name);
      await app.keyboard.press('Enter');
      await expect(app.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
    }
  });
});

const SMALLEST = { width: 320, height: 844 };
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

test.describe('studio: accessibility', () => {
  test.setTimeout(180_000);

  test('axe finds nothing in any view or state on a desktop, light and dark', async ({ page }) => {
    await using airServer = await startAirServer();
    await page.setViewportSize(DESKTOP);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const found: Record<string, unknown> = {};
    let states = 0;
    await everyState(page, airServer.server.url, async (state) => {
      states += 1;
      const violations = await allInEitherScheme(page);
      if (violations.length > 0) found[state] = violations;
    });
    assert.deepEqual(found, {});
    assert.ok(states >= 25, `${states} states were looked at`);
  });

  for (const width of [320, 390]) {
    test(`on a phone of ${width} px targets are large enough, nothing overflows, and axe finds nothing`, async ({
      browser,
    }) => {
      await using airServer = await startAirServer();
      const context = await browser.newContext({
        viewport: { width, height: 700 },
        hasTouch: true,
        isMobile: true,
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      const found: Record<string, unknown> = {};
      let states = 0;
      await everyState(page, airServer.server.url, async (state) => {
        states += 1;
        const small = await smallTargets(page);
        const [wide, out] = [await overflow(page), await outOfReach(page)];
        // At smaller widths the page is the same.
        const violations = width === PHONE.width ? await allInEitherScheme(page) : [];
        if (small.length > 0 || wide > 0 || out.length > 0 || violations.length > 0)
          found[state] = { small, wide, out, violations };
      });
      assert.deepEqual(found, {});
      assert.ok(states >= 25, `${states} states were looked at`);
      await context.close();
    });
  }

  test('with text twice as large nothing is cut off or unreachable', async ({ browser }) => {
    await using airServer = await startAirServer();
    for (const viewport of [SMALLEST, DESKTOP]) {
      const context = await browser.newContext({ viewport });
      const page = await context.newPage();
      await page.addInitScript(() => {
        document.addEventListener('DOMContentLoaded', () => {
          document.documentElement.style.fontSize = '200%';
        });
      });
      const found: Record<string, unknown> = {};
      await everyState(page, airServer.server.url, async (state) => {
        const [wide, out] = [await overflow(page), await outOfReach(page)];
        const faults = await layoutFaults(page);
        if (wide > 0 || out.length > 0 || faults.length > 0) found[state] = { wide, out, faults };
      });
      assert.deepEqual(found, {}, `${viewport.width} px wide`);
      await context.close();
    }
  });

  test('the focus is visible in the studio and the gallery, also in forced colours', async ({ app }) => {
    for (const forcedColors of ['none', 'active'] as const) {
      await app.emulateMedia({ forcedColors });
      await app.getByRole('button', { name: 'New drawing' }).first().click();
      await expect(canvas(app)).toBeVisible();
      assert.deepEqual(await unseenFocus(app), []);
      // While it has the focus, the link that skips the header lies over it.
      await canvas(app).focus();
      await app.getByRole('link', { name: 'Drawings', exact: true }).click();
      await expect(app.getByRole('heading', { level: 1, name: 'Drawings' })).toBeVisible();
      assert.deepEqual(await unseenFocus(app), []);
    }
  });

  test('sun mode is one press beside every menu, is kept, and has 7:1 everywhere, on pure white', async ({
    app,
  }) => {
    await app.emulateMedia({ colorScheme: 'dark' });
    await newDrawing(app);
    const sun = app.getByRole('button', { name: studio.sunMode });
    const box = await sun.boundingBox();
    assert.ok(box && Math.min(box.width, box.height) >= 44);
    await sun.click();
    await expect(sun).toHaveAttribute('aria-pressed', 'true');
    await drawAndSave(app, 2);
    // Of the drawings stored through the API, the gallery has no pictures, and writes on their papers.
    for (const paper of Object.values(PAPERS)) {
      const headers = { 'Content-Type': 'application/json', 'If-None-Match': '*' };
      const body = JSON.stringify({ title: '', strokes: realStrokes(1), thumb: '', paper });
      const path = `/api/v1/drawings/${crypto.randomUUID()}`;
      assert.equal((await ask(app, path, { method: 'PUT', headers, body })).status, 201);
    }
    for (const path of ['/', '/air', '/settings', '/supplies', '/air/guide']) {
      await app.goto(new URL(path, app.url()).href);
      await expect(app.locator('html')).toHaveAttribute('data-sun', 'on');
      await expect(app.locator('[aria-busy=true], .skeleton')).toHaveCount(0);
      assert.deepEqual(await enhancedContrast(app), [], path);
      // White on white without a shadow, a sheet has a line around it.
      if (path === '/')
        await expect(cards(app).first().locator('.paper')).toHaveCSS('border', '2px solid rgb(64, 64, 64)');
    }
    await app.goto(new URL('/drawings/new', app.url()).href);
    await expect(sun).toHaveAttribute('aria-pressed', 'true');
    assert.deepEqual(await enhancedContrast(app), []);
    // A drawing that names white, as after a pattern, is as white as one that names none.
    const white = () => expect(canvas(app)).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await white();
    await app.getByRole('button', { name: studio.more, exact: true }).click();
    await app.getByRole('radio', { name: papers.patterns.dots, exact: true }).check({ force: true });
    await expect(app.locator('.paper-pattern')).toBeVisible();
    await white();
    await app.getByRole('radio', { name: papers.patterns.none, exact: true }).check({ force: true });
    await expect(app.locator('.paper-pattern')).toHaveCount(0);
    await white();
    // In a narrow window a menu reaches down to the switch.
    await expect(sun).toBeVisible();
    await app.setViewportSize(PHONE);
    await expect(sun).toBeHidden();
    await app.keyboard.press('Escape');
    await expect(sun).toBeVisible();
    await app.setViewportSize({ width: 1440, height: 900 });
    const iconOf = (one: Locator) =>
      one.locator('.icon').evaluate((icon) => {
        const { x, width } = icon.getBoundingClientRect();
        return { width, middle: x + width / 2 };
      });
    const lasso = await iconOf(toolButton(app, tools.names.lasso));
    // Beside its name, too, the icon of layers is as large as the others, and in line with them.
    await expect.poll(() => iconOf(layersButton(app))).toEqual(lasso);
    await layersButton(app).click();
    await app.getByRole('button', { name: layers.add, exact: true }).click();
    await app.keyboard.press('Escape');
    await expect(layersButton(app)).toContainText(layers.numbered(2));
    await expect.poll(() => iconOf(layersButton(app))).toEqual(lasso);
    await sun.click();
    await expect(app.locator('html')).not.toHaveAttribute('data-sun');
  });

  test('with reduced motion nothing moves on its own', async ({ app }) => {
    await app.emulateMedia({ reducedMotion: 'reduce' });
    await newDrawing(app);
    await drawAndSave(app, 2);
    await app.keyboard.press('n');
    await expect(app.locator('.small-map')).toBeVisible();
    await app.keyboard.press('?');
    await expect(app.getByRole('dialog', { name: shortcuts.title })).toBeVisible();
    const moving = await app.evaluate(() =>
      document
        .getAnimations()
        .map((animation) => Number(animation.effect?.getComputedTiming().duration ?? 0))
        .filter((ms) => ms > 10),
    );
    assert.deepEqual(moving, []);
  });

  test('the canvas describes its strokes, the chosen tool and the save state', async ({ app }) => {
    await newDrawing(app);
    const told = () =>
      canvas(app).evaluate((element) => {
        const id = element.getAttribute('aria-describedby') ?? '';
        return document.getElementById(id)?.textContent ?? '';
      });
    const pen = tools.held([tools.names.pen, tools.colors.ink, tools.sizes.medium]);
    await expect.poll(told).toBe(studio.canvasNow([drawings.strokes(0), pen, saving.blank]));
    await drawAndSave(app, 2);
    await canvas(app).focus();
    await app.keyboard.press('e');
    const eraser = tools.held([tools.names.eraser, tools.modes.part.label, tools.sizes.medium]);
    await expect.poll(told).toBe(studio.canvasNow([drawings.strokes(2), eraser, saving.saved]));
    await app.keyboard.press('Control+a');
    await expect.poll(told).toContain(tools.selected(2));
  });
});
