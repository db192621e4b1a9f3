/** The perspective of a drawing: chosen, arranged by mouse, finger and keys, followed by straight lines, hidden. */
import type { Page } from 'playwright/test';
import { papers as words } from '../../../../src/app/words/en/studio/papers.ts';
import { studio } from '../../../../src/app/words/en/studio/studio.ts';
import type { Drawing } from '../../../../src/core/drawing/types.ts';
import { ask } from '../../../support/worker.ts';
import { seriousInEitherScheme } from '../../support/axe.ts';
import { expect, test } from '../../support/site.ts';
import { acknowledged, canvas, drawingId, drawReal, newDrawing } from '../../support/studio/studio.ts';

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: studio.more, exact: true }).click();
  await page.getByRole('radio', { name, exact: true }).check({ force: true });
  await page.keyboard.press('Escape');
}

async function stored(page: Page, id: string): Promise<Drawing> {
  return JSON.parse((await ask(page, `/api/v1/drawings/${id}`)).text);
}

const handle = (page: Page, i: number, count: number, isOut = false) =>
  page.getByRole('button', { name: words.point(i, count, isOut), exact: true });

/** Device pixels of the lines that are painted. */
async function painted(page: Page): Promise<number> {
  return page.locator('.guide-lines').evaluate((lines: HTMLCanvasElement) => {
    const { data } = lines.getContext('2d')!.getImageData(0, 0, lines.width, lines.height);
    return data.filter((value, i) => i % 4 === 3 && value > 0).length;
  });
}

/** A new drawing of a stroke in one-point perspective. Returns its id. */
async function inOnePoint(page: Page): Promise<string> {
  await newDrawing(page);
  await drawReal(page, 1);
  const id = await drawingId(page);
  await acknowledged(page, id);
  await choose(page, words.guides.one);
  return id;
}

test('perspective: straight lines go through a vanishing point that was dragged, until it is hidden', async ({
  app,
}) => {
  const id = await inOnePoint(app);
  await expect.poll(() => painted(app)).toBeGreaterThan(1000);
  const box = (await handle(app, 1, 1).boundingBox())!;
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  expect(await seriousInEitherScheme(app)).toEqual([]);
  await app.mouse.move(box.x + 30, box.y + 20);
  await app.mouse.down();
  await app.mouse.move(box.x + 60, box.y + 30);
  await app.mouse.move(box.x + 130, box.y + 70);
  await app.mouse.up();
  await handle(app, 1, 1).press('ArrowLeft');
  const moved = (await handle(app, 1, 1).boundingBox())!;
  expect([moved.x - box.x, moved.y - box.y]).toEqual([expect.closeTo(92, 0), expect.closeTo(50, 0)]);
  await app.keyboard.press('Escape');
  await expect(handle(app, 1, 1)).toHaveCount(0);
  await expect.poll(async () => (await stored(app, id)).paper?.guide).toHaveLength(1);
  const [x, y] = (await stored(app, id)).paper!.guide![0]!;

  const { left, top } = await canvas(app).evaluate((one) => {
    const { left: l, top: t } = one.getBoundingClientRect();
    return { left: l, top: t };
  });
  const line = async () => {
    await app.keyboard.down('Shift');
    await app.mouse.move(left + 300, top + 500);
    await app.mouse.down();
    await app.mouse.move(left + 340, top + 470);
    await app.mouse.move(left + 380, top + 470, { steps: 3 });
    await app.mouse.up();
    await app.keyboard.up('Shift');
    return (await acknowledged(app, id)).at(-1)!.points;
  };
  const [from, to, ...more] = await line();
  expect(more).toEqual([]);
  const off = (to![0] - from![0]) * (y - from![1]) - (to![1] - from![1]) * (x - from![0]);
  expect(Math.abs(off) / Math.hypot(x - from![0], y - from![1])).toBeLessThan(0.1);
  await app.keyboard.press('Shift+G');
  await expect(app.locator('.guide-lines')).toHaveCount(0);
  const free = await line();
  expect(free[1]![1] - free[0]![1]).toBeCloseTo(-30, 1);
});

