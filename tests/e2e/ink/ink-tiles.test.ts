/** The tiles of the ink engine in a real browser: the same picture, whoever draws it and in whatever order. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { tools } from '../../../src/app/words/en/studio/tools.ts';
import type { Stroke } from '../../../src/core/drawing/types.ts';
import type { Camera } from '../../../src/ink/view/camera.ts';
import { realLikeStrokes, realStrokes } from '../../support/drawing/strokes.ts';
import {
  assertSame,
  cameraOf,
  differenceFromRepaint,
  picture,
  storeDrawing,
  untilSharp,
} from '../support/ink/ink-compare.ts';
import type { Picture, PictureDifference } from '../support/ink/ink-page.ts';
import { expect, openApp, test } from '../support/site.ts';
import { acknowledged, canvas, draw, drawReal, openDrawing, paper } from '../support/studio/studio.ts';
import { pick } from '../support/studio/tools.ts';

declare global {
  /** Every worker that the page has started, recorded on request. */
  var workersMade: Worker[];
  /** While true, the worker of the tiles gets no requests. */
  var isHeld: boolean;
  /** Sends the requests that were held back. */
  var letGo: () => void;
}

/**
 * Strokes of every kind: recorded lines, pressure, translucent colours and strokes, markers, and strokes that
 * erase, with ink over them again.
 */
function everyKind(): Stroke[] {
  const erasers = realStrokes(40).map((stroke): Stroke => ({ ...stroke, tool: 'eraser', size: 30 }));
  const pressed = realLikeStrokes(300, 5);
  const faint = realStrokes(60).map((stroke): Stroke => ({ ...stroke, color: '#1d5fa880', size: 14 }));
  const glazes = realLikeStrokes(60, 7).map((stroke): Stroke => ({ ...stroke, opacity: 0.4, size: 14 }));
  return [...realStrokes(700), ...pressed, ...erasers, ...faint, ...glazes, ...realLikeStrokes(200, 9)];
}

/** Zooms about the middle of the canvas and pans it with the pointer. The studio then stores the view. */
async function moveView(page: Page, notches: number, dx: number, dy: number): Promise<void> {
  const box = await canvas(page).boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  if (notches !== 0) {
    await page.keyboard.down('Control');
    for (let i = 0; i < Math.abs(notches); i++) await page.mouse.wheel(0, Math.sign(notches) * -100);
    await page.keyboard.up('Control');
  }
  await page.mouse.wheel(dx, dy);
}

const VIEWS = [
  { name: 'all of it', notches: 0, dx: 7, dy: 3 },
  { name: 'near', notches: 7, dx: 301, dy: -155 },
  { name: 'far', notches: -9, dx: -90, dy: 40 },
] as const;

/** Shows the drawing in each view, in turn. Returns who drew the tiles. */
async function tour(
  page: Page,
  url: string,
  id: string,
  look: (name: string, camera: Camera) => Promise<void>,
): Promise<string> {
  await openDrawing(page, url, id);
  const by = await untilSharp(page);
  for (const { name, notches, dx, dy } of VIEWS) {
    await moveView(page, notches, dx, dy);
    await look(name, await cameraOf(page, id));
  }
  return by;
}

/** Expects the same picture: the painter gives the same bytes in tiles of any scale and in one large rectangle. */
function assertAlike({ greatest, inked }: PictureDifference, what: string): void {
  assert.ok(inked > 5_000, `${what}: there is ink to compare (${inked} pixels)`);
  assert.equal(greatest, 0, `${what}: a pixel differs by ${greatest}`);
}

/** Removes Worker before the page starts. */
async function withoutWorker(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'OffscreenCanvas', { value: undefined });
  });
}

