import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { layers as layerWords } from '../../../src/app/words/en/studio/layers.ts';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import { tools } from '../../../src/app/words/en/studio/tools.ts';
import { BASE } from '../../../src/core/drawing/members/layers.ts';
import type { Stroke } from '../../../src/core/drawing/types.ts';
import { realStrokes } from '../../support/drawing/strokes.ts';
import { ask } from '../../support/worker.ts';
import { untilSharp } from '../support/ink/ink-compare.ts';
import { missingOnScreen } from '../support/ink/ink-on-screen.ts';
import { storeLarge } from '../support/ink/large.ts';
import { assertStored, stored, storedList, storedRev, storedStrokes } from '../support/ink/stored.ts';
import { expect, test } from '../support/site.ts';
import {
  acknowledged,
  canvas,
  draw,
  drawAndSave,
  drawingId,
  newDrawing,
  openDrawing,
  paper,
  saved,
} from '../support/studio/studio.ts';
import { pick } from '../support/studio/tools.ts';

const undo = (page: Page) => page.getByRole('toolbar').getByRole('button', { name: 'Undo', exact: true });
const redo = (page: Page) => page.getByRole('button', { name: 'Redo', exact: true });

test.describe('studio: undo, redo and the eraser', () => {
  test('undo and redo survive a reload, offline too', async ({ app, site }) => {
    await newDrawing(app);
    const all = await drawAndSave(app, 6);
    const id = await drawingId(app);
    await undo(app).click();
    await undo(app).click();
    assert.deepStrictEqual(await acknowledged(app, id), all.slice(0, 4));
    await expect.poll(() => missingOnScreen(app, all)).toEqual([4, 5]);

    await site.offline(app.context());
    await app.reload();
    await undo(app).click();
    assert.deepStrictEqual(await acknowledged(app, id), all.slice(0, 3));
    for (const left of [4, 5, 6]) {
      await redo(app).click();
      assert.deepStrictEqual(await acknowledged(app, id), all.slice(0, left));
    }
    await expect(redo(app)).toBeDisabled();
    await app.reload();
    await expect(undo(app)).toBeEnabled();
    for (const left of [5, 4, 3, 2, 1, 0]) {
      await undo(app).click();
      assert.deepStrictEqual(await acknowledged(app, id), all.slice(0, left));
    }
    await expect(undo(app)).toBeDisabled();
  });

  test('the eraser erases whole strokes, and undo after a reload restores their positions', async ({
    app,
  }) => {
    await newDrawing(app);
    const area = await paper(app);
    const y = area.y + area.height / 2;
    const line = (k: number) => ({
      points: Array.from({ length: 20 }, (_, i) => [area.x + 40 + k * 60, y - 80 + i * 8] as const),
      pressure: undefined,
    });
    await draw(app, [0, 1, 2, 3, 4].map(line), { device: 'mouse' });
    const id = await drawingId(app);
    const all = await acknowledged(app, id);
    assert.equal(all.length, 5);

    await pick(app, tools.names.eraser);
    await app.keyboard.press('Shift+E');
    // One gesture across the second, third and fourth.
    const sweep = Array.from({ length: 17 }, (_, i) => [area.x + 75 + i * 10, y] as const);
    await draw(app, [{ points: sweep, pressure: undefined }], { device: 'mouse' });
    assert.deepStrictEqual(await acknowledged(app, id), [all[0], all[4]]);
    await app.reload();
    await undo(app).click();
    assert.deepStrictEqual(await acknowledged(app, id), all);
    await redo(app).click();
    assert.deepStrictEqual(await acknowledged(app, id), [all[0], all[4]]);
  });
});

test.describe('studio: a page that is left right after a large deletion', () => {
  test.setTimeout(180_000);

  /** Half of the strokes are on the layer on top, which is active. */
  async function large(page: Page, url: string) {
    const strokes = realStrokes(19_900).map((one, i): Stroke => (i % 2 ? { ...one, layer: 'top' } : one));
    const id = await storeLarge(page, 'Large', strokes);
    const rev = await storedRev(page, id);
    const set = await ask(page, `/api/v1/drawings/${id}`, {
      method: 'PATCH',
      headers: {
        'Content-Type': 'application/json-patch+json',
        'If-Match': `"${rev}"`,
        'Idempotency-Key': randomUUID(),
      },
      body: JSON.stringify([
        { op: 'replace', path: '/layers', value: [BASE, { ...BASE, id: 'top', name: 'top' }] },
      ]),
    });
    assert.equal(set.status, 200, set.text);
    await openDrawing(page, url, id);
    await untilSharp(page, 60_000);
    await page.getByRole('button', { name: /^Layers: / }).click();
    const panel = page.getByRole('region', { name: layerWords.title, exact: true });
    await panel.locator('.layer-row', { hasText: 'top' }).locator('.layer-name').click();
    return { id, strokes, panel };
  }

  async function undoneAfterReload(page: Page, id: string, strokes: readonly Stroke[]): Promise<void> {
    await page.reload();
    const left = strokes.filter(({ layer }) => layer === undefined);
    const count = async () => (await storedList(page)).find((one) => one.id === id)?.strokeCount;
    await expect.poll(count, { timeout: 60_000 }).toBe(left.length);
    await expect(undo(page)).toBeEnabled({ timeout: 30_000 });
    await undo(page).click();
    await expect.poll(count, { timeout: 60_000 }).toBe(strokes.length);
    await assertStored(page, id, strokes);
  }

  test('has its step of undo: a layer', async ({ app, site }) => {
    const { id, strokes, panel } = await large(app, site.url);
    await panel.getByRole('button', { name: layerWords.delete, exact: true }).click();
    await undoneAfterReload(app, id, strokes);
  });

  test('has its step of undo: a selection', async ({ app, site }) => {
    const { id, strokes } = await large(app, site.url);
    await app.keyboard.press('Escape');
    await app.keyboard.press('Control+a');
    await expect(app.getByText(tools.selected(strokes.length / 2)).first()).toBeAttached();
    await app.keyboard.press('Delete');
    await undoneAfterReload(app, id, strokes);
  });
});

