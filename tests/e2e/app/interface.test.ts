import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { gallery as words } from '../../../src/app/words/en/gallery/gallery.ts';
import { shell } from '../../../src/app/words/en/shell.ts';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import { tools } from '../../../src/app/words/en/studio/tools.ts';
import type { Stroke } from '../../../src/core/drawing/types.ts';
import { realStrokes } from '../../support/drawing/strokes.ts';
import { ask } from '../../support/worker.ts';
import { stored, storedList } from '../support/ink/stored.ts';
import { expect, test, WITH_MOTION } from '../support/site.ts';
import { canvas, newDrawing } from '../support/studio/studio.ts';
import { colorButton, markButton, pickSwatch } from '../support/studio/tools.ts';

test.use(WITH_MOTION);

/** Stores a drawing as a script does, without a thumbnail, and not opened here before. Returns its id. */
async function putDrawing(page: Page, title: string, strokes: readonly Stroke[]): Promise<string> {
  const id = crypto.randomUUID();
  const { status, text } = await ask(page, `/api/v1/drawings/${id}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', 'If-None-Match': '*' },
    body: JSON.stringify({ title, strokes, thumb: '' }),
  });
  assert.equal(status, 201, text);
  return id;
}

function drawings(page: Page) {
  return page.getByRole('list', { name: 'Drawings', exact: true });
}

test.describe('gallery: pictures, messages and focus', () => {
  test('a drawing without a thumbnail shows its number of strokes, and gets only a thumbnail when opened', async ({
    app,
  }) => {
    const strokes = realStrokes(12);
    const id = await putDrawing(app, 'From a script', strokes);
    await expect(drawings(app)).toContainText('12 strokes');
    await drawings(app).getByRole('link', { name: 'From a script' }).click();
    await expect(canvas(app)).toBeVisible();
    await app.getByRole('link', { name: 'Drawings', exact: true }).click();
    await expect(drawings(app).locator('img')).toBeVisible();
    const drawing = await stored(app, id);
    assert.deepStrictEqual(drawing.strokes, strokes);
    assert.equal(drawing.title, 'From a script');
    assert.equal(drawing.rev, 2);
    assert.match(drawing.thumb, /^data:image\/png;base64,/);
  });

  test('viewing a drawing in the trash does not change it', async ({ app, site }) => {
    const id = await putDrawing(app, 'Thrown away', realStrokes(3));
    await ask(app, `/api/v1/drawings/${id}`, { method: 'DELETE' });
    await app.goto(`${site.url}/drawings/${id}`);
    await expect(app.getByRole('region', { name: studio.trashedNow })).toBeVisible();
    await app.getByRole('link', { name: 'Drawings', exact: true }).click();
    await expect(app.getByRole('tab', { name: 'Trash' })).toBeVisible();
    const [entry] = await storedList(app, true);
    assert.deepEqual([entry?.id, entry?.rev, entry?.thumb], [id, 2, '']);
  });

  test('the trash opened by its address shows that it is loaded', async ({ app, site }) => {
    await app.goto(`${site.url}/?tab=trash`);
    await expect(app.getByText(words.nothingInTrash)).toBeVisible();
    await expect(app.getByRole('status').first()).toHaveText('Saved on this device');
  });

  test('the focus moves to the neighbour of a trashed card, and back to the opener of a dialog', async ({
    app,
  }) => {
    for (const title of ['One', 'Two', 'Three']) await putDrawing(app, title, realStrokes(1));
    const card = (title: string) => drawings(app).getByRole('listitem').filter({ hasText: title });
    await card('Two').getByRole('button', { name: 'Move to Trash', exact: true }).press('Enter');
    await expect(card('One').getByRole('link')).toBeFocused();
    const more = card('Three').getByRole('button', { name: words.more });
    const rename = app.getByRole('menuitem', { name: words.rename });
    await more.press('Enter');
    // At once: a key in the frame between would go to the page under the dialog.
    await app.evaluate(() => {
      const watch = new MutationObserver(() => {
        const dialog = document.querySelector('dialog');
        if (!dialog) return;
        watch.disconnect();
        document.body.dataset.first = String(dialog.contains(document.activeElement));
      });
      watch.observe(document.body, { subtree: true, childList: true });
    });
    await rename.press('Enter');
    await expect(app.locator('body')).toHaveAttribute('data-first', 'true');
    await expect(app.getByRole('dialog').getByLabel(words.title)).toBeFocused();
    // When the button has the focus again, the dialog is gone, and the next one is not closed in its place.
    await more.evaluate((button) => {
      const look = () => {
        document.body.dataset.left = String(document.querySelectorAll('dialog').length);
      };
      button.addEventListener('focus', () => queueMicrotask(look), { once: true });
    });
    await app.keyboard.press('Escape');
    await expect(more).toBeFocused();
    await expect(app.locator('body')).toHaveAttribute('data-left', '0');
    await more.press('Enter');
    await rename.press('Enter');
    await app.keyboard.type('Third');
    await app.keyboard.press('Enter');
    await expect(app.getByRole('dialog')).toHaveCount(0);
    await expect(app.getByRole('button', { name: words.more }).first()).toBeFocused();
  });

  test('restoring a drawing removes the message that it is in the trash', async ({ app }) => {
    await putDrawing(app, 'To and fro', realStrokes(1));
    await drawings(app).getByRole('button', { name: 'Move to Trash', exact: true }).click();
    const messages = app.getByRole('list', { name: shell.messages });
    await expect(messages).toContainText(words.trashed(1, 'To and fro'));
    await app.getByRole('tab', { name: 'Trash' }).click();
    await app.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(messages).toContainText(words.restored(1, 'To and fro'));
    // At once, and not when its time is over.
    assert.ok(!(await messages.textContent())?.includes(words.trashed(1, 'To and fro')));
  });
});

test.describe('studio: the palette on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a colour and a size are chosen with a finger, one after the other', async ({ app }) => {
    await newDrawing(app);
    const color = colorButton(app);
    await color.tap();
    await pickSwatch(app, tools.colors.blue).tap();
    await expect(color).toHaveAccessibleName(tools.colorNow(tools.colors.blue));
    const button = markButton(app);
    await button.tap();
    await expect(color).toHaveAttribute('aria-expanded', 'false');
    await pickSwatch(app, tools.sizes.broad).tap();
    await expect(button).toHaveAccessibleName(tools.mark('9', '100%'));
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await canvas(app).tap({ position: { x: 200, y: 180 } });
    await expect(button).toHaveAttribute('aria-expanded', 'false');
  });
});

test.describe('studio: the first view of a drawing', () => {
  test('a drawing that would be under the dock is opened beside it', async ({ app, site }) => {
    const dash = {
      tool: 'pen',
      color: '#ff0000',
      size: 20,
      points: [
        [10, 300],
        [60, 300],
      ],
    } as const;
    const id = await putDrawing(app, 'At the edge', [dash]);
    await app.goto(`${site.url}/drawings/${id}`);
    await expect(canvas(app)).toBeVisible();
    const dock = await app.getByRole('toolbar').boundingBox();
    assert.ok(dock);
    await expect.poll(() => leftmostInk(app)).toBeGreaterThan(dock.x + dock.width);
  });
});

/** CSS px from the left edge of the canvas to the first ink; -1 while there is none. */
function leftmostInk(page: Page): Promise<number> {
  return canvas(page)
    .locator('canvas')
    .first()
    .evaluate((element) => {
      if (!(element instanceof HTMLCanvasElement)) throw new Error('The canvas is none.');
      const { width, height } = element;
      const data = element.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
      let left = width;
      for (let i = 3; i < data.length; i += 4) if (data[i]! > 0) left = Math.min(left, ((i - 3) / 4) % width);
      return left === width ? -1 : (left * element.clientWidth) / width;
    });
}
