/**
 * Keys of the studio on keyboards of other scripts, beside fields and links, and in toolbars; Space and Escape.
 */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright/test';
import { shortcuts } from '../../../../src/app/words/en/studio/shortcuts.ts';
import { studio } from '../../../../src/app/words/en/studio/studio.ts';
import { tools } from '../../../../src/app/words/en/studio/tools.ts';
import { cameraOf } from '../../support/ink/ink-compare.ts';
import { expect, test } from '../../support/site.ts';
import { CTRL, pressAt, SHIFT } from '../../support/studio/keyboard.ts';
import {
  acknowledged,
  canvas,
  drawAndSave,
  drawingId,
  newDrawing,
  paper,
  saved,
} from '../../support/studio/studio.ts';
import { toolButton, zoomButton } from '../../support/studio/tools.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const held = (page: Page, name: string) =>
  expect(toolButton(page, name)).toHaveAttribute('aria-pressed', 'true');

async function middle(page: Page): Promise<readonly [number, number]> {
  const [area, box] = [await paper(page), await canvas(page).boundingBox()];
  assert.ok(box);
  return [Math.round(box.x + area.x + area.width / 2), Math.round(box.y + area.y + area.height / 2)];
}

test.describe('studio: keys of other scripts', () => {
  test('undo, redo and tools work with Cyrillic and Tamil keys, and Latin letters in any position', async ({
    app,
  }) => {
    await newDrawing(app);
    const all = await drawAndSave(app, 3, { device: 'mouse' });
    const id = await drawingId(app);
    const left = async (count: number) =>
      assert.deepStrictEqual(await acknowledged(app, id), all.slice(0, count));
    await pressAt(app, 'я', 'KeyZ', CTRL);
    await left(2);
    await pressAt(app, 'ழ', 'KeyZ', CTRL);
    await left(1);
    await pressAt(app, 'Я', 'KeyZ', CTRL + SHIFT);
    await left(2);
    await pressAt(app, 'н', 'KeyY', CTRL);
    await left(3);
    await pressAt(app, 'ь', 'KeyM');
    await held(app, tools.names.marker);
    await pressAt(app, 'ி', 'KeyE');
    await held(app, tools.names.eraser);
    // AZERTY: the key in w's place writes z, and the key in z's place writes w.
    await pressAt(app, 'w', 'KeyZ', CTRL);
    await left(3);
    await pressAt(app, 'z', 'KeyW', CTRL);
    await left(2);
    // Dvorak.
    await pressAt(app, 'p', 'KeyR');
    await held(app, tools.names.pen);
  });
});

test.describe('studio: single keys', () => {
  test('do nothing on a link or in the header, Delete included; Ctrl with a letter works', async ({
    app,
  }) => {
    await newDrawing(app);
    const all = await drawAndSave(app, 2, { device: 'mouse' });
    const id = await drawingId(app);
    await canvas(app).focus();
    await app.keyboard.press('Control+a');
    for (const place of [
      app.getByRole('link', { name: 'Drawings', exact: true }),
      app.getByRole('link', { name: /PSI/ }),
      button(app, 'Export'),
    ]) {
      await place.focus();
      for (const key of ['a', 'm', '+', '?', 'n', 'Delete']) await app.keyboard.press(key);
      await expect(place).toBeFocused();
    }
    assert.deepStrictEqual(await acknowledged(app, id), all);
    await held(app, tools.names.lasso);
    await expect(zoomButton(app)).toHaveAccessibleName(tools.zoomFrom('100%'));
    await expect(app.getByRole('dialog')).toHaveCount(0);
    await app.keyboard.press('Control+z');
    assert.deepStrictEqual(await acknowledged(app, id), all.slice(0, 1));
    // In a toolbar they work, and Escape leads from anywhere to the paper.
    await button(app, 'Undo').focus();
    await app.keyboard.press('m');
    await held(app, tools.names.marker);
    await button(app, 'Export').focus();
    await app.keyboard.press('Escape');
    await expect(canvas(app)).toBeFocused();
  });

  test('can be turned off permanently', async ({ app }) => {
    await newDrawing(app);
    await app.keyboard.press('?');
    const dialog = app.getByRole('dialog', { name: shortcuts.title });
    await dialog.getByRole('checkbox', { name: shortcuts.singleKeys }).uncheck();
    await app.keyboard.press('Escape');
    const nothing = async () => {
      await canvas(app).focus();
      for (const key of ['m', 'Shift+C', '+', '?']) await app.keyboard.press(key);
      await held(app, tools.names.pen);
      await expect(app.getByRole('radio', { name: tools.colors.ink, exact: true })).toBeChecked();
      await expect(zoomButton(app)).toHaveAccessibleName(tools.zoomFrom('100%'));
      await expect(app.getByRole('dialog')).toHaveCount(0);
    };
    await nothing();
    await drawAndSave(app, 2, { device: 'mouse' });
    await app.keyboard.press('Control+z');
    assert.equal((await acknowledged(app, await drawingId(app))).length, 1);
    await app.reload();
    await expect(canvas(app)).toBeVisible();
    await nothing();
  });
});

