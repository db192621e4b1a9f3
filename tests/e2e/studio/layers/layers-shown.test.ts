/** Layers on the canvas: drawn elsewhere, shown right here, and drawn on. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { tools } from '../../../../src/app/words/en/studio/tools.ts';
import { BASE } from '../../../../src/core/drawing/members/layers.ts';
import type { Drawing, Layer, Stroke } from '../../../../src/core/drawing/types.ts';
import { realLikeStrokes, realStrokes } from '../../../support/drawing/strokes.ts';
import { ask } from '../../../support/worker.ts';
import {
  cameraOf,
  differenceBetween,
  differenceFromRepaint,
  picture,
  pictureWithWetInk,
  storeDrawing,
  untilSharp,
} from '../../support/ink/ink-compare.ts';
import { expect, test } from '../../support/site.ts';
import { canvas, draw, drawReal, liftPen, openDrawing, paper } from '../../support/studio/studio.ts';
import { pathThrough, pick, stroke } from '../../support/studio/tools.ts';

const layer = (id: string, more: Partial<Layer> = {}): Layer => ({ ...BASE, id, ...more });
const FOUR = [
  layer('low', { opacity: 0.6 }),
  BASE,
  layer('glaze', { blend: 'multiply', opacity: 0.8 }),
  layer('notes', { visible: false }),
];

/** Strokes of several tools, one after the other on another layer. */
function spread(): Stroke[] {
  const erasers = realStrokes(20).map((stroke): Stroke => ({ ...stroke, tool: 'eraser', size: 30 }));
  const washes = realLikeStrokes(40, 7).map((stroke): Stroke => ({ ...stroke, tool: 'wash', size: 24 }));
  const markers = realStrokes(40).map((stroke): Stroke => ({ ...stroke, tool: 'marker', size: 20 }));
  const all = [...realStrokes(200), ...washes, ...erasers, ...markers, ...realLikeStrokes(100, 5)];
  const ids = ['low', undefined, 'glaze', 'notes', 'gone'];
  return all.map((stroke, i) => {
    const id = ids[i % ids.length];
    return { ...stroke, ...(id && { layer: id }) };
  });
}

async function stored(page: Page, id: string): Promise<Drawing> {
  return JSON.parse((await ask(page, `/api/v1/drawings/${id}`)).text);
}

async function change(page: Page, id: string, layers: readonly Layer[]): Promise<void> {
  const body = JSON.stringify([{ op: 'replace', path: '/layers', value: layers }]);
  const patch = async () => {
    const { rev } = await stored(page, id);
    const headers = {
      'Content-Type': 'application/json-patch+json',
      'If-Match': `"${rev}"`,
      'Idempotency-Key': randomUUID(),
    };
    return ask(page, `/api/v1/drawings/${id}`, { method: 'PATCH', headers, body });
  };
  let answer = await patch();
  // The studio may have saved a thumbnail since the drawing was read.
  for (let i = 0; answer.status === 409 && i < 5; i++) answer = await patch();
  assert.equal(answer.status, 200, answer.text);
}

/** Moves the view a little: the studio stores it then. */
async function nudge(page: Page): Promise<void> {
  const box = await canvas(page).boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  // Until the drawing is there, the view does not move.
  await untilSharp(page);
  await page.mouse.wheel(7, 3);
}

/** Expects the canvas to show what is stored, in its layers. */
async function expectShown(page: Page, id: string): Promise<void> {
  const { strokes, layers } = await stored(page, id);
  const camera = await cameraOf(page, id);
  await expect
    .poll(async () => (await differenceFromRepaint(page, strokes, camera, layers)).greatest)
    .toBe(0);
  const { inked } = await differenceFromRepaint(page, strokes, camera, layers);
  assert.ok(inked > 5_000, `there is ink to compare (${inked} pixels)`);
}

test('layer: a drawing is shown in its layers, after drawing on it, after others change them, and after a reload', async ({
  app,
  site,
}) => {
  test.slow();
  const id = await storeDrawing(app, spread(), FOUR);
  await openDrawing(app, site.url, id);
  await nudge(app);
  await expectShown(app, id);
  // Counter-check: without the layers, or with one of them shown that is hidden, the same comparison fails.
  const { strokes } = await stored(app, id);
  const camera = await cameraOf(app, id);
  for (const other of [[BASE], FOUR.map((one) => ({ ...one, visible: true }))]) {
    expect((await differenceFromRepaint(app, strokes, camera, other)).greatest).toBeGreaterThan(50);
  }

  await drawReal(app, 3);
  await expect.poll(async () => (await stored(app, id)).strokes.length).toBe(strokes.length + 3);
  expect((await stored(app, id)).strokes.slice(-3).every(({ layer: on }) => on === undefined)).toBe(true);
  await expectShown(app, id);

  await change(app, id, [BASE, layer('notes'), layer('low', { opacity: 0.3, blend: 'multiply' })]);
  await expectShown(app, id);
  await app.reload();
  await expectShown(app, id);
});

