import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { missingOnScreen } from './support/ink-seen.ts';
import { assertDrawn, type Samples } from './support/samples.ts';
import { expect, test } from './support/site.ts';
import { storedStrokes } from './support/stored.ts';
import { acknowledged, canvas, drawAndSave, drawingId, newDrawing, paper, saved } from './support/studio.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

interface Finger {
  readonly x: number;
  readonly y: number;
}

/** Moves fingers over the canvas, each from its first place to its last. CSS px in the canvas. */
async function touch(page: Page, fingers: readonly (readonly Finger[])[]): Promise<void> {
  const box = await canvas(page).boundingBox();
  assert.ok(box);
  const session = await page.context().newCDPSession(page);
  const at = (i: number) =>
    fingers.map((places, id) => {
      const { x, y } = places[Math.min(i, places.length - 1)]!;
      return { x: box.x + x, y: box.y + y, id };
    });
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  const moves = Math.max(...fingers.map((places) => places.length));
  for (let i = 1; i < moves; i += 1) {
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(i) });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

function line(from: Finger, to: Finger, steps = 10): Finger[] {
  return Array.from({ length: steps + 1 }, (_, i) => ({
    x: Math.round(from.x + ((to.x - from.x) * i) / steps),
    y: Math.round(from.y + ((to.y - from.y) * i) / steps),
  }));
}

/** What floats over the paper and would take a touch in its middle; with how many controls there are. */
function inTheWay(page: Page): Promise<{ controls: number; names: string[] }> {
  return page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>('.studio :is(a, button, input)')].filter(
      (control) => control.getClientRects().length > 0,
    );
    const taking = controls.filter((control) => {
      const { x, y, width, height } = control.getBoundingClientRect();
      const hit = document.elementFromPoint(x + width / 2, y + height / 2);
      return hit !== null && hit.closest('[role=application]') === null;
    });
    return { controls: controls.length, names: taking.map((one) => one.ariaLabel ?? one.outerHTML) };
  });
}

function samples(places: readonly Finger[]): Samples {
  return { points: places.map(({ x, y }) => [x, y] as const), pressure: undefined };
}

test.describe('studio: with fingers on a phone', () => {
  test('one finger draws, two move and zoom the paper and draw nothing', async ({ app, site }) => {
    await newDrawing(app);
    const { x, y, width, height } = await paper(app);
    const first = line({ x, y }, { x: x + width, y: y + height / 2 });
    const second = line({ x: x + 20, y: y + height }, { x: x + width, y: y + 40 });
    await touch(app, [first]);
    await touch(app, [second]);
    const id = await drawingId(app);
    const drawn = await acknowledged(app, id);
    assertDrawn(drawn, [first, second].map(samples));
    await expect.poll(() => missingOnScreen(app, drawn)).toEqual([]);

    const middle = { x: x + width / 2, y: y + height / 2 };
    await touch(app, [
      line({ x: middle.x - 30, y: middle.y }, { x: middle.x - 100, y: middle.y - 60 }),
      line({ x: middle.x + 30, y: middle.y }, { x: middle.x + 100, y: middle.y - 60 }),
    ]);
    await expect.poll(async () => (await missingOnScreen(app, drawn)).length).toBeGreaterThan(0);
    await saved(app);
    assert.deepStrictEqual(await storedStrokes(app, id), drawn);
    await site.offline(app.context());
    await app.reload();
    assert.deepStrictEqual(await storedStrokes(app, id), drawn);
  });

  test('while a finger draws, nothing that floats over the paper can be pressed', async ({ app }) => {
    await newDrawing(app);
    const box = await canvas(app).boundingBox();
    assert.ok(box);
    const { controls, names } = await inTheWay(app);
    assert.ok(controls >= 12 && names.length === controls, `${names.length} of ${controls} can be pressed`);
    const session = await app.context().newCDPSession(app);
    const at = (x: number) => [{ x: box.x + x, y: box.y + 400, id: 1 }];
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(150) });
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(190) });
    await expect.poll(() => inTheWay(app)).toEqual({ controls, names: [] });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect.poll(async () => (await inTheWay(app)).names.length).toBe(controls);
    await session.detach();
  });

  test('once a pen was seen, a finger moves the paper and draws nothing', async ({ app }) => {
    await newDrawing(app);
    const drawn = await drawAndSave(app, 2);
    const id = await drawingId(app);
    const { x, y, width, height } = await paper(app);
    // The palm that comes with the pen does nothing at all.
    await touch(app, [line({ x, y: y + height / 2 }, { x: x + width, y: y + height / 2 })]);
    await touch(app, [line({ x, y: y + height / 2 }, { x: x + width, y: y + height / 2 })]);
    await saved(app);
    assert.deepStrictEqual(await storedStrokes(app, id), drawn);
  });
});
