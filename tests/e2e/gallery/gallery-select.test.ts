import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { drawings as drawingWords } from '../../../src/app/words/en/drawings.ts';
import { gallery as words } from '../../../src/app/words/en/gallery/gallery.ts';
import { shell } from '../../../src/app/words/en/shell.ts';
import { seriousInEitherScheme } from '../support/axe.ts';
import {
  bar,
  cards,
  check,
  count,
  grid,
  link,
  messages,
  search,
  select,
  trashSelected,
} from '../support/gallery/gallery.ts';
import { type Seed, seedDrawings, seeds } from '../support/gallery/many.ts';
import { test as base, expect } from '../support/site.ts';
import { CTRL, pressAt } from '../support/studio/keyboard.ts';
import { assertNoOverlap, WINDOWS } from '../support/studio/overlap.ts';

/** Enough for tests that do not depend on the number. */
const SOME = 60;

/** With `app` on a gallery of some drawings. */
const test = base.extend<{ readonly some: readonly Seed[] }>({
  /** In the order in which they were made. */
  some: async ({ app }, use) => {
    const drawings = seeds(SOME);
    await seedDrawings(app, drawings);
    await expect(count(app)).toHaveText(drawingWords.count(SOME));
    await use(drawings);
  },
});

test.describe('gallery: many at once', () => {
  test('a message never covers the selection bar, in any window and with large text', async ({
    app,
    some,
  }) => {
    await link(app, some.at(-1)!.title).press('Delete');
    await select(app);
    await pressAt(app, 'ф', 'KeyA', CTRL);
    const message = messages(app).getByRole('listitem');
    await expect(message).toContainText(words.trashed(1, some.at(-1)!.title));
    // A message that has the focus keeps it.
    await message.getByRole('button', { name: shell.dismiss }).focus();
    for (const size of ['100%', '200%']) {
      await app.evaluate((size) => document.documentElement.style.setProperty('font-size', size), size);
      for (const [where, viewport] of Object.entries(WINDOWS)) {
        await app.setViewportSize(viewport);
        await assertNoOverlap(app, `${where}, text at ${size}`, { bar: bar(app) });
      }
    }
  });

  test('the grid has as many columns as fit, however often the window changes', async ({ app, some }) => {
    await expect(cards(app)).toHaveCount(some.length);
    const columns = () =>
      grid(app).evaluate((list) => {
        const boxes = Array.from(list.children, (card) => card.getBoundingClientRect());
        const first = boxes.filter(({ top }) => top === boxes[0]?.top);
        const inside = boxes.every(
          ({ left, right, width }) => left >= 0 && right <= innerWidth && width > 120,
        );
        return { columns: first.length, inside, wide: document.documentElement.scrollWidth > innerWidth };
      });
    for (const [where, fits] of [
      ['a desktop', 4],
      ['a phone', 2],
      ['a tablet', 3],
      ['a small phone', 1],
    ] as const) {
      await app.setViewportSize(WINDOWS[where]);
      await expect.poll(columns, where).toEqual({ columns: fits, inside: true, wide: false });
    }
  });

  test('drawings that cannot be trashed stay with a message, and the others are in the trash', async ({
    app,
    some,
  }) => {
    const chosen = some.slice(-3).toReversed();
    const stuck = chosen[1]!;
    await failDeleteOf(app, stuck.id);
    await select(app);
    for (const { title } of chosen) await check(app, title).click();
    await trashSelected(app);
    await expect(messages(app)).toContainText(words.trashed(2, ''));
    await expect(messages(app)).toContainText(words.notTrashed(1, stuck.title));
    await expect(app.getByRole('main').getByRole('status')).toContainText(words.notTrashed(1, stuck.title));
    await expect(link(app, stuck.title)).toBeVisible();
    await expect(count(app)).toHaveText(drawingWords.count(SOME - 2));
  });

  // Other states of the gallery, with one drawing, are in accessibility.test.ts.
  test('axe finds nothing among many drawings while searching and selecting, light and dark', async ({
    app,
    some: _,
  }) => {
    await app.emulateMedia({ reducedMotion: 'reduce' });
    await search(app).fill('bedok');
    await select(app);
    await cards(app).first().getByRole('checkbox').click();
    assert.deepEqual(await seriousInEitherScheme(app), []);
  });
});

test.describe('gallery: with fingers on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a long press selects, and a tap selects more', async ({ app, some, site }) => {
    const [first, second] = [some.at(-1)!, some.at(-2)!];
    const box = await link(app, first.title).boundingBox();
    assert.ok(box);
    const session = await app.context().newCDPSession(app);
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + 40 }];
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await expect(check(app, first.title)).toBeChecked();
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await check(app, second.title).tap();
    await expect(bar(app)).toContainText(words.selected(2));
    await expect(check(app, first.title)).toBeChecked();
    await expect(app).toHaveURL(`${site.url}/`);
  });
});

/** Makes the API say that the store is too busy for this one drawing. */
function failDeleteOf(page: Page, id: string): Promise<void> {
  return page.evaluate((id) => {
    const { fetch } = globalThis;
    const busy = { error: { code: 'busy', message: 'too much to do' } };
    globalThis.fetch = async (input, init) => {
      const { method, url } = new Request(input, init);
      if (method === 'DELETE' && url.endsWith(id)) return Response.json(busy, { status: 503 });
      return fetch(input, init);
    };
  }, id);
}
