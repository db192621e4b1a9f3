import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { settings } from '../../../src/app/words/en/settings.ts';
import { shell } from '../../../src/app/words/en/shell.ts';
import { tools } from '../../../src/app/words/en/studio/tools.ts';
import { cameraOf } from '../support/ink/ink-compare.ts';
import { missingOnScreen } from '../support/ink/ink-on-screen.ts';
import { assertDrawn, type Samples } from '../support/ink/samples.ts';
import { storedStrokes } from '../support/ink/stored.ts';
import { expect, test } from '../support/site.ts';
import {
  acknowledged,
  canvas,
  drawAndSave,
  drawingId,
  drawReal,
  newDrawing,
  paper,
  saved,
} from '../support/studio/studio.ts';
import { type Finger, line, touch } from '../support/studio/touch.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

/** Elements over the paper that would take a touch in their middle, and the number of controls. */
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
  test('one finger draws, two pan and zoom and draw nothing', async ({ app, site }) => {
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

  test('while a finger draws, no floating part can be pressed', async ({ app }) => {
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

  test('with a pen, a palm draws nothing and fingers pan, until drawing with fingers is turned on', async ({
    app,
  }) => {
    await newDrawing(app);
    const { x, y, width, height } = await paper(app);
    const box = await canvas(app).boundingBox();
    assert.ok(box);
    const session = await app.context().newCDPSession(app);
    const pen = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', at: Finger) =>
      session.send('Input.dispatchMouseEvent', {
        type,
        x: box.x + at.x,
        y: box.y + at.y,
        button: 'left',
        buttons: type === 'mouseReleased' ? 0 : 1,
        clickCount: 1,
        pointerType: 'pen',
        force: 0.5,
      });
    const palm = [{ x: box.x + x + width - 10, y: box.y + y + height - 10, id: 5 }];
    const stroke = line({ x: x + 20, y: y + 20 }, { x: x + width - 20, y: y + 60 });
    // The pen is down, and the palm comes, slides and goes.
    await pen('mousePressed', stroke[0]!);
    for (const at of stroke.slice(1, 5)) await pen('mouseMoved', at);
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: palm });
    const slid = palm.map((one) => ({ ...one, x: one.x - 60, y: one.y - 60 }));
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: slid });
    for (const at of stroke.slice(5)) await pen('mouseMoved', at);
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await pen('mouseReleased', stroke.at(-1)!);
    const id = await drawingId(app);
    const drawn = await acknowledged(app, id);
    assertDrawn(drawn, [{ ...samples(stroke), pressure: undefined }]);
    const told = app.getByRole('list', { name: shell.messages });
    await expect(told).toContainText(tools.stylusSeen);
    await expect(told).not.toContainText(tools.fingersPan);

    // Right after the pen a touch counts as its palm; later a finger pans, and a message says why.
    const sweep = line({ x, y: y + height / 2 }, { x: x + width, y: y + height / 2 });
    const camera = await cameraOf(app, id);
    await expect
      .poll(async () => {
        await touch(app, [sweep]);
        return (await cameraOf(app, id)).x;
      })
      .toBeLessThan(camera.x);
    await expect(told).toContainText(tools.fingersPan);
    assert.deepStrictEqual(await storedStrokes(app, id), drawn);
    const finger = app.getByRole('button', { name: tools.fingers, exact: true });
    await told.getByRole('button', { name: tools.fingers }).click();
    await expect(finger.last()).toHaveAttribute('aria-pressed', 'true');
    await touch(app, [sweep]);
    assert.equal((await acknowledged(app, id)).length, 2);

    // The setting is remembered, and using a pen again does not change it.
    await app.reload();
    await expect(canvas(app)).toHaveAttribute('aria-busy', 'false');
    await expect(finger).toHaveAttribute('aria-pressed', 'true');
    await drawReal(app, 1, { device: 'pen' });
    await expect(finger).toHaveAttribute('aria-pressed', 'true');
    await finger.click();
    await expect(finger).toHaveAttribute('aria-pressed', 'false');
    await app.goto(new URL('/settings', app.url()).href);
    const setting = app.getByRole('switch', { name: settings.fingers });
    await expect(setting).not.toBeChecked();
    await setting.check();
    await app.goto(new URL(`/drawings/${id}`, app.url()).href);
    await expect(finger).toHaveAttribute('aria-pressed', 'true');
    await session.detach();
  });

  test('the message about the pen can undo that', async ({ app }) => {
    await newDrawing(app);
    await drawAndSave(app, 1);
    const told = app.getByRole('list', { name: shell.messages });
    await told.getByRole('button', { name: 'Undo', exact: true }).click();
    const finger = app.getByRole('button', { name: tools.fingers, exact: true });
    await expect(finger).toHaveAttribute('aria-pressed', 'true');
  });

  test('a tap with two fingers undoes, one with three redoes; neither pans', async ({ app }) => {
    await newDrawing(app);
    const { x, y, width, height } = await paper(app);
    const at = (by: number) => line({ x, y: y + by }, { x: x + width, y: y + by });
    await touch(app, [at(20)]);
    await touch(app, [at(80)]);
    const id = await drawingId(app);
    const drawn = await acknowledged(app, id);
    assert.equal(drawn.length, 2);
    const fingers = (n: number) =>
      Array.from({ length: n }, (_, i) => [{ x: x + 40 + 70 * i, y: y + height / 2 }]);
    await touch(app, fingers(2));
    await expect.poll(async () => (await storedStrokes(app, id)).length).toBe(1);
    await touch(app, fingers(2));
    await expect.poll(async () => (await storedStrokes(app, id)).length).toBe(0);
    await touch(app, fingers(3));
    await touch(app, fingers(3));
    await expect.poll(() => storedStrokes(app, id)).toEqual(drawn);
    await expect.poll(() => missingOnScreen(app, drawn)).toEqual([]);
    // A pinch undoes nothing.
    await touch(app, [
      line({ x: x + 60, y: y + height / 2 }, { x: x + 30, y: y + height / 2 }, 3),
      line({ x: x + 120, y: y + height / 2 }, { x: x + 170, y: y + height / 2 }, 3),
    ]);
    await expect.poll(async () => (await cameraOf(app, id)).zoom).toBeGreaterThan(1);
    assert.deepStrictEqual(await acknowledged(app, id), drawn);
  });

  test('gestures of Safari never zoom the page in the studio', async ({ app }) => {
    await newDrawing(app);
    const prevented = await app.evaluate(() =>
      ['.canvas', '.dock', '.studio-bar'].flatMap((selector) =>
        ['gesturestart', 'gesturechange', 'gestureend'].map((type) => {
          const event = new Event(type, { bubbles: true, cancelable: true });
          document.querySelector(selector)?.dispatchEvent(event);
          return event.defaultPrevented;
        }),
      ),
    );
    assert.deepStrictEqual(prevented, Array(9).fill(true));
  });
});
