/**
 * Opening a drawing. Its thumbnail is visible at once, in the place of its strokes, until they are; and strokes
 * drawn meanwhile are kept.
 */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { drawings } from '../../../src/app/words/en/drawings.ts';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import { BASE } from '../../../src/core/drawing/members/layers.ts';
import type { Layer, Point, Stroke } from '../../../src/core/drawing/types.ts';
import { realStrokes } from '../../support/drawing/strokes.ts';
import { stopWorkers } from '../../support/worker.ts';
import { crash } from '../support/crash.ts';
import { cards } from '../support/gallery/gallery.ts';
import { keptEarly } from '../support/ink/early-store.ts';
import { holdDatabase, holdStrokes, holdTiles } from '../support/ink/held.ts';
import { cameraOf, storeDrawing, untilSharp } from '../support/ink/ink-compare.ts';
import { missingOnScreen } from '../support/ink/ink-on-screen.ts';
import { forgetViews, untilKept } from '../support/ink/kept-views.ts';
import { addStrokes, storeLarge } from '../support/ink/large.ts';
import { assertDrawn, type Samples } from '../support/ink/samples.ts';
import { stored, storedList, storedStrokes } from '../support/ink/stored.ts';
import { inkSeen, watchInk } from '../support/ink/watch-ink.ts';
import { openWithoutApp, penOf } from '../support/ink/without-app.ts';
import { expect, test } from '../support/site.ts';
import {
  acknowledged,
  canvas,
  drawingId,
  drawReal,
  frames,
  openDrawing,
  savedDrawing,
} from '../support/studio/studio.ts';
import { pathThrough, pick } from '../support/studio/tools.ts';

declare global {
  /** The canvas at the time of the line drawn in the first frame. */
  var firstLine: { readonly busy: string | null; readonly took: boolean } | undefined;
  /** Ends what `holdSaves` began. */
  var letSave: () => void;
}

const LINE: readonly Point[] = Array.from({ length: 13 }, (_, i) => [300 + 30 * i, 300 + 14 * i]);

/** Pages opened from now on get LINE drawn in the first frame that has a canvas. */
async function drawInFirstFrame(page: Page): Promise<void> {
  await page.addInitScript((line) => {
    const look = () => {
      const paper = document.querySelector('[aria-label="Drawing canvas"]');
      if (!paper) {
        requestAnimationFrame(look);
        return;
      }
      const [[left, top], [right, bottom]] = [line[0]!, line.at(-1)!];
      // Whatever lies there gets the event, as with a real pointer.
      const under = document.elementFromPoint(left, top);
      const send = (type: string, [clientX, clientY]: readonly [number, number]) => {
        const about = {
          clientX,
          clientY,
          pointerId: 71,
          pointerType: 'mouse',
          bubbles: true,
          cancelable: true,
        };
        const pressed = { button: type === 'pointermove' ? -1 : 0, buttons: type === 'pointerup' ? 0 : 1 };
        under?.dispatchEvent(new PointerEvent(type, { ...about, ...pressed }));
      };
      globalThis.firstLine = { busy: paper.getAttribute('aria-busy'), took: paper.contains(under) };
      send('pointerdown', [left, top]);
      for (const at of line.slice(1, -1)) send('pointermove', at);
      send('pointerup', [right, bottom]);
    };
    requestAnimationFrame(look);
  }, LINE);
}

/** Waits until LINE is drawn. Expects that the canvas took it while the drawing was opening. */
async function untilLineDrawn(page: Page): Promise<void> {
  await page.waitForFunction(() => globalThis.firstLine);
  assert.deepEqual(await page.evaluate(() => globalThis.firstLine), { busy: 'true', took: true });
}

/** Expects the last stroke on the screen where LINE was drawn. */
async function assertLineOnTop(page: Page, id: string, strokes: readonly Stroke[]): Promise<void> {
  const { x, y, zoom } = await cameraOf(page, id);
  const last = strokes.at(-1)!;
  const onScreen = last.points.map(([px, py]): Point => [(px - x) * zoom, (py - y) * zoom]);
  assertDrawn([{ ...last, points: onScreen }], [{ points: LINE, pressure: undefined }]);
}

