import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { drawings } from '../../../src/app/words/en/drawings.ts';
import { saving } from '../../../src/app/words/en/saving.ts';
import { layers } from '../../../src/app/words/en/studio/layers.ts';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import { tools } from '../../../src/app/words/en/studio/tools.ts';
import { STROKES_MAX } from '../../../src/core/drawing/limits.ts';
import type { Point, Stroke } from '../../../src/core/drawing/types.ts';
import { coatsOf } from '../../../src/ink/brush/wet-wash.ts';
import { timelineOf } from '../../../src/ink/replay/timeline.ts';
import { ask } from '../../support/worker.ts';
import { holdDatabase, holdWrites } from '../support/ink/held.ts';
import { storeDrawing, untilSharp } from '../support/ink/ink-compare.ts';
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
  saveState,
} from '../support/studio/studio.ts';
import { inkAt, pathThrough, pick, pickSwatch, stroke } from '../support/studio/tools.ts';

/** Opens the drawing in a second tab beside the first. */
async function secondTab(first: Page, url: string, id: string): Promise<Page> {
  const second = await first.context().newPage();
  await openDrawing(second, url, id);
  return second;
}

/** So many strokes in rows. */
function dots(count: number): Stroke[] {
  return Array.from({ length: count }, (_, i) => ({
    tool: 'pen',
    color: '#1f1b16',
    size: 2,
    points: [[200 + (i % 200) * 4, 150 + Math.floor(i / 200) * 3]],
    at: i,
  }));
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

  test('an erasing of a stroke that the other tab has recoloured meanwhile is not made, and told', async ({
    app,
    site,
  }) => {
    await newDrawing(app);
    await drawReal(app, 1);
    const id = await drawingId(app);
    const [drawn] = await acknowledged(app, id);
    const other = await secondTab(app, site.url, id);
    await untilSharp(other);
    const free = await other.context().newPage();
    await free.goto(`${site.url}/nothing.txt`);
    await holdDatabase(free);
    for (const page of [other, app]) {
      await page.bringToFront();
      await canvas(page).focus();
      await page.keyboard.press('Control+a');
      if (page === app) await page.keyboard.press('Delete');
      else await pickSwatch(page, tools.colors.brick).click();
      await expect(saveState(page)).toContainText(saving.saving);
    }
    await free.evaluate(() => globalThis.letGo());
    await expect(app.getByText(studio.editElsewhere)).toBeVisible();
    await expect(canvas(app)).toHaveAttribute('aria-busy', 'false');
    const [left, ...others] = await acknowledged(app, id);
    assert.deepStrictEqual(others, []);
    assert.deepStrictEqual({ ...left, color: drawn?.color }, drawn);
    assert.notEqual(left?.color, drawn?.color);
    await expect(app.locator('#canvas-words')).toContainText(drawings.strokes(1));
    await expect(other.getByText(studio.editElsewhere)).toHaveCount(0);
  });

  for (const hand of ['drags', 'rubs'] as const) {
    test(`what a hand ${hand} while the other tab recolours it stays as that tab has it, and it is told once`, async ({
      app,
      site,
    }) => {
      await newDrawing(app);
      const { x, y, width, height } = await paper(app);
      const at = (part: number, down = 0.5): Point => [
        Math.round(x + part * width),
        Math.round(y + down * height),
      ];
      await stroke(app, at(0), at(1));
      const id = await drawingId(app);
      const [drawn] = await acknowledged(app, id);
      const other = await secondTab(app, site.url, id);
      await untilSharp(other);
      const color = () => inkAt(app, at(0.2));

      await pick(app, hand === 'drags' ? tools.names.lasso : tools.names.eraser);
      await canvas(app).focus();
      if (hand === 'drags') await app.keyboard.press('Control+a');
      const before = await color();
      await app.mouse.move(...at(0.5, hand === 'drags' ? 0.5 : 0.3));
      await app.mouse.down();
      await app.mouse.move(...at(0.5, 0.7), { steps: 8 });
      await canvas(other).focus();
      await other.keyboard.press('Control+a');
      await pickSwatch(other, tools.colors.brick).click();
      const [recoloured] = await acknowledged(other, id);
      assert.notEqual(recoloured?.color, drawn?.color);
      // Dragged, the line is not among those on the paper.
      await expect.poll(async () => [...(await color())]).not.toEqual([...before]);
      await expect.poll(async () => (await color())[3]).toBeGreaterThan(0);
      await app.mouse.move(...at(0.55, 0.9), { steps: 4 });
      await expect(app.getByText(studio.editElsewhere)).toHaveCount(0);
      await app.mouse.up();
      await expect(app.getByText(studio.editElsewhere)).toHaveCount(1);
      assert.deepStrictEqual(await acknowledged(app, id), [recoloured]);
      await expect(other.getByText(studio.editElsewhere)).toHaveCount(0);
    });
  }

  test('a stroke for which the other tab leaves no room becomes a drawing of its own, once', async ({
    app,
    site,
  }) => {
    test.slow();
    const id = await storeDrawing(app, dots(STROKES_MAX - 1));
    await openDrawing(app, site.url, id);
    const other = await secondTab(app, site.url, id);
    const pages = [app, other];
    for (const page of pages) await untilSharp(page, 30_000);
    const free = await other.context().newPage();
    await free.goto(`${site.url}/nothing.txt`);
    await holdDatabase(free);
    const { x, y, width, height } = await paper(app);
    const drawn = pages.map((_, i) => pathThrough([x, y + i * height], [x + width, y + i * height]));
    for (const [i, page] of pages.entries()) {
      await page.bringToFront();
      await draw(page, [drawn[i]!], { device: 'mouse' });
      await expect(saveState(page)).toContainText(saving.saving);
    }
    await free.evaluate(() => globalThis.letGo());
    const told = () => Promise.all(pages.map((page) => page.getByText(studio.latestApart).count()));
    await expect.poll(async () => (await told()).filter((count) => count > 0)).toEqual([1]);
    const late = pages[(await told()).indexOf(1)]!;
    const all = await acknowledged(late, id);
    assert.equal(all.length, STROKES_MAX);
    await expect.poll(async () => (await storedList(app)).length).toBe(2);
    const apart = (await storedList(app)).find((entry) => entry.id !== id);
    assert.equal(apart?.title, layers.keptCopy('Sample'));
    const kept = await storedStrokes(app, apart.id);
    assertUnion([...all.slice(STROKES_MAX - 1), ...kept], drawn);

    // Its step of undo finds nothing to take away, and nothing is kept again.
    await late.bringToFront();
    await late.keyboard.press('Control+z');
    await expect(late.getByText(studio.undoneNone(1))).toBeVisible();
    await late.getByRole('button', { name: layers.openCopy, exact: true }).click();
    await late.waitForURL(`**/drawings/${apart.id}`);
    await late.reload();
    await untilSharp(late);
    assert.deepStrictEqual(await acknowledged(late, apart.id), kept);
    assert.equal((await storedStrokes(late, id)).length, STROKES_MAX);
    assert.equal((await storedList(late)).length, 2);
  });

  test('what finds no room before that drawing is stored comes to it, too', async ({ app, site }) => {
    test.slow();
    const id = await storeDrawing(app, dots(STROKES_MAX - 2));
    const other = await app.context().newPage();
    await other.goto(`${site.url}/nothing.txt`);
    await holdWrites(app);
    await openDrawing(app, site.url, id);
    await untilSharp(app, 30_000);
    const { x, y, width, height } = await paper(app);
    const drawn = [0, 1].map((i) => pathThrough([x, y + i * height], [x + width, y + i * height]));
    const counted = async () => app.locator('#canvas-words').textContent();
    /** Waits for so many strokes, while the page may save. */
    const comesTo = (strokes: number) => {
      const save = async () => {
        await app.evaluate(() => globalThis.letWrite('PATCH'));
        return counted();
      };
      return expect.poll(save).toContain(`${drawings.strokes(strokes)}.`);
    };
    const [top, second] = [STROKES_MAX - 1, STROKES_MAX - 2];
    for (const samples of drawn) {
      await draw(app, [samples], { device: 'mouse' });
      await expect.poll(counted).toContain(`${drawings.strokes(top)}.`);
      await addElsewhere(other, id, dots(2));
      await comesTo(STROKES_MAX);
      await expect(app.getByText(studio.latestApart)).toHaveCount(1);
      if (samples === drawn.at(-1)) break;
      const remove = [top, second].map((i) => ({ op: 'remove', path: `/strokes/${i}` }));
      await changeElsewhere(other, id, remove);
      await comesTo(second);
    }
    const counts = async () => {
      await app.evaluate(() => globalThis.letWrite('PUT'));
      return (await storedList(other)).map(({ strokeCount }) => strokeCount).sort((a, b) => a - b);
    };
    await expect.poll(counts).toHaveLength(2);
    await comesTo(STROKES_MAX);
    await expect
      .poll(async () => {
        await app.evaluate(() => globalThis.letWrite('PATCH'));
        return counts();
      })
      .toEqual([2, STROKES_MAX]);
    const apart = (await storedList(other)).find((entry) => entry.id !== id);
    assertUnion(await storedStrokes(other, apart!.id), drawn);
  });
});

