/** Where panels, tooltips and the mirrored row lie, and what closes a panel: only a browser lays them out. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright/test';
import { studio } from '../../../../src/app/words/en/studio/studio.ts';
import { tools } from '../../../../src/app/words/en/studio/tools.ts';
import { expect, test } from '../../support/site.ts';
import { acknowledged, drawingId, newDrawing } from '../../support/studio/studio.ts';
import {
  brushButton,
  colorButton,
  pickSwatch,
  stroke,
  viewButton,
  zoomButton,
} from '../../support/studio/tools.ts';
import { touch } from '../../support/studio/touch.ts';

const PHONE = { width: 390, height: 844 };
const panel = (page: Page) => page.locator('.dock-panel');

/** Where an element lies, once it rests. */
async function placeOf(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  let last = await element.boundingBox();
  await expect(async () => {
    const now = await element.boundingBox();
    const isStill = JSON.stringify(now) === JSON.stringify(last);
    last = now;
    expect(isStill).toBe(true);
  }).toPass();
  assert.ok(last);
  return last;
}

/** The tooltips that are seen. */
function tips(page: Page): Promise<string[]> {
  return page
    .locator('.studio [data-tip]')
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility() && getComputedStyle(one, '::after').visibility === 'visible')
        .map((one) => one.getAttribute('data-tip') ?? ''),
    );
}

for (const [where, size] of [
  ['a phone', PHONE],
  ['a desktop', { width: 1440, height: 900 }],
] as const) {
  test(`studio: on ${where} the colour panel stays where it is, whatever is done in it`, async ({ app }) => {
    await app.setViewportSize(size);
    await newDrawing(app);
    await colorButton(app).click();
    const before = await placeOf(panel(app));
    const stays = async (what: string) => assert.deepEqual(await placeOf(panel(app)), before, what);
    const area = await placeOf(app.getByRole('slider', { name: tools.shade, exact: true }));
    await app.mouse.move(area.x + 10, area.y + 10);
    await app.mouse.down();
    await app.mouse.move(area.x + area.width + 60, area.y + area.height / 2, { steps: 5 });
    await stays('while a colour is dragged, and beyond the area');
    await app.mouse.up();
    await app.getByLabel(tools.palette, { exact: true }).selectOption('singapore');
    await stays('with a larger palette');
    await pickSwatch(app, tools.colors.jade).click();
    await stays('with one more of the last colours');
  });
}

test('studio: on a phone, zooming to 100% and to fit closes the panel of zoom, and steps leave it open', async ({
  app,
}) => {
  await app.setViewportSize(PHONE);
  await newDrawing(app);
  const step = app.getByRole('button', { name: tools.zoomIn, exact: true });
  const toFit = app.getByRole('button', { name: tools.fit, exact: true });
  await viewButton(app).click();
  await step.click();
  await step.click();
  await expect(viewButton(app)).toHaveText('156%');
  await expect(step).toBeVisible();
  for (const last of [zoomButton(app), toFit]) {
    await last.click();
    await expect(step).toBeHidden();
    await expect(viewButton(app)).toBeFocused();
    await viewButton(app).click();
  }
  // So does a gesture on the paper.
  await expect(step).toBeVisible();
  await app.mouse.click(200, 300);
  await expect(step).toBeHidden();
});