test.describe('studio: toolbars', () => {
  const stops = (bar: Locator) =>
    bar.evaluate((element) => {
      const all = [...element.querySelectorAll<HTMLElement>('button, input')];
      return all.filter((one) => one.tabIndex >= 0 && one.getClientRects().length > 0).length;
    });
  const focused = (page: Page) =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id);

  test('are one tab stop; arrow keys reach every button, choose nothing, and Tab returns to the last one', async ({
    app,
  }) => {
    await newDrawing(app);
    const dock = app.getByRole('toolbar', { name: tools.dock });
    await expect(dock).toHaveAttribute('aria-orientation', 'vertical');
    await canvas(app).focus();
    await app.keyboard.press('Tab');
    await expect.poll(() => focused(app)).toBe(tools.brush(tools.names.pen));
    const seen: string[] = [tools.brush(tools.names.pen)];
    for (;;) {
      await app.keyboard.press('ArrowDown');
      const now = (await focused(app)) ?? '';
      if (now === seen[0]) break;
      assert.ok(!seen.includes(now) && seen.length < 40, `${now} comes twice`);
      seen.push(now);
    }
    const controls = await dock.locator('button:visible, input').count();
    assert.equal(seen.length, controls, seen.join());
    await held(app, tools.names.pen);
    await expect(app.getByRole('radio', { name: tools.colors.ink, exact: true })).toBeChecked();
    await app.keyboard.press('ArrowUp');
    await expect.poll(() => focused(app)).toBe(tools.fit);
    await app.keyboard.press('Home');
    await app.keyboard.press('ArrowRight');
    await app.keyboard.press('Enter');
    await held(app, tools.names.marker);
    await expect.poll(() => stops(dock)).toBe(1);
    await app.keyboard.press('Shift+Tab');
    await expect(canvas(app)).toBeFocused();
    await app.keyboard.press('Tab');
    await expect.poll(() => focused(app)).toBe(tools.lastBrush(tools.names.pen));
    await app.getByRole('radio', { name: tools.colors.pink, exact: true }).focus();
    await app.keyboard.press('ArrowLeft');
    await app.keyboard.press('Space');
    await expect(app.getByRole('radio', { name: tools.colors.orange, exact: true })).toBeChecked();
    // The colours are hidden at this width, so the Tab stop moves to the tools.
    await app.setViewportSize({ width: 390, height: 844 });
    await expect(dock).toHaveAttribute('aria-orientation', 'horizontal');
    await expect.poll(() => stops(dock)).toBe(1);
  });

  test('the selection bar is one tab stop too', async ({ app }) => {
    await newDrawing(app);
    await drawAndSave(app, 2, { device: 'mouse' });
    await canvas(app).focus();
    await app.keyboard.press('Control+a');
    const bar = app.getByRole('toolbar', { name: tools.selection });
    await expect.poll(() => stops(bar)).toBe(1);
    await bar.getByRole('button').first().focus();
    await app.keyboard.press('End');
    await expect.poll(() => focused(app)).toBe(tools.deselect);
    await app.keyboard.press('Enter');
    await expect(bar).toHaveCount(0);
  });
});