for (const ratio of [1, 2]) {
  test(`ink: tiles look like a plain repaint, drawn by the worker or by the page, at ${ratio}x`, async ({
    browser,
    site,
  }) => {
    test.slow();
    const context = await browser.newContext({
      deviceScaleFactor: ratio,
      viewport: { width: 900, height: 600 },
    });
    const page = await context.newPage();
    await openApp(page, site.url);
    const strokes = everyKind();
    const id = await storeDrawing(page, strokes);
    const views: { readonly camera: Camera; readonly shown: Picture }[] = [];
    const worker = await tour(page, site.url, id, async (name, camera) => {
      assertAlike(await differenceFromRepaint(page, strokes, camera), name);
      // Counter-check: with a shift of one pixel, the same comparison fails.
      const pixel = 1 / (camera.zoom * ratio);
      const beside = await differenceFromRepaint(page, strokes, { ...camera, x: camera.x + pixel });
      assert.throws(() => assertAlike(beside, name), /a pixel differs/);
      views.push({ camera, shown: await picture(page) });
    });
    assert.equal(worker, 'worker');

    const other = await context.newPage();
    await withoutWorker(other);
    await openApp(other, site.url);
    // Another drawing of the same strokes: nobody has opened it, so its view begins in the same place.
    const again = await storeDrawing(other, strokes);
    const theirs = views.values();
    const here = await tour(other, site.url, again, async (name, camera) => {
      const view = theirs.next().value;
      assert.ok(view);
      assert.deepStrictEqual(camera, view.camera, name);
      await assertSame(other, await picture(other), view.shown, name);
    });
    assert.equal(here, 'page');
    await context.close();
  });
}

for (const by of ['worker', 'page'] as const) {
  test(`ink: after drawing, erasing and undo the canvas looks like a full repaint, by the ${by}`, async ({
    app,
    site,
  }) => {
    test.slow();
    if (by === 'page') await withoutWorker(app);
    const id = await storeDrawing(app, everyKind().slice(0, 900));
    await openDrawing(app, site.url, id);
    assert.equal(await untilSharp(app), by);
    await moveView(app, 4, 40, 30);
    const same = async (what: string) => {
      await acknowledged(app, id);
      const shown = await picture(app);
      assert.ok(shown.inked > 5_000, `${what}: there is ink to compare`);
      await cameraOf(app, id);
      await app.reload();
      await assertSame(app, await picture(app), shown, what);
    };
    await drawReal(app, 12, { device: 'pen' });
    await same('after drawing');
    await pick(app, tools.names.eraser);
    await app.keyboard.press('Shift+E');
    const area = await paper(app);
    const sweep = Array.from({ length: 30 }, (_, i): [number, number] => [
      area.x + (area.width * i) / 30,
      area.y + area.height * (0.5 + 0.3 * Math.sin(i)),
    ]);
    const before = (await acknowledged(app, id)).length;
    await draw(app, [{ points: sweep, pressure: undefined }], { device: 'mouse' });
    const after = (await acknowledged(app, id)).length;
    assert.ok(after < before - 5, `the eraser took ${before - after} strokes`);
    await same('after erasing');
    await app.getByRole('toolbar').getByRole('button', { name: 'Undo', exact: true }).click();
    assert.equal((await acknowledged(app, id)).length, before);
    await same('after undoing');
  });
}

test('ink: a worker that dies silently is noticed, and the page draws instead', async ({ app, site }) => {
  test.slow();
  await app.addInitScript(() => {
    globalThis.workersMade = [];
    globalThis.Worker = class extends Worker {
      constructor(...args: ConstructorParameters<typeof Worker>) {
        super(...args);
        globalThis.workersMade.push(this);
      }
    };
  });
  const strokes = everyKind();
  const id = await storeDrawing(app, strokes);
  await openDrawing(app, site.url, id);
  assert.equal(await untilSharp(app), 'worker');
  const killed = await app.evaluate(() => {
    for (const worker of globalThis.workersMade) worker.terminate();
    return globalThis.workersMade.length;
  });
  // The second worker ends when the picture is sharp, so it may be gone already.
  assert.equal(killed, 2);
  await moveView(app, 5, 60, 60);
  const camera = await cameraOf(app, id);
  assert.equal(await untilSharp(app, 20_000), 'page');
  assertAlike(await differenceFromRepaint(app, strokes, camera), 'here');
});

