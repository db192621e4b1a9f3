/** The lasso, by pointer and by keys alone, checked against the storage. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { tools } from '../../../../src/app/words/en/studio/tools.ts';
import { storedStrokes } from '../../support/ink/stored.ts';
import { expect, test } from '../../support/site.ts';
import {
  acknowledged,
  canvas,
  drawAndSave,
  drawingId,
  newDrawing,
  paper,
} from '../../support/studio/studio.ts';
import { moved, pick, stroke, timeless, toolButton } from '../../support/studio/tools.ts';

const undo = (page: Page) => page.getByRole('toolbar').getByRole('button', { name: 'Undo', exact: true });
const redo = (page: Page) => page.getByRole('button', { name: 'Redo', exact: true });
const bar = (page: Page) => page.getByRole('toolbar', { name: tools.selection });

/** Draws a lasso around the whole free part of the canvas. */
async function loop(page: Page): Promise<void> {
  const { x, y, width, height } = await paper(page);
  const [left, top, right, bottom] = [x - 12, y - 12, x + width + 12, y + height + 12];
  await stroke(page, [left, top], [right, top], [right, bottom], [left, bottom]);
}

/** The corner and the middle of the selection's frame. CSS px in the canvas. */
async function frame(page: Page) {
  const box = await page.locator('.selection-frame').boundingBox();
  assert.ok(box);
  return {
    corner: [Math.round(box.x + box.width), Math.round(box.y + box.height)] as const,
    middle: [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)] as const,
  };
}

test.describe('studio: the lasso by pointer', () => {
  test('the selection moves with the pointer, as one edit that can be undone and redone after a reload', async ({
    app,
  }) => {
    await newDrawing(app);
    const before = await drawAndSave(app, 6, { device: 'mouse' });
    const id = await drawingId(app);
    await pick(app, tools.names.lasso);
    await loop(app);
    await expect(app.getByText(tools.selected(6)).first()).toBeVisible();
    await expect(canvas(app)).toHaveAccessibleDescription(new RegExp(tools.selected(6)));
    const { middle } = await frame(app);
    await stroke(app, middle, [middle[0] + 40, middle[1] - 24]);
    const after = moved(before, 40, -24);
    assert.deepStrictEqual(await acknowledged(app, id), after);
    await app.reload();
    await undo(app).click();
    assert.deepStrictEqual(await acknowledged(app, id), before);
    await expect(undo(app)).toBeEnabled();
    await redo(app).click();
    assert.deepStrictEqual(await acknowledged(app, id), after);
  });

  test('a corner scales it proportionally, and its buttons copy, colour and delete it', async ({ app }) => {
    await newDrawing(app);
    const before = await drawAndSave(app, 4, { device: 'mouse' });
    const id = await drawingId(app);
    await pick(app, tools.names.lasso);
    await loop(app);
    const { corner, middle } = await frame(app);
    await stroke(app, corner, [(corner[0] + middle[0]) >> 1, (corner[1] + middle[1]) >> 1]);
    const scaled = await acknowledged(app, id);
    assert.equal(scaled.length, 4);
    const factor = scaled[0]!.size / before[0]!.size;
    assert.ok(factor > 0.6 && factor < 0.9, `scaled by ${factor}`);
    for (const [i, { points }] of scaled.entries()) {
      const was = before[i]!.points;
      assert.equal(points.length, was.length);
      for (const k of [0, points.length - 1]) {
        const [width, height] = [points[k]![0] - points[0]![0], points[k]![1] - points[0]![1]];
        assert.ok(Math.abs(width - factor * (was[k]![0] - was[0]![0])) < 0.2);
        assert.ok(Math.abs(height - factor * (was[k]![1] - was[0]![1])) < 0.2);
      }
    }
    await bar(app).getByRole('button', { name: tools.duplicate }).click();
    const copied = await acknowledged(app, id);
    assert.deepStrictEqual(copied.slice(0, 4), scaled);
    assert.deepStrictEqual(timeless(copied.slice(4)), timeless(moved(scaled, 16, 16)));
    await app.locator('.swatch', { has: app.getByLabel(tools.colors.brick, { exact: true }) }).click();
    const colored = copied.map((one, i) => (i < 4 ? one : { ...one, color: '#bf3b2b' }));
    assert.deepStrictEqual(await acknowledged(app, id), colored);
    await bar(app).getByRole('button', { name: tools.delete }).click();
    assert.deepStrictEqual(await acknowledged(app, id), scaled);
    await expect(bar(app)).toBeHidden();
    await app.reload();
    for (const state of [colored, copied, scaled, before]) {
      await undo(app).click();
      assert.deepStrictEqual(await acknowledged(app, id), state);
    }
  });
});

