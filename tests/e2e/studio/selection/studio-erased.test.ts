/** What was erased from a wash goes along with it, by touch. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { tools } from '../../../../src/app/words/en/studio/tools.ts';
import type { Point } from '../../../../src/core/drawing/types.ts';
import { expect, test } from '../../support/site.ts';
import { acknowledged, canvas, drawingId, newDrawing } from '../../support/studio/studio.ts';
import { inkAt, moved, pick } from '../../support/studio/tools.ts';
import { line, touch } from '../../support/studio/touch.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

/** Where the wash is, and the gap in it; and how far it is dragged. */
const [LEFT, RIGHT, Y, GAP, BY] = [120, 260, 260, 190, 140];

const isInked = async (page: Page, at: Point) => (await inkAt(page, at))[3]! > 0;
const bar = (page: Page) => page.getByRole('toolbar', { name: tools.selection });
const undo = (page: Page) => page.getByRole('toolbar').getByRole('button', { name: 'Undo', exact: true });

/** Draws a wash and erases a part of it. Then takes the lasso. */
async function wash(page: Page): Promise<void> {
  await pick(page, tools.names.wash);
  await touch(page, [line({ x: LEFT, y: Y }, { x: RIGHT, y: Y })]);
  await pick(page, tools.names.eraser);
  await touch(page, [line({ x: GAP, y: Y - 60 }, { x: GAP, y: Y + 60 })]);
  await pick(page, tools.names.lasso);
}

test('a wash that a finger drags away keeps its gap, while it is carried and where it is dropped', async ({
  app,
}) => {
  await newDrawing(app);
  await wash(app);
  const id = await drawingId(app);
  const before = await acknowledged(app, id);
  assert.deepStrictEqual(
    before.map(({ tool }) => tool),
    ['wash', 'eraser'],
  );
  await touch(app, [[{ x: LEFT + 20, y: Y }]]);
  await expect(canvas(app)).toHaveAccessibleDescription(new RegExp(tools.selected(1)));
  // The picture that is carried has the gap.
  const gapOf = () =>
    app.locator('.carried-ink').evaluate((picture) => {
      if (!(picture instanceof HTMLCanvasElement)) return undefined;
      const { width, height } = picture;
      const row = picture.getContext('2d')!.getImageData(0, height >> 1, width, 1).data;
      const alpha = (x: number) => row[4 * Math.round(x) + 3]! > 0;
      return [alpha(width / 4), alpha(width / 2), alpha((width * 3) / 4)];
    });
  await expect.poll(gapOf).toEqual([true, false, true]);
  await touch(app, [line({ x: LEFT + 20, y: Y }, { x: LEFT + 20, y: Y + BY })]);
  assert.deepStrictEqual(await acknowledged(app, id), moved(before, 0, BY));
  await expect.poll(() => isInked(app, [LEFT + 40, Y + BY])).toBe(true);
  assert.equal(await isInked(app, [GAP, Y + BY]), false);
  await undo(app).tap();
  assert.deepStrictEqual(await acknowledged(app, id), before);
  await expect.poll(() => isInked(app, [LEFT + 40, Y])).toBe(true);
  assert.equal(await isInked(app, [GAP, Y]), false);
});

test('once it is deleted, a line from before that is dragged there has no hole', async ({ app }) => {
  await newDrawing(app);
  await touch(app, [line({ x: LEFT, y: Y + BY }, { x: RIGHT, y: Y + BY })]);
  await wash(app);
  const id = await drawingId(app);
  const [pen] = await acknowledged(app, id);
  await touch(app, [[{ x: LEFT + 20, y: Y }]]);
  await bar(app).getByRole('button', { name: tools.delete }).tap();
  assert.deepStrictEqual(await acknowledged(app, id), [pen]);
  await touch(app, [[{ x: LEFT + 20, y: Y + BY }]]);
  await touch(app, [line({ x: LEFT + 20, y: Y + BY }, { x: LEFT + 20, y: Y })]);
  assert.deepStrictEqual(await acknowledged(app, id), moved([pen!], 0, -BY));
  await expect.poll(() => isInked(app, [LEFT + 40, Y])).toBe(true);
  assert.equal(await isInked(app, [GAP, Y]), true);
});
