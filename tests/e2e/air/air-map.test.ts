import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright/test';
import { startAirServer } from '../support/air/air-server.ts';
import { expect, openApp, test } from '../support/site.ts';

/** A picture of the middle of a name's small letters, where the shore would run through them. */
async function middleOf(page: Page, name: Locator): Promise<Buffer> {
  await name.scrollIntoViewIfNeeded();
  const clip = await name.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { x, y, width, height } = range.getBoundingClientRect();
    return { x: x + 1, y: y + height * 0.45, width: width - 2, height: height * 0.25 };
  });
  return page.screenshot({ clip });
}

test.describe('air: the map', () => {
  test('the shore is interrupted under the names that lie over it, in light and dark', async ({ page }) => {
    await using air = await startAirServer();
    await openApp(page, air.server.url);
    await page.getByRole('link', { name: 'Air', exact: true }).click();
    await expect(page.locator('.mark')).toHaveCount(5);
    await page.evaluate(() => document.fonts.ready);
    const shore = page.locator('.map-outline path');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const region of ['east', 'south']) {
        const name = page.locator(`.mark[data-region=${region}] .mark-name`);
        const shown = await middleOf(page, name);
        await shore.evaluate((path) => path.style.setProperty('stroke', 'none'));
        const hidden = await middleOf(page, name);
        await shore.evaluate((path) => path.style.removeProperty('stroke'));
        assert.ok(shown.equals(hidden), `${region}, ${colorScheme}`);
      }
    }
  });
});