/** Others add strokes on top. */
function addElsewhere(page: Page, id: string, added: readonly Stroke[]): Promise<void> {
  return changeElsewhere(
    page,
    id,
    added.map((value) => ({ op: 'add', path: '/strokes/-', value })),
  );
}

async function changeElsewhere(page: Page, id: string, operations: readonly object[]): Promise<void> {
  const change = async () => {
    const { rev } = JSON.parse((await ask(page, `/api/v1/drawings/${id}`)).text);
    const headers = {
      'Content-Type': 'application/json-patch+json',
      'If-Match': `"${rev}"`,
      'Idempotency-Key': randomUUID(),
    };
    const body = JSON.stringify(operations);
    return (await ask(page, `/api/v1/drawings/${id}`, { method: 'PATCH', headers, body })).status;
  };
  // The studio may save a thumbnail meanwhile.
  await expect.poll(change).toBe(200);
}

test('what is drawn after strokes from elsewhere plays after them, and runs into none of their washes', async ({
  app,
  site,
}) => {
  await newDrawing(app);
  await pick(app, tools.names.wash);
  const { x, y, width, height } = await paper(app);
  const across = (at: number) => stroke(app, [x, y + at * height], [x + width, y + at * height]);
  await across(0.1);
  const id = await drawingId(app);
  const [mine] = await acknowledged(app, id);
  assert.ok(mine?.at !== undefined);
  // One that was drawn at the same time, and one after hours.
  for (const at of [mine.at + 1_000, 20_000_000]) {
    await addElsewhere(app, id, [{ ...mine, at }]);
    const { length } = await storedStrokes(app, id);
    await expect(app.locator('#canvas-words')).toContainText(drawings.strokes(length));
    await across(0.5);
    await expect.poll(async () => (await storedStrokes(app, id)).length).toBe(length + 1);
  }
  // What undo and redo bring back is one's own: the next wash runs into it.
  await app.keyboard.press('Control+z');
  await expect.poll(async () => (await storedStrokes(app, id)).length).toBe(4);
  await app.keyboard.press('Control+Shift+z');
  await expect.poll(async () => (await storedStrokes(app, id)).length).toBe(5);
  await across(0.9);
  await expect.poll(async () => (await storedStrokes(app, id)).length).toBe(6);

  const all = await storedStrokes(app, id);
  assert.deepStrictEqual(
    timelineOf(all).marks.map((mark) => all.indexOf(mark.stroke)),
    [0, 1, 2, 3, 4, 5],
  );
  // The second says that it was drawn right after the first: the document cannot tell by whom.
  assert.deepStrictEqual(
    coatsOf(all).map((coat) => coat.length),
    [2, 1, 1, 2],
  );
  // A tab that opens the drawing goes on after all of them.
  const other = await secondTab(app, site.url, id);
  await drawReal(other, 1);
  await expect.poll(async () => (await storedStrokes(app, id)).length).toBe(7);
  const last = (await storedStrokes(app, id)).at(-1);
  expect(last?.at).toBeGreaterThan(all.at(-1)!.at!);
});