const undo = (page: Page) => page.getByRole('toolbar').getByRole('button', { name: 'Undo', exact: true });
const redo = (page: Page) => page.getByRole('button', { name: 'Redo', exact: true });

test('ink: the saved thumbnail is shown in the place of the strokes', async ({ app, site }) => {
  const id = await storeDrawing(app, realStrokes(300));
  await openDrawing(app, site.url, id);
  await untilSharp(app);
  // Opening a drawing without a thumbnail makes one.
  await expect.poll(async () => (await storedList(app))[0]?.thumb, { timeout: 20_000 }).not.toBe('');

  // The strokes are held back until the thumbnail was visible.
  await holdStrokes(app);
  for (const from of ['gallery', 'address'] as const) {
    if (from === 'gallery') {
      await app.goto(site.url);
      await app.getByRole('link', { name: 'Sample' }).click();
    } else {
      // Without the pixels of the last time.
      await app.evaluate(forgetViews);
      await app.goto(`${site.url}/drawings/${id}`);
    }
    const picture = app.locator('.canvas-picture');
    await expect(picture).toBeVisible();
    assert.equal(await canvas(app).getAttribute('aria-busy'), 'true');
    const kept = await app.evaluate(inkBox, '.canvas-picture');
    await app.evaluate(() => globalThis.letGo());
    await untilSharp(app);
    await expect(picture).toHaveCount(0);
    const drawn = await app.evaluate(inkBox, '.canvas canvas');
    // A pixel of the thumbnail is several of the screen.
    for (const edge of ['left', 'top', 'right', 'bottom'] as const) {
      assert.ok(Math.abs(kept[edge] - drawn[edge]) <= 8, `${from}: ${JSON.stringify({ kept, drawn })}`);
    }
  }
});

for (const [name, count, reloads] of [
  ['three', 3, 4],
  ['thousands of', 4_000, 2],
] as const) {
  test(`ink: a line drawn in the first frame is on top of ${name} strokes`, async ({ app, site }) => {
    test.slow();
    const id = await storeDrawing(app, realStrokes(count));
    // The strokes are held back until the line is drawn: three can be read before the first frame.
    await holdStrokes(app);
    await drawInFirstFrame(app);
    for (let i = 1; i <= reloads; i++) {
      await openDrawing(app, site.url, id);
      await untilLineDrawn(app);
      await app.evaluate(() => globalThis.letGo());
      await expect(canvas(app)).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 });
      const strokes = await acknowledged(app, id);
      assert.equal(strokes.length, count + i);
      await assertLineOnTop(app, id, strokes);
    }
  });
}

test('ink: a drawing that opens has the title of the gallery, or a sign that it has not been read', async ({
  app,
  site,
}) => {
  const { id } = await savedDrawing(app, 1);
  const title = app.getByRole('textbox', { name: studio.title });
  await title.fill('Bukit Timah');
  await acknowledged(app, id);
  await holdStrokes(app);
  await app.goto(site.url);
  await cards(app).getByRole('link').click();
  await expect(title).toHaveAttribute('placeholder', 'Bukit Timah');
  await openDrawing(app, site.url, id);
  await expect(title).toHaveAttribute('placeholder', studio.titleComes);
  await app.evaluate(() => globalThis.letGo());
  await expect(title).toHaveValue('Bukit Timah');
  await title.fill('');
  await expect(title).toHaveAttribute('placeholder', drawings.untitled);
});

