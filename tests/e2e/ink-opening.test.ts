/** Opening a drawing: its kept picture is there at once, where its strokes will be, and goes when they are. */
import assert from 'node:assert/strict';
import { realStrokes } from '../support/strokes.ts';
import { sharp, storeDrawing } from './support/ink-shown.ts';
import { expect, test } from './support/site.ts';
import { storedList } from './support/stored.ts';
import { canvas, openDrawing } from './support/studio.ts';

declare global {
  /** Lets the strokes come that the page waits for. */
  var letGo: () => void;
}

test('ink: the kept picture stands in for the strokes, in their place', async ({ app, site }) => {
  const id = await storeDrawing(app, realStrokes(300));
  await openDrawing(app, site.url, id);
  await sharp(app);
  // Whoever opens a drawing without a thumbnail makes one.
  await expect.poll(async () => (await storedList(app))[0]?.thumb, { timeout: 20_000 }).not.toBe('');

  // The strokes wait until the picture was seen.
  await app.addInitScript(() => {
    const ask = globalThis.fetch;
    const held = new Promise<void>((resolve) => {
      globalThis.letGo = resolve;
    });
    globalThis.fetch = async (...args: Parameters<typeof fetch>) => {
      const [input] = args;
      const url = input instanceof Request ? input.url : String(input);
      if (/drawings\/[0-9a-f-]{36}$/.test(url)) await held;
      return ask(...args);
    };
  });
  for (const from of ['gallery', 'address'] as const) {
    if (from === 'gallery') {
      await app.goto(site.url);
      await app.getByRole('link', { name: 'Sample' }).click();
    } else {
      await app.goto(`${site.url}/drawings/${id}`);
    }
    const picture = app.locator('.canvas-picture');
    await expect(picture).toBeVisible();
    assert.equal(await canvas(app).getAttribute('aria-busy'), 'true');
    const kept = await app.evaluate(inkBox, '.canvas-picture');
    await app.evaluate(() => globalThis.letGo());
    await sharp(app);
    await expect(picture).toHaveCount(0);
    const drawn = await app.evaluate(inkBox, '.canvas canvas');
    // A pixel of the picture is several of the screen.
    for (const edge of ['left', 'top', 'right', 'bottom'] as const) {
      assert.ok(Math.abs(kept[edge] - drawn[edge]) <= 8, `${from}: ${JSON.stringify({ kept, drawn })}`);
    }
  }
});

/** Where on the screen the ink of a picture lies, CSS px. */
function inkBox(selector: string) {
  const element = document.querySelector<HTMLImageElement | HTMLCanvasElement>(selector)!;
  const box = element.getBoundingClientRect();
  const [width, height] =
    element instanceof HTMLImageElement
      ? [element.naturalWidth, element.naturalHeight]
      : [element.width, element.height];
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d')!;
  context.drawImage(element, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[4 * (y * width + x) + 3]! < 40) continue;
      left = Math.min(left, x);
      top = Math.min(top, y);
      right = Math.max(right, x + 1);
      bottom = Math.max(bottom, y + 1);
    }
  }
  const [sx, sy] = [box.width / width, box.height / height];
  return {
    left: box.left + left * sx,
    top: box.top + top * sy,
    right: box.left + right * sx,
    bottom: box.top + bottom * sy,
  };
}
