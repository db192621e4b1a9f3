/** Marker, eraser, straight lines and mixed colours, used by pointer and checked against the storage. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import { tools } from '../../../src/app/words/en/studio/tools.ts';
import type { Point, Stroke } from '../../../src/core/drawing/types.ts';
import { distanceToSegment } from '../../../src/ink/geometry/hit-test.ts';
import { assertSame, picture } from '../support/ink/ink-compare.ts';
import { missingOnScreen } from '../support/ink/ink-on-screen.ts';
import { stored } from '../support/ink/stored.ts';
import { expect, test } from '../support/site.ts';
import {
  acknowledged,
  canvas,
  draw,
  drawAndSave,
  drawingId,
  liftPen,
  newDrawing,
  paper,
} from '../support/studio/studio.ts';
import {
  colorButton,
  inkAt,
  markButton,
  pathThrough,
  pick,
  pickSwatch,
  stroke,
  toolButton,
} from '../support/studio/tools.ts';

const undo = (page: Page) => page.getByRole('toolbar').getByRole('button', { name: 'Undo', exact: true });
const redo = (page: Page) => page.getByRole('button', { name: 'Redo', exact: true });

/** A place in the free part of the canvas, from 0..1 each. */
async function place(page: Page, x: number, y: number): Promise<Point> {
  const area = await paper(page);
  return [Math.round(area.x + x * area.width), Math.round(area.y + y * area.height)];
}

test.describe('studio: the marker', () => {
  test('is wide and translucent, and goes under existing ink, in tiles and thumbnail', async ({ app }) => {
    await newDrawing(app);
    // So wide that the middle of its line in the thumbnail is no edge.
    for (let i = 0; i < 2; i++) await app.keyboard.press(']');
    const [top, bottom] = [await place(app, 0.5, 0.2), await place(app, 0.5, 0.8)];
    const [left, right] = [await place(app, 0.2, 0.5), await place(app, 0.8, 0.5)];
    await stroke(app, top, bottom);
    const crossing: Point = [top[0], left[1]];
    const beside: Point = [top[0] + 30, left[1]];
    await expect.poll(() => inkAt(app, crossing)).toEqual([0x1f, 0x1b, 0x16, 255]);
    await app.keyboard.press('m');
    await expect(toolButton(app, tools.names.marker)).toHaveAttribute('aria-pressed', 'true');
    await stroke(app, left, right);
    const id = await drawingId(app);
    const strokes = await acknowledged(app, id);
    assert.deepStrictEqual(
      strokes.map(({ tool, color, size }) => ({ tool, color, size })),
      [
        { tool: 'pen', color: '#1f1b16', size: 20 },
        { tool: 'marker', color: '#f5c400', size: 18 },
      ],
    );
    await expect.poll(async () => (await inkAt(app, beside))[3]).toBe(102);
    await expect.poll(() => inkAt(app, crossing)).toEqual([0x1f, 0x1b, 0x16, 255]);

    await expect.poll(async () => (await stored(app, id)).thumb.length).toBeGreaterThan(100);
    const { thumb } = await stored(app, id);
    const middle = await app.evaluate(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      const surface = document.createElement('canvas');
      surface.width = image.naturalWidth;
      surface.height = image.naturalHeight;
      const context = surface.getContext('2d');
      context?.drawImage(image, 0, 0);
      const { data } = context!.getImageData(image.naturalWidth >> 1, image.naturalHeight >> 1, 1, 1);
      return [...data];
    }, thumb);
    assert.deepEqual(middle, [0x1f, 0x1b, 0x16, 255]);
  });
});