for (const [how, spoil] of [
  [
    'whose script fails',
    () => {
      globalThis.Worker = class extends Worker {
        constructor() {
          super('/assets/no-such-worker.js', { type: 'module' });
        }
      };
    },
  ],
  [
    'that the browser refuses',
    () => {
      class Refused {
        constructor() {
          throw new Error('no more workers');
        }
      }
      Object.assign(globalThis, { Worker: Refused });
    },
  ],
  [
    'that has no canvas',
    () => {
      class Unable extends EventTarget {
        postMessage({ kind }: { kind: string }) {
          if (kind !== 'order') return;
          setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data: { kind: 'unable' } })));
        }
        terminate() {}
      }
      Object.assign(globalThis, { Worker: Unable });
    },
  ],
] as const) {
  test(`ink: a worker ${how} is not used`, async ({ app, site }) => {
    await app.addInitScript(spoil);
    const strokes = everyKind().slice(0, 400);
    const id = await storeDrawing(app, strokes);
    await openDrawing(app, site.url, id);
    await untilSharp(app);
    await moveView(app, 3, 40, 20);
    const camera = await cameraOf(app, id);
    assert.equal(await untilSharp(app), 'page');
    assertAlike(await differenceFromRepaint(app, strokes, camera), how);
    await expect(canvas(app)).toBeVisible();
  });
}

/** Lets a test hold the worker's requests back, so that however fast it is, the page is visible before. */
async function holdOrders(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tell = Worker.prototype.postMessage;
    const held: (() => void)[] = [];
    globalThis.isHeld = false;
    globalThis.letGo = () => {
      globalThis.isHeld = false;
      for (const go of held.splice(0)) go();
    };
    Worker.prototype.postMessage = function (this: Worker, message: { kind: string }, ...rest: never[]) {
      const go = () => tell.call(this, message, ...rest);
      if (globalThis.isHeld && message.kind === 'order') held.push(go);
      else go();
    };
  });
}

test('ink: after zooming in, the old tiles are shown until sharp ones are there, on a drawing just opened', async ({
  app,
  site,
}) => {
  await holdOrders(app);
  const id = await storeDrawing(app, realStrokes(2_000));
  await openDrawing(app, site.url, id);
  await untilSharp(app);
  const layer = canvas(app).locator('canvas[data-tiles]');
  /** The parts with ink, of 16 x 10 parts of the view. */
  const inked = (element: HTMLCanvasElement) => {
    const context = element.getContext('2d')!;
    const [width, height] = [Math.floor(element.width / 16), Math.floor(element.height / 10)];
    return Array.from({ length: 160 }, (_, i) => i).filter((i) => {
      const { data } = context.getImageData((i % 16) * width, Math.floor(i / 16) * height, width, height);
      return data.some((value, k) => k % 4 === 3 && value > 0);
    });
  };
  await layer.evaluate(async (element) => {
    globalThis.isHeld = true;
    const box = element.getBoundingClientRect();
    const middle = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
    for (let i = 0; i < 6; i++) {
      element.dispatchEvent(
        new WheelEvent('wheel', { deltaY: -100, ctrlKey: true, bubbles: true, ...middle }),
      );
    }
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  assert.equal(await layer.getAttribute('data-settled'), 'false');
  const before = new Set(await layer.evaluate(inked));
  await app.evaluate(() => globalThis.letGo());
  await untilSharp(app);
  const after = await layer.evaluate(inked);
  assert.ok(after.length > 40, `there is ink in ${after.length} of 160 parts`);
  // Seen through a coarse picture, ink may end a pixel earlier.
  const bare = after.filter((i) => !before.has(i));
  assert.ok(bare.length <= after.length / 20, `${bare.length} of ${after.length} parts were bare`);
});
