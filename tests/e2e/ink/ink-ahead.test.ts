/** A drawing is visible before its strokes are parsed: the worker reads its JSON while the page does. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { drawings } from '../../../src/app/words/en/drawings.ts';
import type { Stroke } from '../../../src/core/drawing/types.ts';
import { realStrokes } from '../../support/drawing/strokes.ts';
import { ask } from '../../support/worker.ts';
import {
  assertSame,
  cameraOf,
  picture,
  pictureNow,
  storeDrawing,
  untilSharp,
  untilVisiblySharp,
} from '../support/ink/ink-compare.ts';
import type { Picture } from '../support/ink/ink-page.ts';
import { expect, openApp, test } from '../support/site.ts';
import { acknowledged, canvas, draw, drawReal, openDrawing, paper } from '../support/studio/studio.ts';

declare global {
  /** Lets the page continue parsing. */
  var letGo: () => void;
  /** The messages to the worker of the tiles, in order. */
  var toldWorker: string[];
}

/** So many that the page reads them in several slices. */
const MANY = 4_000;

/** Stops the page's reading of a drawing's JSON after its first slice, until `letGo`. */
async function holdReading(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage;
    const held: (() => void)[] = [];
    let isHeld = true;
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown, ...rest: never[]) {
      const go = () => post.call(this, message, ...rest);
      // Messages by which slices continue.
      if (isHeld && message === null) held.push(go);
      else go();
    };
    globalThis.letGo = () => {
      isHeld = false;
      for (const go of held) go();
    };
    const tell = Worker.prototype.postMessage;
    globalThis.toldWorker = [];
    type Message = { kind: string; gone?: readonly number[]; come?: { styles: readonly unknown[] } };
    Worker.prototype.postMessage = function (this: Worker, message: Message, ...rest: never[]) {
      const { kind, gone, come } = message;
      // The stroke that is drawn and undone has one style; the drawing's strokes have many.
      const isOne = come && come.styles.length <= 1 && (gone?.length ?? 0) <= 1;
      globalThis.toldWorker.push(isOne ? 'one stroke' : kind);
      tell.call(this, message, ...rest);
    };
  });
}

/**
 * A drawing whose view has been moved, so that its camera is known before the drawing is. Returns its picture
 * too.
 */
async function lookedAt(page: Page, url: string, strokes: readonly Stroke[]) {
  const id = await storeDrawing(page, strokes);
  await openDrawing(page, url, id);
  await untilSharp(page);
  const box = await canvas(page).boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(40, 25);
  await cameraOf(page, id);
  return { id, shown: await picture(page) };
}

/** Waits until the same picture is visible. */
async function becomes(page: Page, expected: Picture): Promise<void> {
  await expect(async () => assertSame(page, await pictureNow(page), expected)).toPass({ timeout: 15_000 });
}

/** Opens the drawing again, and waits until it is visible although its strokes are not read. */
async function seenAhead(page: Page): Promise<void> {
  await holdReading(page);
  await page.reload();
  await untilVisiblySharp(page);
  await expect(canvas(page)).toHaveAttribute('aria-busy', 'true');
}

test('ink: a drawing is sharp before its strokes are parsed, and can be edited afterwards', async ({
  app,
  site,
}) => {
  test.slow();
  const { id, shown } = await lookedAt(app, site.url, realStrokes(MANY));
  assert.ok(shown.inked > 20_000);
  await seenAhead(app);
  await assertSame(app, await pictureNow(app), shown);
  await expect(app.locator('.canvas-picture')).toHaveCount(0);

  // A stroke drawn meanwhile is visible at once, over the worker's picture, and undo removes it.
  const area = await paper(app);
  const early = { points: [0, 60, 120, 180].map((by) => [area.x + by, area.y + by] as const) };
  await draw(app, [{ ...early, pressure: undefined }], { device: 'mouse' });
  assert.equal(await canvas(app).getAttribute('aria-busy'), 'true');
  const drawnOn = await pictureNow(app);
  assert.ok(drawnOn.inked > shown.inked);
  await app.getByRole('toolbar').getByRole('button', { name: 'Undo', exact: true }).click();
  await becomes(app, shown);
  await app.getByRole('button', { name: 'Redo', exact: true }).click();
  await becomes(app, drawnOn);

  await app.evaluate(() => globalThis.letGo());
  assert.equal(await untilSharp(app), 'worker');
  await expect.poll(async () => (await picture(app)).inked).toBeGreaterThan(shown.inked);
  const landed = await picture(app);
  assert.ok(Math.abs(landed.inked - drawnOn.inked) < 60, `${landed.inked} for ${drawnOn.inked} pixels`);
  assert.equal((await acknowledged(app, id)).length, MANY + 1);
  await app.getByRole('toolbar').getByRole('button', { name: 'Undo', exact: true }).click();
  await becomes(app, shown);
  await assertSame(app, await picture(app), shown);
  const told = await app.evaluate(() => globalThis.toldWorker);
  assert.deepStrictEqual(
    told.filter((kind) => kind !== 'order' && kind !== 'one stroke'),
    ['document', 'document'],
    'two share the first picture, and neither is told of strokes that it has read',
  );
  assert.equal((await acknowledged(app, id)).length, MANY);

  await drawReal(app, 5, { device: 'pen' });
  assert.equal((await acknowledged(app, id)).length, MANY + 5);
  await app.keyboard.press('Shift+E');
  const points = Array.from({ length: 12 }, (_, i): [number, number] => [area.x + 20 * i, area.y + 15 * i]);
  await draw(app, [{ points, pressure: undefined }], { device: 'mouse' });
  const left = (await acknowledged(app, id)).length;
  assert.ok(left < MANY + 5, 'the eraser took some that the worker has read');
  const edited = await picture(app);
  await cameraOf(app, id);
  await app.reload();
  await app.evaluate(() => globalThis.letGo());
  await assertSame(app, await picture(app), edited);
});

