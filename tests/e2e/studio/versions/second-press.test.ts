/** A double tap or a double click on what closes a dialog: its second half was meant for nothing that lies there now. */
import type { Locator, Page } from 'playwright/test';
import { shell } from '../../../../src/app/words/en/shell.ts';
import { replay } from '../../../../src/app/words/en/studio/replay.ts';
import { studio } from '../../../../src/app/words/en/studio/studio.ts';
import { tools } from '../../../../src/app/words/en/studio/tools.ts';
import { versions as words } from '../../../../src/app/words/en/studio/versions.ts';
import { untilSharp } from '../../support/ink/ink-compare.ts';
import { storedStrokes } from '../../support/ink/stored.ts';
import { expect, test } from '../../support/site.ts';
import { box } from '../../support/studio/overlap.ts';
import { sinceLastPress, timePresses } from '../../support/studio/presses.ts';
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

test('second press: a double click that closes a dialog draws no dot, and two quick dots are drawn', async ({
  app,
}) => {
  test.slow();
  const { id } = await savedDrawing(app, 3);
  await eraseAll(app, id);
  await timePresses(app);
  const scrim = async (): Promise<[number, number]> => {
    const { x, y, height } = await box(dialog(app));
    return [x - 60, y + height / 2];
  };
  // Once there is a picture to play, the dialog does not grow any more.
  const openReplay = async () => {
    await open(app, new RegExp(`^${replay.menu}`));
    await expect(button(app, replay.saveGif)).toBeVisible();
  };
  const openVersions = async () => {
    await open(app, words.title);
    await expect(dialog(app).getByRole('listitem').first()).toBeVisible();
  };
  const ways: readonly [string, () => Promise<void>, () => Promise<[number, number]>][] = [
    ['Take it back', () => openVersion(app), () => middle(button(app, words.takeBack))],
    ['Close', openVersions, () => middle(button(app, words.close))],
    ['the scrim', openVersions, scrim],
    ['Close of Replay', openReplay, () => middle(button(app, replay.close))],
    ['the scrim of Replay', openReplay, scrim],
  ];
  let drawn = 0;
  for (const [what, show, at] of ways) {
    await show();
    const [x, y] = await at();
    await app.mouse.click(x, y);
    await expect(dialog(app)).toBeHidden();
    await app.mouse.click(x, y);
    if (what === 'Take it back') drawn += 3;
    if ((await sinceLastPress(app)) > 500) drawn += 1;
    // The canvas was pressed before these.
    await app.mouse.click(440, 560);
    await app.mouse.click(440, 560);
    drawn += 2;
    await expect.poll(() => count(app, id), what).toBe(drawn);
    await untilSharp(app);
  }
});
