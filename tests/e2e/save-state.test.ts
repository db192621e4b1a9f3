import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { assertDrawn } from './support/samples.ts';
import { expect, test } from './support/site.ts';
import {
  acknowledged,
  drawAndSave,
  drawingId,
  drawReal,
  newDrawing,
  saveState,
  tryAgain,
} from './support/studio.ts';

declare global {
  /** Lets the database go that `holdDatabase` holds. */
  var letGo: () => void;
}

/** Keeps the database to itself, as another tab's long transaction does: nothing can be written to it meanwhile. */
async function holdDatabase(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('pleinair');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    let held = true;
    globalThis.letGo = () => {
      held = false;
    };
    await new Promise<void>((started) => {
      const store = database.transaction([...database.objectStoreNames], 'readwrite').objectStore('meta');
      const again = () => {
        started();
        // A transaction lives as long as it is asked for something.
        if (held) store.get('counter').onsuccess = again;
        else database.close();
      };
      store.get('counter').onsuccess = again;
    });
  });
}

test.describe('studio: what it says of saving', () => {
  test('it never says that something is saved before it is, and says so when it is', async ({ app }) => {
    await newDrawing(app);
    const before = await drawAndSave(app, 2);
    const id = await drawingId(app);
    await holdDatabase(app);
    const drawn = await drawReal(app, 3);
    await expect(saveState(app)).toContainText('Saving…');
    await expect(app.locator('#canvas-words')).toContainText('5 strokes.');
    await expect(app.locator('#canvas-words')).not.toContainText('Saved on this device');
    // The storage does not answer: that is said too, and what is safe.
    await expect(app.getByText('Everything you drew is safe while this page stays open')).toBeVisible();
    await expect(saveState(app)).toContainText('Not saved yet');

    await app.evaluate(() => globalThis.letGo());
    await tryAgain(app);
    const after = await acknowledged(app, id);
    assert.deepStrictEqual(after.slice(0, 2), before);
    assertDrawn(after, drawn, 2);
  });
});
