/** A wash over a dry one, in the app: both the stroke being drawn and the finished one darken it. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { tools } from '../../../../src/app/words/en/studio/tools.ts';
import { WET } from '../../../../src/ink/brush/wet-wash.ts';
import { expect, test } from '../../support/site.ts';
import { acknowledged, drawingId, newDrawing, paper } from '../../support/studio/studio.ts';
import { inkAt, pick, stroke } from '../../support/studio/tools.ts';

/** How much ink is there. */
const depth = async (page: Page, at: readonly [number, number]) => (await inkAt(page, at))[3]!;

test('after a pause a second wash of the same colour lies over the first, and without one it runs into it', async ({
  app,
}) => {
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
  // Real time: what dries is what a person waits for.
  await app.waitForTimeout(WET + 100);
  await stroke(app, from, to);
  const [first, second, third] = await acknowledged(app, id);
  assert.ok(first && second && third);
  await expect.poll(() => depth(app, middle)).toBeGreaterThan(wet * 1.3);
});
