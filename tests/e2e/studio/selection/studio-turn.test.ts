/** Turning and mirroring a selection, checked against the storage. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { studio } from '../../../../src/app/words/en/studio/studio.ts';
import { tools } from '../../../../src/app/words/en/studio/tools.ts';
import type { Point } from '../../../../src/core/drawing/types.ts';
import { storeDrawing, untilSharp } from '../../support/ink/ink-compare.ts';
import { expect, test } from '../../support/site.ts';
import {
  acknowledged,
  canvas,
  drawAndSave,
  drawingId,
  newDrawing,
  openDrawing,
} from '../../support/studio/studio.ts';
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

/** True if a finger on the middle of the element takes it, and nothing that lies over it. */
function isFree(page: Page, selector: string): Promise<boolean> {
  return page.locator(selector).evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === element;
  });
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

  test('a finger turns it by the handle, also below an open map, and the buttons open over the bar', async ({
    app,
  }) => {
    await newDrawing(app);
    await touch(app, [line({ x: 200, y: 305 }, { x: 340, y: 355 })]);
    const id = await drawingId(app);
    const before = await acknowledged(app, id);
    await pick(app, tools.names.lasso);
    await touch(app, [[{ x: 270, y: 330 }]]);
    await expect(bar(app)).toBeVisible();
    const free = await places(app);
    await canvas(app).press('n');
    const map = app.getByRole('region', { name: studio.menu.map });
    await expect(map).toBeVisible();
    const { x, y, width, height } = (await map.boundingBox())!;
    const [across, down] = free.handle;
    assert.ok(x < across && across < x + width && y < down && down < y + height, 'the map comes over it');
    await expect.poll(() => isFree(app, '.selection-turn')).toBe(true);
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

  test('strokes that were turned are in no frame both in the drawing and in the picture that was carried', async ({
    app,
    site,
  }) => {
    // Too many points to be painted in one frame.
    const strokes = Array.from({ length: 60 }, (_, i) => ({
      tool: 'marker',
      color: '#1d5fa8',
      size: 8,
      points: Array.from({ length: 60 }, (_, k): Point => [500 + 5 * k, 400 + i / 2]),
    }));
    const id = await storeDrawing(app, strokes);
    await openDrawing(app, site.url, id);
    await untilSharp(app);
    await canvas(app).press('Control+a');
    // Its picture is drawn in slices.
    await expect(app.locator('.carried-ink')).toHaveCount(1);
    const { middle } = await places(app);
    // Where there is no ink before a quarter turn.
    await app.evaluate(watchFrames, [middle[0], middle[1] + 90] as const);
    await app.keyboard.press('t');
    await expect.poll(() => app.evaluate(() => globalThis.seenFrames?.at(-1))).toEqual([true, false]);
    const seen = (await app.evaluate(() => globalThis.seenFrames)) ?? [];
    assert.ok(
      seen.some(([, isCarried]) => isCarried),
      'the picture was seen',
    );
    assert.deepEqual(
      seen.filter(([isDrawn, isCarried]) => isDrawn && isCarried),
      [],
    );
  });
});

declare global {
  /** Of each frame: whether the drawing had ink at the place, and whether the picture that is carried was shown there. */
  var seenFrames: (readonly [isDrawn: boolean, isCarried: boolean])[] | undefined;
}

/** Runs in the page: looks at a place of the window in each frame. */
function watchFrames([x, y]: readonly [number, number]): void {
  const tiles = document.querySelector<HTMLCanvasElement>('canvas[data-tiles]')!.getContext('2d')!;
  const seen: (readonly [boolean, boolean])[] = [];
  globalThis.seenFrames = seen;
  const look = () => {
    const { left, top, width } = tiles.canvas.getBoundingClientRect();
    const ratio = tiles.canvas.width / width;
    const at = tiles.getImageData(Math.round((x - left) * ratio), Math.round((y - top) * ratio), 1, 1);
    const picture = document.querySelector<HTMLElement>('.carried-ink');
    const path = /path\("(.*)"\)/.exec(picture?.parentElement?.style.clipPath ?? '')?.[1];
    const isThere = path === undefined || tiles.isPointInPath(new Path2D(path), x - left, y - top);
    const isCarried = picture !== null && getComputedStyle(picture).visibility === 'visible' && isThere;
    seen.push([at.data[3]! > 0, isCarried]);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
