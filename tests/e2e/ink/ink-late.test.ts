/** What is done right after a large erasure, while its strokes are still being cut. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { tools } from '../../../src/app/words/en/studio/tools.ts';
import type { Point, Stroke } from '../../../src/core/drawing/types.ts';
import { cameraOf, differenceFromRepaint, storeDrawing, untilSharp } from '../support/ink/ink-compare.ts';
import { storedStrokes } from '../support/ink/stored.ts';
import { expect, test } from '../support/site.ts';
import { acknowledged, canvas, openDrawing, saved } from '../support/studio/studio.ts';
import { pick, stroke } from '../support/studio/tools.ts';

declare global {
  /** Lets the work in slices go on. */
  var releaseSlices: (() => void) | undefined;
}

const BARS: readonly Stroke[] = Array.from({ length: 40 }, (_, i) => ({
  tool: 'pen',
  color: '#1f1b16',
  size: 3,
  points: [
    [300 + 15 * i, 300],
    [300 + 15 * i, 500],
  ],
}));
/** Where the eraser goes, on the screen: through all bars, at their middle. */
const WAY = Array.from({ length: 64 }, (_, i): Point => [290 + 10 * i, 400]);

/**
 * Erases along WAY, with a clock on which a frame has time for next to nothing, and holds the slices in which the rest
 * would be done.
 */
async function eraseAndHold(page: Page): Promise<void> {
  await pick(page, tools.names.eraser);
  await canvas(page).evaluate((element, way) => {
    const post = MessagePort.prototype.postMessage;
    const held: (() => void)[] = [];
    MessagePort.prototype.postMessage = function (this: MessagePort, ...args: unknown[]) {
      const send = () => Reflect.apply(post, this, args);
      if (args[0] === null) held.push(send);
      else send();
    };
    globalThis.releaseSlices = () => {
      MessagePort.prototype.postMessage = post;
      for (const send of held) send();
    };
    const now = performance.now;
    let late = 0;
    performance.now = () => {
      late += 5;
      return now.call(performance) + late;
    };
    const { left, top } = element.getBoundingClientRect();
    const send = (type: string, [x, y]: readonly [number, number]) => {
      const clientX = left + x;
      const clientY = top + y;
      const buttons = type === 'pointerup' ? 0 : 1;
      const about = { clientX, clientY, buttons, pointerId: 71, pointerType: 'mouse', bubbles: true };
      element.dispatchEvent(new PointerEvent(type, { ...about, button: 0, cancelable: true }));
    };
    send('pointerdown', way[0]!);
    for (const at of way) send('pointermove', at);
    send('pointerup', way.at(-1)!);
    performance.now = now;
  }, WAY);
}

const release = (page: Page) => page.evaluate(() => globalThis.releaseSlices?.());

/** Stores the bars and opens them, at 100 %. */
async function openBars(page: Page, url: string): Promise<string> {
  const id = await storeDrawing(page, BARS);
  await openDrawing(page, url, id);
  await untilSharp(page);
  return id;
}

/** Expects each bar to be in two parts, beside the way. */
function assertCut(strokes: readonly Stroke[]): void {
  assert.equal(strokes.length, 2 * BARS.length);
  for (const { points } of strokes) {
    for (const [, y] of points) assert.ok(Math.abs(y - 400) > 6, `a part reaches ${y}`);
  }
}

test.describe('ink: right after a large erasure', () => {
  test('a stroke is drawn on top at once, and undo takes back that, then all that was erased', async ({
    app,
    site,
  }) => {
    const id = await openBars(app, site.url);
    await eraseAndHold(app);
    await app.keyboard.press('p');
    await stroke(app, [300, 400], [880, 400]);
    await stroke(app, [300, 350], [880, 350]);
    // Pressed before the eraser is done: what was drawn last goes, once its turn comes.
    await app.keyboard.press('Control+z');
    assert.deepEqual(await storedStrokes(app, id), BARS);
    await release(app);
    await expect.poll(async () => (await storedStrokes(app, id)).length).toBe(2 * BARS.length + 1);
    const strokes = await acknowledged(app, id);
    assertCut(strokes.slice(0, -1));
    // The stroke on the way of the eraser is whole.
    const xs = strokes.at(-1)!.points.map(([x]) => x);
    assert.ok(Math.min(...xs) < 310 && Math.max(...xs) > 870);
    await untilSharp(app);
    const { x, y, zoom } = await cameraOf(app, id);
    assert.equal((await differenceFromRepaint(app, strokes, { x, y, zoom })).greatest, 0);
    await app.keyboard.press('Control+z');
    assertCut(await acknowledged(app, id));
    await app.keyboard.press('Control+z');
    assert.deepEqual(await acknowledged(app, id), BARS);
  });

  test('a loop of the lasso picks the parts, once they are there', async ({ app, site }) => {
    await openBars(app, site.url);
    await eraseAndHold(app);
    await app.keyboard.press('l');
    await stroke(app, [250, 250], [950, 250], [950, 395], [250, 395], [250, 250]);
    const words = app.locator('#canvas-words');
    await expect(words).not.toContainText(tools.selected(BARS.length));
    await release(app);
    // The upper parts, and none of the strokes that were there before.
    await expect(words).toContainText(tools.selected(BARS.length));
  });

  test('the view moves meanwhile, and the next erasure is an edit of its own', async ({ app, site }) => {
    const id = await openBars(app, site.url);
    await eraseAndHold(app);
    await app.mouse.move(600, 400);
    await app.mouse.wheel(0, 60);
    await expect.poll(async () => (await cameraOf(app, id)).y).not.toBe(0);
    await stroke(app, [290, 290], [900, 290]);
    await release(app);
    await expect.poll(async () => (await storedStrokes(app, id)).length).toBe(3 * BARS.length);
    await app.keyboard.press('Control+z');
    assertCut(await acknowledged(app, id));
  });

  test('a page that is reloaded meanwhile keeps what was erased', async ({ app, site }) => {
    const id = await openBars(app, site.url);
    await eraseAndHold(app);
    await app.reload();
    await saved(app);
    await expect.poll(async () => (await storedStrokes(app, id)).length).toBe(2 * BARS.length);
    assertCut(await storedStrokes(app, id));
  });
});
