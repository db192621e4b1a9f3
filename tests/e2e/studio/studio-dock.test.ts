/** Brushes, their marks and colours, chosen in the dock, by pointer and by keyboard; and the hand that draws. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright/test';
import { settings } from '../../../src/app/words/en/settings.ts';
import { feel } from '../../../src/app/words/en/studio/feel.ts';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import { tools } from '../../../src/app/words/en/studio/tools.ts';
import { BRUSH_TOOLS } from '../../../src/ink/index.ts';
import { expect, test } from '../support/site.ts';
import { acknowledged, canvas, drawingId, newDrawing } from '../support/studio/studio.ts';
import {
  brushButton,
  colorButton,
  markButton,
  pick,
  pickSwatch,
  stroke,
  toolButton,
} from '../support/studio/tools.ts';

const dockOf = (page: Page) => page.getByRole('toolbar', { name: tools.dock });
const slider = (page: Page, name: string) => page.getByRole('slider', { name, exact: true });
const sizeField = (page: Page) => page.getByRole('textbox', { name: tools.size, exact: true });
const hex = (page: Page) => page.getByRole('textbox', { name: tools.hex });
const held = (page: Page, name: string) =>
  expect(toolButton(page, name)).toHaveAttribute('aria-pressed', 'true');

/** How many pixels of a canvas are not blank, and how opaque they are on average, 0..255. */
function inkOf(sample: Locator): Promise<{ pixels: number; opacity: number }> {
  return sample.evaluate((element) => {
    if (!(element instanceof HTMLCanvasElement)) return { pixels: -1, opacity: -1 };
    const { data } = element.getContext('2d')!.getImageData(0, 0, element.width, element.height);
    const alphas = data.filter((value, i) => i % 4 === 3 && value > 0);
    return { pixels: alphas.length, opacity: alphas.reduce((sum, one) => sum + one, 0) / alphas.length };
  });
}

test.describe('studio: brushes', () => {
  test('each is shown by a stroke of its own, chosen by pointer or key, and the last two change places', async ({
    app,
  }) => {
    await newDrawing(app);
    await brushButton(app).click();
    const choices = app.locator('.brush-choice');
    await expect(choices).toHaveCount(BRUSH_TOOLS.length);
    for (let i = 0; i < BRUSH_TOOLS.length; i += 1) {
      await expect
        .poll(async () => (await inkOf(choices.nth(i).locator('canvas'))).pixels)
        .toBeGreaterThan(200);
    }
    await choices.filter({ hasText: tools.names.wash }).click();
    await expect(choices).toHaveCount(0);
    await held(app, tools.names.wash);
    await canvas(app).focus();
    await app.keyboard.press('k');
    await held(app, tools.names.chalk);
    await app.keyboard.press('b');
    await held(app, tools.names.wash);
    await app.getByRole('button', { name: tools.lastBrush(tools.names.chalk) }).click();
    await held(app, tools.names.chalk);
    await app.keyboard.press('e');
    // After another tool the first press takes the brush again, and opens nothing.
    await brushButton(app).click();
    await held(app, tools.names.chalk);
    await expect(choices).toHaveCount(0);
  });

  test('the list is used with arrow keys, and Escape returns to its button', async ({ app }) => {
    await newDrawing(app);
    await brushButton(app).press('Enter');
    await expect(app.locator('.dock-panel')).toBeVisible();
    await app.keyboard.press('Tab');
    await expect(app.getByRole('radio', { name: tools.names.pen, exact: true })).toBeFocused();
    await app.keyboard.press('ArrowDown');
    await app.keyboard.press('ArrowDown');
    await held(app, tools.names.pencil);
    await app.keyboard.press('Escape');
    await expect(brushButton(app)).toBeFocused();
    await expect(app.locator('.dock-panel')).toHaveCount(0);
  });

  test('each keeps its colour, size and opacity after a reload, and strokes carry them', async ({ app }) => {
    await newDrawing(app);
    await pick(app, tools.names.wash);
    await markButton(app).click();
    await slider(app, tools.opacity).fill('35');
    await sizeField(app).fill('64');
    await sizeField(app).press('Enter');
    await colorButton(app).click();
    await pickSwatch(app, tools.colors.dusk).click();
    await app.keyboard.press('Escape');
    await pick(app, tools.names.chalk);
    await markButton(app).click();
    await slider(app, tools.opacity).fill('80');
    await app.reload();
    await held(app, tools.names.chalk);
    await expect(markButton(app)).toHaveAccessibleName(tools.mark('12', '80%'));
    await stroke(app, [500, 300], [700, 320]);
    await app.getByRole('button', { name: tools.lastBrush(tools.names.wash) }).click();
    await expect(markButton(app)).toHaveAccessibleName(tools.mark('64', '35%'));
    await stroke(app, [500, 500], [700, 520]);
    await app.keyboard.press('p');
    await stroke(app, [500, 400], [700, 400]);
    const strokes = await acknowledged(app, await drawingId(app));
    assert.deepStrictEqual(
      strokes.map((one) => [one.tool, one.color, one.size, one.opacity, 'opacity' in one]),
      [
        ['chalk', '#1f1b16', 12, 0.8, true],
        ['wash', '#9d8bbb', 64, 0.35, true],
        ['pen', '#1f1b16', 4, undefined, false],
      ],
    );
  });
});

