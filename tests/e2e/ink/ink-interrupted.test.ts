/** Only the pointer ends a stroke, whatever happens to the page meanwhile; leaving the page keeps it. */
import assert from 'node:assert/strict';
import type { CDPSession, Page } from 'playwright/test';
import { tools } from '../../../src/app/words/en/studio/tools.ts';
import { missingOnScreen } from '../support/ink/ink-on-screen.ts';
import { assertDrawn, type Samples } from '../support/ink/samples.ts';
import { expect, test } from '../support/site.ts';
import { acknowledged, canvas, drawAndSave, drawingId, newDrawing } from '../support/studio/studio.ts';

type Device = 'mouse' | 'pen' | 'touch';

/** A pointer on the canvas, moved step by step. CSS px in the canvas. */
class Hand {
  readonly points: (readonly [number, number])[] = [];
  readonly #session: CDPSession;
  readonly #device: Device;

  constructor(session: CDPSession, device: Device) {
    this.#session = session;
    this.#device = device;
  }

  async down(x: number, y: number): Promise<void> {
    await this.#send('mousePressed', 'touchStart', x, y);
  }

  /** In several steps. */
  async move(x: number, y: number, steps = 8): Promise<void> {
    const [fromX, fromY] = this.points.at(-1)!;
    for (let i = 1; i <= steps; i++) {
      const at = (from: number, to: number) => Math.round(from + ((to - from) * i) / steps);
      await this.#send('mouseMoved', 'touchMove', at(fromX, x), at(fromY, y));
    }
  }

  async up(): Promise<void> {
    const [x, y] = this.points.at(-1)!;
    await this.#send('mouseReleased', 'touchEnd', x, y);
    this.points.pop();
  }

  get samples(): Samples {
    return { points: this.points, pressure: undefined };
  }

  async #send(
    type: 'mousePressed' | 'mouseMoved' | 'mouseReleased',
    touch: 'touchStart' | 'touchMove' | 'touchEnd',
    x: number,
    y: number,
  ): Promise<void> {
    this.points.push([x, y]);
    if (this.#device === 'touch') {
      const touchPoints = touch === 'touchEnd' ? [] : [{ x, y, id: 1 }];
      await this.#session.send('Input.dispatchTouchEvent', { type: touch, touchPoints });
      return;
    }
    await this.#session.send('Input.dispatchMouseEvent', {
      type,
      x,
      y,
      button: 'left',
      buttons: type === 'mouseReleased' ? 0 : 1,
      clickCount: 1,
      pointerType: this.#device,
    });
  }
}

/** Expects the whole stroke being drawn to be visible. */
async function assertShown(page: Page, hand: Hand): Promise<void> {
  const missing = () => missingOnScreen(page, [hand.samples]);
  await expect.poll(missing, 'the stroke being drawn is seen').toEqual([]);
}

/**
 * Begins a stroke that is far from straight: while a test waits, the pointer holds still, which straightens a
 * line that is nearly straight.
 */
async function downAndAround(hand: Hand): Promise<void> {
  await hand.down(300, 300);
  await hand.move(340, 220);
  await hand.move(380, 300);
}

