import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { drawings } from '../../../src/app/words/en/drawings.ts';
import { saving } from '../../../src/app/words/en/saving.ts';
import { shell } from '../../../src/app/words/en/shell.ts';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import { crash } from '../support/crash.ts';
import { cards } from '../support/gallery/gallery.ts';
import { holdDatabase } from '../support/ink/held.ts';
import { untilSharp } from '../support/ink/ink-compare.ts';
import { stored, storedList } from '../support/ink/stored.ts';
import { expect, test } from '../support/site.ts';
import { box, WINDOWS } from '../support/studio/overlap.ts';
import { openPhotoPanel } from '../support/studio/photos.ts';
import { sinceLastPress, timePresses } from '../support/studio/presses.ts';
import {
  acknowledged,
  assertAdded,
  canvas,
  drawAndSave,
  drawingId,
  drawReal,
  newDrawing,
  savedDrawing,
  saveState,
  tryAgain,
} from '../support/studio/studio.ts';
import { layersButton, markButton } from '../support/studio/tools.ts';

declare global {
  /** The texts that `followWords` has recorded. */
  var said: string[];
}

/** Records every text of the page about saving, in order, however soon the next one replaces it. */
async function followWords(page: Page): Promise<() => Promise<string[]>> {
  await saveState(page).evaluate((status) => {
    globalThis.said = [];
    const hear = () => globalThis.said.push(status.textContent ?? '');
    new MutationObserver(hear).observe(status, { childList: true, characterData: true, subtree: true });
  });
  return () => page.evaluate(() => globalThis.said);
}