test('ink: strokes drawn while a drawing opens are shown, undone, redone and saved', async ({
  app,
  site,
}) => {
  const own = realStrokes(300);
  const id = await storeDrawing(app, own);
  await holdStrokes(app);
  await openDrawing(app, site.url, id);
  assert.equal(await canvas(app).getAttribute('aria-busy'), 'true');
  const drawn: Samples[] = await drawReal(app, 3, { device: 'mouse' });
  await expect
    .poll(() =>
      missingOnScreen(
        app,
        drawn.map(({ points }) => ({ points })),
      ),
    )
    .toEqual([]);
  await undo(app).click();
  await undo(app).click();
  await expect
    .poll(() =>
      missingOnScreen(
        app,
        drawn.map(({ points }) => ({ points })),
      ),
    )
    .toEqual([1, 2]);
  await app.keyboard.press('Control+Shift+Z');
  await app.getByRole('textbox', { name: studio.title }).focus();
  assert.equal(await canvas(app).getAttribute('aria-busy'), 'true');

  await app.evaluate(() => globalThis.letGo());
  await untilSharp(app);
  let strokes = await acknowledged(app, id);
  assert.deepStrictEqual(strokes.slice(0, own.length), own);
  assert.equal(strokes.length, own.length + 2);
  // A field that has the focus all the time does not become the title.
  await canvas(app).focus();
  assert.equal((await stored(app, id)).title, 'Sample');
  // An undone stroke can still be redone, on top; and everything is there after a reload.
  await redo(app).click();
  strokes = await acknowledged(app, id);
  assert.equal(strokes.length, own.length + 3);
  await app.reload();
  await app.evaluate(() => globalThis.letGo());
  await untilSharp(app);
  for (const left of [2, 1, 0]) {
    await undo(app).click();
    assert.deepStrictEqual(await acknowledged(app, id), strokes.slice(0, own.length + left));
  }
  await expect(undo(app)).toBeDisabled();
  for (const more of [1, 2, 3]) {
    await redo(app).click();
    assert.deepStrictEqual(await acknowledged(app, id), strokes.slice(0, own.length + more));
  }
});

test('ink: a view that is known late keeps early strokes in place on the screen', async ({ app, site }) => {
  const id = await storeDrawing(app, realStrokes(3));
  await openDrawing(app, site.url, id);
  await untilSharp(app);
  await canvas(app).focus();
  for (let i = 0; i < 3; i++) await app.keyboard.press('+');
  const view = await cameraOf(app, id);
  assert.ok(view.zoom !== 1 && view.x !== 0, 'it is not where a view begins');
  // Another tab holds the view back until the line is drawn.
  const other = await app.context().newPage();
  await other.goto(`${site.url}/settings`);
  await holdDatabase(other, 'pleinair-studio');
  await drawInFirstFrame(app);
  await app.reload();
  await untilLineDrawn(app);
  await other.evaluate(() => globalThis.letGo());
  await untilSharp(app);
  const strokes = await acknowledged(app, id);
  assert.equal(strokes.length, 4);
  assert.deepEqual(await cameraOf(app, id), view);
  const { x, y, zoom } = view;
  const last = strokes[3]!.points.map(([px, py]): Point => [(px - x) * zoom, (py - y) * zoom]);
  for (const at of [0, -1]) {
    const [[ax, ay], [bx, by]] = [last.at(at)!, LINE.at(at)!];
    assert.ok(Math.hypot(ax - bx, ay - by) < 0.5, `${ax},${ay} for ${bx},${by}`);
  }
});

test('ink: strokes drawn while a drawing opens are saved if it is left before', async ({ app, site }) => {
  const own = realStrokes(20);
  const id = await storeDrawing(app, own);
  await holdStrokes(app);
  await openDrawing(app, site.url, id);
  await drawReal(app, 2);
  await app.getByRole('link', { name: 'Drawings', exact: true }).first().click();
  await expect(app.getByRole('link', { name: 'Sample' })).toBeVisible();
  await app.evaluate(() => globalThis.letGo());
  await expect.poll(async () => (await storedStrokes(app, id)).length).toBe(own.length + 2);
  assert.deepStrictEqual((await storedStrokes(app, id)).slice(0, own.length), own);
});

