import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { drawings } from '../../../src/app/words/en/drawings.ts';
import { exporting } from '../../../src/app/words/en/exporting.ts';
import { shell } from '../../../src/app/words/en/shell.ts';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import { limitSize } from '../../../src/app/words/format.ts';
import {
  BODY_MAX,
  DRAWING_MAX,
  POINTS_MAX,
  STROKES_MAX,
  STROKES_SIZE_MAX,
} from '../../../src/core/drawing/limits.ts';
import type { Point, Stroke } from '../../../src/core/drawing/types.ts';
import { inkLiesIn } from '../../../src/ink/view/in-sight.ts';
import { realStrokes } from '../../support/drawing/strokes.ts';
import { placed, sha256 } from '../../support/underlay/photos.ts';
import { cameraOf, untilSharp } from '../support/ink/ink-compare.ts';
import { addStrokes, storeLarge } from '../support/ink/large.ts';
import { assertStored, stored, storedList } from '../support/ink/stored.ts';
import { expect, test } from '../support/site.ts';
import { givePhoto, keptPhoto, madePhoto, photoOnPaper } from '../support/studio/photos.ts';
import { acknowledged, canvas, drawingId, drawReal, openDrawing, saved } from '../support/studio/studio.ts';

/** Opening, saving and exporting 20,000 real strokes on a busy machine. */
const SLOW = 60_000;

const messages = (page: Page) => page.getByRole('list', { name: shell.messages });
const onward = (page: Page) =>
  page.getByRole('region', { name: studio.full }).getByRole('button', { name: studio.continueInCopy });

async function waitForStrokes(page: Page, count: number): Promise<void> {
  await expect(page.locator('#canvas-words')).toContainText(`${drawings.strokes(count)}.`, {
    timeout: SLOW,
  });
}

/** Title and strokes of the file that Export as JSON makes. */
async function exported(
  page: Page,
): Promise<{ readonly title: string; readonly strokes: readonly Stroke[] }> {
  const downloaded = page.waitForEvent('download', { timeout: SLOW });
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('radio', { name: exporting.formats.json.label }).check();
  await page.getByRole('button', { name: exporting.save, exact: true }).click();
  const { title, strokes } = JSON.parse(readFileSync(await (await downloaded).path(), 'utf8'));
  return { title, strokes };
}

test.describe('studio: a full drawing', () => {
  test.setTimeout(240_000);

  // One test: storing and opening so many strokes takes most of the time.
  test('larger than one request, it can be opened, edited, undone and exported, warns at 16,000 and 19,000 strokes, accepts 20,000, and offers to continue in a new one', async ({
    app,
    site,
  }) => {
    const ink = realStrokes(STROKES_MAX);
    const large = ink.slice(0, 15_999);
    const id = await storeLarge(app, 'Esplanade', large);
    await assertStored(app, id, large);
    await openDrawing(app, site.url, id);
    await untilSharp(app, SLOW);
    await waitForStrokes(app, 15_999);
    await expect(messages(app)).not.toContainText(studio.strokesLeft(4_001));
    await drawReal(app, 1);
    await expect(messages(app)).toContainText(studio.strokesLeft(4_000));
    await saved(app);

    // Another page draws on it meanwhile; this one follows, and counts on from there.
    await addStrokes(app, id, ink.slice(15_999, 18_998));
    await waitForStrokes(app, 18_999);
    await drawReal(app, 1);
    await expect(messages(app)).toContainText(studio.strokesLeft(1_000));
    await saved(app);
    await addStrokes(app, id, ink.slice(18_998, 19_997));
    await waitForStrokes(app, 19_999);
    await expect(onward(app)).toHaveCount(0);
    await drawReal(app, 1);
    await expect(onward(app)).toBeVisible();
    const all = await acknowledged(app, id);
    assert.equal(all.length, STROKES_MAX);
    assert.deepStrictEqual(all.slice(0, large.length), large);
    assert.ok(JSON.stringify(all).length > 1.5 * BODY_MAX);

    // New ink is refused with a message, and nothing that was there is lost.
    await drawReal(app, 2);
    await expect(messages(app)).toContainText(studio.notTaken);
    await saved(app);
    await assertStored(app, id, all);

    // Undo makes room, and the message goes.
    await app.keyboard.press('Control+z');
    await expect(onward(app)).toHaveCount(0);
    await saved(app);
    await assertStored(app, id, all.slice(0, -1));
    await app.keyboard.press('Control+Shift+Z');
    await expect(onward(app)).toBeVisible();
    await saved(app);
    await assertStored(app, id, all);

    await app.getByRole('textbox', { name: studio.title }).fill('Esplanade by night');
    await app.keyboard.press('Enter');
    await saved(app);
    await expect.poll(async () => (await storedList(app))[0]?.title).toBe('Esplanade by night');
    assert.equal((await stored(app, id)).title, 'Esplanade by night');
    assert.deepEqual(await exported(app), { title: 'Esplanade by night', strokes: all });

    // Continues in a copy of the visible part, in the same place.
    await canvas(app).focus();
    for (let i = 0; i < 8; i += 1) await app.keyboard.press('+');
    const camera = await cameraOf(app, id);
    const box = await canvas(app).boundingBox();
    assert.ok(box);
    await onward(app).click();
    await expect(app.getByRole('textbox', { name: studio.title })).toHaveValue('Esplanade by night (2)');
    await app.waitForURL((url) => url.pathname.startsWith('/drawings/') && !url.pathname.endsWith(id));
    const copy = await drawingId(app);
    const carried = await acknowledged(app, copy);
    assert.ok(carried.length > 0 && carried.length <= 15_000, `${carried.length} strokes came along`);
    const view = {
      minX: camera.x,
      minY: camera.y,
      maxX: camera.x + box.width / camera.zoom,
      maxY: camera.y + box.height / camera.zoom,
    };
    const whole = all.filter((stroke) => inkLiesIn(stroke, view));
    // The copy has what was visible beside the bars, in its order.
    assert.ok(carried.length <= whole.length && carried.length > whole.length / 2);
    assert.deepStrictEqual(carried, inOrder(all, carried));
    await untilSharp(app, SLOW);
    assert.deepEqual(await cameraOf(app, copy), camera);
    await drawReal(app, 1);
    const on = await acknowledged(app, copy);
    assert.deepStrictEqual(on.slice(0, -1), carried);
    assert.equal(on.length, carried.length + 1);
    await assertStored(app, id, all);
    const titles = (await storedList(app)).map(({ title }) => title);
    assert.deepEqual(titles.toSorted(), ['Esplanade by night', 'Esplanade by night (2)']);
  });
});

