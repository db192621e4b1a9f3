/** How lines follow the hand, by real pointers: lean, speed, the stabiliser and the pressure curve. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { feel } from '../../../../src/app/words/en/studio/feel.ts';
import type { Point, Stroke } from '../../../../src/core/drawing/types.ts';
import { expect, test } from '../../support/site.ts';
import { acknowledged, canvas, drawingId, newDrawing, paper } from '../../support/studio/studio.ts';
import { markButton } from '../../support/studio/tools.ts';

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

  test('the stabiliser of a brush is chosen beside its size, and steadies its lines alone, after a reload too', async ({
    app,
  }) => {
    await newDrawing(app);
    await line(app, 20, { device: 'pen', force: 0.4 }, 6);
    await markButton(app).click();
    const slider = app.getByRole('slider', { name: feel.steady });
    await slider.focus();
    for (let i = 0; i < 10; i++) await app.keyboard.press('ArrowRight');
    await expect(slider).toHaveAttribute('aria-valuetext', '50%');
    await app.keyboard.press('Escape');
    await drawingId(app);
    await app.reload();
    await expect(canvas(app)).toHaveAttribute('aria-busy', 'false');
    const places = await line(app, 80, { device: 'pen', force: 0.4 }, 6);
    await app.keyboard.press('i');
    await line(app, 140, { device: 'pen', force: 0.4 }, 6);
    const [shaking, steady, ink] = await stored(app);
    // How far the middle of a line wavers.
    const waver = ({ points }: Stroke) => {
      const ys = points.filter(([x]) => x > places[12]![0] && x < places[30]![0]).map(([, y]) => y);
      return Math.max(...ys) - Math.min(...ys);
    };
    assert.ok(waver(shaking!) > 5.9 && waver(ink!) > 5.9, `${waver(shaking!)} and ${waver(ink!)}`);
    assert.ok(waver(steady!) < 2, `wavers by ${waver(steady!)}`);
    const [end, lifted] = [steady!.points.at(-1)!, places.at(-1)!];
    assert.ok(Math.hypot(end[0] - lifted[0], end[1] - lifted[1]) < 0.15, `ends at ${end.join()}`);
  });

  test('the switch beside it gives even lines, or lines that taper', async ({ app }) => {
    await newDrawing(app);
    const choose = async (tapers: boolean) => {
      await markButton(app).click();
      await app.getByRole('switch', { name: feel.tapers }).setChecked(tapers);
      await app.keyboard.press('Escape');
    };
    await choose(true);
    await line(app, 20, { device: 'mouse', pause: 8 });
    await app.keyboard.press('i');
    await choose(false);
    await line(app, 80, { device: 'mouse', pause: 8 });
    const [pen, ink] = await stored(app);
    assert.equal(pen!.pressure!.length, pen!.points.length);
    assert.equal(ink!.pressure, undefined);
  });

  test('that fingers and mice measure no pressure is said until a pen does', async ({ app }) => {
    await newDrawing(app);
    await markButton(app).click();
    await app.getByRole('button', { name: feel.pressureButton }).click();
    await expect(app.getByText(feel.noPressure)).toBeVisible();
    await scribble(app, feel.pad);
    await expect(app.getByText(feel.tryHere)).toBeHidden();
    await expect(app.getByText(feel.noPressure)).toBeHidden();
  });

  test('the pressure curve is tried on paper of its own, and then counts for every brush', async ({
    app,
  }) => {
    await newDrawing(app);
    await line(app, 20, { device: 'pen', force: 0.25 });
    await markButton(app).click();
    await app.getByRole('button', { name: feel.pressureButton }).click();
    const slider = app.getByRole('slider', { name: feel.softness });
    await expect(slider).toHaveAttribute('aria-valuetext', feel.asReported);
    await slider.focus();
    await app.keyboard.press('End');
    await expect(slider).toHaveAttribute('aria-valuetext', feel.softer(1));
    await scribble(app, feel.pad);
    await expect(app.getByText(feel.tryHere)).toBeHidden();
    await app.getByRole('button', { name: feel.done }).click();
    await expect(app.getByRole('button', { name: feel.pressureButton })).toBeFocused();
    await app.keyboard.press('Escape');
    await app.keyboard.press('i');
    await line(app, 80, { device: 'pen', force: 0.25 });
    // The curve itself can be bent: to its lower right corner, which is hard.
    await markButton(app).click();
    await app.getByRole('button', { name: feel.pressureButton }).click();
    const curve = await app.locator('.pressure-curve').boundingBox();
    assert.ok(curve);
    await app.mouse.click(curve.x + curve.width - 8, curve.y + curve.height - 8);
    await expect(slider).toHaveAttribute('aria-valuetext', feel.harder(1));
    await app.getByRole('button', { name: feel.reset }).click();
    await expect(slider).toHaveAttribute('aria-valuetext', feel.asReported);
    await app.keyboard.press('Escape');
    await app.keyboard.press('Escape');
    await line(app, 140, { device: 'pen', force: 0.25 });
    const pressures = (await stored(app)).map(({ pressure }) => pressure![0]!);
    assert.deepEqual(
      pressures.map((one) => Math.round(one * 100)),
      [25, 75, 25],
    );
  });

  test('bending the curve with a pen, past its edge too, selects no words', async ({ app }) => {
    await newDrawing(app);
    await markButton(app).click();
    await app.getByRole('button', { name: feel.pressureButton }).click();
    const slider = app.getByRole('slider', { name: feel.softness });
    const curve = await app.locator('.pressure-curve').boundingBox();
    const ends = await app.locator('.pressure-ends').boundingBox();
    assert.ok(curve && ends);
    // From the middle of the curve over the words below it.
    const [x, y] = [curve.x + curve.width / 2, curve.y + curve.height / 2];
    const below = ends.y + ends.height - 4 - y;
    await drag(
      app,
      [0, 0.25, 0.5, 0.75, 1].map((part): Point => [x + 60 * part, y + below * part]),
    );
    await expect(slider).toHaveAttribute('aria-valuetext', feel.harder(1));
    assert.equal(await app.evaluate(() => String(getSelection())), '');
  });
});

/** Draws with a pen on the paper of this name. */
async function scribble(page: Page, name: string): Promise<void> {
  const box = await page.getByLabel(name, { exact: true }).boundingBox();
  assert.ok(box);
  await drag(
    page,
    [20, 50, 80].map((x): Point => [box.x + x, box.y + 40]),
  );
}

/** Moves a pen through these places of the page, down from the first to the last. */
async function drag(page: Page, places: readonly Point[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const pen = { button: 'left', clickCount: 1, pointerType: 'pen', force: 0.5 } as const;
  const send = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', [x, y]: Point, buttons: number) =>
    session.send('Input.dispatchMouseEvent', { type, x, y, buttons, ...pen });
  const [first, last] = [places[0], places.at(-1)];
  assert.ok(first && last);
  await send('mousePressed', first, 1);
  for (const place of places.slice(1)) await send('mouseMoved', place, 1);
  await send('mouseReleased', last, 0);
  await session.detach();
}
