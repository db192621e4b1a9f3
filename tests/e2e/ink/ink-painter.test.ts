/** The painter of brushes in Chromium: the bytes that it gives in Node. */
import assert from 'node:assert/strict';
import { test } from 'playwright/test';
import { goldenDigests } from '../../support/painted/goldens.ts';
import { digestsInPage, painterPage } from '../../support/painted/painter-page.ts';

test('brush: strokes have the same bytes in Chromium as in Node', async ({ browser }) => {
  await using painter = await painterPage();
  const page = await browser.newPage();
  await page.goto(painter.url);
  assert.deepStrictEqual(await page.evaluate(digestsInPage), goldenDigests());
  await page.close();
});
