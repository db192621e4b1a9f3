/** How lines follow the hand, by real pointers: lean, speed, the stabiliser and the pressure curve. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import type { Point, Stroke } from '../../../../src/core/drawing/types.ts';
import { test } from '../../support/site.ts';
import { acknowledged, canvas, drawingId, newDrawing, paper } from '../../support/studio/studio.ts';

interface Hand {
  readonly device: 'pen' | 'mouse';
  readonly force?: number;
  /** Degrees. */
  readonly tiltX?: number;
  /** ms between two samples. */
  readonly pause?: number;
}

/** Draws a line of 40 samples over 320 px, from the left part of the paper, wavering by `shake` px. */
async function line(page: Page, y: number, hand: Hand, shake = 0): Promise<Point[]> {
  const { device, pause = 0, ...pen } = hand;
  const box = await canvas(page).boundingBox();
  const area = await paper(page);
  assert.ok(box);
  const session = await page.context().newCDPSession(page);
  const points = Array.from(
    { length: 41 },
    (_, i): Point => [area.x + 8 * i, area.y + y + (i % 2 === 0 ? 0 : shake)],
  );
  const began = Date.now() / 1000;
  const pressed = { button: 'left', buttons: 1, clickCount: 1, pointerType: device, ...pen } as const;
  for (const [i, [x, py]] of points.entries()) {
    await session.send('Input.dispatchMouseEvent', {
      type: i === 0 ? 'mousePressed' : 'mouseMoved',
      x: box.x + x,
      y: box.y + py,
      timestamp: began + (i * pause) / 1000,
      ...pressed,
    });
  }
  const [x, py] = points.at(-1)!;
  await session.send('Input.dispatchMouseEvent', {
    type: 'mouseReleased',
    x: box.x + x,
    y: box.y + py,
    timestamp: began + (points.length * pause) / 1000,
    ...pressed,
    buttons: 0,
  });
  await session.detach();
  return points;
}

async function stored(page: Page): Promise<readonly Stroke[]> {
  return acknowledged(page, await drawingId(page));
}

const most = ({ pressure = [] }: Stroke) => Math.max(...pressure);

test.describe('studio: how lines follow the hand', () => {
  test('a pencil keeps the lean of a real pen, a pen and a mouse have none', async ({ app }) => {
    await newDrawing(app);
    await app.keyboard.press('g');
    await line(app, 20, { device: 'pen', force: 0.4, tiltX: 45 });
    await line(app, 60, { device: 'pen', force: 0.4 });
    await line(app, 100, { device: 'mouse' });
    await app.keyboard.press('p');
    await line(app, 140, { device: 'pen', force: 0.4, tiltX: 45 });
    const [leaning, upright, mouse, pen] = await stored(app);
    assert.equal(leaning!.tilt!.length, leaning!.points.length);
    for (const tilt of leaning!.tilt!) assert.ok(Math.abs(tilt - 0.5) < 0.01, `leans by ${tilt}`);
    assert.deepEqual([upright!.tilt, mouse!.tilt, pen!.tilt], [undefined, undefined, undefined]);
  });

  test('ink drawn with a mouse tapers, thinner where it was quick; with a pen it follows the pressure', async ({
    app,
  }) => {
    await newDrawing(app);
    await app.keyboard.press('i');
    await line(app, 20, { device: 'mouse', pause: 40 });
    await line(app, 60, { device: 'mouse', pause: 4 });
    await line(app, 100, { device: 'pen', force: 0.8, pause: 4 });
    await app.keyboard.press('p');
    await line(app, 140, { device: 'mouse', pause: 4 });
    const [slow, quick, pen, even] = await stored(app);
    assert.ok(most(slow!) > most(quick!) + 0.1, `${most(slow!)} and ${most(quick!)}`);
    for (const { pressure } of [slow!, quick!]) {
      assert.ok(pressure![0]! < 0.15 && pressure!.at(-1)! < 0.15, `ends with ${pressure!.join()}`);
    }
    for (const pressure of pen!.pressure!)
      assert.ok(Math.abs(pressure - 0.8) < 0.01, `pressed by ${pressure}`);
    assert.equal(even!.pressure, undefined);
  });
});
