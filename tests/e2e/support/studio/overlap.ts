/** Where messages lie, in windows of every shape. */

import assert from 'node:assert/strict';
import { expect, type Locator, type Page } from 'playwright/test';
import { shell } from '../../../../src/app/words/en/shell.ts';

export const WINDOWS = {
  'a phone': { width: 390, height: 844 },
  'a small phone': { width: 320, height: 568 },
  'a phone on its side': { width: 844, height: 390 },
  'a tablet': { width: 820, height: 1180 },
  'a small window': { width: 780, height: 700 },
  'a desktop': { width: 1440, height: 900 },
};

/** The box of an element on the screen, px, once it is visible. */
export async function box(what: Locator) {
  await expect(what).toBeVisible();
  const found = await what.boundingBox();
  assert.ok(found);
  return found;
}

/**
 * Fails if the two overlap, or if the message is not wholly in the window, once the page is laid out for it.
 */
export async function assertNoOverlap(
  page: Page,
  where: string,
  names: Readonly<Record<string, Locator>>,
): Promise<void> {
  const last = page.getByRole('list', { name: shell.messages }).getByRole('listitem').last();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await expect(async () => {
    const message = await box(last);
    const inside = message.x >= 0 && message.x + message.width <= width && message.y >= 0;
    assert.ok(inside && message.y + message.height <= height, `the message lies within ${where}`);
    for (const [name, locator] of Object.entries(names)) {
      const other = await box(locator);
      const beside = message.x + message.width <= other.x || other.x + other.width <= message.x;
      const above = message.y + message.height <= other.y || other.y + other.height <= message.y;
      assert.ok(beside || above, `on ${where} the message lies over the ${name}`);
    }
  }).toPass({ timeout: 15_000 });
}
