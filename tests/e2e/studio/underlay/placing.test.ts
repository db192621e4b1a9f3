/** Placing a photo to draw from: by mouse, wheel, keys and two fingers. No gesture draws, and each is one step of undo. */
import type { Page } from 'playwright/test';
import { photo as words } from '../../../../src/app/words/en/studio/photo.ts';
import type { Underlay } from '../../../../src/core/drawing/types.ts';
import { ask } from '../../../support/worker.ts';
import { seriousInEitherScheme } from '../../support/axe.ts';
import { expect, test } from '../../support/site.ts';
import { newWithPhoto, photoOnPaper } from '../../support/studio/photos.ts';
import { smallTargets } from '../../support/studio/reach.ts';
import { canvas } from '../../support/studio/studio.ts';

/** A new drawing with a photo that is being placed. Returns a function that reads where it is stored. */
async function placing(page: Page, size?: { width: number; height: number }) {
  const id = await newWithPhoto(page, size);
  await expect(frame(page)).toBeVisible();
  const drawing = async () => JSON.parse((await ask(page, `/api/v1/drawings/${id}`)).text);
  return { drawing, place: async (): Promise<Underlay> => (await drawing()).underlay };
}

const frame = (page: Page) => page.getByRole('application', { name: words.frame });

async function middleOf(page: Page, selector: string) {
  const box = (await page.locator(selector).boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Handles of the frame that a finger on their middle would not reach, because something lies over them. */
function coveredHandles(page: Page): Promise<string[]> {
  return page.locator('.photo-handle').evaluateAll((handles) =>
    handles
      .filter((handle) => {
        const { x, y, width, height } = handle.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2) !== handle;
      })
      .map(({ className }) => className),
  );
}

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
}

test('underlay: a mouse moves the photo, scales it at a corner and turns it at the handle', async ({
  app,
}) => {
  const { drawing, place } = await placing(app);
  const first = await place();
  const middle = await middleOf(app, '.photo-frame');
  await drag(app, middle, { x: middle.x - 60, y: middle.y - 30 });
  await expect.poll(place).toEqual({ ...first, x: first.x - 60, y: first.y - 30 });
  const corner = await middleOf(app, '.photo-handle.se');
  const now = await middleOf(app, '.photo-frame');
  const half = { x: (corner.x + now.x) / 2, y: (corner.y + now.y) / 2 };
  await drag(app, corner, half);
  await expect.poll(async () => (await place()).scale).toBeCloseTo(first.scale / 2, 2);
  const turn = await middleOf(app, '.photo-handle.turn');
  await drag(app, turn, { x: now.x + (now.y - turn.y), y: now.y + 1 });
  // Nearly a quarter is one.
  await expect.poll(async () => (await place()).angle).toBe(90);
  await app.mouse.move(now.x, now.y);
  await app.mouse.wheel(0, -400);
  await app.mouse.wheel(0, -400);
  await expect.poll(async () => (await place()).scale).toBeGreaterThan((first.scale / 2) * 1.4);
  // The keys of undo work beside the frame.
  await canvas(app).focus();
  for (const scale of [first.scale / 2, first.scale / 2, first.scale]) {
    await app.keyboard.press('Control+z');
    await expect.poll(async () => (await place()).scale).toBeCloseTo(scale, 2);
  }
  await app.keyboard.press('Control+z');
  await expect.poll(place).toEqual(first);
  expect((await drawing()).strokes).toEqual([]);
});

test('underlay: keys move, scale and turn the photo, and Escape ends this', async ({ app }) => {
  const { place } = await placing(app);
  const first = await place();
  await frame(app).focus();
  for (const key of ['Shift+ArrowRight', 'ArrowDown', '.', '+']) await app.keyboard.press(key);
  await expect.poll(place).toMatchObject({ x: first.x + 40, y: first.y + 2, angle: 1 });
  await expect.poll(async () => (await place()).scale).toBeGreaterThan(first.scale);
  await expect(frame(app)).toHaveAttribute('aria-description', /turned by 1°/);
  await app.keyboard.press('Escape');
  await expect(frame(app)).toHaveCount(0);
  await expect(canvas(app)).toBeFocused();
  await app.keyboard.press('Control+z');
  await expect.poll(async () => (await place()).scale).toBe(first.scale);
});

for (const [where, width, height] of [
  ['a phone on its side', 844, 390],
  ['a desktop at 200 %', 720, 450],
] as const) {
  test.describe(where, () => {
    test.use({ viewport: { width, height } });

    test('underlay: the photo lies beside its panel, and every handle can be reached', async ({ app }) => {
      await placing(app);
      expect(await coveredHandles(app)).toEqual([]);
      await app.locator('.photo-panel').getByRole('button', { name: words.fit }).click();
      expect(await coveredHandles(app)).toEqual([]);
      const [photo, panel] = await Promise.all([
        photoOnPaper(app).boundingBox(),
        app.locator('.photo-panel').boundingBox(),
      ]);
      expect(photo!.x + photo!.width).toBeLessThanOrEqual(panel!.x);
      const [slider, value] = await Promise.all([
        app.locator('.photo-panel .slider').boundingBox(),
        app.locator('.photo-panel .slider-value').boundingBox(),
      ]);
      expect(value!.y, 'the value is in the row of its slider').toBeLessThan(slider!.y + slider!.height);
    });
  });
}

test.describe('with fingers', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('underlay: one finger moves the photo, two scale and turn it around them', async ({ app }) => {
    // As high as there is room for.
    const { drawing, place } = await placing(app, { width: 300, height: 400 });
    expect(await smallTargets(app)).toEqual([]);
    expect(await seriousInEitherScheme(app)).toEqual([]);
    expect(await coveredHandles(app)).toEqual([]);
    const first = await place();
    const { x, y } = await middleOf(app, '.photo-frame');
    const session = await app.context().newCDPSession(app);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: (readonly [number, number])[]) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: at.map(([x, y], id) => ({ x, y, id })),
      });
    await send('touchStart', [x, y]);
    await send('touchMove', [x + 10, y + 10]);
    await send('touchMove', [x + 20, y + 30]);
    await send('touchEnd');
    await expect.poll(place).toMatchObject({ x: first.x + 20, y: first.y + 30 });
    const [mx, my] = [x + 20, y + 30];
    await send('touchStart', [mx - 40, my], [mx + 40, my]);
    await send('touchMove', [mx - 30, my - 30], [mx + 30, my + 30]);
    await send('touchMove', [mx, my - 80], [mx, my + 80]);
    await send('touchEnd');
    await expect.poll(async () => (await place()).angle).toBe(90);
    const after = await place();
    expect(after.scale / first.scale).toBeCloseTo(2, 1);
    expect(Math.hypot(after.x - first.x - 20, after.y - first.y - 30)).toBeLessThan(2);
    expect((await drawing()).strokes).toEqual([]);
    await expect(photoOnPaper(app)).toBeVisible();
  });
});
