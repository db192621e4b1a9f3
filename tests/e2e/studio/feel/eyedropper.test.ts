/** Taking a colour from the drawing: with a finger that holds still, a mouse and Alt, and a key. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { tools } from '../../../../src/app/words/en/studio/tools.ts';
import type { Point } from '../../../../src/core/drawing/types.ts';
import { expect, test } from '../../support/site.ts';
import { acknowledged, canvas, drawingId, newDrawing, paper } from '../../support/studio/studio.ts';
import { stroke } from '../../support/studio/tools.ts';

test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

/** The second colour beside the pen. */
const GRAPHITE = '#77716a';

/** Draws a broad grey line through the middle, then chooses ink again. */
async function greyLine(page: Page): Promise<{ readonly on: Point; readonly beside: Point }> {
  await newDrawing(page);
  const { x, y, width, height } = await paper(page);
  for (const key of [']', ']', 'c']) await page.keyboard.press(key);
  await stroke(page, [x + 20, y + height / 2], [x + width - 20, y + height / 2]);
  await page.keyboard.press('Shift+C');
  return { on: [x + width / 2, y + height / 2], beside: [x + width / 2, y + height / 2 + 80] };
}

/** Sends touches of one finger, CSS px in the canvas. */
async function finger(page: Page) {
  const session = await page.context().newCDPSession(page);
  const box = await canvas(page).boundingBox();
  assert.ok(box);
  return async (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', ...at: readonly Point[]) => {
    const touchPoints = at.map(([x, y], id) => ({ x: box.x + x, y: box.y + y, id }));
    await session.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
}

const ring = (page: Page) => page.locator('.eyedropper');

test.describe('studio: a colour from the drawing', () => {
  test('a finger that holds still takes the colour to which it slides, and draws nothing', async ({
    app,
  }) => {
    const { on, beside } = await greyLine(app);
    const send = await finger(app);
    await send('touchStart', beside);
    await expect(ring(app)).toBeVisible();
    await expect(ring(app)).toContainText(tools.noColor);
    await send('touchMove', on);
    await expect(ring(app)).toContainText(GRAPHITE);
    await send('touchEnd');
    await expect(ring(app)).toBeHidden();
    await expect(app.getByText(tools.taken(tools.colors.graphite))).toBeAttached();
    await stroke(app, beside, [beside[0] + 60, beside[1]]);
    const strokes = await acknowledged(app, await drawingId(app));
    assert.deepEqual(
      strokes.map(({ color }) => color),
      [GRAPHITE, GRAPHITE],
    );
    await app.getByRole('button', { name: 'Undo', exact: true }).click();
    await app.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(app.getByRole('button', { name: 'Undo', exact: true })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });

  test('bare paper has no colour to take: the brush keeps its own, and a mark shows where it looked', async ({
    app,
  }) => {
    const { beside } = await greyLine(app);
    const box = await canvas(app).boundingBox();
    assert.ok(box);
    await app.mouse.move(box.x + beside[0], box.y + beside[1]);
    await app.keyboard.down('Alt');
    await app.mouse.down();
    await expect(ring(app)).toContainText(tools.noColor);
    const mark = await app.locator('.eyedropper-point').boundingBox();
    assert.ok(mark);
    const middle = [mark.x + mark.width / 2 - box.x, mark.y + mark.height / 2 - box.y];
    assert.deepEqual(middle.map(Math.round), beside.map(Math.round));
    await app.mouse.up();
    await app.keyboard.up('Alt');
    await expect(app.locator('.toast', { hasText: tools.noColor })).toBeVisible();
    await stroke(app, beside, [beside[0] + 60, beside[1]]);
    const strokes = await acknowledged(app, await drawingId(app));
    assert.equal(strokes.at(-1)?.color, '#1f1b16');
  });

  test('a second finger ends it without a colour', async ({ app }) => {
    const { on, beside } = await greyLine(app);
    const send = await finger(app);
    await send('touchStart', on);
    await expect(ring(app)).toContainText(GRAPHITE);
    await send('touchStart', on, beside);
    await expect(ring(app)).toBeHidden();
    await send('touchEnd');
    await stroke(app, beside, [beside[0] + 60, beside[1]]);
    const strokes = await acknowledged(app, await drawingId(app));
    assert.deepEqual(
      strokes.map(({ color }) => color),
      [GRAPHITE, '#1f1b16'],
    );
  });

  test('a mouse takes it with Alt, and T takes what is under the pointer', async ({ app }) => {
    const { on, beside } = await greyLine(app);
    const box = await canvas(app).boundingBox();
    assert.ok(box);
    const drawn = async () => {
      await stroke(app, beside, [beside[0] + 60, beside[1]]);
      return (await acknowledged(app, await drawingId(app))).at(-1)!.color;
    };
    await app.mouse.move(box.x + on[0], box.y + on[1]);
    await app.keyboard.down('Alt');
    await app.mouse.down();
    await expect(ring(app)).toContainText(GRAPHITE);
    await app.mouse.up();
    await app.keyboard.up('Alt');
    assert.equal(await drawn(), GRAPHITE);
    await app.keyboard.press('x');
    assert.equal(await drawn(), '#1f1b16');
    await app.mouse.move(box.x + on[0], box.y + on[1]);
    await app.keyboard.press('t');
    assert.equal(await drawn(), GRAPHITE);
  });
});
