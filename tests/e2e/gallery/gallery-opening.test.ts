/** The first frames of a gallery with hundreds of drawings. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright/test';
import { drawings } from '../../../src/app/words/en/drawings.ts';
import { gallery } from '../../../src/app/words/en/gallery/gallery.ts';
import { shell } from '../../../src/app/words/en/shell.ts';
import { controlled } from '../../support/worker.ts';
import { cards, count, link, search } from '../support/gallery/gallery.ts';
import { seedDrawings, seeds } from '../support/gallery/many.ts';
import { expect, test, WITH_MOTION } from '../support/site.ts';

test.use(WITH_MOTION);

/** More than are in the page at once. */
const COUNT = 120;

/** Presses the link to the gallery. Returns the numbers of the cards in its first frame. */
function openGallery(page: Page): Promise<{ readonly seen: number[]; readonly all: number[] }> {
  return page.evaluate(async () => {
    const items = () => [...document.querySelectorAll<HTMLElement>('ul.drawing-grid > li')];
    document.querySelector<HTMLAnchorElement>('a[href="/"]')!.click();
    while (items().length === 0) await new Promise((resolve) => requestAnimationFrame(resolve));
    const number = (card: HTMLElement) => Number(card.ariaPosInSet);
    const isSeen = (card: HTMLElement) => card.getBoundingClientRect().top < innerHeight;
    return { seen: items().filter(isSeen).map(number), all: items().map(number) };
  });
}

