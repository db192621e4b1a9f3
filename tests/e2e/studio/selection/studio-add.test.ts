/** Adding to a selection without a keyboard. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { tools } from '../../../../src/app/words/en/studio/tools.ts';
import { expect, test } from '../../support/site.ts';
import { acknowledged, canvas, drawingId, newDrawing } from '../../support/studio/studio.ts';
import { pick } from '../../support/studio/tools.ts';
import { line, touch } from '../../support/studio/touch.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

const bar = (page: Page) => page.getByRole('toolbar', { name: tools.selection });
const described = (page: Page, words: string) =>
  expect(canvas(page)).toHaveAccessibleDescription(new RegExp(words));

/** Draws three lines, one below the other. Returns the y of each. */
async function threeLines(page: Page): Promise<readonly [number, number, number]> {
  await newDrawing(page);
  const heights = [260, 320, 420] as const;
  for (const y of heights) await touch(page, [line({ x: 120, y }, { x: 260, y: y + 6 })]);
  await pick(page, tools.names.lasso);
  return heights;
}

test.describe('studio: adding to a selection by touch', () => {
  test('with the switch on, taps and loops add, and a tap on a selected stroke takes it away', async ({
    app,
  }) => {
    const [first, second, third] = await threeLines(app);
    const id = await drawingId(app);
    const before = await acknowledged(app, id);
    const tap = (y: number) => touch(app, [[{ x: 190, y: y + 3 }]]);
    await tap(first);
    await described(app, tools.selected(1));
    await tap(second);
    await described(app, tools.selected(1));
    const add = bar(app).getByRole('button', { name: tools.add });
    await add.tap();
    await expect(add).toHaveAttribute('aria-pressed', 'true');
    await described(app, tools.addingNow);
    await tap(first);
    await described(app, tools.selected(2));
    // A loop around the third line.
    const corners = [
      { x: 100, y: third - 25 },
      { x: 290, y: third - 25 },
      { x: 290, y: third + 30 },
      { x: 100, y: third + 30 },
    ];
    await touch(app, [corners.flatMap((to, i) => line(corners[Math.max(0, i - 1)]!, to, 4))]);
    await described(app, tools.selected(3));
    await tap(second);
    await described(app, tools.selected(2));
    await bar(app).getByRole('button', { name: tools.delete }).tap();
    assert.deepStrictEqual(await acknowledged(app, id), [before[1]]);
    // The next selection begins anew.
    await tap(second);
    await expect(add).toHaveAttribute('aria-pressed', 'false');
  });

  test('a copy that is made meanwhile can be moved at once', async ({ app }) => {
    const [first] = await threeLines(app);
    const id = await drawingId(app);
    const before = await acknowledged(app, id);
    await touch(app, [[{ x: 190, y: first + 3 }]]);
    const add = bar(app).getByRole('button', { name: tools.add });
    await add.tap();
    await expect(add).toHaveAttribute('aria-pressed', 'true');
    await bar(app).getByRole('button', { name: tools.duplicate }).tap();
    await expect(add).toHaveAttribute('aria-pressed', 'false');
    const copied = await acknowledged(app, id);
    assert.equal(copied.length, 4);
    const [from] = copied[3]!.points;
    // The drawing is at 100 %, from the corner of the window.
    await touch(app, [line({ x: from![0] + 60, y: from![1] + 2 }, { x: from![0] + 60, y: from![1] + 202 })]);
    const after = await acknowledged(app, id);
    assert.deepStrictEqual(after.slice(0, 3), before);
    const [to] = after[3]!.points;
    assert.ok(Math.abs(to![1] - from![1] - 200) <= 10, `${to![1] - from![1]}`);
  });

  test('a finger that holds still on a stroke adds it', async ({ app }) => {
    const [first, , third] = await threeLines(app);
    await touch(app, [[{ x: 190, y: first + 3 }]]);
    await described(app, tools.selected(1));
    const session = await app.context().newCDPSession(app);
    const box = await canvas(app).boundingBox();
    assert.ok(box);
    const at = { x: box.x + 190, y: box.y + third + 3, id: 0 };
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
    // It adds while the finger is down.
    await described(app, tools.selected(2));
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await described(app, tools.selected(2));
  });
});