test.describe('studio: a page that ends in the middle of a stroke', () => {
  test('has its step of undo, also where the device is slow to write it', async ({ app }) => {
    await newDrawing(app);
    const before = await drawAndSave(app, 2);
    const id = await drawingId(app);
    await app.evaluate(readForEver);
    await app.mouse.move(400, 600);
    await app.mouse.down();
    await app.mouse.move(600, 620, { steps: 5 });
    await app.reload();
    await expect.poll(async () => (await acknowledged(app, id)).length).toBe(3);
    await app.keyboard.press('Control+z');
    assert.deepStrictEqual(await acknowledged(app, id), before);
  });

  test('undo takes back the stroke that is being drawn', async ({ app }) => {
    await newDrawing(app);
    const before = await drawAndSave(app, 2);
    await app.mouse.move(400, 600);
    await app.mouse.down();
    await app.mouse.move(600, 620, { steps: 5 });
    await app.keyboard.press('Control+z');
    await app.mouse.move(700, 620, { steps: 5 });
    await app.mouse.up();
    assert.deepStrictEqual(await acknowledged(app, await drawingId(app)), before);
  });
});

/** Runs in the page: once it is left, the transaction that writes undo steps still reads, and then the page ends. */
function readForEver(): void {
  addEventListener('beforeunload', () => {
    const get = IDBObjectStore.prototype.get;
    IDBObjectStore.prototype.get = function (key: IDBValidKey) {
      const request = get.call(this, key);
      if (this.name !== 'histories') return request;
      const again = () => get.call(this, key).addEventListener('success', again);
      request.addEventListener('success', (event) => {
        event.stopImmediatePropagation();
        again();
      });
      return request;
    };
  });
}

test.describe('studio: the view and the title', () => {
  test('panning and zooming do not change the drawing, and the view is restored after a reload', async ({
    app,
  }) => {
    await newDrawing(app);
    const drawn = await drawAndSave(app, 5);
    const id = await drawingId(app);
    const { rev } = await stored(app, id);
    const box = await canvas(app).boundingBox();
    assert.ok(box);
    await app.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await app.mouse.wheel(140, 90);
    await app.keyboard.down('Control');
    await app.mouse.wheel(0, -240);
    await app.keyboard.up('Control');
    await app.mouse.down({ button: 'middle' });
    await app.mouse.move(box.x + box.width / 2 + 90, box.y + box.height / 2 - 60, { steps: 4 });
    await app.mouse.up({ button: 'middle' });
    await expect.poll(async () => (await missingOnScreen(app, drawn)).length).toBeGreaterThan(0);
    await saved(app);
    const after = await stored(app, id);
    assert.deepStrictEqual(after.strokes, drawn);
    assert.ok(after.rev - rev <= 1, 'nothing but the thumbnail was written');
    await app.reload();
    await expect(canvas(app)).toBeVisible();
    assert.deepStrictEqual(await storedStrokes(app, id), drawn);
  });

  test('Esc leaves the title for the canvas, and the title as it was', async ({ app }) => {
    await newDrawing(app);
    const title = app.getByRole('textbox', { name: studio.title });
    await title.fill('Bukit Timah');
    await title.press('Escape');
    await expect(title).toHaveValue('');
    await expect(app.locator('.canvas')).toBeFocused();
  });

  test('the title is edited in place and saved, without changing the strokes', async ({ app, site }) => {
    await newDrawing(app);
    const drawn = await drawAndSave(app, 3);
    const id = await drawingId(app);
    await app.getByRole('textbox', { name: studio.title }).fill('Rain tree, East Coast 🌳');
    await app.keyboard.press('Enter');
    await expect(canvas(app)).toBeFocused();
    await saved(app);
    await expect.poll(async () => (await stored(app, id)).title).toBe('Rain tree, East Coast 🌳');
    await site.offline(app.context());
    await app.reload();
    await expect(app.getByRole('textbox', { name: studio.title })).toHaveValue('Rain tree, East Coast 🌳');
    assert.deepStrictEqual(await storedStrokes(app, id), drawn);
  });
});
