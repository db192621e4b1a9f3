/** A double tap or a double click on what closes a dialog: its second half was meant for nothing that lies there now. */
import type { Locator, Page } from 'playwright/test';
import { shell } from '../../../../src/app/words/en/shell.ts';
import { studio } from '../../../../src/app/words/en/studio/studio.ts';
import { tools } from '../../../../src/app/words/en/studio/tools.ts';
import { versions as words } from '../../../../src/app/words/en/studio/versions.ts';
import { untilSharp } from '../../support/ink/ink-compare.ts';
import { storedStrokes } from '../../support/ink/stored.ts';
import { expect, test } from '../../support/site.ts';
import { box } from '../../support/studio/overlap.ts';
import { savedDrawing } from '../../support/studio/studio.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });
const count = async (page: Page, id: string) => (await storedStrokes(page, id)).length;

async function open(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: studio.more, exact: true }).click();
  await page.getByRole('button', { name }).click();
  await expect(dialog(page)).toBeVisible();
}

/** Opens the version from before everything was erased. */
async function openVersion(page: Page): Promise<void> {
  await open(page, words.title);
  await dialog(page).getByRole('listitem').getByRole('button').first().click();
  await expect(button(page, words.takeBack)).toBeEnabled();
  await expect(dialog(page).getByRole('img')).toBeVisible();
}

async function eraseAll(page: Page, id: string): Promise<void> {
  await untilSharp(page);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect.poll(() => count(page, id)).toBe(0);
  // Select all has taken the pen away.
  await page.keyboard.press('p');
}

const middle = async (of: Locator): Promise<[number, number]> => {
  const { x, y, width, height } = await box(of);
  return [x + width / 2, y + height / 2];
};

test.describe('second press: on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a double tap on "Take it back" does not undo it, and a tap on "Undo" does', async ({ app }) => {
    const { id } = await savedDrawing(app, 3);
    await eraseAll(app, id);
    await openVersion(app);
    const place = await middle(button(app, words.takeBack));
    await app.touchscreen.tap(...place);
    const message = app.getByRole('list', { name: shell.messages }).getByRole('listitem');
    const undo = message.getByRole('button', { name: tools.undo, exact: true });
    await undo.waitFor();
    // Where the finger was.
    const { x, y, width, height } = await box(undo);
    expect(place[0] > x && place[0] < x + width && place[1] > y && place[1] < y + height).toBe(true);
    await app.touchscreen.tap(...place);
    await expect.poll(() => count(app, id)).toBe(3);
    await expect(undo).toBeVisible();
    await app.touchscreen.tap(...(await middle(undo)));
    await expect.poll(() => count(app, id)).toBe(0);
    await expect(undo).toBeHidden();
  });
});