test.describe('studio: the eraser', () => {
  test('splits strokes along its path; undo and redo work after a reload', async ({ app }) => {
    await newDrawing(app);
    await drawAndSave(app, 8, { device: 'mouse' });
    const id = await drawingId(app);
    // Whatever the sketch is, each sweep has a stroke of its own to cut: two steps to undo.
    const across = pathThrough(await place(app, 0.3, 0.15), await place(app, 0.7, 0.3));
    const along = pathThrough(await place(app, 0.2, 0.3), await place(app, 0.3, 0.7));
    await draw(app, [across, along], { device: 'mouse' });
    const before = await acknowledged(app, id);
    await app.keyboard.press('e');
    const through = pathThrough(await place(app, 0.05, 0.5), await place(app, 0.95, 0.5));
    const down = pathThrough(await place(app, 0.5, 0), await place(app, 0.5, 1));
    await draw(app, [through, down], { device: 'mouse' });
    const after = await acknowledged(app, id);
    assert.notDeepStrictEqual(after, before);
    const isNew = (one: Stroke) => !before.some((old) => JSON.stringify(old) === JSON.stringify(one));
    assert.ok(after.some(isNew), 'some stroke was cut');
    for (const { points } of after) {
      for (const [x, y] of points) {
        for (const { points: rub } of [through, down]) {
          const away = distanceToSegment(x, y, rub[0]!, rub.at(-1)!);
          assert.ok(away >= 6, `a point of what is left lies ${away} px from where the eraser went`);
        }
      }
    }
    await app.reload();
    await undo(app).click();
    await undo(app).click();
    assert.deepStrictEqual(await acknowledged(app, id), before);
    await redo(app).click();
    await redo(app).click();
    assert.deepStrictEqual(await acknowledged(app, id), after);
  });

  test('takes a part of a wash and of a dry brush, which one undo brings back, after a reload too', async ({
    app,
  }) => {
    await newDrawing(app);
    const rows = [await place(app, 0, 0.3), await place(app, 0, 0.7)];
    for (const [i, key] of ['w', 'd'].entries()) {
      await app.keyboard.press(key);
      await stroke(
        app,
        [(await place(app, 0.2, 0))[0], rows[i]![1]],
        [(await place(app, 0.8, 0))[0], rows[i]![1]],
      );
    }
    const id = await drawingId(app);
    const before = await acknowledged(app, id);
    const whole = await picture(app);
    await app.keyboard.press('e');
    const [top, bottom] = [await place(app, 0.5, 0.1), await place(app, 0.5, 0.9)];
    await stroke(app, top, bottom);
    const after = await acknowledged(app, id);
    assert.deepStrictEqual(
      after.map(({ tool }) => tool),
      ['wash', 'eraser', 'dry', 'eraser'],
    );
    assert.deepStrictEqual([after[0], after[2]], before);
    const erased = await picture(app);
    const isBlank = async ([x, y]: Point) => (await inkAt(app, [x, y]))[3] === 0;
    for (const [, y] of rows) {
      for (const off of [-4, 0, 4])
        assert.ok(await isBlank([top[0] + off, y]), `ink ${off} px beside the way`);
    }
    for (const off of [-12, 12]) assert.ok(!(await isBlank([top[0] + off, rows[0]![1]])), 'the wash goes on');
    // The tiles are exactly those of the stored strokes.
    await app.reload();
    await assertSame(app, await picture(app), erased, 'after a reload');
    await undo(app).click();
    assert.deepStrictEqual(await acknowledged(app, id), before);
    await assertSame(app, await picture(app), whole, 'after undo');
    await redo(app).click();
    assert.deepStrictEqual(await acknowledged(app, id), after);
    await assertSame(app, await picture(app), erased, 'after redo');
    // A pen drawn over it is not erased.
    await app.keyboard.press('p');
    await stroke(app, top, bottom);
    await expect.poll(() => inkAt(app, [top[0], rows[0]![1]])).toEqual([0x1f, 0x1b, 0x16, 255]);
  });

  test('shows at once what it takes of a wash, and shows it again if the drag is dropped', async ({
    app,
  }) => {
    await newDrawing(app);
    await app.keyboard.press('w');
    const middle = await place(app, 0.5, 0.5);
    await stroke(app, await place(app, 0.2, 0.5), await place(app, 0.8, 0.5));
    const id = await drawingId(app);
    const before = await acknowledged(app, id);
    const whole = await picture(app);
    await app.keyboard.press('e');
    const way = pathThrough(await place(app, 0.5, 0.2), await place(app, 0.5, 0.8));
    await draw(app, [way], { device: 'mouse', lift: false });
    await expect.poll(async () => (await inkAt(app, middle))[3]).toBe(0);
    await app.keyboard.press('Escape');
    await expect.poll(async () => (await inkAt(app, middle))[3]).toBeGreaterThan(0);
    await liftPen(app, way, { device: 'mouse' });
    assert.deepStrictEqual(await acknowledged(app, id), before);
    await assertSame(app, await picture(app), whole);
  });

  test('has two modes and sizes, and choosing a colour ends erasing', async ({ app }) => {
    await newDrawing(app);
    await expect(app.getByRole('button', { name: /eraser|rubber/i })).toHaveCount(1);
    await pick(app, tools.names.marker);
    const [left, right] = [await place(app, 0.2, 0.5), await place(app, 0.8, 0.5)];
    const [top, bottom] = [await place(app, 0.5, 0.2), await place(app, 0.5, 0.8)];
    await stroke(app, left, right);
    const id = await drawingId(app);
    await pick(app, tools.names.eraser);
    await markButton(app).click();
    await expect(app.getByRole('radio', { name: tools.modes.part.label, exact: true })).toBeChecked();
    await stroke(app, top, bottom);
    const parts = await acknowledged(app, id);
    assert.equal(parts.length, 2, 'the middle is gone, the rest is not');
    const gap = (strokes: readonly Stroke[]) => {
      const ends = strokes.flatMap(({ points }) => points.map(([x]) => x));
      const before = Math.max(...ends.filter((x) => x < top[0]));
      return Math.min(...ends.filter((x) => x > top[0])) - before;
    };
    await markButton(app).click();
    await pickSwatch(app, tools.sizes.huge).click();
    for (const ring of await app.locator('.erases:is(.ink-held), .erases .size-dot').all()) {
      const room = await ring.evaluate((element) => {
        const { width } = getComputedStyle(element, '::before');
        return element.clientWidth - Number.parseFloat(width);
      });
      assert.ok(room >= 4, 'a ring lies within its button');
    }
    await stroke(app, top, bottom);
    const wider = await acknowledged(app, id);
    assert.ok(gap(wider) >= gap(parts) + 40, `${gap(parts)} px, then ${gap(wider)} px`);

    await app.reload();
    await pick(app, tools.names.eraser);
    await markButton(app).click();
    await expect(app.getByRole('radio', { name: tools.sizes.huge, exact: true })).toBeChecked();
    await app.keyboard.press('[');
    await app.keyboard.press('Shift+E');
    await expect(app.getByRole('radio', { name: tools.modes.whole.label, exact: true })).toBeChecked();
    await app.keyboard.press('Escape');
    await stroke(app, left, [left[0] + 10, left[1] + 40]);
    assert.deepStrictEqual(await acknowledged(app, id), [wider[1]]);

    // The marker is still the brush in hand, and its own colour is already chosen.
    await app.locator('.swatch', { has: app.getByLabel(tools.colors.sun, { exact: true }) }).click();
    await expect(toolButton(app, tools.names.marker)).toHaveAttribute('aria-pressed', 'true');
    await app.keyboard.press('e');
    await app.keyboard.press('c');
    await expect(toolButton(app, tools.names.marker)).toHaveAttribute('aria-pressed', 'true');
    await stroke(app, top, bottom);
    const last = (await acknowledged(app, id)).at(-1);
    assert.deepStrictEqual([last?.tool, last?.color, last?.size], ['marker', '#f08a24', 18]);
  });
});