test('studio: while Space is held a mouse pans, wherever the focus is, and no button is pressed', async ({
  app,
}) => {
  await newDrawing(app);
  const drawn = await drawAndSave(app, 1, { device: 'mouse' });
  const id = await drawingId(app);
  const before = await cameraOf(app, id);
  const [x, y] = await middle(app);
  for (const name of [tools.zoomIn, 'Undo', 'Export']) {
    await button(app, name).focus();
    await app.mouse.move(x, y);
    await app.keyboard.down('Space');
    await app.mouse.down();
    await app.mouse.move(x + 40, y + 20, { steps: 4 });
    // A held key repeats.
    await app.keyboard.down('Space');
    await app.mouse.move(x + 60, y + 32, { steps: 4 });
    await app.keyboard.up('Space');
    await app.mouse.up();
  }
  await saved(app);
  assert.deepStrictEqual(await acknowledged(app, id), drawn);
  await expect(button(app, 'Export')).toHaveAttribute('aria-expanded', 'false');
  assert.deepEqual(await cameraOf(app, id), { x: before.x - 180, y: before.y - 96, zoom: 1 });
  // Without a pointer on the paper it presses the button as usual, and in the title it writes a space.
  await button(app, tools.zoomIn).focus();
  await app.keyboard.press('Space');
  await expect(zoomButton(app)).toHaveAccessibleName(tools.zoomFrom('125%'));
  const title = app.getByRole('textbox', { name: studio.title });
  await title.focus();
  await app.keyboard.type('a b');
  await expect(title).toHaveValue('a b');
});

test('studio: Escape ends one thing at a time: open panel, stroke being drawn, selection, full screen', async ({
  app,
}) => {
  await newDrawing(app);
  const drawn = await drawAndSave(app, 2, { device: 'mouse' });
  const id = await drawingId(app);
  await canvas(app).focus();
  await app.keyboard.press('Control+a');
  const bar = app.getByRole('toolbar', { name: tools.selection });
  await button(app, 'Export').click();
  await expect(bar).toBeVisible();
  await app.keyboard.press('Escape');
  await expect(button(app, 'Export')).toHaveAttribute('aria-expanded', 'false');
  await expect(bar).toBeVisible();
  await app.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  await expect(button(app, 'Export')).toBeFocused();
  // A pointer opened its menu: the keys of the canvas go on.
  await app.keyboard.press('m');
  await held(app, tools.names.marker);
  await button(app, 'Export').press('Enter');
  await app.keyboard.press('Escape');
  await app.keyboard.press('k');
  await held(app, tools.names.marker);

  await app.keyboard.press('Escape');
  await app.keyboard.press('p');
  const [x, y] = await middle(app);
  await app.mouse.move(x, y);
  await app.mouse.down();
  await app.mouse.move(x + 60, y, { steps: 5 });
  await app.keyboard.press('Escape');
  await app.mouse.move(x + 60, y + 60, { steps: 5 });
  await app.mouse.up();
  await saved(app);
  assert.deepStrictEqual(await acknowledged(app, id), drawn, 'the stroke being drawn is cancelled');
  await app.mouse.move(x, y);
  await app.mouse.down();
  await app.mouse.move(x + 60, y + 60, { steps: 5 });
  await app.mouse.up();
  assert.equal((await acknowledged(app, id)).length, 3, 'the next stroke is drawn as ever');
});
