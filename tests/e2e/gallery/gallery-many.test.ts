import assert from 'node:assert/strict';
import type { Browser, BrowserContext, Page } from 'playwright/test';
import { drawings } from '../../../src/app/words/en/drawings.ts';
import { gallery as words } from '../../../src/app/words/en/gallery/gallery.ts';
import type { AppServer } from '../../support/app-server.ts';
import { ask, controlled } from '../../support/worker.ts';
import { bar, cards, check, count, grid, link, messages, search } from '../support/gallery/gallery.ts';
import { MANY, toTheTrashAndBack } from '../support/gallery/gallery-many.ts';
import { type Seed, seedDrawings, seeds } from '../support/gallery/many.ts';
import { storedList } from '../support/ink/stored.ts';
import { test as base, expect, openApp, openSite } from '../support/site.ts';
import { canvas } from '../support/studio/studio.ts';

const COUNT = 1000;

type Storage = Awaited<ReturnType<BrowserContext['storageState']>>;

interface Thousand {
  /** In the order in which they were made. */
  readonly drawings: readonly Seed[];
  readonly storage: Storage;
}

/** A browser's storage with a thousand drawings. */
async function makeThousand(browser: Browser, shared: AppServer): Promise<Thousand> {
  await using site = await openSite(shared);
  const context = await browser.newContext();
  const page = await context.newPage();
  // The gallery would read its list again after each of them.
  await page.goto(`${site.url}/settings`);
  await controlled(page);
  const drawings = seeds(COUNT);
  await seedDrawings(page, drawings);
  const storage = await context.storageState({ indexedDB: true });
  await context.close();
  return { drawings, storage };
}

let made: Promise<Thousand> | undefined;

/** The thousand drawings are made once. Each test has a copy at an address of its own. */
const test = base.extend<{ readonly full: Page; readonly thousand: Thousand }>({
  // One for each process, but not a worker fixture: Playwright delays files whose worker fixtures differ until
  // all others are done.
  thousand: [
    async ({ browser, shared }, use) => {
      made ??= makeThousand(browser, shared);
      await use(await made);
    },
    { timeout: 180_000 },
  ],
  storageState: async ({ site, thousand: { storage } }, use) => {
    await use({ cookies: [], origins: storage.origins.map((origin) => ({ ...origin, origin: site.url })) });
  },
  full: async ({ page, site }, use) => {
    await openApp(page, site.url);
    await expect(count(page)).toHaveText(drawings.count(1000));
    await use(page);
  },
});

/** Titles of the cards in the page, in the order of the page. */
function titles(page: Page): Promise<string[]> {
  return grid(page).locator('.drawing-card-title').allTextContents();
}

