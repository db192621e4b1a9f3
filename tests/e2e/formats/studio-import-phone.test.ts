/**
 * Adding files to the open drawing where nothing can be dragged: from the menu of the header, by finger and by
 * key.
 */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { imports } from '../../../src/app/words/en/import.ts';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import { tools } from '../../../src/app/words/en/studio/tools.ts';
import { importCard, LINE, listed, svgFile } from '../support/files.ts';
import { storedStrokes } from '../support/ink/stored.ts';
import { expect, test } from '../support/site.ts';
import { overflow, smallTargets } from '../support/studio/reach.ts';
import { acknowledged, drawAndSave, drawingId, newDrawing } from '../support/studio/studio.ts';

const { name, type, text } = svgFile('Line.svg', LINE);
const LINE_FILE = { name, mimeType: type ?? '', buffer: Buffer.from(text) };

/** Gives the file to every picker that the page opens from now on. */
function answerPickers(page: Page): void {
  page.on('filechooser', (chooser) => {
    assert.ok(chooser.isMultiple());
    void chooser.setFiles(LINE_FILE);
  });
}

/** The middle of the part that neither the header nor the dock covers, CSS px. */
async function freeMiddle(page: Page): Promise<readonly [x: number, y: number]> {
  const bar = await page.locator('.studio-bar').boundingBox();
  const dock = await page.getByRole('toolbar', { name: tools.dock }).boundingBox();
  const size = page.viewportSize();
  assert.ok(bar && dock && size);
  return [size.width / 2, (bar.y + bar.height + dock.y) / 2];
}

test.describe('studio: import on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('the menu adds a file in the middle of the visible paper, as one step of undo', async ({ app }) => {
    answerPickers(app);
    await newDrawing(app);
    const drawn = await drawAndSave(app, 2);
    const id = await drawingId(app);
    const [x, y] = await freeMiddle(app);
    await app.getByRole('button', { name: studio.more, exact: true }).tap();
    const item = app.getByRole('button', { name: /^Import/ });
    await expect(item).toBeVisible();
    assert.deepEqual(await smallTargets(app), []);
    assert.ok((await overflow(app)) <= 0);
    await item.tap();
    await expect(item).toHaveCount(0);
    await expect(importCard(app).getByText(imports.added(1))).toBeVisible();
    const strokes = await acknowledged(app, id);
    assert.deepStrictEqual(strokes.slice(0, -1), drawn);
    const points = strokes.at(-1)?.points ?? [];
    const [from, to] = [points[0], points.at(-1)];
    assert.ok(from && to);
    assert.ok(Math.abs((from[0] + to[0]) / 2 - x) < 1 && Math.abs((from[1] + to[1]) / 2 - y) < 1);
    await app.getByRole('button', { name: 'Undo', exact: true }).first().tap();
    assert.deepStrictEqual(await acknowledged(app, id), drawn);
    await listed(app, 1);
  });
});

test('studio: import by key: Ctrl+O opens the picker for the open drawing, and arrow keys move in the menu', async ({
  app,
}) => {
  answerPickers(app);
  await newDrawing(app);
  await drawAndSave(app, 1);
  const id = await drawingId(app);
  await app.keyboard.press('Control+o');
  await expect.poll(async () => (await storedStrokes(app, id)).length).toBe(2);
  const more = app.getByRole('button', { name: studio.more, exact: true });
  await more.focus();
  await app.keyboard.press('Enter');
  // Behind the air, the weather and pasting.
  for (let item = 1; item <= 4; item++) await app.keyboard.press('Tab');
  await expect(app.getByRole('button', { name: /^Import/ })).toBeFocused();
  await app.keyboard.press('Enter');
  await expect.poll(async () => (await storedStrokes(app, id)).length).toBe(3);
  await expect(more).toBeFocused();
});
