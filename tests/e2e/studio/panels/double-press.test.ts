/** A double tap or a double click on what closes something: its second half presses nothing, and draws nothing. */
import type { Locator, Page } from 'playwright/test';
import { shortcuts } from '../../../../src/app/words/en/studio/shortcuts.ts';
import { studio } from '../../../../src/app/words/en/studio/studio.ts';
import { storedStrokes } from '../../support/ink/stored.ts';
import { expect, test } from '../../support/site.ts';
import { box } from '../../support/studio/overlap.ts';
import { sinceLastPress, timePresses } from '../../support/studio/presses.ts';
import { canvas, drawingId, newDrawing, savedDrawing } from '../../support/studio/studio.ts';
import { brushButton, colorButton, layersButton, markButton } from '../../support/studio/tools.ts';

const named = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const middle = async (of: Locator): Promise<[number, number]> => {
  const { x, y, width, height } = await box(of);
  return [x + width / 2, y + height / 2];
};
/** True if the last press counts as the second of a double one. */
const isSoon = async (page: Page) => (await sinceLastPress(page)) <= 500;
/** What lies at a place of the window, and can be pressed. */
const pressable = (page: Page, [x, y]: [number, number]) =>
  page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest('a, button, .canvas, dialog')?.tagName, [
    x,
    y,
  ] as const);

test('double press: what lies below the button that closes a dialog is pressed by the third click only', async ({
  app,
}) => {
  await savedDrawing(app, 1);
  await timePresses(app);
  await named(app, studio.more).click();
  await app.getByRole('button', { name: studio.menu.keys }).click();
  const place = await middle(dialog(app).getByRole('button', { name: shortcuts.close, exact: true }));
  await app.mouse.click(...place);
  await expect(dialog(app)).toBeHidden();
  expect(await pressable(app, place)).toBe('A');
  await expect(canvas(app)).toBeFocused();
  await app.mouse.click(...place);
  const stays = await isSoon(app);
  expect(await app.evaluate(() => location.pathname === '/air')).toBe(!stays);
  if (!stays) return;
  await expect(canvas(app)).toBeFocused();
  await app.mouse.click(...place);
  await app.waitForURL(/\/air$/);
});

test('double press: a double click in a menu does not close the dialog that it opens', async ({ app }) => {
  await savedDrawing(app, 1);
  await timePresses(app);
  await named(app, studio.more).click();
  const item = app.getByRole('button', { name: studio.menu.keys });
  await item.scrollIntoViewIfNeeded();
  const place = await middle(item);
  await app.mouse.click(...place);
  await expect(dialog(app)).toBeVisible();
  const { x, width } = await box(dialog(app));
  expect(place[0]).toBeGreaterThan(x + width);
  await app.mouse.click(...place);
  await expect(dialog(app)).toBeVisible({ visible: await isSoon(app) });
});

/** A place of the paper that is far from all that is over it. */
const barePlace = (page: Page) =>
  page.evaluate(() => {
    const isBare = (x: number, y: number) => document.elementFromPoint(x, y)?.closest('.canvas');
    for (let y = innerHeight * 0.6; y > 90; y -= 15) {
      for (let x = innerWidth - 60; x > 60; x -= 15) {
        if (isBare(x, y) && isBare(x - 40, y) && isBare(x + 40, y)) return [x, y] as [number, number];
      }
    }
    throw new Error('no paper is seen');
  });

/** Waits until the open panel has the place where it stays. */
async function untilOpen(page: Page): Promise<void> {
  const panel = page.locator('.dock-panel.open, .menu.open');
  let last = await box(panel);
  await expect(async () => {
    const before = last;
    last = await box(panel);
    expect(last).toEqual(before);
  }).toPass();
}

for (const [by, use] of [
  ['mouse', {}],
  ['touch', { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }],
] as const) {
  test.describe(by, () => {
    test.use(use);

    test(`double press: by ${by}, on the paper beside an open panel it draws nothing, and what follows is drawn`, async ({
      app,
    }) => {
      test.slow();
      await newDrawing(app);
      await timePresses(app);
      const press = (x: number, y: number) =>
        by === 'touch' ? app.touchscreen.tap(x, y) : app.mouse.click(x, y);
      // A pen, with which other tests draw, would leave no ink to the fingers.
      await press(...(await barePlace(app)));
      const id = await drawingId(app);
      const count = async () => (await storedStrokes(app, id)).length;
      const openers = {
        more: named(app, studio.more),
        layers: layersButton(app),
        color: colorButton(app),
        mark: markButton(app),
        brush: brushButton(app),
      };
      let drawn = 1;
      for (const [what, opener] of Object.entries(openers)) {
        await opener.click();
        await untilOpen(app);
        const [x, y] = await barePlace(app);
        await press(x, y);
        await expect(opener).toHaveAttribute('aria-expanded', 'false');
        await press(x, y);
        if (!(await isSoon(app))) drawn += 1;
        // Only the second press is left out.
        await press(x, y);
        await press(x, y);
        drawn += 2;
        await expect.poll(count, what).toBe(drawn);
      }
    });
  });
}

test('double press: a line from where a press has closed a panel is drawn, and so is a dot where a line began', async ({
  app,
}) => {
  const { id } = await savedDrawing(app, 1);
  const line = async (x: number, y: number) => {
    await app.mouse.move(x, y);
    await app.mouse.down();
    await app.mouse.move(x - 60, y + 30, { steps: 4 });
    await app.mouse.up();
  };
  const points = async () => (await storedStrokes(app, id)).slice(1).map((one) => one.points.length > 1);
  const more = named(app, studio.more);
  await more.click();
  await untilOpen(app);
  const [x, y] = await barePlace(app);
  await app.mouse.click(x, y);
  await line(x, y);
  await expect.poll(points).toEqual([true]);
  await more.click();
  await line(x, y);
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await app.mouse.click(x, y);
  await expect.poll(points).toEqual([true, true, false]);
  // A small loop ends where it began.
  await more.click();
  await untilOpen(app);
  await app.mouse.move(x, y);
  await app.mouse.down();
  for (const [dx, dy] of [
    [16, 0],
    [16, 16],
    [0, 16],
    [1, 1],
  ] as const)
    await app.mouse.move(x + dx, y + dy);
  await app.mouse.up();
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await expect.poll(points).toEqual([true, true, false, true]);
});
