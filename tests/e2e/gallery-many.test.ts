import assert from 'node:assert/strict';
import type { BrowserContext, Page } from 'playwright/test';
import type { Stroke } from '../../src/core/drawing/types.ts';
import { realStrokes } from '../support/strokes.ts';
import { ask, controlled } from '../support/worker.ts';
import { seriousViolations } from './support/axe.ts';
import { type Seed, seedDrawings, seeds } from './support/many.ts';
import { test as base, expect, openSite, type Site } from './support/site.ts';
import { stored, storedList, storedStrokes } from './support/stored.ts';
import { canvas } from './support/studio.ts';

const COUNT = 1000;
const MANY = 50;
/** Enough for what does not depend on how many there are. */
const SOME = 60;

type Storage = Awaited<ReturnType<BrowserContext['storageState']>>;

interface Thousand {
  /** In the order they were made. */
  readonly drawings: readonly Seed[];
  readonly storage: Storage;
}

/** A browser's storage with a thousand drawings, made once; every test has a copy at an address of its own. */
const test = base.extend<
  { readonly full: Page; readonly some: readonly Seed[] },
  { readonly thousand: Thousand }
>({
  thousand: [
    async ({ browser, shared }, use) => {
      await using site = await openSite(shared);
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(`${site.url}/settings`);
      await controlled(page);
      const drawings = seeds(COUNT);
      await seedDrawings(page, drawings);
      const storage = await context.storageState({ indexedDB: true });
      await context.close();
      await use({ drawings, storage });
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  /** In `app`, in the order they were made. */
  some: async ({ app }, use) => {
    const drawings = seeds(SOME);
    await seedDrawings(app, drawings);
    await expect(count(app)).toHaveText(`${SOME} drawings`);
    await use(drawings);
  },
  full: async ({ browser, site, thousand: { storage } }, use, info) => {
    const { viewport, hasTouch, isMobile, colorScheme } = info.project.use;
    const context = await browser.newContext({
      viewport: viewport ?? null,
      locale: 'en-SG',
      ...(hasTouch ? { hasTouch } : {}),
      ...(isMobile ? { isMobile } : {}),
      ...(colorScheme ? { colorScheme } : {}),
      storageState: {
        cookies: [],
        origins: storage.origins.map((origin) => ({ ...origin, origin: site.url })),
      },
    });
    const page = await context.newPage();
    await openGallery(page, site);
    await use(page);
    await context.close();
  },
});

async function openGallery(page: Page, site: Site): Promise<void> {
  await page.goto(`${site.url}/`);
  await controlled(page);
  await expect(count(page)).toHaveText('1,000 drawings');
}

const count = (page: Page) => page.locator('.shelf-count');
const shelf = (page: Page) => page.getByRole('list', { name: 'Drawings', exact: true });
const sheets = (page: Page) => shelf(page).getByRole('listitem');
const link = (page: Page, title: string) => shelf(page).getByRole('link', { name: title, exact: true });
const check = (page: Page, title: string) => page.getByRole('checkbox', { name: title, exact: true });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search by title' });
const messages = (page: Page) => page.getByRole('list', { name: 'Messages' });
const bar = (page: Page) => page.getByRole('region', { name: 'What is selected' });

/** Titles of the sheets that stand in the page, in the order of the page. */
function titles(page: Page): Promise<string[]> {
  return shelf(page).locator('.sheet-title').allTextContents();
}

async function select(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Select', exact: true }).click();
}

test.describe('gallery: a thousand drawings', () => {
  test('are all there, and only those in view stand in the page, wherever one scrolls', async ({ full }) => {
    expect(await sheets(full).count()).toBeLessThan(60);
    await expect(sheets(full).first()).toHaveAttribute('aria-setsize', '1000');
    const missing: number[] = [];
    const height = await full.evaluate(() => document.documentElement.scrollHeight);
    for (let top = 0; top < height; top += Math.round(height / 25)) {
      await full.evaluate((y) => scrollTo(0, y), top);
      // Where the middle of the window is, there is a sheet: the place that its number says.
      await expect.poll(() => sheetAt(full)).not.toBeNull();
      const found = await sheetAt(full);
      const [index, at, of] = found ?? [];
      if (index === undefined || at === undefined || of === undefined || Math.abs(at - of) > 1)
        missing.push(top);
    }
    assert.deepEqual(missing, []);
    await full.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(link(full, 'Kallang 1')).toBeInViewport();
    expect(await sheets(full).count()).toBeLessThan(60);
  });

  test('are searched without case and marks, counted aloud, and Escape shows them all again', async ({
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
    await expect(count(full)).toHaveText(`${found.length} of 1,000`);
    await expect(count(full)).toHaveAttribute('aria-live', 'polite');
    assert.deepEqual(await titles(full), found);
    await full.keyboard.type('x');
    await expect(full.getByText('No title here has')).toBeVisible();
    await full.keyboard.press('Escape');
    await expect(search(full)).toHaveValue('');
    await expect(count(full)).toHaveText('1,000 drawings');
    await expect(search(full)).toBeFocused();
  });

  test('are sorted as one wishes, also after a reload, and by number where titles have one', async ({
    full,
    thousand,
  }) => {
    assert.equal((await titles(full))[0], thousand.drawings.at(-1)?.title);
    await full.getByLabel('Sort by').selectOption('Title');
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
    await full.getByLabel('Sort by').selectOption('Created');
    await expect.poll(async () => (await titles(full))[0]).toBe(thousand.drawings.at(-1)?.title);
    await full.getByLabel('Sort by').selectOption('Last changed');
    await expect.poll(async () => (await titles(full))[0]).toBe('Aaa');
  });

  test(`${MANY} at once go to the trash, come back with one Undo, go again and are restored, offline`, async ({
    full,
    site,
    thousand,
  }) => {
    await site.offline(full.context());
    await toTheTrashAndBack(full, thousand.drawings);
  });

  test('the keyboard alone selects, renames, trashes, opens, and comes back to where it was', async ({
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
    await expect(messages(full)).toContainText(`“${title(1)}” is in the trash.`);
    await expect(link(full, title(2))).toBeFocused();
    await expect(count(full)).toHaveText('999 drawings');
    await expect(link(full, title(2))).toBeFocused();

    await full.keyboard.press('F2');
    await expect(full.getByRole('dialog', { name: 'Rename' }).getByLabel('Title')).toBeFocused();
    await full.keyboard.type('By keyboard');
    await full.keyboard.press('Enter');
    await expect(link(full, 'By keyboard')).toBeFocused();
    await expect.poll(async () => (await titles(full))[0]).toBe('By keyboard');
    await expect(link(full, 'By keyboard')).toBeFocused();

    await full.keyboard.press('Space');
    await expect(check(full, 'By keyboard')).toBeChecked();
    await expect(check(full, 'By keyboard')).toBeFocused();
    await full.keyboard.press('Shift+ArrowRight');
    await expect(bar(full)).toContainText('2 selected');
    await full.keyboard.press('Escape');
    await expect(bar(full)).toHaveCount(0);
    await expect(link(full, title(0))).toBeFocused();

    await full.keyboard.press('Shift+F10');
    await expect(full.getByRole('menuitem', { name: 'Open' })).toBeFocused();
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

test.describe('gallery: many at once', () => {
  test(`${MANY} go to the trash, come back with one Undo, go again and are restored`, async ({
    app,
    some,
  }) => {
    await toTheTrashAndBack(app, some);
  });

  test('what cannot be trashed stays and is said, with the rest in the trash', async ({ app, some }) => {
    const chosen = some.slice(-3).toReversed();
    const stuck = chosen[1]!;
    await failDeleteOf(app, stuck.id);
    await select(app);
    for (const { title } of chosen) await check(app, title).click();
    await bar(app).getByRole('button', { name: 'Trash', exact: true }).click();
    await expect(messages(app)).toContainText('2 drawings are in the trash.');
    await expect(messages(app)).toContainText(`“${stuck.title}” is not in the trash.`);
    await expect(app.getByRole('main').getByRole('status')).toContainText('is not in the trash.');
    await expect(link(app, stuck.title)).toBeVisible();
    await expect(count(app)).toHaveText(words(SOME - 2));
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing while one searches, selects and opens a menu, ${colorScheme}`, async ({
      app,
      some,
    }) => {
      await app.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const found: Record<string, unknown> = {};
      const look = async (state: string) => {
        const violations = await seriousViolations(app);
        if (violations.length > 0) found[state] = violations;
      };
      await look(`${some.length} drawings`);
      await shelf(app).getByRole('button', { name: 'More' }).first().click();
      await look('menu');
      await app.keyboard.press('Escape');
      await search(app).fill('nowhere at all');
      await look('nothing found');
      await search(app).fill('bedok');
      await select(app);
      await sheets(app).first().getByRole('checkbox').click();
      await look('selecting');
      await bar(app).getByRole('button', { name: 'Trash', exact: true }).click();
      await expect(messages(app)).toContainText('is in the trash.');
      await look('trashed');
      assert.deepEqual(found, {});
    });
  }
});

test.describe('gallery: with fingers on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a finger that stays selects, and a tap selects more', async ({ app, some, site }) => {
    const [first, second] = [some.at(-1)!, some.at(-2)!];
    const box = await link(app, first.title).boundingBox();
    assert.ok(box);
    const session = await app.context().newCDPSession(app);
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + 40 }];
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await expect(check(app, first.title)).toBeChecked();
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await check(app, second.title).tap();
    await expect(bar(app)).toContainText('2 selected');
    await expect(check(app, first.title)).toBeChecked();
    await expect(app).toHaveURL(`${site.url}/`);
  });
});

test.describe('gallery: a copy of a drawing', () => {
  for (const network of ['online', 'offline'] as const) {
    test(`is equal to the last digit and stands for itself, ${network}`, async ({ app, site }) => {
      const [source] = seeds(1);
      assert.ok(source);
      const strokes: Stroke[] = [
        ...source.strokes,
        {
          tool: 'pen',
          color: '#1b1b1f',
          size: 0.1 + 0.2,
          points: [
            [0.1, 12_345.678901234567],
            [1 / 3, 1e-7],
          ],
          pressure: [0, 1 / 7],
        } satisfies Stroke,
      ];
      await seedDrawings(app, [{ ...source, strokes }]);
      if (network === 'offline') await site.offline(app.context());
      await duplicate(app, source.title);
      await expect(messages(app)).toContainText(`“${source.title} copy” is among your drawings.`);
      const [copy] = (await storedList(app)).filter(({ id }) => id !== source.id);
      assert.ok(copy);
      const [before, after] = [await stored(app, source.id), await stored(app, copy.id)];
      assert.deepStrictEqual(after.strokes, before.strokes);
      assert.deepEqual([after.title, after.thumb, after.rev], [`${source.title} copy`, before.thumb, 1]);
      assert.equal(before.rev, 1);
      await messages(app).getByRole('button', { name: 'Open', exact: true }).click();
      await expect(app).toHaveURL(`${site.url}/drawings/${copy.id}`);
    });
  }

  test('is whole where one request cannot hold it', async ({ app }) => {
    const strokes = realStrokes(14_000);
    const id = crypto.randomUUID();
    const half = strokes.length / 2;
    const put = await ask(app, `/api/v1/drawings/${id}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', 'If-None-Match': '*', Prefer: 'return=minimal' },
      body: JSON.stringify({ title: 'Large', strokes: strokes.slice(0, half), thumb: '' }),
    });
    assert.equal(put.status, 201, put.text);
    const patch = await ask(app, `/api/v1/drawings/${id}`, {
      method: 'PATCH',
      headers: {
        'Content-Type': 'application/json-patch+json',
        'If-Match': '"1"',
        'Idempotency-Key': 'second-half',
        Prefer: 'return=minimal',
      },
      body: JSON.stringify(strokes.slice(half).map((value) => ({ op: 'add', path: '/strokes/-', value }))),
    });
    assert.equal(patch.status, 200, patch.text);
    assert.ok(JSON.stringify(strokes).length > 5 * 1024 * 1024, 'it is larger than a request may be');
    await duplicate(app, 'Large');
    await expect(messages(app)).toContainText('“Large copy” is among your drawings.');
    const [copy] = (await storedList(app)).filter((entry) => entry.id !== id);
    assert.equal(copy?.title, 'Large copy');
    assert.deepStrictEqual(await storedStrokes(app, copy.id), strokes);
  });
});

const words = (count: number) => `${count.toLocaleString('en-SG')} drawings`;

/** To the trash, back with Undo, to the trash again, and restored there: all of them together. */
async function toTheTrashAndBack(page: Page, drawings: readonly Seed[]): Promise<void> {
  const chosen = drawings.slice(-MANY).toReversed();
  const ids = chosen.map(({ id }) => id).sort();
  const trashed = async () => (await storedList(page, true)).map(({ id }) => id).sort();
  const [first, last, next] = [chosen[0]!, chosen.at(-1)!, drawings.at(-MANY - 1)!];

  const choose = async () => {
    await select(page);
    await check(page, first.title).click();
    await page.keyboard.down('Shift');
    // One further than the last, and back: a range shrinks.
    for (let i = 0; i < MANY; i += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.up('Shift');
    await expect(check(page, last.title)).toBeFocused();
    await expect(bar(page)).toContainText(`${MANY} selected`);
    await expect(check(page, next.title)).not.toBeChecked();
    await bar(page).getByRole('button', { name: 'Trash', exact: true }).click();
  };
  await choose();
  await expect(messages(page)).toContainText(`${MANY} drawings are in the trash.`);
  await expect(count(page)).toHaveText(words(drawings.length - MANY));
  await expect(link(page, next.title)).toBeFocused();
  assert.deepEqual(await trashed(), ids);
  await messages(page).getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(count(page)).toHaveText(words(drawings.length));
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Saved on this device');
  assert.deepEqual(await trashed(), []);

  // What came back is the last changed: the same fifty stand first, in whatever order they came.
  await page.getByLabel('Sort by').selectOption('Created');
  await choose();
  await expect(messages(page)).toContainText(`${MANY} drawings are in the trash.`);
  await page.getByRole('tab', { name: 'In the trash', exact: true }).click();
  await expect(count(page)).toHaveText(`${MANY} drawings`);
  await page.keyboard.press('Control+a');
  await expect(bar(page)).toContainText(`${MANY} selected`);
  await bar(page).getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(messages(page)).toContainText(`${MANY} drawings are back among your drawings.`);
  await expect(page.getByText('Nothing in the trash.')).toBeVisible();
  assert.deepEqual(await trashed(), []);
  assert.equal((await storedList(page)).length, drawings.length);
  for (const { id, strokes } of [first, last]) assert.deepStrictEqual(await storedStrokes(page, id), strokes);
}

async function duplicate(page: Page, title: string): Promise<void> {
  const sheet = sheets(page).filter({ hasText: title });
  await sheet.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Duplicate', exact: true }).click();
}

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

/** The sheet of the row at the middle of the window: its number, where it is, and where its number says, px of the page. */
function sheetAt(page: Page): Promise<readonly [number, number, number] | null> {
  return page.evaluate(() => {
    const list = document.querySelector('ul.shelf');
    if (!list) return null;
    const { top, bottom } = list.getBoundingClientRect();
    const all = [...list.querySelectorAll('li')];
    const middle = Math.min(Math.max(innerHeight / 2, top + 1), bottom - 1);
    const gap = Number.parseFloat(getComputedStyle(list).rowGap);
    const sheet = all.find((one) => {
      const box = one.getBoundingClientRect();
      return box.top - gap <= middle && box.bottom + gap >= middle;
    });
    if (!sheet) return null;
    const columns = getComputedStyle(list).gridTemplateColumns.split(' ').length;
    const index = Number(sheet.getAttribute('aria-posinset')) - 1;
    const box = sheet.getBoundingClientRect();
    return [index, box.top, top + Math.floor(index / columns) * (box.height + gap)] as const;
  });
}

/** The store is too busy for this one drawing, as the API says it. */
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