test.describe('studio: the save state', () => {
  test('says saved exactly when everything is saved', async ({ app }) => {
    const { id, before } = await savedDrawing(app, 2);
    await holdDatabase(app);
    const said = await followWords(app);
    const drawn = await drawReal(app, 3);
    await expect(app.locator('#canvas-words')).toContainText(`${drawings.strokes(5)}.`);
    await expect(app.locator('#canvas-words')).not.toContainText('Saved on this device');
    // The storage does not respond: the page says so, and says what is safe.
    await expect(app.getByText(saving.unavailable)).toBeVisible();
    await expect(saveState(app)).toContainText(saving.notSavedYet);
    const words = await said();
    assert.equal(words[0], saving.saving);
    assert.deepEqual(
      words.filter((one) => one.includes('Saved on this device')),
      [],
    );

    await app.evaluate(() => globalThis.letGo());
    await tryAgain(app);
    assertAdded(await acknowledged(app, id), before, drawn);
  });

  test('on a phone what is not saved takes two lines, opens on request, and stays until it is saved', async ({
    app,
  }) => {
    await app.setViewportSize(WINDOWS['a phone']);
    const { id, before } = await savedDrawing(app, 1);
    await holdDatabase(app);
    const drawn = await drawReal(app, 1);
    const notice = app.getByRole('region', { name: studio.notSavedYet });
    const whole = notice.getByText(saving.unavailable);
    const again = notice.getByRole('button', { name: studio.retry });
    for (const where of ['a phone', 'a small phone', 'a phone on its side'] as const) {
      await app.setViewportSize(WINDOWS[where]);
      await expect(notice.getByText(studio.keepOpen)).toBeVisible();
      await expect(whole).toBeHidden();
      const details = notice.getByRole('button', { name: studio.details });
      assert.ok((await box(notice)).height <= 60, where);
      for (const isOpen of [true, false]) {
        const { width, height } = await box(details);
        assert.ok(width >= 44 && height >= 44, where);
        await details.click();
        await expect(details).toHaveAttribute('aria-expanded', String(isOpen));
        await expect(whole).toBeVisible({ visible: isOpen });
        await expect(again).toBeVisible({ visible: isOpen });
      }
    }
    // Elsewhere all of it is shown.
    await app.setViewportSize(WINDOWS['a desktop']);
    await expect(whole).toBeVisible();
    await expect(again).toBeVisible();
    await app.evaluate(() => globalThis.letGo());
    await tryAgain(app);
    assertAdded(await acknowledged(app, id), before, drawn);
    await expect(notice).toBeHidden();
  });

  test('on a phone what is not saved folds with Escape or for a panel, beside which it is reached, and gives the focus to the canvas', async ({
    app,
  }) => {
    await app.setViewportSize(WINDOWS['a phone on its side']);
    const { id, before } = await savedDrawing(app, 1);
    await holdDatabase(app);
    const drawn = await drawReal(app, 1);
    const notice = app.getByRole('region', { name: studio.notSavedYet });
    const details = notice.getByRole('button', { name: studio.details });
    const again = notice.getByRole('button', { name: studio.retry });
    await details.focus();
    await app.keyboard.press('Enter');
    await app.keyboard.press('Tab');
    await expect(again).toBeFocused();
    await app.keyboard.press('Escape');
    await expect(details).toHaveAttribute('aria-expanded', 'false');
    await expect(details).toBeFocused();
    for (const where of ['a phone', 'a small phone', 'a phone on its side'] as const) {
      await app.setViewportSize(WINDOWS[where]);
      for (const open of [
        () => markButton(app).click(),
        () => layersButton(app).click(),
        () => openPhotoPanel(app),
      ]) {
        await details.click();
        await expect(again).toBeVisible();
        await open();
        await expect(app.locator('.dock-panel.open')).toBeVisible();
        await expect(again).toBeHidden();
        const [one, panel] = [await box(notice), await box(app.locator('.dock-panel.open'))];
        assert.ok(one.y >= 0 && one.y + one.height <= panel.y, where);
        // Nothing lies over it.
        await details.click({ trial: true });
        await app.keyboard.press('Escape');
      }
    }
    // The title and its state stay in sight.
    await markButton(app).click();
    const [one, head] = [await box(notice), await box(app.locator('.studio-head'))];
    assert.ok(one.x >= head.x + head.width);
    await details.click();
    // It may be saved by itself before the key is pressed.
    await again.focus();
    await app.evaluate(() => globalThis.letGo());
    await app.keyboard.press('Enter');
    await expect(notice).toBeHidden();
    await expect(canvas(app)).toBeFocused();
    assertAdded(await acknowledged(app, id), before, drawn);
  });

  test('a title is unsaved from its first letter, and a reload asks and keeps it', async ({ app }) => {
    const { id } = await savedDrawing(app, 1);
    await app.getByRole('textbox', { name: studio.title }).fill('Bukit Timah');
    await expect(saveState(app)).not.toContainText(saving.saved);
    app.once('dialog', (question) => void question.accept());
    await app.reload();
    await expect(app.getByRole('textbox', { name: studio.title })).toHaveValue('Bukit Timah');
    assert.equal((await stored(app, id)).title, 'Bukit Timah');
  });

  test('a double click on a card opens the drawing without a dot, and a line begun right after it is drawn', async ({
    app,
  }) => {
    const { id } = await savedDrawing(app, 1);
    await timePresses(app);
    for (const by of [0, 60]) {
      const before = (await stored(app, id)).strokes.length;
      await app.getByRole('link', { name: shell.drawings, exact: true }).click();
      const box = await cards(app).first().getByRole('link').boundingBox();
      assert(box);
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await app.mouse.click(x, y);
      await canvas(app).waitFor();
      await app.mouse.down();
      await app.mouse.move(x + by, y, { steps: 4 });
      await app.mouse.up();
      const isDrawn = by > 0 || (await sinceLastPress(app)) > 500;
      await expect.poll(async () => (await stored(app, id)).strokes.length).toBe(before + Number(isDrawn));
      await expect(saveState(app)).toContainText(saving.saved);
    }
  });
});

test.describe('studio: the thumbnail', () => {
  test('is made at the next opening if the page was closed too early', async ({ app }) => {
    await newDrawing(app);
    await drawAndSave(app, 2);
    const id = await drawingId(app);
    const thumb = async (page: Page) => (await storedList(page)).find((entry) => entry.id === id)?.thumb;
    await expect.poll(() => thumb(app)).not.toBe('');
    const old = await thumb(app);
    await drawReal(app, 3);
    const strokes = await acknowledged(app, id);
    const page = await crash(app);
    await untilSharp(page);
    await expect.poll(() => thumb(page)).not.toBe(old);
    assert.deepStrictEqual(await acknowledged(page, id), strokes);
  });
});