test.describe('gallery: a thousand drawings', () => {
  test('are all listed, and only those in view are rendered, at any scroll position', async ({ full }) => {
    expect(await cards(full).count()).toBeLessThan(60);
    await expect(cards(full).first()).toHaveAttribute('aria-setsize', '1000');
    const height = await full.evaluate(() => document.documentElement.scrollHeight);
    for (let top = 0; top < height; top += Math.round(height / 25)) {
      await full.evaluate((y) => scrollTo(0, y), top);
      // The card in the middle of the window is where its number says.
      await expect(async () => {
        const [index, at, of] = (await cardAt(full)) ?? assert.fail(`there is no card at ${top}`);
        assert.ok(Math.abs(at - of) <= 1, `card ${index} is at ${at} and not at ${of}`);
      }).toPass({ timeout: 15_000 });
    }
    await full.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(link(full, 'Kallang 1')).toBeInViewport();
    expect(await cards(full).count()).toBeLessThan(60);
  });

  test('are searched without case and marks, with a spoken count, and Escape shows all again', async ({
    full,
    site,
    thousand,
  }) => {
    await site.offline(full.context());
    await full.keyboard.press('/');
    await expect(search(full)).toBeFocused();
    await full.keyboard.type('CAFE 9');
    const found = thousand.drawings
      .map(({ title }) => title)
      .filter((title) => title.startsWith('Café') && title.includes('9'))
      .toReversed();
    await expect(count(full)).toHaveText(words.found(found.length, 1000));
    await expect(count(full)).toHaveAttribute('aria-live', 'polite');
    await expect.poll(() => titles(full)).toEqual(found);
    await full.keyboard.type('x');
    await expect(full.getByRole('button', { name: words.showAll })).toBeVisible();
    await expect(link(full, found[0]!)).toHaveCount(0);
    await full.keyboard.press('Escape');
    await expect(search(full)).toHaveValue('');
    await expect(count(full)).toHaveText(drawings.count(1000));
    await expect(search(full)).toBeFocused();
  });

  test('are sorted as chosen, also after a reload, with numbers in titles by value', async ({
    full,
    thousand,
  }) => {
    await expect.poll(async () => (await titles(full))[0]).toBe(thousand.drawings.at(-1)?.title);
    await full.getByLabel(words.sort).selectOption('title');
    await expect
      .poll(async () => (await titles(full)).slice(0, 3))
      .toEqual(['Bedok 5', 'Bedok 12', 'Bedok 19']);
    await full.reload();
    await expect
      .poll(async () => (await titles(full)).slice(0, 3))
      .toEqual(['Bedok 5', 'Bedok 12', 'Bedok 19']);
    const oldest = thousand.drawings[0]!;
    await rename(full, oldest, 'Aaa');
    await expect.poll(async () => (await titles(full))[0]).toBe('Aaa');
    await full.getByLabel(words.sort).selectOption('created');
    await expect.poll(async () => (await titles(full))[0]).toBe(thousand.drawings.at(-1)?.title);
    await full.getByLabel(words.sort).selectOption('changed');
    await expect.poll(async () => (await titles(full))[0]).toBe('Aaa');
  });

  test(`${MANY} at once are trashed, restored with one Undo, trashed again and restored, offline`, async ({
    full,
    site,
    thousand,
  }) => {
    await site.offline(full.context());
    await toTheTrashAndBack(full, thousand.drawings);
  });

  test('a restored drawing takes its old place, without loading a list again', async ({ full, thousand }) => {
    const old = thousand.drawings[3]!;
    const order = (await storedList(full)).map(({ id }) => id);
    await search(full).fill(old.title);
    await link(full, old.title).focus();
    // A list is read again page by page, with all of its thumbnails.
    const pages: string[] = [];
    full.on('request', (request) => {
      if (/drawings\?.*limit=(48|200)\b/.test(request.url())) pages.push(request.url());
    });
    await full.keyboard.press('Delete');
    await expect(messages(full)).toContainText(words.trashed(1, old.title));
    await expect(link(full, old.title)).toHaveCount(0);
    await messages(full).getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(link(full, old.title)).toBeVisible();
    await expect(full.getByRole('main').getByRole('status')).toHaveText('Saved on this device');
    await search(full).fill('');
    await expect(count(full)).toHaveText(drawings.count(1000));
    assert.deepEqual(pages, []);
    assert.deepEqual(
      (await storedList(full)).map(({ id }) => id),
      order,
    );
  });

  test('the keyboard alone selects, renames, trashes, opens, and returns to the same card', async ({
    full,
    thousand,
  }) => {
    const title = (fromEnd: number) => thousand.drawings.at(-1 - fromEnd)?.title ?? '';
    const columns = 4;
    await link(full, title(0)).focus();
    await full.keyboard.press('ArrowDown');
    await expect(link(full, title(columns))).toBeFocused();
    await full.keyboard.press('ArrowRight');
    await full.keyboard.press('ArrowUp');
    await expect(link(full, title(1))).toBeFocused();
    await full.keyboard.press('Delete');
    await expect(messages(full)).toContainText(words.trashed(1, title(1)));
    await expect(link(full, title(2))).toBeFocused();
    await expect(count(full)).toHaveText(drawings.count(999));
    await expect(link(full, title(2))).toBeFocused();

    await full.keyboard.press('F2');
    await expect(full.getByRole('dialog', { name: words.rename }).getByLabel(words.title)).toBeFocused();
    await full.keyboard.type('By keyboard');
    await full.keyboard.press('Enter');
    await expect(link(full, 'By keyboard')).toBeFocused();
    await expect.poll(async () => (await titles(full))[0]).toBe('By keyboard');
    await expect(link(full, 'By keyboard')).toBeFocused();

    await full.keyboard.press('Space');
    await expect(check(full, 'By keyboard')).toBeChecked();
    await expect(check(full, 'By keyboard')).toBeFocused();
    await full.keyboard.press('Shift+ArrowRight');
    await expect(bar(full)).toContainText(words.selected(2));
    await full.keyboard.press('Escape');
    await expect(bar(full)).toHaveCount(0);
    await expect(link(full, title(0))).toBeFocused();

    await full.keyboard.press('Shift+F10');
    await expect(full.getByRole('menuitem', { name: words.open })).toBeFocused();
    await full.keyboard.press('Escape');
    await full.keyboard.press('End');
    await expect(link(full, 'Kallang 1')).toBeFocused();
    await expect(link(full, 'Kallang 1')).toBeInViewport();
    const top = await full.evaluate(() => scrollY);
    assert.ok(top > 10_000);
    await full.keyboard.press('Enter');
    await expect(canvas(full)).toBeVisible();
    await full.goBack();
    await expect(link(full, 'Kallang 1')).toBeInViewport();
  });
});

async function rename(page: Page, { id, title }: Seed, to: string): Promise<void> {
  const { status, text } = await ask(page, `/api/v1/drawings/${id}`, {
    method: 'PATCH',
    headers: {
      'Content-Type': 'application/json-patch+json',
      'If-Match': '"1"',
      'Idempotency-Key': crypto.randomUUID(),
    },
    body: JSON.stringify([
      { op: 'test', path: '/title', value: title },
      { op: 'replace', path: '/title', value: to },
    ]),
  });
  assert.equal(status, 200, text);
}

/**
 * The card in the row at the middle of the window: its number, its place, and the place that its number asks
 * for, px of the page.
 */
function cardAt(page: Page): Promise<readonly [number, number, number] | null> {
  return page.evaluate(() => {
    const list = document.querySelector('ul.drawing-grid');
    if (!list) return null;
    const { top, bottom } = list.getBoundingClientRect();
    const all = [...list.querySelectorAll('li')];
    const middle = Math.min(Math.max(innerHeight / 2, top + 1), bottom - 1);
    const gap = Number.parseFloat(getComputedStyle(list).rowGap);
    const card = all.find((one) => {
      const box = one.getBoundingClientRect();
      return box.top - gap <= middle && box.bottom + gap >= middle;
    });
    if (!card) return null;
    const columns = getComputedStyle(list).gridTemplateColumns.split(' ').length;
    const index = Number(card.getAttribute('aria-posinset')) - 1;
    const box = card.getBoundingClientRect();
    return [index, box.top, top + Math.floor(index / columns) * (box.height + gap)] as const;
  });
}
