import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { missingOnScreen } from '../support/ink/ink-on-screen.ts';
import { matching, realSamples, type Samples } from '../support/ink/samples.ts';
import { storedList, storedStrokes } from '../support/ink/stored.ts';
import { expect, test } from '../support/site.ts';
import {
  acknowledged,
  canvas,
  draw,
  drawingId,
  drawReal,
  newDrawing,
  openDrawing,
  paper,
} from '../support/studio/studio.ts';

/** Opens the drawing in a second tab beside the first. */
async function secondTab(first: Page, url: string, id: string): Promise<Page> {
  const second = await first.context().newPage();
  await openDrawing(second, url, id);
  return second;
}

/** Expects storage to hold every stroke of both tabs exactly once. */
function assertUnion(strokes: Awaited<ReturnType<typeof storedStrokes>>, drawn: readonly Samples[]): void {
  const order = strokes.map((stroke) => matching(stroke, drawn));
  assert.deepStrictEqual(
    [...order].sort((a, b) => a - b),
    drawn.map((_, i) => i),
  );
}

test.describe('studio: two tabs on one drawing', () => {
  test("drawing in turn, each tab continues the other's drawing", async ({ app, site }) => {
    await newDrawing(app);
    const drawn = await drawReal(app, 2);
    const id = await drawingId(app);
    await acknowledged(app, id);
    const other = await secondTab(app, site.url, id);
    for (const page of [other, app, other, app]) {
      await page.bringToFront();
      drawn.push(...(await drawReal(page, 2)));
      await acknowledged(page, id);
    }
    const strokes = await storedStrokes(app, id);
    assertUnion(strokes, drawn);
    // Drawn in turn, so also stored in order.
    assert.deepStrictEqual(
      strokes.map((stroke) => matching(stroke, drawn)),
      drawn.map((_, i) => i),
    );
    for (const page of [app, other]) {
      await page.bringToFront();
      await expect.poll(() => missingOnScreen(page, strokes)).toEqual([]);
    }
  });

  test('drawing at the same time, no stroke is lost or doubled', async ({ app, site }) => {
    await newDrawing(app);
    const drawn = await drawReal(app, 1);
    const id = await drawingId(app);
    await acknowledged(app, id);
    const other = await secondTab(app, site.url, id);
    const [mine, theirs] = [realSamples(12, await paper(app)), realSamples(12, await paper(other))];
    await Promise.all([draw(app, mine), draw(other, theirs)]);
    drawn.push(...mine, ...theirs);
    for (const page of [app, other]) {
      await page.bringToFront();
      await acknowledged(page, id);
    }
    const strokes = await storedStrokes(app, id);
    assertUnion(strokes, drawn);
    // Each tab's own strokes are in the order in which they were drawn.
    for (const own of [mine, theirs]) {
      const order = strokes.map((stroke) => matching(stroke, own)).filter((i) => i >= 0);
      assert.deepStrictEqual(
        order,
        own.map((_, i) => i),
      );
    }
    for (const page of [app, other]) {
      await page.bringToFront();
      await expect(canvas(page)).toBeVisible();
      await expect.poll(() => missingOnScreen(page, strokes)).toEqual([]);
    }
    await app.reload();
    assert.deepStrictEqual(await storedStrokes(app, id), strokes);
  });

  test('undo in one tab removes its own stroke, not a later one of the other tab', async ({ app, site }) => {
    await newDrawing(app);
    await drawReal(app, 2);
    const id = await drawingId(app);
    const mine = await acknowledged(app, id);
    const other = await secondTab(app, site.url, id);
    await drawReal(other, 1);
    const all = await acknowledged(other, id);
    assert.equal(all.length, 3);
    await app.bringToFront();
    await expect.poll(() => missingOnScreen(app, all)).toEqual([]);
    await app.getByRole('toolbar').getByRole('button', { name: 'Undo', exact: true }).click();
    assert.deepStrictEqual(await acknowledged(app, id), [mine[0], all[2]]);
    await app.getByRole('button', { name: 'Redo', exact: true }).click();
    assert.deepStrictEqual(await acknowledged(app, id), all);
  });

  test('a drawing trashed in one tab while the other draws comes back with everything', async ({
    app,
    site,
  }) => {
    await newDrawing(app);
    const drawn = await drawReal(app, 3);
    const id = await drawingId(app);
    const before = await acknowledged(app, id);
    const other = await app.context().newPage();
    await other.goto(`${site.url}/`);
    await other.getByRole('button', { name: 'Move to Trash', exact: true }).click();
    await expect.poll(async () => (await storedList(other, true)).length).toBe(1);
    await app.bringToFront();
    drawn.push(...(await drawReal(app, 2)));
    const after = await acknowledged(app, id);
    assert.deepStrictEqual(after.slice(0, 3), before);
    assertUnion(after, drawn);
    const [entry, ...others] = await storedList(app);
    assert.deepEqual([entry?.id, entry?.strokeCount, others], [id, 5, []]);
    assert.deepEqual(await storedList(app, true), []);
  });
});