test('perspective: a point out of sight has its handle at the edge, and Home brings it back', async ({
  app,
}) => {
  await newDrawing(app);
  await drawReal(app, 1);
  await choose(app, words.guides.two);
  const out = handle(app, 2, 2, true);
  await out.focus();
  await expect(out).toBeInViewport({ ratio: 1 });
  await app.keyboard.press('Home');
  await expect(handle(app, 2, 2)).toBeFocused();
  await expect(handle(app, 2, 2)).toBeInViewport({ ratio: 1 });
  await app.getByRole('button', { name: words.putBack, exact: true }).click();
  await expect(out).toBeInViewport({ ratio: 1 });
  await app.getByRole('button', { name: words.done, exact: true }).click();
  await expect(out).toHaveCount(0);
});

test.describe('perspective: by touch', () => {
  test.use({ hasTouch: true });

  test('perspective: a finger drags a point, and what it draws meanwhile is nothing', async ({ app }) => {
    const id = await inOnePoint(app);
    const box = (await handle(app, 1, 1).boundingBox())!;
    const client = await app.context().newCDPSession(app);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', by: number) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: box.x + 22 + by, y: box.y + 22 + by }],
      });
    await send('touchStart', 0);
    for (const by of [10, 30, 60]) await send('touchMove', by);
    await send('touchEnd', 60);
    await expect.poll(async () => (await handle(app, 1, 1).boundingBox())!.x - box.x).toBeCloseTo(60, 0);
    expect(await acknowledged(app, id)).toHaveLength(1);
  });

  test('perspective: a pen drags a point, one step of undo, and a key that is held is another', async ({
    app,
  }) => {
    const id = await inOnePoint(app);
    await expect.poll(async () => (await stored(app, id)).paper?.guide).toHaveLength(1);
    const first = (await stored(app, id)).paper!.guide!;
    const box = (await handle(app, 1, 1).boundingBox())!;
    const client = await app.context().newCDPSession(app);
    const send = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', by: number) =>
      client.send('Input.dispatchMouseEvent', {
        type,
        pointerType: 'pen',
        button: 'left',
        buttons: type === 'mouseReleased' ? 0 : 1,
        clickCount: 1,
        force: type === 'mouseReleased' ? 0 : 0.5,
        x: box.x + 22 + by,
        y: box.y + 22 + by,
      });
    // There before the pen comes down: the two ways to the browser keep no order between them.
    const down = await app.evaluateHandle(() => {
      const seen: string[] = [];
      addEventListener('pointerdown', ({ pointerType }) => seen.push(pointerType), { capture: true });
      return seen;
    });
    await send('mousePressed', 0);
    for (const by of [10, 30, 60]) await send('mouseMoved', by);
    await send('mouseReleased', 60);
    await expect.poll(() => down.jsonValue()).toEqual(['pen']);
    await expect.poll(async () => (await handle(app, 1, 1).boundingBox())!.x - box.x).toBeCloseTo(60, 0);
    await handle(app, 1, 1).focus();
    // Down more than once without a release: the key is held.
    for (let i = 0; i < 5; i++) await app.keyboard.down('ArrowRight');
    await app.keyboard.up('ArrowRight');
    await expect.poll(async () => (await handle(app, 1, 1).boundingBox())!.x - box.x).toBeCloseTo(100, 0);
    expect(await acknowledged(app, id)).toHaveLength(1);
    await app.keyboard.press('Control+z');
    await expect.poll(async () => (await handle(app, 1, 1).boundingBox())!.x - box.x).toBeCloseTo(60, 0);
    await app.keyboard.press('Control+z');
    await expect.poll(async () => (await stored(app, id)).paper?.guide).toEqual(first);
    await app.keyboard.press('Control+z');
    await expect(handle(app, 1, 1)).toHaveCount(0);
    await expect.poll(async () => (await stored(app, id)).paper?.guide).toBeUndefined();
    expect(await acknowledged(app, id)).toHaveLength(1);
  });
});