test.describe('studio: the lasso by keys alone', () => {
  test('selects, moves, scales, copies, colours, deletes and deselects, each announced and undone', async ({
    app,
  }) => {
    await newDrawing(app);
    const before = await drawAndSave(app, 3, { device: 'mouse' });
    const id = await drawingId(app);
    const said = (words: string) =>
      expect(app.locator('[aria-live="polite"]', { hasText: words })).toBeAttached();
    await canvas(app).focus();
    await app.keyboard.press('Control+a');
    await said(tools.selected(3));
    await expect(app.getByRole('button', { name: tools.names.lasso, exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    for (let i = 0; i < 4; i++) await app.keyboard.press('ArrowRight');
    await app.keyboard.press('Shift+ArrowDown');
    const there = moved(before, 4, 10);
    await expect.poll(() => storedStrokes(app, id)).toEqual(there);
    await app.keyboard.press('Control+d');
    await expect.poll(async () => (await storedStrokes(app, id)).length).toBe(6);
    const copied = await storedStrokes(app, id);
    expect(timeless(copied)).toEqual(timeless([...there, ...moved(there, 16, 16)]));
    await app.keyboard.press('c');
    const colored = copied.map((one, i) => (i < 3 ? one : { ...one, color: '#77716a' }));
    await expect.poll(() => storedStrokes(app, id)).toEqual(colored);
    await app.keyboard.press('>');
    await expect.poll(async () => (await storedStrokes(app, id))[5]?.size).toBe(4.4);
    const larger = await acknowledged(app, id);
    await app.keyboard.press('Delete');
    await expect.poll(() => storedStrokes(app, id)).toEqual(there);

    await app.keyboard.press('.');
    await said(tools.selected(1));
    await app.keyboard.press('Delete');
    const two = there.slice(0, 2);
    await expect.poll(() => storedStrokes(app, id)).toEqual(two);
    await app.keyboard.press('Control+a');
    await said(tools.selected(2));
    await app.keyboard.press('Escape');
    await expect(bar(app)).toBeHidden();
    // Without a selection, arrow keys pan again.
    await app.keyboard.press('ArrowRight');
    for (const state of [there, larger, colored, copied, there, before]) {
      await app.keyboard.press('Control+z');
      await expect.poll(() => storedStrokes(app, id)).toEqual(state);
    }
    for (const state of [there, copied, colored, larger, there, two]) {
      await app.keyboard.press('Control+Shift+z');
      await expect.poll(() => storedStrokes(app, id)).toEqual(state);
    }
  });
});

test('studio: keys that select lend the lasso until the selection ends; who chose it keeps it', async ({
  app,
}) => {
  await newDrawing(app);
  await drawAndSave(app, 2, { device: 'mouse' });
  const id = await drawingId(app);
  const held = (name: string) => expect(toolButton(app, name)).toHaveAttribute('aria-pressed', 'true');
  await canvas(app).focus();
  for (const [select, end] of [
    ['Control+a', 'Escape'],
    ['.', 'Delete'],
    ['Control+a', 'Delete'],
  ] as const) {
    await app.keyboard.press(select);
    await expect(bar(app)).toBeVisible();
    await held(tools.names.lasso);
    await app.keyboard.press(end);
    await expect(bar(app)).toBeHidden();
    await held(tools.names.pen);
  }
  // There is nothing to select.
  await app.keyboard.press('Control+a');
  await held(tools.names.pen);
  await stroke(app, [400, 300], [560, 360]);
  expect(await acknowledged(app, id)).toHaveLength(1);
  await app.keyboard.press('l');
  await app.keyboard.press('Control+a');
  await expect(bar(app)).toBeVisible();
  await app.keyboard.press('Delete');
  await expect(bar(app)).toBeHidden();
  await held(tools.names.lasso);
});

test('studio: on a phone the bar of a selection lies where it covers none of it', async ({ app }) => {
  await app.setViewportSize({ width: 390, height: 844 });
  await newDrawing(app);
  await stroke(app, [120, 480], [260, 690]);
  await app.keyboard.press('Control+a');
  await expect(bar(app)).toBeVisible();
  const covers = async () => {
    const [own, selected] = await Promise.all([
      bar(app).boundingBox(),
      app.locator('.selection-frame').boundingBox(),
    ]);
    assert.ok(own && selected);
    return own.y < selected.y + selected.height && selected.y < own.y + own.height;
  };
  await expect.poll(covers).toBe(false);
  const { y } = (await bar(app).boundingBox())!;
  expect(y).toBeLessThan(300);
  // Moved to the other end, it has the bar at the first.
  await app.keyboard.press('Escape');
  await app.keyboard.press('Control+z');
  await pick(app, 'Pen');
  await stroke(app, [120, 150], [260, 300]);
  await app.keyboard.press('Control+a');
  await expect.poll(covers).toBe(false);
  expect((await bar(app).boundingBox())!.y).toBeGreaterThan(500);
});