test.describe('ink: a stroke ends properly', () => {
  test.use({ hasTouch: true });

  for (const device of ['mouse', 'pen', 'touch'] as const) {
    test(`when the view changes, with a ${device}`, async ({ app }) => {
      await newDrawing(app);
      const session = await app.context().newCDPSession(app);
      const hand = new Hand(session, device);
      await downAndAround(hand);
      // A keyboard closes, or a window is made larger and smaller,
      for (const [width, height] of [
        [1280, 600],
        [1000, 600],
        [1280, 800],
      ] as const) {
        await app.setViewportSize({ width, height });
        await expect.poll(() => canvas(app).evaluate(({ clientWidth }) => clientWidth)).toBe(width);
        await hand.move(hand.points.at(-1)![0] + 60, hand.points.at(-1)![1] + 20);
        await assertShown(app, hand);
      }
      // the window moves to a screen with finer pixels,
      const metrics = { width: 1280, height: 800, mobile: false };
      await session.send('Emulation.setDeviceMetricsOverride', { ...metrics, deviceScaleFactor: 2 });
      await expect.poll(() => app.evaluate(() => devicePixelRatio)).toBe(2);
      await hand.move(640, 300);
      await assertShown(app, hand);
      // the device is turned,
      await app.setViewportSize({ width: 800, height: 1280 });
      await expect.poll(() => canvas(app).evaluate(({ clientWidth }) => clientWidth)).toBe(800);
      await hand.move(700, 420);
      // and a key changes the zoom.
      await app.keyboard.press('+');
      await hand.move(700, 500);
      await assertShown(app, hand);
      await hand.up();
      const id = await drawingId(app);
      assertDrawn(await acknowledged(app, id), [hand.samples]);
      await session.detach();
    });
  }

  test('when the canvas moves on the page: what follows is where the pointer is', async ({ app }) => {
    await newDrawing(app);
    const session = await app.context().newCDPSession(app);
    const hand = new Hand(session, 'mouse');
    await downAndAround(hand);
    await assertShown(app, hand);
    await canvas(app).evaluate((element) => {
      element.style.left = '80px';
      element.style.right = '0';
      element.style.width = 'auto';
    });
    await expect.poll(() => canvas(app).evaluate(({ clientWidth }) => clientWidth)).toBe(1200);
    // The page hears of the new size in the frame after the next.
    await app.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    const before = hand.points.length;
    await hand.move(700, 420);
    await hand.up();
    const points = hand.points.map(([x, y], i) => [i < before ? x : x - 80, y] as const);
    assertDrawn(await acknowledged(app, await drawingId(app)), [{ points, pressure: undefined }]);
  });

  test('when the page is reloaded: what was drawn until then is kept', async ({ app }) => {
    await newDrawing(app);
    await drawAndSave(app, 1);
    const id = await drawingId(app);
    const session = await app.context().newCDPSession(app);
    const hand = new Hand(session, 'mouse');
    await downAndAround(hand);
    await assertShown(app, hand);
    await app.reload();
    await expect.poll(async () => (await acknowledged(app, id)).length).toBe(2);
    assertDrawn((await acknowledged(app, id)).slice(1), [hand.samples]);
  });

  for (const device of ['mouse', 'touch'] as const) {
    test(`when something else takes its pointer or the focus, with a ${device}`, async ({ app }) => {
      await newDrawing(app);
      const session = await app.context().newCDPSession(app);
      const hand = new Hand(session, device);
      await canvas(app).evaluate((element) => {
        element.addEventListener('pointerdown', (event) => {
          if (event instanceof PointerEvent) element.dataset.pointer = String(event.pointerId);
        });
      });
      await downAndAround(hand);
      await canvas(app).evaluate((element) => {
        element.releasePointerCapture(Number(element.dataset.pointer));
      });
      await hand.move(420, 320);
      await canvas(app).evaluate((element) => {
        document.querySelector('.dock')?.setPointerCapture(Number(element.dataset.pointer));
      });
      await hand.move(460, 340);
      await app.evaluate(() => {
        dispatchEvent(new Event('blur'));
        document.querySelector<HTMLElement>('.title-field')?.focus();
      });
      await hand.move(500, 340);
      // A dialog that covers the whole page.
      await app.evaluate(() => {
        const dialog = document.createElement('dialog');
        dialog.textContent = 'A dialog';
        document.body.append(dialog);
        dialog.showModal();
      });
      await hand.move(560, 400);
      await app.evaluate(() => document.querySelector('dialog[open]')?.remove());
      await hand.move(700, 500);
      await hand.up();
      await hand.down(300, 560);
      const first = hand.samples.points.slice(0, -1);
      hand.points.splice(0, hand.points.length - 1);
      await hand.move(500, 560);
      await hand.up();
      const id = await drawingId(app);
      const drawn: Samples[] = [{ points: first, pressure: undefined }, hand.samples];
      assertDrawn(await acknowledged(app, id), drawn);
      await session.detach();
    });
  }

  test('when a button was released outside the page', async ({ app }) => {
    await newDrawing(app);
    const session = await app.context().newCDPSession(app);
    // A right button pressed on the paper and released on the dock,
    await app.mouse.move(600, 400);
    await app.mouse.down({ button: 'right' });
    const dock = await app.getByRole('toolbar', { name: tools.dock }).boundingBox();
    assert.ok(dock);
    await app.mouse.move(dock.x + dock.width / 2, dock.y + dock.height / 2);
    await app.mouse.up({ button: 'right' });
    // and a line after it, which ends where it is lifted.
    const hand = new Hand(session, 'mouse');
    await hand.down(300, 260);
    await hand.move(380, 260);
    await hand.up();
    await app.mouse.move(600, 500, { steps: 4 });
    const id = await drawingId(app);
    assertDrawn(await acknowledged(app, id), [hand.samples]);
    await session.detach();
  });
});