test.describe('studio: size and opacity', () => {
  test('sliders show the mark that they make, and say their value in words', async ({ app }) => {
    await newDrawing(app);
    await markButton(app).click();
    const mark = app.locator('.mark-sheet canvas');
    const inked = () => inkOf(mark);
    await expect.poll(async () => (await inked()).pixels).toBeGreaterThan(200);
    const before = await inked();
    await slider(app, tools.size).focus();
    for (let i = 0; i < 12; i += 1) await app.keyboard.press('ArrowRight');
    await expect.poll(async () => (await inked()).pixels).toBeGreaterThan(before.pixels * 1.8);
    await expect(slider(app, tools.size)).toHaveAttribute('aria-valuetext', tools.wide(10));
    await slider(app, tools.opacity).focus();
    await app.keyboard.press('Home');
    await expect(slider(app, tools.opacity)).toHaveAttribute('aria-valuetext', '1%');
    await expect.poll(async () => (await inked()).opacity).toBeLessThan(10);
    // Keys of the studio work beside the sliders, but for those of the sliders themselves.
    await app.keyboard.press(']');
    await expect(slider(app, tools.size)).toHaveAttribute('aria-valuetext', tools.wide(20));
    await app.keyboard.press('m');
    await held(app, tools.names.marker);
    await expect(slider(app, tools.opacity)).toHaveAttribute('aria-valuetext', '100%');
  });

  test('a typed size beyond the range of the brush gets a message, and changes nothing', async ({ app }) => {
    await newDrawing(app);
    await pick(app, tools.names.marker);
    await markButton(app).click();
    for (const typed of ['3.9', '81', 'wide', '']) {
      await sizeField(app).fill(typed);
      await sizeField(app).press('Enter');
      await expect(app.getByRole('alert')).toHaveText(tools.beyond(tools.names.marker, 4, 80));
      await expect(sizeField(app)).toHaveAttribute('aria-invalid', 'true');
      await expect(markButton(app)).toHaveAccessibleName(tools.mark('18', '100%'));
    }
    await sizeField(app).fill('80');
    await sizeField(app).press('Enter');
    await expect(app.getByRole('alert')).toHaveCount(0);
    await expect(markButton(app)).toHaveAccessibleName(tools.mark('80', '100%'));
  });

  for (const [width, height] of [
    [390, 844],
    [844, 390],
    [1440, 900],
  ] as const) {
    test(`what is wrong with a typed value is read, and does not hide its slider, on ${width} x ${height}`, async ({
      app,
    }) => {
      await app.setViewportSize({ width, height });
      await newDrawing(app);
      const alert = app.getByRole('alert');
      const boxOf = async (one: Locator) => (await one.boundingBox())!;
      /** The message lies on its panel, and over none of these. */
      const isBeside = async (others: readonly Locator[]) => {
        const wrong = await boxOf(alert);
        const panel = await boxOf(app.locator('.dock-panel'));
        expect(wrong.y).toBeGreaterThanOrEqual(panel.y);
        expect(wrong.y + wrong.height).toBeLessThanOrEqual(panel.y + panel.height);
        for (const other of others) {
          const one = await boxOf(other);
          const isApart =
            wrong.y >= one.y + one.height ||
            wrong.y + wrong.height <= one.y ||
            wrong.x >= one.x + one.width ||
            wrong.x + wrong.width <= one.x;
          expect(isApart, String(other)).toBe(true);
        }
      };
      await markButton(app).click();
      const aroundSize = [app.locator('.mark-sheet'), app.locator('.sizes')];
      for (const [name, others] of [
        [tools.size, aroundSize],
        [tools.opacity, [app.locator('.sizes'), app.getByText(feel.steady, { exact: true })]],
      ] as const) {
        const field = app.getByRole('textbox', { name, exact: true });
        await field.fill('900');
        const place = await boxOf(field);
        await field.press('Enter');
        await expect(alert).toBeVisible();
        // Nothing moves under the finger.
        expect(await boxOf(field)).toEqual(place);
        await isBeside([slider(app, name), field, ...others]);
        await field.press('Escape');
        await markButton(app).click();
      }
      await app.keyboard.press('Escape');
      await colorButton(app).click();
      const palette = app.getByRole('combobox', { name: tools.palette });
      const place = await boxOf(palette);
      await hex(app).fill('#12');
      await hex(app).press('Enter');
      await expect(alert).toHaveText(tools.notHex);
      expect((await boxOf(palette)).y).toBeCloseTo(place.y, 1);
      const recents = app.getByRole('group', { name: tools.recents });
      await isBeside([slider(app, tools.shade), slider(app, tools.hue), hex(app), palette, recents]);
      // Another way to the colour is as good: the message goes with what it was about.
      await slider(app, tools.hue).click();
      await expect(alert).toHaveCount(0);
    });
  }
});