test.describe('studio: an empty paper', () => {
  test('begins with the last brush, and a loop there says that it caught nothing', async ({ app }) => {
    await newDrawing(app);
    await pick(app, tools.names.marker);
    await stroke(app, await place(app, 0.2, 0.5), await place(app, 0.8, 0.5));
    await acknowledged(app, await drawingId(app));
    await pick(app, tools.names.lasso);
    await app.getByRole('link', { name: studio.drawings }).click();
    await newDrawing(app);
    await expect(toolButton(app, tools.names.marker)).toHaveAttribute('aria-pressed', 'true');
    await pick(app, tools.names.lasso);
    const said = app.locator('.toast', { hasText: tools.nothingSelected });
    for (const y of [0.3, 0.4]) {
      await stroke(app, await place(app, 0.4, y), await place(app, 0.6, 0.6));
      await expect(said).toHaveCount(1);
    }
    await app.keyboard.press('m');
    await expect(said).toHaveCount(0);
  });
});

test.describe('studio: straight lines', () => {
  test('Shift makes the stroke being drawn straight', async ({ app }) => {
    await newDrawing(app);
    const [from, over, to] = [
      await place(app, 0.2, 0.5),
      await place(app, 0.5, 0.1),
      await place(app, 0.8, 0.6),
    ];
    await app.keyboard.down('Shift');
    await app.mouse.move(...from);
    await app.mouse.down();
    await app.mouse.move(...over, { steps: 6 });
    await app.mouse.move(...to, { steps: 6 });
    await app.mouse.up();
    await app.keyboard.up('Shift');
    const strokes = await acknowledged(app, await drawingId(app));
    assert.deepStrictEqual(
      strokes.map(({ points }) => points),
      [[from, to]],
    );
  });

  test('holding still at the end of a nearly straight stroke makes it straight', async ({ app }) => {
    await newDrawing(app);
    const [from, to] = [await place(app, 0.2, 0.5), await place(app, 0.8, 0.5)];
    const shaky = pathThrough(from, to);
    const points = shaky.points.map(([x, y], i): Point => [x, y + Math.round(4 * Math.sin(i))]);
    const samples = { points, pressure: undefined };
    await draw(app, [samples], { device: 'mouse', lift: false });
    const ends = { points: [points[0]!, points.at(-1)!] as const };
    await expect.poll(() => missingOnScreen(app, [ends]), 'the whole stroke has arrived').toEqual([]);
    // The second canvas shows the line being drawn: once that is straight, no ink lies beside it.
    const beside = () =>
      canvas(app)
        .locator('canvas')
        .nth(1)
        .evaluate((element, [[ax, ay], [bx, by]]) => {
          if (!(element instanceof HTMLCanvasElement)) return -1;
          const { width, height } = element;
          const { data } = element.getContext('2d')!.getImageData(0, 0, width, height);
          return data.filter((value, i) => {
            const pixel = Math.floor(i / 4);
            const y = ay + ((by - ay) * ((pixel % width) - ax)) / (bx - ax);
            return i % 4 === 3 && value > 0 && Math.abs(Math.floor(pixel / width) - y) > 4;
          }).length;
        }, ends.points);
    await expect.poll(beside).toBe(0);
    await liftPen(app, samples, { device: 'mouse' });
    const [line] = await acknowledged(app, await drawingId(app));
    assert.deepStrictEqual(line?.points, [points[0], points.at(-1)]);
  });
});

