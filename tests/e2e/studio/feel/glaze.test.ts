/** Washes in the app: over a dry one, the stroke being drawn and the finished one darken it; wet ones stay one. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { tools } from '../../../../src/app/words/en/studio/tools.ts';
import { WET } from '../../../../src/ink/brush/wet-wash.ts';
import { untilSharp } from '../../support/ink/ink-compare.ts';
import { expect, test } from '../../support/site.ts';
import { acknowledged, drawingId, newDrawing, paper } from '../../support/studio/studio.ts';
import { inkAt, pick, stroke } from '../../support/studio/tools.ts';

/** How much ink is there. */
const depth = async (page: Page, at: readonly [number, number]) => (await inkAt(page, at))[3]!;

test('after a pause a second wash of the same colour lies over the first, and without one it runs into it', async ({
  app,
}) => {
  await app.clock.install();
  await newDrawing(app);
  await pick(app, tools.names.wash);
  const { x, y, width } = await paper(app);
  const [from, to] = [
    [x + 40, y + 120],
    [x + width - 40, y + 120],
  ] as const;
  const middle = [Math.round(x + width / 2), y + 120] as const;
  await stroke(app, from, to);
  await expect.poll(() => depth(app, middle)).toBeGreaterThan(0);
  await stroke(app, from, to);
  const id = await drawingId(app);
  await acknowledged(app, id);
  const wet = await depth(app, middle);
  await app.clock.fastForward(WET + 100);
  await stroke(app, from, to);
  const [first, second, third] = await acknowledged(app, id);
  assert.ok(first && second && third);
  await expect.poll(() => depth(app, middle)).toBeGreaterThan(wet * 1.3);
});

test('wet washes that are deleted and come back are one coat again, and their duplicate darkens them', async ({
  app,
}) => {
  await newDrawing(app);
  await pick(app, tools.names.wash);
  const { x, y, width } = await paper(app);
  for (const i of [0, 1, 2, 3]) {
    const at = y + 100 + 20 * i;
    await stroke(app, [x + 40, at], [x + width - 40, at]);
  }
  const id = await drawingId(app);
  const drawn = await acknowledged(app, id);
  assert.equal(drawn.length, 4);
  const places = Array.from({ length: 12 }, (_, i) => [Math.round(x + width / 2), y + 95 + 6 * i] as const);
  const depths = async () => {
    await untilSharp(app);
    return Promise.all(places.map((at) => depth(app, at)));
  };
  const before = await depths();
  await app.keyboard.press('Control+a');
  await app.keyboard.press('Delete');
  await expect.poll(depths).toEqual(places.map(() => 0));
  await app.keyboard.press('Control+z');
  await expect.poll(() => depth(app, places[5]!)).toBeGreaterThan(0);
  expect(await depths()).toEqual(before);
  await app.keyboard.press('Control+a');
  await app.keyboard.press('Control+d');
  assert.equal((await acknowledged(app, id)).length, 8);
  await expect.poll(() => depth(app, places[5]!)).toBeGreaterThan(before[5]! * 1.3);
});
