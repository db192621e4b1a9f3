/** The gallery's messages: how long they stay, and that they are in nobody's way. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { copies } from '../../../src/app/words/en/gallery/copies.ts';
import { gallery as words } from '../../../src/app/words/en/gallery/gallery.ts';
import { shell } from '../../../src/app/words/en/shell.ts';
import { ask } from '../../support/worker.ts';
import { cards, link, messages } from '../support/gallery/gallery.ts';
import { seedDrawings, seeds } from '../support/gallery/many.ts';
import { expect, test } from '../support/site.ts';

/** Moves a drawing to the trash, and holds the message with the pointer, so that it does not end by itself. */
async function trashAndHold(page: Page, title: string): Promise<void> {
  await link(page, title).focus();
  await page.keyboard.press('Delete');
  await hold(page, words.trashed(1, title));
}

async function hold(page: Page, text: string): Promise<void> {
  const message = messages(page).getByRole('listitem').filter({ hasText: text });
  await message.getByRole('button', { name: shell.dismiss }).hover();
}

test.describe('gallery: a message goes when it is no longer true', () => {
  test('the offer to undo, when the drawing was restored or deleted for good elsewhere', async ({ app }) => {
    const [seed] = seeds(1);
    assert.ok(seed);
    await seedDrawings(app, [seed]);
    await trashAndHold(app, seed.title);
    const path = `/api/v1/drawings/${seed.id}`;
    assert.equal((await ask(app, `${path}/restore`, { method: 'PUT' })).status, 200);
    await expect(link(app, seed.title)).toBeVisible();
    await expect(messages(app).getByRole('listitem')).toHaveCount(0);

    await trashAndHold(app, seed.title);
    assert.equal((await ask(app, `/api/v1/trash/${seed.id}`, { method: 'DELETE' })).status, 200);
    await expect(messages(app).getByRole('listitem')).toHaveCount(0);
  });

  test('the offer to open a copy, when the copy is gone', async ({ app }) => {
    const [seed] = seeds(1);
    assert.ok(seed);
    await seedDrawings(app, [seed]);
    await app.getByRole('button', { name: words.more, exact: true }).click();
    await app.getByRole('menuitem', { name: words.duplicate, exact: true }).click();
    const copy = copies.copyOf(seed.title);
    await expect(link(app, copy)).toBeVisible();
    await hold(app, copies.duplicated);
    const ids = await app.evaluate(async () => {
      const { drawings } = await (await fetch('/api/v1/drawings')).json();
      return drawings.map(({ id }: { readonly id: string }) => id);
    });
    const id = ids.find((one: string) => one !== seed.id);
    assert.equal((await ask(app, `/api/v1/drawings/${id}`, { method: 'DELETE' })).status, 200);
    await expect(link(app, copy)).toHaveCount(0);
    await expect(messages(app).getByRole('listitem')).toHaveCount(0);
  });
});

/** What a message covers at the end of the page: titles and controls, as HTML. */
function coveredAtTheEnd(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight);
    const [message] = document.querySelectorAll('.toast');
    if (!message) return ['there is no message'];
    const { top, bottom } = message.getBoundingClientRect();
    const others = 'main button, main a, main input, main select, .drawing-card-title, nav a, h1';
    return [...document.querySelectorAll(others)]
      .filter((one) => one.getClientRects().length > 0 && !one.closest('.unseen'))
      .filter((one) => {
        const rect = one.getBoundingClientRect();
        return rect.bottom > top + 1 && rect.top < bottom - 1;
      })
      .map((one) => one.outerHTML.slice(0, 120));
  });
}

async function trashOneOf(page: Page, count: number): Promise<void> {
  const all = seeds(count);
  await seedDrawings(page, all);
  await expect(cards(page)).toHaveCount(count);
  await trashAndHold(page, all[0]!.title);
  await expect(cards(page)).toHaveCount(count - 1);
}

test.describe('gallery: messages on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a message covers no title and no control at the end of a long page', async ({ app }) => {
    await trashOneOf(app, 9);
    assert.deepEqual(await coveredAtTheEnd(app), []);
  });
});