/** The longest stroke, with more digits than a pen produces. */
function longStroke(n: number): Stroke {
  const points = Array.from(
    { length: POINTS_MAX },
    (_, i): Point => [(i % 600) + n / 7, (i % 400) + i / 3e5],
  );
  return { tool: 'pen', color: '#1b1b1f', size: 2, points };
}

const MB = 1024 * 1024;

/** Long strokes of so many bytes together, or a little less. */
function upTo(bytes: number): Stroke[] {
  const strokes: Stroke[] = [];
  for (let left = bytes; ; ) {
    const stroke = longStroke(strokes.length);
    left -= JSON.stringify(stroke).length + 1;
    if (left < 0) return strokes;
    strokes.push(stroke);
  }
}

test.describe('studio: a drawing at the limit of bytes', () => {
  test.setTimeout(240_000);

  test('opens, refuses another stroke with a message, and offers to continue in a new one, which has the photo', async ({
    app,
    site,
  }) => {
    const long = upTo(STROKES_SIZE_MAX - MB / 2);
    const id = await storeLarge(app, 'Esplanade', long, 12);
    const photo = await madePhoto(app);
    const underlay = placed(sha256(photo), { width: 400, height: 300 });
    await givePhoto(app, id, photo, underlay);
    await openDrawing(app, site.url, id);
    await expect(photoOnPaper(app)).toHaveClass(/seen/);
    await waitForStrokes(app, long.length);
    await expect(app.getByRole('region', { name: studio.full })).toContainText(
      studio.fullSize(limitSize(DRAWING_MAX)),
    );
    await drawReal(app, 1);
    await expect(messages(app)).toContainText(studio.notTaken);
    await waitForStrokes(app, long.length);

    await onward(app).click();
    await expect(app.getByRole('textbox', { name: studio.title })).toHaveValue('Esplanade (2)');
    await drawReal(app, 1);
    const copy = await drawingId(app);
    assert.notEqual(copy, id);
    assert.ok((await acknowledged(app, copy)).length >= 1);
    await expect(photoOnPaper(app)).toHaveClass(/seen/);
    await expect.poll(async () => (await stored(app, copy)).underlay).toEqual(underlay);
    assert.deepEqual((await keptPhoto(app, copy)).bytes, photo);
  });
});

/** The strokes of `all` that are in `some`, in the order of `all`. */
function inOrder(all: readonly Stroke[], some: readonly Stroke[]): Stroke[] {
  const wanted = new Set(some.map((stroke) => JSON.stringify(stroke)));
  return all.filter((stroke) => wanted.has(JSON.stringify(stroke)));
}