test('gallery: the first frame has the visible rows on any screen, and others follow', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/settings`);
  await controlled(page);
  await seedDrawings(page, seeds(COUNT));
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 1280, height: 500 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto(`${site.url}/settings`);
    // The first time the height of rows is not known, the second time it is.
    for (let i = 0; i < 2; i++) {
      const { seen, all } = await openGallery(page);
      await expect(count(page)).toHaveText(drawings.count(COUNT));
      const row = await page.locator('ul.drawing-grid').evaluate((grid) => {
        return getComputedStyle(grid).gridTemplateColumns.split(' ').length;
      });
      assert.deepEqual(
        seen,
        seen.map((_, k) => k + 1),
        'there are holes between the cards that are seen',
      );
      assert.ok(all.length <= seen.length + row, `${all.length} cards for ${seen.length} that are seen`);
      const first = await cards(page).count();
      await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(Math.max(first, seen.length + row));
      await page.getByRole('link', { name: 'Settings' }).first().click();
      await page.getByRole('heading', { name: 'Settings' }).first().waitFor();
    }
  }
});

declare global {
  /** What the frames of somebody's first visit showed. */
  var visit: {
    skeletons: number;
    /** The places of New drawing. */
    readonly places: Set<string>;
    /** Elements that moved, from where to where. */
    readonly moved: string[];
    score: number;
  };
}

/** Runs in the page before anything else, and checks every frame. */
function followFrames(): void {
  const visit = { skeletons: 0, places: new Set<string>(), moved: [] as string[], score: 0 };
  globalThis.visit = visit;
  const at = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ');
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!('value' in entry && 'sources' in entry && Array.isArray(entry.sources))) continue;
      visit.score += Number(entry.value);
      for (const { node, previousRect, currentRect } of entry.sources) {
        const [from, to] = [at(previousRect), at(currentRect)];
        // Text whose font arrives must stay where it is.
        if (from !== to) visit.moved.push(`${node?.textContent?.slice(0, 40)}: ${from} to ${to}`);
      }
    }
  });
  observer.observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    visit.skeletons += document.querySelectorAll('.skeleton').length;
    for (const button of document.querySelectorAll('button')) {
      if (button.textContent === 'New drawing') visit.places.add(at(button.getBoundingClientRect()));
    }
    requestAnimationFrame(look);
  };
  look();
}

test('gallery: a new person sees the invitation at once, and nothing flashes or jumps', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(followFrames);
  await page.goto(`${site.url}/`);
  await expect(page.getByRole('main')).toContainText(/draw.*works offline.*air/s);
  await expect(page.getByRole('status').first()).toContainText('Saved on this device');
  await controlled(page);
  await page.evaluate(() => document.fonts.ready);
  const { skeletons, places, moved, score } = await page.evaluate(() => {
    return { ...globalThis.visit, places: [...globalThis.visit.places] };
  });
  assert.equal(skeletons, 0);
  assert.equal(places.length, 1, `New drawing stood at ${places.join(', ')}`);
  assert.deepEqual(moved, []);
  assert.ok(score < 0.005, `layout shift ${score}`);

  // Somebody who comes back sees the tools, and as many placeholders as there will be cards.
  await seedDrawings(page, seeds(3));
  await expect(cards(page)).toHaveCount(3);
  await page.reload();
  await expect(cards(page)).toHaveCount(3);
  assert.deepEqual(await page.evaluate(() => globalThis.visit.moved), []);
});

/** Elements that cover the middle of these buttons; empty if all can be pressed. */
function coversOf(buttons: readonly Element[]): string[] {
  const bar = document.querySelector('.places')!.getBoundingClientRect();
  // The navigation bar covers the foot of the window, where one scrolls on.
  const foot = bar.width > bar.height ? bar.top : innerHeight;
  return buttons.flatMap((button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (y < 0 || y > foot) return [];
    const there = document.elementFromPoint(x, y);
    return button.contains(there) ? [] : [there?.outerHTML.slice(0, 120) ?? 'nothing'];
  });
}

/** Expects nothing to cover these buttons, once the page is laid out for its window's current size. */
async function uncovered(buttons: Locator): Promise<void> {
  await expect.poll(() => buttons.evaluateAll(coversOf)).toEqual([]);
}

test('gallery: on a phone, upright or sideways, a new person sees at once how to begin, and Import fits', async ({
  app,
}) => {
  const begin = app.getByRole('button', { name: 'New drawing', exact: true });
  const words = app.getByRole('button', { name: shell.import, exact: true }).locator('span');
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
    { width: 667, height: 375 },
  ]) {
    await app.setViewportSize(viewport);
    await expect(begin).toBeInViewport({ ratio: 1 });
    await uncovered(begin);
    await expect(async () => {
      const [tabs, end] = [await app.getByRole('tablist').boundingBox(), await words.boundingBox()];
      assert.ok(tabs && end);
      assert.ok(
        Math.abs(tabs.x + tabs.width - end.x - end.width) <= 1,
        'Import ends elsewhere than the page',
      );
    }).toPass({ timeout: 15_000 });
  }
});

test('gallery: New drawing covers nothing on a phone, and stays visible with search and Select on a desktop', async ({
  app,
}) => {
  await seedDrawings(app, seeds(24));
  await expect(count(app)).toHaveText(drawings.count(24));
  await app.setViewportSize({ width: 390, height: 844 });
  const more = cards(app).getByRole('button', { name: gallery.more, exact: true });
  for (let scrolled = 0; scrolled < 600; scrolled += 60) {
    await app.evaluate((y) => scrollTo(0, y), scrolled);
    await uncovered(more);
  }
  await app.setViewportSize({ width: 1440, height: 900 });
  await app.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(cards(app).last()).toBeInViewport();
  for (const tool of [
    search(app),
    app.getByRole('button', { name: gallery.select, exact: true }),
    app.getByRole('button', { name: 'New drawing', exact: true }),
  ]) {
    await expect(tool).toBeInViewport({ ratio: 1 });
    await uncovered(tool);
  }
  // A card focused by keys is not hidden below the tools.
  await link(app, 'Kallang 1').focus();
  for (let i = 0; i < 5; i++) await app.keyboard.press('ArrowUp');
  const [card, tools] = [app.locator('li:focus-within'), app.locator('.gallery-tools')];
  await expect(async () => {
    const [top, foot] = [await card.boundingBox(), await tools.boundingBox()];
    assert.ok(top && foot && top.y >= foot.y + foot.height - 1, 'the tools lie over the card');
  }).toPass({ timeout: 15_000 });
});