test.describe('studio: the colour picker', () => {
  test('is used by keyboard alone; the mixed colour is used and the one before it comes back', async ({
    app,
  }) => {
    await newDrawing(app);
    await colorButton(app).press('Enter');
    await expect(app.locator('.dock-panel')).toBeVisible();
    await app.keyboard.press('Tab');
    const area = slider(app, tools.shade);
    await expect(area).toBeFocused();
    await app.keyboard.press('End');
    for (let i = 0; i < 10; i += 1) await app.keyboard.press('Shift+ArrowUp');
    await expect(area).toHaveAttribute('aria-valuetext', tools.shadeNow('100%', '100%'));
    await app.keyboard.press('Tab');
    await expect(slider(app, tools.hue)).toBeFocused();
    await app.keyboard.press('Home');
    await expect(slider(app, tools.hue)).toHaveAttribute('aria-valuetext', tools.hueNow(tools.hues.red, 0));
    await expect(hex(app)).toHaveValue('#ff0000');
    await app.keyboard.press('Tab');
    await expect(hex(app)).toBeFocused();
    await app.keyboard.type('#12');
    await app.keyboard.press('Enter');
    await expect(app.getByRole('alert')).toHaveText(tools.notHex);
    await expect(colorButton(app)).toHaveAccessibleName(tools.colorNow('#ff0000'));
    await app.keyboard.press('Escape');
    await expect(colorButton(app)).toBeFocused();

    await stroke(app, [500, 300], [700, 320]);
    await app.keyboard.press('x');
    await expect(colorButton(app)).toHaveAccessibleName(tools.colorNow(tools.colors.ink));
    await stroke(app, [500, 400], [700, 420]);
    await app.getByRole('button', { name: tools.lastColor('#ff0000') }).click();
    await stroke(app, [500, 500], [700, 520]);
    const strokes = await acknowledged(app, await drawingId(app));
    assert.deepStrictEqual(
      strokes.map(({ color }) => color),
      ['#ff0000', '#1f1b16', '#ff0000'],
    );
  });

  test('a colour dragged in the area is one change, also for selected strokes', async ({ app }) => {
    await newDrawing(app);
    await stroke(app, [500, 300], [700, 320]);
    await canvas(app).focus();
    await app.keyboard.press('Control+a');
    await colorButton(app).click();
    const box = await slider(app, tools.shade).boundingBox();
    assert.ok(box);
    await app.mouse.move(box.x + 4, box.y + 4);
    await app.mouse.down();
    await app.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 });
    await app.mouse.move(box.x + box.width + 30, box.y - 30, { steps: 8 });
    await app.mouse.up();
    const mixed = await hex(app).inputValue();
    assert.match(mixed, /^#ff/);
    const id = await drawingId(app);
    await expect.poll(async () => (await acknowledged(app, id))[0]?.color).toBe(mixed);
    await app.keyboard.press('Escape');
    await colorButton(app).click();
    await expect(app.getByRole('group', { name: tools.recents }).getByRole('radio')).toHaveCount(1);
    await app.getByRole('button', { name: tools.undo, exact: true }).click();
    await expect.poll(async () => (await acknowledged(app, id))[0]?.color).toBe('#1f1b16');
  });

  test('a palette stays with its brush', async ({ app }) => {
    await newDrawing(app);
    await colorButton(app).click();
    await app.getByLabel(tools.palette).selectOption({ label: tools.palettes.singapore });
    await pickSwatch(app, tools.colors.peranakanPink).click();
    await app.reload();
    await expect(colorButton(app)).toHaveAccessibleName(tools.colorNow(tools.colors.peranakanPink));
    await expect(app.getByRole('radio', { name: tools.colors.jade })).toBeVisible();
    await pick(app, tools.names.marker);
    await expect(app.getByRole('radio', { name: tools.colors.jade })).toHaveCount(0);
    await expect(app.getByRole('radio', { name: tools.colors.sun })).toBeVisible();
  });
});