test('layer: what is hidden or locked is not selected, erased or drawn on', async ({ app, site }) => {
  const id = await storeDrawing(app, spread(), [
    { ...BASE, locked: true },
    layer('top'),
    layer('low', { visible: false }),
  ]);
  await openDrawing(app, site.url, id);
  await nudge(app);
  const before = await stored(app, id);
  await expectShown(app, id);
  await drawReal(app, 1);
  await expect.poll(async () => (await stored(app, id)).strokes.length).toBe(before.strokes.length + 1);
  // The base is locked: the highest that is open takes it.
  expect((await stored(app, id)).strokes.at(-1)?.layer).toBe('top');
  await app.keyboard.press('Control+a');
  await app.keyboard.press('Delete');
  await expect.poll(async () => (await stored(app, id)).strokes.length).toBe(before.strokes.length);
  expect((await stored(app, id)).strokes).toEqual(before.strokes);
});

test('layer: the eraser takes ink of the active layer alone, and the canvas shows it', async ({
  app,
  site,
}) => {
  const line = (y: number, more: Partial<Stroke>): Stroke => ({
    tool: 'pen',
    color: '#1f4fae',
    size: 12,
    points: [
      [300, y],
      [700, y],
    ],
    ...more,
  });
  const own = [line(300, { layer: 'sky' }), line(304, {}), line(400, { tool: 'wash', size: 40 })];
  const id = await storeDrawing(app, own, [BASE, layer('sky', { opacity: 0.5 })]);
  await openDrawing(app, site.url, id);
  await nudge(app);
  await expectShown(app, id);
  await app.keyboard.press('e');
  const { x, y, zoom } = await cameraOf(app, id);
  const at = (px: number, py: number): [number, number] => [(px - x) * zoom, (py - y) * zoom];
  await stroke(app, at(500, 250), at(500, 450));
  // The line of the base is in two parts, the wash has a stroke that erases on it, and the sky is whole.
  await expect
    .poll(async () => (await stored(app, id)).strokes.map(({ tool, layer: on }) => `${tool} ${on}`))
    .toEqual(['pen sky', 'pen undefined', 'pen undefined', 'wash undefined', 'eraser undefined']);
  expect((await stored(app, id)).strokes[0]).toEqual(own[0]);
  await expectShown(app, id);
});

test('layer: a stroke below the ink of another is drawn where it will lie, also once the view has moved', async ({
  app,
  site,
}) => {
  const ink = realLikeStrokes(300, 3).map(
    (stroke): Stroke => ({ ...stroke, color: '#e8d8b8', size: 14, layer: 'ink' }),
  );
  const layers = [BASE, layer('glaze', { blend: 'multiply', opacity: 0.7 }), layer('ink', { opacity: 0.9 })];
  const glaze = realStrokes(60).map(
    (stroke): Stroke => ({ ...stroke, color: '#d8a01d', size: 14, layer: 'glaze' }),
  );
  const id = await storeDrawing(app, [...ink, ...glaze], layers);
  // What is predicted is shown before the pointer gets there, and is no part of the stroke.
  await app.addInitScript(() => {
    PointerEvent.prototype.getPredictedEvents = () => [];
  });
  await openDrawing(app, site.url, id);
  await pick(app, tools.names.chalk);
  await untilSharp(app);
  const { x, y, width, height } = await paper(app);
  const way = pathThrough([x, y], [x + width, y + height], [x + width, y], [x, y + height]);
  const layerOfHand = canvas(app).locator('canvas[data-veiled]');
  for (const [i, turn] of [
    [5, 3],
    [37, 61],
    [0, -300],
  ].entries()) {
    if (i === 2) await app.keyboard.down('Control');
    await app.mouse.move(x + width / 2, y + height / 2);
    await app.mouse.wheel(turn[0]!, turn[1]!);
    if (i === 2) await app.keyboard.up('Control');
    await cameraOf(app, id);
    await untilSharp(app);
    const drawn = (await stored(app, id)).strokes.length;
    await draw(app, [way], { lift: false });
    await expect(layerOfHand).toHaveAttribute('data-veiled', 'true');
    const wet = await pictureWithWetInk(app);
    await liftPen(app, way);
    await expect.poll(async () => (await stored(app, id)).strokes.length).toBe(drawn + 1);
    const { share, far, inked } = await differenceBetween(app, wet, await picture(app));
    assert.ok(inked > 50_000, `there is ink to compare (${inked} pixels)`);
    // Stored points lie within a tenth of a pixel of the samples, which some edges show.
    assert.ok(share < 0.06 && far < 0.001 * inked, JSON.stringify({ share, far, inked }));
  }
});
