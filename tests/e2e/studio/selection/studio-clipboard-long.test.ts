/** Copying and pasting a drawing that is nearly full. */
import assert from 'node:assert/strict';
import { clipboard as words } from '../../../../src/app/words/en/studio/clipboard.ts';
import { studio } from '../../../../src/app/words/en/studio/studio.ts';
import { realStrokes } from '../../../support/drawing/strokes.ts';
import { untilSharp } from '../../support/ink/ink-compare.ts';
import { storeLarge } from '../../support/ink/large.ts';
import { storedList, storedStrokes } from '../../support/ink/stored.ts';
import { expect, test } from '../../support/site.ts';
import { canvas, drawingId, newDrawing, openDrawing } from '../../support/studio/studio.ts';
import { moved, timeless } from '../../support/studio/tools.ts';

test('studio: nearly 20,000 strokes are copied, with a message meanwhile, and pasted into another drawing once', async ({
  app,
  site,
}) => {
  test.slow();
  await app.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const all = realStrokes(19_900);
  const full = await storeLarge(app, 'Full', all);
  await openDrawing(app, site.url, full);
  await untilSharp(app);
  await canvas(app).press('Control+a');
  await app.keyboard.press('Control+c');
  await expect(app.getByText(words.copying)).toBeVisible();
  await expect(app.getByText(words.copied(19_900))).toBeVisible({ timeout: 60_000 });
  await expect(app.getByText(words.copying)).toBeHidden();

  await app.getByRole('link', { name: studio.drawings }).click();
  await newDrawing(app);
  await app.keyboard.press('Control+v');
  await expect(app.getByText(words.pasted(19_900))).toBeVisible({ timeout: 60_000 });
  const id = await drawingId(app);
  const count = async () => (await storedList(app)).find((one) => one.id === id)?.strokeCount;
  await expect.poll(count, { timeout: 60_000 }).toBe(19_900);
  await app.keyboard.press('Control+v');
  await expect(app.getByText(`${words.notPasted} ${words.noRoom(19_900, 100)}`)).toBeVisible({
    timeout: 60_000,
  });
  const pasted = await storedStrokes(app, id);
  const [[x, y], [wasX, wasY]] = [pasted[0]!.points[0]!, all[0]!.points[0]!];
  // As JSON, which knows no -0.
  const expected: unknown = JSON.parse(JSON.stringify(timeless(moved(all, x - wasX, y - wasY))));
  assert.deepStrictEqual(timeless(pasted), expected);
});
