import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { exporting } from '../../../src/app/words/en/exporting.ts';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import { tools } from '../../../src/app/words/en/studio/tools.ts';
import { expect, test } from '../support/site.ts';
import { acknowledged, canvas, drawingId, frames, newDrawing } from '../support/studio/studio.ts';
import {
  brushButton,
  colorButton,
  layersButton,
  markButton,
  stroke,
  viewButton,
} from '../support/studio/tools.ts';

test.describe('studio: on a phone held sideways', () => {
  test.use({ hasTouch: true, isMobile: true });

  /** The controls inside that cannot be pressed, after scrolling to them. */
  const unreachable = (page: Page, inside: string) =>
    page.locator(inside).evaluate((element) => {
      const controls = [...element.querySelectorAll<HTMLElement>('button, input')];
      const shown = controls.filter((one) => one.getClientRects().length > 0);
      const missed = shown.filter((one) => {
        const target = one.closest('label') ?? one;
        target.scrollIntoView({ block: 'nearest' });
        const { left, top, width, height } = target.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return left < 0 || left + width > innerWidth || !(hit && target.contains(hit));
      });
      return { some: shown.length > 0, missed: missed.map((one) => one.ariaLabel ?? one.textContent) };
    });

  test('a keyboard on the screen moves nothing, and what was in the middle before the phone was turned is in the middle then', async ({
    app,
  }) => {
    /** Where strokes are on the paper that begin at these places of windows of such sizes. */
    const begun = async (
      ...sizes: readonly (readonly [width: number, height: number, x: number, y: number])[]
    ) => {
      for (const [width, height, x, y] of sizes) {
        await app.setViewportSize({ width, height });
        // The canvas hears of its size with a frame.
        await frames(app);
        await stroke(app, [x, y], [x + 60, y]);
      }
      const strokes = await acknowledged(app, await drawingId(app));
      return strokes.slice(-sizes.length).map(({ points }) => points[0]!);
    };
    await newDrawing(app);
    // Without a keyboard, with it, and without again.
    for (const [width, whole, rest] of [
      [820, 1180, 760],
      [390, 844, 380],
    ] as const) {
      const places = [whole, rest, whole].map((height) => [width, height, 200, 200] as const);
      const [first, ...others] = await begun(...places);
      assert.deepEqual(others, [first, first], `${width} x ${whole}`);
    }
    const [low, high] = [390, 844];
    const [before, turned] = await begun([low, high, low / 2, high / 2], [high, low, high / 2, low / 2]);
    for (const i of [0, 1] as const) assert.ok(Math.abs(before![i] - turned![i]) <= 1, `${i}`);
  });

  for (const [width, height] of [
    [844, 390],
    [667, 375],
  ] as const) {
    test(`at ${width} x ${height} all panels can be reached, and Save is visible at once`, async ({
      app,
    }) => {
      await app.setViewportSize({ width, height });
      await newDrawing(app);
      await stroke(app, [width * 0.4, height * 0.4], [width * 0.6, height * 0.6]);
      await acknowledged(app, await drawingId(app));
      const all = { some: true, missed: [] };
      await app.getByRole('button', { name: 'Export', exact: true }).tap();
      for (const { label } of Object.values(exporting.formats)) {
        await app.getByRole('radio', { name: label }).check();
        const save = app.getByRole('button', { name: exporting.save, exact: true });
        await expect(save).toBeInViewport({ ratio: 1 });
        await save.click({ trial: true });
        await expect.poll(() => unreachable(app, '.export .menu')).toEqual(all);
        await expect(save).toBeInViewport({ ratio: 1 });
      }
      await app.keyboard.press('Escape');
      await app.getByRole('button', { name: studio.more, exact: true }).tap();
      await expect.poll(() => unreachable(app, '.more .menu')).toEqual(all);
      await app.getByRole('button', { name: studio.menu.keys }).tap();
      await expect.poll(() => unreachable(app, 'dialog')).toEqual(all);
      await app.keyboard.press('Escape');
      for (const button of [brushButton(app), colorButton(app), markButton(app), layersButton(app)]) {
        await button.tap();
        await expect.poll(() => unreachable(app, '.dock-panel')).toEqual(all);
        await app.keyboard.press('Escape');
      }
      await app.getByRole('button', { name: tools.names.eraser, exact: true }).tap();
      await markButton(app).tap();
      await expect.poll(() => unreachable(app, '.dock-panel')).toEqual(all);
      await app.keyboard.press('Escape');
      await viewButton(app).tap();
      await expect.poll(() => unreachable(app, '.view-group .panel')).toEqual(all);
      await canvas(app).focus();
      for (const key of ['Control+a', 'n']) await app.keyboard.press(key);
      await expect.poll(() => unreachable(app, '.picked-bar')).toEqual(all);
      await expect.poll(() => unreachable(app, '.map-card')).toEqual(all);
    });

    test(`at ${width} x ${height} no handle of a selection lies under its bar`, async ({ app }) => {
      await app.setViewportSize({ width, height });
      await newDrawing(app);
      const frames = [
        [width * 0.36, 136, width * 0.6, height - 112],
        [124, 136, width * 0.6, height - 112],
        [width * 0.4, 136, width - 124, height - 112],
        [width * 0.2, 110, width * 0.8, height - 90],
      ] as const;
      for (const [left, top, right, bottom] of frames) {
        await stroke(app, [left, top], [right, bottom]);
        await canvas(app).focus();
        await app.keyboard.press('Control+a');
        await expect(app.locator('.picked-bar')).toBeVisible();
        await expect.poll(() => underBar(app)).toEqual([]);
        // Where the drawing fills the window.
        await app.keyboard.press('0');
        await expect.poll(() => underBar(app)).toEqual([]);
        await expect.poll(() => unreachable(app, '.picked-bar')).toEqual({ some: true, missed: [] });
        await app.keyboard.press('Delete');
        await app.keyboard.press('1');
        await app.keyboard.press('p');
      }
    });
  }
});

/** The handles of the selection whose middle is under its bar, once the bar has come to rest. */
function underBar(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const bar = document.querySelector('.picked-bar');
    const handles = [...document.querySelectorAll('.selection-corner, .selection-turn')];
    const covered = handles.filter((handle) => {
      const { left, top, width, height } = handle.getBoundingClientRect();
      return bar?.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    return covered.map(({ className }) => className);
  });
}