/** Deletes the strokes from the disk, so that the drawing can no longer be read. */
async function breakStrokes(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('pleinair');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('chunks', 'readwrite');
          transaction.objectStore('chunks').clear();
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
}

test('ink: strokes on a drawing that cannot be loaded become a new drawing', async ({ app, site }) => {
  const id = await storeDrawing(app, realStrokes(20));
  await openDrawing(app, site.url, id);
  await untilSharp(app);
  await holdStrokes(app);
  for (const what of ['broken', 'missing'] as const) {
    if (what === 'broken') {
      await breakStrokes(app);
      // Stops the workers, with what they have in memory.
      await stopWorkers(app);
    }
    await openDrawing(app, site.url, what === 'broken' ? id : crypto.randomUUID());
    const drawn = await drawReal(app, 2);
    // A stroke is still being drawn when the failure shows.
    await app.mouse.move(400, 500);
    await app.mouse.down();
    await app.mouse.move(600, 520, { steps: 4 });
    await app.evaluate(() => globalThis.letGo());
    const words = { broken: studio.notOpened, missing: studio.notFound };
    await expect(app.getByRole('heading', { name: words[what] })).toBeVisible();
    await app.mouse.up();
    const title = studio.drawnWhileOpeningUntitled;
    await expect(app.getByRole('status')).toHaveText(studio.keptApart.saved.replace(/<.*>/, title));
    await app.getByRole('status').getByRole('link').click();
    const apart = await drawingId(app);
    assert.notEqual(apart, id);
    await expect(canvas(app)).toHaveAttribute('aria-busy', 'false');
    const line = { points: [[400, 500] as const, [600, 520] as const], pressure: undefined };
    assertDrawn(await acknowledged(app, apart), [...drawn, line]);
    await expect(app.getByRole('textbox', { name: studio.title })).toHaveValue(title);
  }
});

/** No new drawing of this page is ever stored. */
async function holdNew(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const ask = globalThis.fetch;
    globalThis.fetch = (...args: Parameters<typeof fetch>) => {
      const [input, init] = args;
      const method = input instanceof Request ? input.method : init?.method;
      return method === 'PUT' ? new Promise(() => {}) : ask(...args);
    };
  });
}

/** What is stored of this page waits until `letSave`. */
async function holdSaves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const ask = globalThis.fetch;
    const held = new Promise<void>((resolve) => {
      globalThis.letSave = resolve;
    });
    globalThis.fetch = async (...args: Parameters<typeof fetch>) => {
      const [input, init] = args;
      if ((input instanceof Request ? input.method : init?.method) === 'PATCH') await held;
      return ask(...args);
    };
  });
}

for (const when of ['while it opens', 'that others fill before they are saved'] as const) {
  test(`ink: strokes on a full drawing ${when} become a new drawing, also if the page ends before that is stored`, async ({
    app: first,
    site,
  }) => {
    test.slow();
    const dot = (i: number): Stroke => ({
      tool: 'pen',
      color: '#1f1b16',
      size: 4,
      points: [[200 + (i % 200) * 4, 200 + Math.floor(i / 200) * 3]],
    });
    const isFilledLater = when !== 'while it opens';
    const dots = Array.from({ length: 19_999 }, (_, i) => dot(i));
    const id = await storeLarge(first, 'Full', isFilledLater ? dots.slice(1) : dots);
    const other = await first.context().newPage();
    await other.goto(`${site.url}/nothing.txt`);
    await holdStrokes(first);
    await holdNew(first);
    if (isFilledLater) await holdSaves(first);
    await openDrawing(first, site.url, id);
    const drawn = await drawReal(first, 2);
    await first.evaluate(() => globalThis.letGo());
    if (isFilledLater) {
      await expect(first.locator('#canvas-words')).toContainText(drawings.strokes(20_000));
      await addStrokes(other, id, dots.slice(0, 1));
      await first.evaluate(() => globalThis.letSave());
    }
    await other.close();
    await expect(first.getByText(studio.latestApart)).toBeVisible({ timeout: 30_000 });
    assert.equal((await acknowledged(first, id)).length, 20_000);
    const app = await crash(first);
    await expect(app.getByText(studio.latestApart)).toBeVisible({ timeout: 30_000 });
    assert.equal((await acknowledged(app, id)).length, 20_000);
    const apart = async () => (await storedList(app)).find((entry) => entry.id !== id);
    await expect.poll(async () => (await apart())?.strokeCount).toBe(1);
    assert.equal((await apart())?.title, 'Drawn while opening');
    assertDrawn(await storedStrokes(app, (await apart())!.id), drawn.slice(1));
    await expect.poll(() => keptEarly(app, id)).toBe(0);
  });
}

