/** The painter of brushes in Chromium: the bytes that it gives in Node. */
import assert from 'node:assert/strict';
import { test } from 'playwright/test';
import { goldenDigests } from '../../support/painted/goldens.ts';
import { differencesInPage, digestsInPage, painterPage } from '../../support/painted/painter-page.ts';

test('brush: strokes have the same bytes in Chromium as in Node', async ({ browser }) => {
  await using painter = await painterPage();
  const page = await browser.newPage();
  await page.goto(painter.url);
  assert.deepStrictEqual(await page.evaluate(digestsInPage), goldenDigests());
  await page.close();
});

test('brush: the stroke being drawn has the pixels of the finished one, and leaves none', async ({
  browser,
}) => {
  await using painter = await painterPage();
  const page = await browser.newPage();
  await page.goto(painter.url);
  const differences = await page.evaluate(differencesInPage);
  assert.equal(Object.keys(differences).length, 21);
  assert.deepStrictEqual(new Set(Object.values(differences)), new Set([0]), JSON.stringify(differences));
  await page.close();
});
