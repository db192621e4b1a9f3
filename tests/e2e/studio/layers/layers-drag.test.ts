/** Layers are dragged to another place in their panel: with a mouse, and with a finger that otherwise scrolls the list. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright/test';
import { layers as words } from '../../../../src/app/words/en/studio/layers.ts';
import { tools } from '../../../../src/app/words/en/studio/tools.ts';
import { BASE } from '../../../../src/core/drawing/members/layers.ts';
import type { Drawing, Layer } from '../../../../src/core/drawing/types.ts';
import { realStrokes } from '../../../support/drawing/strokes.ts';
import { ask } from '../../../support/worker.ts';
import { storeDrawing } from '../../support/ink/ink-compare.ts';
import { expect, test } from '../../support/site.ts';
import { openDrawing } from '../../support/studio/studio.ts';
import { layersButton } from '../../support/studio/tools.ts';
import { line } from '../../support/studio/touch.ts';

const named = (id: string): Layer => ({ ...BASE, id, name: id });

async function order(page: Page, id: string): Promise<string> {
  const drawing: Drawing = JSON.parse((await ask(page, `/api/v1/drawings/${id}`)).text);
  return (drawing.layers ?? []).map((one) => one.name).join(' ');
}

const panel = (page: Page): Locator => page.getByRole('region', { name: words.title, exact: true });
const row = (page: Page, name: string): Locator =>
  panel(page).locator('.layer-row', { has: page.getByRole('radio', { name, exact: true }) });
const list = (page: Page): Locator => panel(page).locator('.layer-list');

async function open(page: Page, url: string, names: readonly string[]): Promise<string> {
  const id = await storeDrawing(page, realStrokes(1), names.map(named));
  await openDrawing(page, url, id);
  await layersButton(page).click();
  await expect(panel(page).getByRole('radio')).toHaveCount(names.length);
  return id;
}

async function middle(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  assert.ok(box);
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}
const grip = (page: Page, name: string) => middle(row(page, name).locator('.layer-grip'));

test('layer: one is dragged over others in one step of undo, and Escape puts it back', async ({
  app,
  site,
}) => {
  const id = await open(app, site.url, ['low', 'mid', 'top']);
  const [from, to] = [await grip(app, 'low'), await grip(app, 'top')];
  await app.mouse.move(from.x, from.y);
  await app.mouse.down();
  await app.mouse.move(to.x, to.y - 20, { steps: 6 });
  // The others give way before it is let go.
  await expect.poll(async () => (await grip(app, 'top')).y).toBeGreaterThan(to.y + 30);
  await app.keyboard.press('Escape');
  await expect(list(app)).not.toHaveClass(/dragging/);
  await app.mouse.up();
  await expect(panel(app)).toBeVisible();
  expect(await grip(app, 'low')).toEqual(from);

  await app.mouse.move(from.x, from.y);
  await app.mouse.down();
  await app.mouse.move(to.x, to.y - 20, { steps: 6 });
  await app.mouse.up();
  await expect.poll(() => order(app, id)).toBe('mid top low');
  expect(await grip(app, 'low')).toEqual(to);
  await expect(panel(app).getByText(words.moved('low', 1, 3))).toBeAttached();
  await app.getByRole('button', { name: tools.undo, exact: true }).first().click();
  await expect.poll(() => order(app, id)).toBe('low mid top');
  await expect(app.getByRole('button', { name: tools.undo, exact: true }).first()).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test.describe('layer: with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('the grip drags a layer beyond what the list shows, the rest of the row scrolls, and a touch that the system takes changes nothing', async ({
    app,
    site,
  }) => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const id = await open(app, site.url, names);
    const session = await app.context().newCDPSession(app);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', at?: object) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [{ ...at, id: 1 } as never] : [] });
    const scrolled = () => list(app).evaluate((element) => element.scrollTop);
    // The highest is active: the list is at its top.
    const name = await middle(row(app, 'g').locator('.layer-name'));
    await send('touchStart', name);
    for (const at of line(name, { x: name.x, y: name.y - 70 })) await send('touchMove', at);
    await send('touchEnd');
    await expect.poll(scrolled).toBeGreaterThan(20);
    // The list glides on after the finger, also for a frame after it was set back.
    const setBack = () =>
      list(app).evaluate(async (element) => {
        element.scrollTo(0, 0);
        for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
        return element.scrollTop;
      });
    await expect.poll(setBack).toBe(0);

    const from = await grip(app, 'h');
    await send('touchStart', from);
    for (const at of line(from, { x: from.x, y: from.y + 60 })) await send('touchMove', at);
    await expect(list(app)).toHaveClass(/dragging/);
    await send('touchCancel');
    await expect(list(app)).not.toHaveClass(/dragging/);

    const box = await list(app).boundingBox();
    assert.ok(box);
    await send('touchStart', from);
    for (const at of line(from, { x: from.x, y: Math.round(box.y + box.height - 4) })) {
      await send('touchMove', at);
    }
    // Held at the edge, it comes to the end of the list by itself.
    const end = () => list(app).evaluate((one) => one.scrollHeight - one.clientHeight - one.scrollTop);
    await expect.poll(end).toBeLessThan(2);
    await send('touchEnd');
    await expect.poll(() => order(app, id)).toBe('h a b c d e f g');
  });
});
