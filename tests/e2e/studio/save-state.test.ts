import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { drawings } from '../../../src/app/words/en/drawings.ts';
import { saving } from '../../../src/app/words/en/saving.ts';
import { holdDatabase } from '../support/ink/held.ts';
import { expect, test } from '../support/site.ts';
import {
  acknowledged,
  assertAdded,
  drawReal,
  savedDrawing,
  saveState,
  tryAgain,
} from '../support/studio/studio.ts';

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

test.describe('studio: what it says of saving', () => {
  test('it never says that something is saved before it is, and says so when it is', async ({ app }) => {
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
});