test.describe('studio: colours', () => {
  test('a mixed colour is used, named, and offered again after a reload', async ({ app }) => {
    await newDrawing(app);
    await colorButton(app).click();
    const code = app.getByRole('textbox', { name: tools.hex });
    for (const typed of ['#7a3fb0', '0F8A8A']) {
      await code.fill(typed);
      await code.press('Enter');
    }
    await stroke(app, await place(app, 0.3, 0.3), await place(app, 0.6, 0.6));
    const id = await drawingId(app);
    assert.deepStrictEqual(
      (await acknowledged(app, id)).map(({ color }) => color),
      ['#0f8a8a'],
    );
    await app.reload();
    await expect(colorButton(app)).toHaveAccessibleName(tools.colorNow('#0f8a8a'));
    await colorButton(app).click();
    await expect(app.getByRole('radio', { name: '#0f8a8a' })).toBeChecked();
    await pickSwatch(app, '#7a3fb0').click();
    await stroke(app, await place(app, 0.3, 0.6), await place(app, 0.6, 0.3));
    assert.deepStrictEqual(
      (await acknowledged(app, id)).map(({ color }) => color),
      ['#0f8a8a', '#7a3fb0'],
    );
  });

  test('pen and marker each keep their own colour and size', async ({ app }) => {
    await newDrawing(app);
    await app.keyboard.press('c');
    await app.keyboard.press(']');
    await pick(app, tools.names.marker);
    await app.keyboard.press('Shift+C');
    await stroke(app, await place(app, 0.3, 0.3), await place(app, 0.6, 0.3));
    await pick(app, tools.names.pen);
    await stroke(app, await place(app, 0.3, 0.6), await place(app, 0.6, 0.6));
    const strokes = await acknowledged(app, await drawingId(app));
    assert.deepStrictEqual(
      strokes.map(({ tool, color, size }) => [tool, color, size]),
      [
        ['marker', '#8b857c', 18],
        ['pen', '#77716a', 9],
      ],
    );
  });
});

test('studio: keys work from the first frame with the paper', async ({ app }) => {
  await app.evaluate(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('[aria-label="Drawing canvas"]')) return;
      watch.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'e', bubbles: true }));
    });
    watch.observe(document.body, { subtree: true, childList: true });
  });
  await newDrawing(app);
  await expect(app.getByRole('button', { name: tools.names.eraser, exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});