test('studio: a left hand has the row of the dock mirrored, in the page as on the screen', async ({
  app,
}) => {
  await app.setViewportSize(PHONE);
  await newDrawing(app);
  /** Names of the buttons in the order of the page, and in that of the screen: row by row. */
  const rows = () =>
    app.locator('.dock').evaluate((dock) => {
      const seen = [...dock.querySelectorAll('button')].filter((one) => one.checkVisibility());
      const places = seen.map((one) => ({ name: one.ariaLabel ?? '', box: one.getBoundingClientRect() }));
      const nameOf = ({ name }: { name: string }) => name.split(':')[0]!;
      const onScreen = places.toSorted((a, b) => Math.round((a.box.y - b.box.y) / 20) || a.box.x - b.box.x);
      return { page: places.map(nameOf), screen: onScreen.map(nameOf) };
    });
  const right = await rows();
  assert.deepEqual(right.page, right.screen);
  await app.getByRole('button', { name: studio.more, exact: true }).click();
  await app.getByRole('button', { name: studio.menu.leftHanded }).click();
  await expect.poll(async () => (await rows()).screen[0]).not.toBe(right.screen[0]);
  const left = await rows();
  assert.deepEqual(left.page, left.screen);
  const rowOf = (from: string, to?: string) =>
    right.screen.slice(right.screen.indexOf(from), to === undefined ? undefined : right.screen.indexOf(to));
  const color = tools.colorNow('').split(':')[0]!;
  // Undo stays left of redo.
  assert.deepEqual(left.screen, [
    ...rowOf(right.screen[0]!, color).toReversed(),
    right.screen.at(-1),
    tools.undo,
    tools.redo,
    ...rowOf(color, tools.undo).toReversed(),
  ]);
});

test('studio: one tooltip at a time names a button and its key, and none is beside an open panel', async ({
  app,
}) => {
  await app.setViewportSize({ width: 1440, height: 900 });
  await newDrawing(app);
  const eraser = app.getByRole('button', { name: tools.names.eraser, exact: true });
  const tip = `${tools.brush(tools.names.pen)}  P`;
  await eraser.hover();
  await expect.poll(() => tips(app)).toEqual([`${tools.names.eraser}  E`]);
  // The focus has one too, but not while the pointer has one.
  await app.keyboard.press('Tab');
  await brushButton(app).focus();
  await expect.poll(() => tips(app)).toEqual([`${tools.names.eraser}  E`]);
  await app.mouse.move(700, 500);
  await expect.poll(() => tips(app)).toEqual([tip]);
  await brushButton(app).hover();
  await expect.poll(() => tips(app)).toEqual([tip]);
  await brushButton(app).click();
  await expect(panel(app)).toBeVisible();
  await expect.poll(() => tips(app)).toEqual([]);
  // Where the panel lies, no other button of the dock has one either.
  await eraser.hover();
  await expect(eraser).toHaveCSS('cursor', 'pointer');
  await expect.poll(() => tips(app)).toEqual([]);
  await app.keyboard.press('Escape');
  await expect.poll(() => tips(app)).toEqual([`${tools.names.eraser}  E`]);
});

test('studio: a tap on the canvas that closes a panel only closes it; a stroke there is drawn, and undo undoes', async ({
  app,
}) => {
  await newDrawing(app);
  await stroke(app, [300, 200], [400, 200]);
  const id = await drawingId(app);
  const drawn = await acknowledged(app, id);
  for (const tap of [() => app.mouse.click(1000, 300), () => touch(app, [[{ x: 1000, y: 300 }]])]) {
    await colorButton(app).click();
    await expect(panel(app)).toBeVisible();
    await tap();
    await expect(panel(app)).toHaveCount(0);
    assert.deepEqual(await acknowledged(app, id), drawn);
  }
  await colorButton(app).click();
  await stroke(app, [1000, 300], [1100, 300]);
  await expect(panel(app)).toHaveCount(0);
  const [first, second, ...more] = await acknowledged(app, id);
  assert.deepEqual([first, more], [drawn[0], []]);
  assert.ok(second!.points.length > 1);
  // With no panel open a tap is a dot.
  await touch(app, [[{ x: 1000, y: 400 }]]);
  assert.equal((await acknowledged(app, id)).length, 3);
  // A button of the dock closes it, and does what it says.
  await colorButton(app).click();
  await expect(panel(app)).toBeVisible();
  await app.getByRole('button', { name: tools.undo, exact: true }).first().click();
  await expect(panel(app)).toHaveCount(0);
  assert.equal((await acknowledged(app, id)).length, 2);
});
