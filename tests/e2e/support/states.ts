/**
 * Every view of the page, and every state of it that a person can reach, for checks that hold for all of them.
 */

import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { expect } from 'playwright/test';
import { drawings } from '../../../src/app/words/en/drawings.ts';
import { gallery as words } from '../../../src/app/words/en/gallery/gallery.ts';
import { shell } from '../../../src/app/words/en/shell.ts';
import { feel } from '../../../src/app/words/en/studio/feel.ts';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import { tools } from '../../../src/app/words/en/studio/tools.ts';
import { openApp } from './site.ts';
import { canvas, draw, drawingId, frames, newDrawing, saved } from './studio/studio.ts';
import { markButton } from './studio/tools.ts';

/** Called with the name of each state while it is shown. */
export type Look = (state: string) => Promise<void>;

/** Pages that show nothing of a drawing, and their headings. */
const PAGES = [
  ['/air', shell.air],
  ['/air/guide', shell.guide],
  ['/supplies', shell.supplies],
  ['/settings', shell.settings],
  ['/docs', shell.reference],
] as const;

export async function everyState(page: Page, url: string, lookAt: Look): Promise<void> {
  const look = async (state: string) => {
    await atRest(page);
    await lookAt(state);
  };
  await openApp(page, url);
  await expect(page.getByRole('button', { name: 'New drawing' })).toBeVisible();
  await look('gallery, empty');
  await follow(page, '/?tab=trash');
  await expect(page.getByText(words.nothingInTrash)).toBeVisible();
  await look('trash, empty');
  for (const [path, heading] of PAGES) {
    await follow(page, path);
    await shown(page, heading);
    await look(path);
  }
  const nowhere = '/nowhere/at-all';
  await page.goto(`${url}${nowhere}`);
  await shown(page, shell.notFound);
  await look(nowhere);
  await page.goto(`${url}/`);
  await studioStates(page, look);
  await galleryStates(page, look);
  await page.goto(`${url}/drawings/00000000-0000-4000-8000-000000000000`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(studio.notFound);
  await look('studio, drawing not found');
}

/** Waits until the page has drawn everything it knows, and nothing moves. */
async function atRest(page: Page): Promise<void> {
  await frames(page);
  await page.evaluate(async () => {
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})));
  });
}

/** Goes to a path by a link of the app: loading a document would take many times as long. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((path) => {
    const link = document.createElement('a');
    link.href = path;
    document.body.append(link);
    link.click();
    link.remove();
  }, path);
}

async function shown(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await expect(page.locator('[aria-busy=true], .skeleton')).toHaveCount(0);
}

async function studioStates(page: Page, look: Look): Promise<void> {
  await newDrawing(page);
  await look('studio, new');
  const box = await canvas(page).boundingBox();
  assert.ok(box);
  // Below the header and above the dock, also with text twice as large.
  const y = box.height * 0.6;
  const points = [0.4, 0.5, 0.6].map((part, i) => [box.width * part, y - 20 * (i % 2)] as const);
  await draw(page, [{ points, pressure: undefined }], { device: 'mouse' });
  await saved(page);
  await look('studio, drawn on');
  await openedOneByOne(page, look);
  await canvas(page).focus();
  await page.keyboard.press('n');
  await expect(page.locator('.small-map img')).toBeVisible();
  await look('studio, map');
  for (let i = 0; i < 12; i += 1) await page.keyboard.press('Shift+ArrowLeft');
  await expect(page.getByRole('button', { name: studio.backToDrawing })).toBeVisible();
  await look('studio, nothing in sight');
  await page.getByRole('button', { name: studio.backToDrawing }).click();
  await page.keyboard.press('n');
  // It goes once the view has rested. Axe would take it to lie over a dialog, since it knows no top layer.
  await expect(page.locator('.small-map')).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await look('studio, keys');
  await page.keyboard.press('Escape');
  await markButton(page).click();
  await page.getByRole('button', { name: feel.pressureButton }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look('studio, pressure of the pen');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('a');
  const messages = page.getByRole('list', { name: shell.messages });
  await expect(messages.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  await look('studio, stamped, with a message');
  await page.keyboard.press('Control+a');
  await expect(page.getByRole('toolbar', { name: tools.selection })).toBeVisible();
  await look('studio, selected');
  await page.keyboard.press('Escape');
}

/** Everything that can be opened in the studio, one after another. */
async function openedOneByOne(page: Page, look: Look): Promise<void> {
  const openers = page.locator('.studio [aria-expanded]:visible');
  const names = await openers.evaluateAll((elements) =>
    elements.map((element) => element.getAttribute('aria-label') ?? ''),
  );
  for (const name of names) {
    const opener = page.getByRole('button', { name, exact: true });
    await opener.click();
    await expect(opener).toHaveAttribute('aria-expanded', 'true');
    await look(`studio, ${name} open`);
    await page.keyboard.press('Escape');
    await expect(opener).toHaveAttribute('aria-expanded', 'false');
    await expect(opener).toBeFocused();
  }
}

async function galleryStates(page: Page, look: Look): Promise<void> {
  await drawingId(page);
  await follow(page, '/');
  await shown(page, 'Drawings');
  const card = page.getByRole('list', { name: 'Drawings' }).getByRole('listitem').first();
  await expect(card.locator('img')).toBeVisible();
  await look('gallery');
  await card.getByRole('button', { name: words.more }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await look('gallery, menu of a card');
  await page.keyboard.press('Escape');
  await card.getByRole('link').focus();
  await page.keyboard.press('F2');
  await expect(page.getByRole('dialog')).toBeVisible();
  await look('gallery, renaming');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: words.select, exact: true }).click();
  await card.getByRole('checkbox').click();
  await expect(page.getByRole('region', { name: words.selection })).toContainText(words.selected(1));
  await look('gallery, one selected');
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').fill('nothing like it');
  await expect(page.getByRole('list', { name: 'Drawings' })).toHaveCount(0);
  await look('gallery, nothing found');
  await page.getByRole('searchbox').fill('');
  await card.getByRole('button', { name: words.more, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Move to Trash', exact: true }).click();
  await expect(page.getByRole('list', { name: shell.messages })).toContainText(
    words.trashed(1, drawings.untitled),
  );
  await look('gallery, just trashed');
  await follow(page, '/?tab=trash');
  await expect(page.getByRole('button', { name: 'Restore', exact: true }).first()).toBeVisible();
  await look('trash with a drawing');
}