/** A straight line over the paper, in a view that has its origin in the corner of the window. */
const along = (y: number): Point[] => [
  [400, y],
  [800, y],
];
/** What the pixels of the last time show. */
const OLD: readonly Stroke[] = [
  { tool: 'pen', color: '#1f1b16', size: 6, points: along(200), at: 0 },
  { tool: 'wash', color: '#7bb3dd', size: 40, points: along(260), at: 1_000 },
];
const LAYERS: readonly Layer[] = [BASE, { ...BASE, id: 'up', name: 'Up' }];

/** Pixels across what lies along this height. */
const across = (y: number): Point[] => [-3, -2, -1, 0, 1, 2, 3].map((dy): Point => [600, y + dy]);

/** Draws a line with a pen. */
async function line(page: Page, y: number): Promise<void> {
  const send = await penOf(page);
  const { points } = pathThrough(...along(y));
  await send('mousePressed', ...points[0]!);
  for (const [px, py] of points) await send('mouseMoved', px, py);
  await send('mouseReleased', ...points.at(-1)!);
}

for (const [name, tool, heights, layers] of [
  ['a line', 'Pen', [400], undefined],
  ['washes that run into each other', 'Wash', [400, 450, 500], undefined],
  ['lines in a drawing with layers', 'Pen', [400, 450], LAYERS],
] as const) {
  test(`ink: ${name}, drawn before the app has loaded, and the ink of the last time are seen once in each frame until the drawing is sharp`, async ({
    app,
    site,
  }) => {
    const id = await storeDrawing(app, OLD, layers);
    await openDrawing(app, site.url, id);
    await untilSharp(app);
    await pick(app, tool);
    await untilKept(app, id);
    const page = await openWithoutApp(app, site.url, id, holdTiles);
    for (const y of heights) await line(page, y);
    const old = [200, 260].flatMap(across);
    const drawn = heights.flatMap(across);
    await watchInk(page, [...old, ...drawn]);
    await page.evaluate(() => globalThis.letGo());
    await expect(canvas(page)).toHaveAttribute('aria-busy', 'false');
    // It is on top of the drawing, of which no tile is there.
    assert.equal((await acknowledged(page, id)).length, OLD.length + heights.length);
    const count = async () => (await inkSeen(page)).length;
    const before = await count();
    await expect.poll(count).toBeGreaterThan(before + 10);
    await page.evaluate(() => globalThis.letTilesCome());
    await untilSharp(page);
    await frames(page);

    const seen = await inkSeen(page);
    const last = seen.at(-1)!;
    assert.ok(
      last.every((alpha, i) => i % 7 !== 3 || alpha > 40),
      `all is drawn: ${last.join(' ')}`,
    );
    // From where it is seen first.
    const since = seen.findIndex((frame) => frame.slice(old.length).some((alpha) => alpha > 0));
    const isOff = (alpha: number, i: number, frame: number) =>
      Math.abs(alpha - (i < old.length || frame >= since ? last[i]! : 0)) > 2;
    const off = seen.flatMap((alphas, frame) =>
      alphas.some((alpha, i) => isOff(alpha, i, frame)) ? [`${frame}: ${alphas.join(' ')}`] : [],
    );
    assert.deepEqual(off, [], `at the end: ${last.join(' ')}`);
  });
}

/** The box of a picture's ink on the screen, CSS px. */
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
