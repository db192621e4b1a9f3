/** Turning and mirroring a selection, checked against the storage. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { tools } from '../../../../src/app/words/en/studio/tools.ts';
import type { Point } from '../../../../src/core/drawing/types.ts';
import { expect, test } from '../../support/site.ts';
import { acknowledged, canvas, drawAndSave, drawingId, newDrawing } from '../../support/studio/studio.ts';
import { pick } from '../../support/studio/tools.ts';
import { line, touch } from '../../support/studio/touch.ts';
import { assertMirrored, assertTurned } from '../../support/studio/turned.ts';

const undo = (page: Page) => page.getByRole('toolbar').getByRole('button', { name: 'Undo', exact: true });
const bar = (page: Page) => page.getByRole('toolbar', { name: tools.selection });

/** The middles of the frame and of the handle that turns, CSS px in the canvas. */
async function places(page: Page) {
  const middleOf = async (selector: string): Promise<Point> => {
    const box = await page.locator(selector).boundingBox();
    assert.ok(box);
    return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
  };
  return { handle: await middleOf('.selection-turn'), middle: await middleOf('.selection-frame') };
}

test.describe('studio: turning a selection', () => {
  test('the handle turns it with the mouse, shows the angle, and is one step of undo', async ({ app }) => {
    await newDrawing(app);
    const before = await drawAndSave(app, 4, { device: 'mouse' });
    const id = await drawingId(app);
    await canvas(app).press('Control+a');
    const { handle, middle } = await places(app);
    const arm = Math.abs(handle[1] - middle[1]);
    const above = handle[1] < middle[1];
    // A quarter turn clockwise.
    const to: Point = [middle[0] + (above ? arm : -arm), middle[1]];
    const corner: Point = [to[0], handle[1]];
    await app.mouse.move(...handle);
    await app.mouse.down();
    await app.mouse.move(...corner, { steps: 4 });
    await expect(app.locator('.selection-angle')).toHaveText('45°');
    await app.mouse.move(...to, { steps: 4 });
    await expect(app.locator('.selection-angle')).toHaveText('90°');
    await app.mouse.up();
    await expect(app.locator('.selection-angle')).toBeHidden();
    const turned = await acknowledged(app, id);
    assertTurned(turned, before, 90);
    await undo(app).click();
    assert.deepStrictEqual(await acknowledged(app, id), before);
  });

  test('keys and buttons turn and mirror it, and what is turned back and mirrored twice is the same', async ({
    app,
  }) => {
    await newDrawing(app);
    const before = await drawAndSave(app, 3, { device: 'mouse' });
    const id = await drawingId(app);
    await canvas(app).press('Control+a');
    await app.keyboard.press('r');
    assertTurned(await acknowledged(app, id), before, 15);
    await undo(app).click();
    assert.deepStrictEqual(await acknowledged(app, id), before);
    await canvas(app).press('Control+a');
    await app.keyboard.press('Shift+H');
    const mirrored = await acknowledged(app, id);
    assertMirrored(mirrored, before);
    await app.keyboard.press('Shift+H');
    assert.deepStrictEqual(await acknowledged(app, id), before);
    for (const name of [
      tools.turnRight(90),
      tools.mirrorVertically,
      tools.turnRight(90),
      tools.mirrorVertically,
    ]) {
      await bar(app).getByRole('button', { name }).click();
    }
    assert.deepStrictEqual(await acknowledged(app, id), before);
  });
});

test.describe('studio: turning a selection on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a finger turns it by the handle, and the buttons open over the bar', async ({ app }) => {
    await newDrawing(app);
    await touch(app, [line({ x: 120, y: 330 }, { x: 270, y: 360 })]);
    const id = await drawingId(app);
    const before = await acknowledged(app, id);
    await pick(app, tools.names.lasso);
    await touch(app, [[{ x: 195, y: 345 }]]);
    await expect(bar(app)).toBeVisible();
    const { handle, middle } = await places(app);
    // The handle is larger for a finger than it looks.
    const from = { x: handle[0] + 14, y: handle[1] - 8 };
    const arm = { x: from.x - middle[0], y: from.y - middle[1] };
    await touch(app, [line(from, { x: Math.round(middle[0] - arm.x), y: Math.round(middle[1] - arm.y) })]);
    assertTurned(await acknowledged(app, id), before, 180);
    await bar(app).getByRole('button', { name: tools.turn }).tap();
    await bar(app)
      .getByRole('button', { name: tools.turnLeft(90) })
      .tap();
    assertTurned(await acknowledged(app, id), before, 90);
    await undo(app).tap();
    await undo(app).tap();
    assert.deepStrictEqual(await acknowledged(app, id), before);
  });
});
