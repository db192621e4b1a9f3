/** Actions on many drawings of a gallery at once. */
import assert from 'node:assert/strict';
import { expect, type Page } from 'playwright/test';
import { drawings as words } from '../../../../src/app/words/en/drawings.ts';
import { gallery } from '../../../../src/app/words/en/gallery/gallery.ts';
import { storedList, storedStrokes } from '../ink/stored.ts';
import { bar, check, count, link, messages, select, trashSelected } from './gallery.ts';
import type { Seed } from './many.ts';

export const MANY = 50;

/** Moves all drawings to the trash together, back with Undo, to the trash again, and restores them there. */
export async function toTheTrashAndBack(page: Page, drawings: readonly Seed[]): Promise<void> {
  const chosen = drawings.slice(-MANY).toReversed();
  const ids = chosen.map(({ id }) => id).sort();
  const trashed = async () => (await storedList(page, true)).map(({ id }) => id).sort();
  const [first, last, next] = [chosen[0]!, chosen.at(-1)!, drawings.at(-MANY - 1)!];

  const choose = async () => {
    await select(page);
    await check(page, first.title).click();
    await page.keyboard.down('Shift');
    // One further than the last and back: a range can shrink.
    for (let i = 0; i < MANY; i += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.up('Shift');
    await expect(check(page, last.title)).toBeFocused();
    await expect(bar(page)).toContainText(gallery.selected(MANY));
    await expect(check(page, next.title)).not.toBeChecked();
    await trashSelected(page);
  };
  await choose();
  await expect(messages(page)).toContainText(gallery.trashed(MANY, ''));
  await expect(count(page)).toHaveText(words.count(drawings.length - MANY));
  await expect(link(page, next.title)).toBeFocused();
  assert.deepEqual(await trashed(), ids);
  await messages(page).getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(count(page)).toHaveText(words.count(drawings.length));
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Saved on this device');
  assert.deepEqual(await trashed(), []);

  // They come back as old as they were, above the visible part, each in its place.
  await page.evaluate(() => scrollTo(0, 0));
  await choose();
  await expect(messages(page)).toContainText(gallery.trashed(MANY, ''));
  await page.getByRole('tab', { name: 'Trash', exact: true }).click();
  await expect(count(page)).toHaveText(words.count(MANY));
  await page.keyboard.press('Control+a');
  await expect(bar(page)).toContainText(gallery.selected(MANY));
  await bar(page).getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(messages(page)).toContainText(gallery.restored(MANY, ''));
  await expect(page.getByText(gallery.nothingInTrash)).toBeVisible();
  assert.deepEqual(await trashed(), []);
  assert.equal((await storedList(page)).length, drawings.length);
  for (const { id, strokes } of [first, last]) assert.deepStrictEqual(await storedStrokes(page, id), strokes);
}