test.describe('studio: the left hand', () => {
  test('has the tools at the right, after a reload too, and a switch in the menu and in Settings', async ({
    app,
    site,
  }) => {
    await newDrawing(app);
    const { width } = app.viewportSize() ?? { width: 0 };
    const middle = async (what: Locator) => {
      const box = await what.boundingBox();
      assert.ok(box);
      return box.x + box.width / 2;
    };
    assert.ok((await middle(dockOf(app))) < width / 2);
    await app.getByRole('button', { name: studio.more, exact: true }).click();
    await app.getByRole('button', { name: studio.menu.leftHanded }).click();
    await expect.poll(() => middle(dockOf(app))).toBeGreaterThan(width / 2);
    await app.reload();
    await expect.poll(() => middle(dockOf(app))).toBeGreaterThan(width / 2);
    await colorButton(app).click();
    assert.ok(
      (await middle(app.locator('.dock-panel'))) < (await middle(dockOf(app))),
      'the panel lies inside',
    );
    await app.keyboard.press('Escape');
    await canvas(app).focus();
    await app.keyboard.press('n');
    assert.ok((await middle(app.locator('.map-card'))) < width / 2, 'the map lies opposite');

    await app.setViewportSize({ width: 390, height: 844 });
    const undo = app.getByRole('button', { name: tools.undo, exact: true });
    await expect.poll(() => middle(undo)).toBeLessThan(195);
    await app.goto(`${site.url}/settings`);
    await app.getByRole('switch', { name: settings.leftHanded }).uncheck();
    await app.goto(site.url);
    await newDrawing(app);
    await expect.poll(() => middle(undo)).toBeGreaterThan(195);
  });
});