test('ink: changes elsewhere while a drawing is loading are not missed', async ({ app, site }) => {
  test.slow();
  const { id } = await lookedAt(app, site.url, realStrokes(MANY));
  await seenAhead(app);
  const elsewhere = await app.context().newPage();
  await openApp(elsewhere, site.url);
  const path = `/api/v1/drawings/${id}`;
  const etag = (await ask(elsewhere, path)).headers.etag;
  assert.ok(etag);
  const [last] = realStrokes(1);
  const response = await ask(elsewhere, path, {
    method: 'PATCH',
    headers: {
      'Content-Type': 'application/json-patch+json',
      'If-Match': etag,
      'Idempotency-Key': crypto.randomUUID(),
    },
    body: JSON.stringify([
      { op: 'remove', path: '/strokes/0' },
      { op: 'add', path: '/strokes/-', value: { ...last, size: 40, color: '#b3261e' } },
      { op: 'add', path: '/strokes/-', value: { ...last, size: 20 } },
    ]),
  });
  assert.equal(response.status, 200, response.text);
  await elsewhere.close();
  await app.evaluate(() => globalThis.letGo());
  await expect(app.locator('#canvas-words')).toContainText(drawings.strokes(MANY + 1));
  const shown = await picture(app);
  await app.reload();
  await app.evaluate(() => globalThis.letGo());
  await assertSame(app, await picture(app), shown);
});

test('ink: a response that ends early is requested once more', async ({ app, site }) => {
  const { id, shown } = await lookedAt(app, site.url, realStrokes(300));
  await app.addInitScript((id) => {
    const ask = globalThis.fetch;
    let isBroken = false;
    globalThis.fetch = async (...args: Parameters<typeof fetch>) => {
      const [input] = args;
      const response = await ask(...args);
      if (isBroken || !(input instanceof Request) || !input.url.endsWith(id)) return response;
      isBroken = true;
      const reader = response.body!.getReader();
      const body = new ReadableStream({
        async pull(controller) {
          const { value } = await reader.read();
          controller.enqueue(value!.slice(0, 10));
          controller.error(new TypeError('network error'));
        },
      });
      document.documentElement.dataset.broken = 'true';
      return new Response(body, { status: response.status, headers: response.headers });
    };
  }, id);
  await app.reload();
  await assertSame(app, await picture(app), shown);
  assert.equal(await app.evaluate(() => document.documentElement.dataset.broken), 'true');
});

test('ink: a worker that read other strokes than the page is not used', async ({ app, site }) => {
  const { shown } = await lookedAt(app, site.url, realStrokes(300));
  await app.addInitScript(() => {
    const tell = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (
      this: Worker,
      message: { kind: string; document?: ArrayBuffer },
      ...rest: never[]
    ) {
      if (message.kind !== 'document') tell.call(this, message, ...rest);
      else tell.call(this, { ...message, document: new TextEncoder().encode('{"strokes":[]}').buffer });
    };
  });
  await app.reload();
  await expect(canvas(app).locator('canvas[data-tiles]')).toHaveAttribute('data-tiles', 'page');
  await assertSame(app, await picture(app), shown);
});

test('ink: a helper worker that fails is not used', async ({ app, site }) => {
  test.slow();
  const { shown } = await lookedAt(app, site.url, realStrokes(MANY));
  await app.addInitScript(() => {
    let made = 0;
    const Tiles = Worker;
    globalThis.Worker = class extends Tiles {
      constructor(url: string | URL, options?: WorkerOptions) {
        made += 1;
        super(made === 1 ? url : '/assets/no-such-worker.js', options);
        document.documentElement.dataset.made = String(made);
      }
    };
  });
  await app.reload();
  assert.equal(await untilSharp(app), 'worker');
  await assertSame(app, await picture(app), shown);
  assert.equal(await app.evaluate(() => document.documentElement.dataset.made), '2');
});

test('ink: strokes are parsed even if drawing them takes long', async ({ app, site }) => {
  test.slow();
  const { id, shown } = await lookedAt(app, site.url, realStrokes(MANY));
  await app.addInitScript(() => {
    const tell = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, message: { kind: string }, ...rest: never[]) {
      if (message.kind !== 'order') tell.call(this, message, ...rest);
    };
  });
  await app.reload();
  // The worker's tiles never come. Until the page notices that, the picture is not sharp.
  await expect(canvas(app)).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 });
  assert.equal((await acknowledged(app, id)).length, MANY);
  assert.equal(await untilSharp(app, 40_000), 'page');
  await assertSame(app, await picture(app), shown);
});
