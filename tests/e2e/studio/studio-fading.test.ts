/** Controls over the paper while somebody draws: each fades only when a stroke comes near it. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright/test';
import { shell } from '../../../src/app/words/en/shell.ts';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import { tools } from '../../../src/app/words/en/studio/tools.ts';
import { expect, test, WITH_MOTION } from '../support/site.ts';
import { box } from '../support/studio/overlap.ts';
import { canvas, newDrawing, paper } from '../support/studio/studio.ts';
import { stroke } from '../support/studio/tools.ts';

test.use(WITH_MOTION);

const dockOf = (page: Page) => page.getByRole('toolbar', { name: tools.dock });
const headOf = (page: Page) => page.locator('.studio-head');
const opacity = (part: Locator) => part.evaluate((element) => getComputedStyle(element).opacity);

/** Records each fade that begins from now on, by the classes of the element. */
async function watchFades(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const fades: string[] = [];
    document.addEventListener('transitionrun', ({ propertyName, target }) => {
      if (propertyName === 'opacity' && target instanceof Element && !target.matches('.tool-button'))
        fades.push(target.className);
    });
    Object.assign(globalThis, { fades });
  });
  return () => page.evaluate(() => Reflect.get(globalThis, 'fades'));
}

/** Draws strokes as fast as a hand does, inside the page itself, because a test takes longer for each. */
function quickStrokes(
  page: Page,
  ways: readonly (readonly [number, number, number, number])[],
): Promise<void> {
  return canvas(page).evaluate(async (element, ways) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const send = (type: string, clientX: number, clientY: number) => {
      const buttons = type === 'pointerup' ? 0 : 1;
      const how = { pointerId: 77, pointerType: 'mouse', isPrimary: true, bubbles: true, cancelable: true };
      element.dispatchEvent(new PointerEvent(type, { ...how, clientX, clientY, button: 0, buttons }));
    };
    for (const [fromX, fromY, toX, toY] of ways) {
      send('pointerdown', fromX, fromY);
      await frame();
      await frame();
      send('pointermove', (fromX + toX) / 2, (fromY + toY) / 2);
      send('pointermove', toX, toY);
      await frame();
      send('pointerup', toX, toY);
      await frame();
    }
  }, ways);
}

test.describe('studio: parts that fade near a stroke', () => {
  test('hatching in the middle of the paper fades nothing; near the dock only the dock fades, until drawing stops', async ({
    app,
  }) => {
    await newDrawing(app);
    const { x, y, width, height } = await paper(app);
    const fades = await watchFades(app);
    for (let i = 0; i < 6; i += 1) {
      await stroke(app, [x + 60 + i * 12, y + 40], [x + width / 2 + i * 12, y + height - 20]);
    }
    assert.deepEqual(await fades(), []);

    const dock = await box(dockOf(app));
    const right = dock.x + dock.width;
    await quickStrokes(app, [
      [right + 200, y, right + 12, y + 60],
      [right + 200, y + 20, right + 12, y + 80],
      [right + 200, y + 40, right + 12, y + 100],
    ]);
    assert.equal(await opacity(headOf(app)), '1');
    await expect.poll(fades).toEqual(['dock', 'dock']);
    await expect.poll(() => opacity(dockOf(app))).toBe('1');
  });

  test('a stroke is not covered by a part, and a faded part takes no press', async ({ app }) => {
    await newDrawing(app);
    const head = await box(headOf(app));
    const at = [head.x + head.width / 2, head.y + head.height / 2] as const;
    await app.mouse.move(at[0] + 300, at[1] + 300);
    await app.mouse.down();
    await app.mouse.move(at[0] + 200, at[1] + 250, { steps: 3 });
    assert.equal(await opacity(headOf(app)), '1');
    await app.mouse.move(...at);
    await expect.poll(() => opacity(headOf(app))).toBe('0');
    assert.equal(await opacity(dockOf(app)), '1');
    // At once after it, in the same place, inside the page itself: faded controls soon come back.
    await app.evaluate(([x, y]) => {
      const look = () => {
        const found = document.elementFromPoint(x, y)?.closest('[role=application]');
        document.body.dataset.under = found ? 'the paper' : 'something else';
      };
      document.addEventListener('pointerup', () => setTimeout(look), { once: true });
    }, at);
    await app.mouse.up();
    await expect(app.locator('body')).toHaveAttribute('data-under', 'the paper');
    await expect.poll(() => opacity(headOf(app))).toBe('1');
    await app.getByRole('textbox', { name: studio.title }).click();
    await expect(app.getByRole('textbox', { name: studio.title })).toBeFocused();
  });

  test('a message fades too, and its buttons take no press during a stroke', async ({ app }) => {
    await newDrawing(app);
    await canvas(app).focus();
    await expect(app.getByRole('link', { name: /PSI/ })).toContainText('no figure');
    await app.keyboard.press('a');
    const message = app.getByRole('list', { name: shell.messages }).getByRole('listitem').last();
    // It becomes visible within a moment.
    await expect.poll(() => opacity(message)).toBe('1');
    const { x, y, width, height } = await box(message);
    // It may lie at the foot of the window or below the bar of the stamp.
    const away = y > 400 ? y - 300 : y + 300;
    await app.mouse.move(x + width / 2, away);
    await app.mouse.down();
    await app.mouse.move(x + width / 2 + 20, away + 20, { steps: 3 });
    const pressed = () =>
      message.getByRole('button', { name: shell.dismiss }).evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('button') === element;
      });
    assert.equal(await opacity(message), '1');
    await expect.poll(pressed).toBe(false);
    await app.mouse.move(x + width / 2, y + height / 2, { steps: 8 });
    await expect.poll(() => opacity(message)).toBe('0');
    await app.mouse.up();
    await expect.poll(() => opacity(message)).toBe('1');
    await expect.poll(pressed).toBe(true);
  });
});
