/** What stands in the page when the gallery of hundreds of drawings is first seen. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { controlled } from '../support/worker.ts';
import { count, sheets } from './support/gallery.ts';
import { seedDrawings, seeds } from './support/many.ts';
import { expect, test } from './support/site.ts';

/** More than all stand in the page at once. */
const COUNT = 120;

/** Presses the link to the gallery; answers the numbers of the sheets that its first frame shows. */
function openGallery(page: Page): Promise<{ readonly seen: number[]; readonly all: number[] }> {
  return page.evaluate(async () => {
    const shelf = () => [...document.querySelectorAll<HTMLElement>('ul.shelf > li')];
    document.querySelector<HTMLAnchorElement>('a[href="/"]')!.click();
    while (shelf().length === 0) await new Promise((resolve) => requestAnimationFrame(resolve));
    const number = (sheet: HTMLElement) => Number(sheet.ariaPosInSet);
    const isSeen = (sheet: HTMLElement) => sheet.getBoundingClientRect().top < innerHeight;
    return { seen: shelf().filter(isSeen).map(number), all: shelf().map(number) };
  });
}

test('gallery: its first frame has the rows that are seen, on a screen of any size, and others follow', async ({
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
    // The first time nothing is known of its rows; the second time they are.
    for (let i = 0; i < 2; i++) {
      const { seen, all } = await openGallery(page);
      await expect(count(page)).toHaveText(`${COUNT} drawings`);
      const row = await page.locator('ul.shelf').evaluate((shelf) => {
        return getComputedStyle(shelf).gridTemplateColumns.split(' ').length;
      });
      assert.deepEqual(
        seen,
        seen.map((_, k) => k + 1),
        'there are holes between the sheets that are seen',
      );
      assert.ok(all.length <= seen.length + row, `${all.length} sheets for ${seen.length} that are seen`);
      const first = await sheets(page).count();
      await expect
        .poll(() => sheets(page).count())
        .toBeGreaterThanOrEqual(Math.max(first, seen.length + row));
      await page.getByRole('link', { name: 'Settings' }).first().click();
      await page.getByRole('heading', { name: 'Settings' }).first().waitFor();
    }
  }
});
