import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { air } from '../../../src/app/words/en/air/air.ts';
import { sky } from '../../../src/app/words/en/air/sky.ts';
import { shell } from '../../../src/app/words/en/shell.ts';
import { stamp as words } from '../../../src/app/words/en/studio/stamp.ts';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import { tools } from '../../../src/app/words/en/studio/tools.ts';
import type { Stroke } from '../../../src/core/drawing/types.ts';
import { areaOf } from '../../../src/core/sky/place/areas.ts';
import { strokesBounds } from '../../../src/ink/geometry/bounds.ts';
import { inkLiesIn } from '../../../src/ink/view/in-sight.ts';
import { startAirServer } from '../support/air/air-server.ts';
import { storedStrokes } from '../support/ink/stored.ts';
import { expect, openApp, test } from '../support/site.ts';
import { assertWritten, expectedLines, expectedWeather } from '../support/studio/stamped.ts';
import {
  acknowledged,
  canvas,
  draw,
  drawAndSave,
  drawingId,
  newDrawing,
  paper,
} from '../support/studio/studio.ts';
import { moved, toolButton } from '../support/studio/tools.ts';

const INK = '#1f1b16';

/** Stamps by keyboard. Returns the strokes that were added to the drawing. */
async function stamp(page: Page, message: string, key = 'a'): Promise<readonly Stroke[]> {
  const before = /\/drawings\/[0-9a-f-]{36}$/.test(page.url())
    ? await storedStrokes(page, await drawingId(page))
    : [];
  await canvas(page).focus();
  await page.keyboard.press(key);
  await expect(page.getByRole('list', { name: shell.messages })).toContainText(message);
  const strokes = await acknowledged(page, await drawingId(page));
  assert.deepStrictEqual(strokes.slice(0, before.length), before);
  return strokes.slice(before.length);
}

/** Waits until the page knows the air. */
async function airIsRead(page: Page): Promise<void> {
  await expect(page.getByRole('link', { name: /PSI/ })).toContainText(/PSI \d+/);
}

test.describe('studio: the stamp of the air', () => {
  test('has both figures with their hours, in the chosen colour, on free paper, as one step of undo', async ({
    page,
  }) => {
    await using airServer = await startAirServer();
    await openApp(page, airServer.server.url);
    await newDrawing(page);
    await airIsRead(page);
    const drawn = await drawAndSave(page, 6);
    const lines = await expectedLines(page);
    assert.match(
      lines.join('\n'),
      /^Central, Singapore, \d+ \w+ \d+\n24-hour PSI \d+ .*\n1-hour PM2\.5 \d+ µg/,
    );
    await page.getByRole('radio', { name: tools.colors.brick }).focus();
    await page.keyboard.press('Space');
    const stamped = await stamp(page, words.added(air.regions.central));
    assertWritten(stamped, lines, '#bf3b2b');
    const block = strokesBounds(stamped);
    assert.ok(block);
    assert.deepEqual(
      drawn.filter((stroke) => inkLiesIn(stroke, block)),
      [],
    );
    const box = await canvas(page).boundingBox();
    assert.ok(box && block.minX >= 0 && block.maxX <= box.width && block.maxY <= box.height);

    assert.ok(box.width - block.maxX >= 20 && box.height - block.maxY >= 20, 'not at the edge of the screen');

    const id = await drawingId(page);
    await page.reload();
    await page.getByRole('toolbar').getByRole('button', { name: 'Undo', exact: true }).click();
    assert.deepStrictEqual(await acknowledged(page, id), drawn);
    await page.getByRole('button', { name: 'Redo', exact: true }).click();
    assert.deepStrictEqual(await acknowledged(page, id), [...drawn, ...stamped]);
  });

  test('avoids a corner with strokes', async ({ page }) => {
    await using airServer = await startAirServer();
    await openApp(page, airServer.server.url);
    await newDrawing(page);
    await airIsRead(page);
    const box = await canvas(page).boundingBox();
    assert.ok(box);
    const corner = [
      [box.width - 60, box.height - 60],
      [box.width - 160, box.height - 90],
    ] as const;
    await draw(page, [{ points: corner, pressure: undefined }], { device: 'mouse' });
    const id = await drawingId(page);
    const [inCorner] = await acknowledged(page, id);
    assert.ok(inCorner);
    const first = strokesBounds(await stamp(page, words.added(air.regions.central)));
    assert.ok(first && first.maxX < box.width - 160, 'not in the corner that is taken');
    assert.ok(!inkLiesIn(inCorner, first));
    // The first stamp is ink too.
    const all = await storedStrokes(page, id);
    const second = strokesBounds(await stamp(page, words.added(air.regions.central)));
    assert.ok(second);
    assert.deepEqual(
      all.filter((stroke) => inkLiesIn(stroke, second)),
      [],
    );
  });

  test('is selected and can be moved; Undo in the message removes it; afterwards the former tool is back', async ({
    page,
  }) => {
    await using airServer = await startAirServer();
    await openApp(page, airServer.server.url);
    await newDrawing(page);
    await airIsRead(page);
    const drawn = await drawAndSave(page, 2, { device: 'mouse' });
    const id = await drawingId(page);
    await page.keyboard.press('m');
    const stamped = await stamp(page, words.added(air.regions.central));
    const bar = page.getByRole('toolbar', { name: tools.selection });
    await expect(bar).toContainText(tools.selected(stamped.length));
    const message = page.getByRole('list', { name: shell.messages }).getByRole('listitem');
    await message.getByRole('button', { name: 'Undo', exact: true }).click();
    assert.deepStrictEqual(await acknowledged(page, id), drawn);
    await expect(bar).toHaveCount(0);
    const marker = toolButton(page, tools.names.marker);
    await expect(marker).toHaveAttribute('aria-pressed', 'true');

    const again = await stamp(page, words.added(air.regions.central));
    const { x, y } = await canvas(page)
      .boundingBox()
      .then((one) => one ?? assert.fail());
    const block = strokesBounds(again);
    assert.ok(block);
    const [left, top] = [x + (block.minX + block.maxX) / 2, y + (block.minY + block.maxY) / 2];
    await page.mouse.move(left, top);
    await page.mouse.down();
    await page.mouse.move(left - 120, top - 80, { steps: 6 });
    await page.mouse.up();
    const there = (await acknowledged(page, id)).slice(drawn.length);
    assert.deepStrictEqual(there, moved(again, -120, -80));
    // Undo would now undo the move.
    await expect(message).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(bar).toHaveCount(0);
    await expect(marker).toHaveAttribute('aria-pressed', 'true');
  });

  test('marks delayed figures, each with its own hour', async ({ page }) => {
    await using airServer = await startAirServer();
    airServer.upstream.setFault('both', 'frozen');
    await openApp(page, airServer.server.url);
    await newDrawing(page);
    await expect(page.getByRole('link', { name: /PSI/ })).toContainText('Delayed');
    const lines = await expectedLines(page);
    assert.equal(lines.filter((line) => line.startsWith(words.written.late(''))).length, 2);
    assertWritten(await stamp(page, words.addedLate(air.regions.central)), lines, INK);
  });

  test('says if one figure is missing, and has no number if both are', async ({ page }) => {
    await using airServer = await startAirServer();
    airServer.upstream.setFault('pm25', '500');
    await openApp(page, airServer.server.url);
    await newDrawing(page);
    await airIsRead(page);
    const lines = await expectedLines(page);
    assert.equal(lines.at(-1), words.written.noFigure(air.metrics.pm25));
    assertWritten(await stamp(page, words.addedPartly(air.regions.central)), lines, INK);
  });

  test('has only region and date without any reading, by a tap on a phone, offline', async ({
    browser,
    site,
  }) => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      timezoneId: 'Asia/Singapore',
    });
    const page = await context.newPage();
    await openApp(page, site.url);
    await newDrawing(page);
    await expect(page.getByRole('link', { name: /PSI/ })).toContainText('PSI –');
    await site.offline(context);
    // Menus open over the map.
    await page.getByRole('button', { name: studio.more, exact: true }).tap();
    await page.getByRole('button', { name: studio.menu.map }).tap();
    await expect(page.locator('.small-map')).toBeVisible();
    await page.getByRole('button', { name: studio.more, exact: true }).tap();
    await page.getByRole('button', { name: studio.menu.stamp }).tap();
    await expect(page.getByRole('list', { name: shell.messages })).toContainText(words.addedWithout);
    const stamped = await acknowledged(page, await drawingId(page));
    const lines = await expectedLines(page);
    assert.deepEqual(lines.slice(1), [words.written.noFigures]);
    assertWritten(stamped, lines, INK);
    const block = strokesBounds(stamped);
    assert.ok(block && block.minX >= 0 && block.maxX <= 390);
    // Away from the dock.
    const area = await paper(page);
    assert.ok(block.maxY < area.y + area.height + 844 * 0.25);
    await context.close();
  });
});

test.describe('studio: the stamp of the weather', () => {
  test('asks for a town, and then has what is known there, and of the rest that it is not', async ({
    page,
  }) => {
    await using airServer = await startAirServer();
    airServer.upstream.setWeather('storm');
    airServer.upstream.setFault('sky', '500');
    airServer.upstream.setFault('lightning', null);
    await openApp(page, airServer.server.url);
    await newDrawing(page);
    await canvas(page).focus();
    await page.keyboard.press('Shift+A');
    const messages = page.getByRole('list', { name: shell.messages });
    await expect(messages).toContainText(words.noTown);
    await messages.getByRole('button', { name: sky.chooseTown }).click();
    await page.getByRole('combobox', { name: sky.town }).selectOption('Bishan');
    await expect(page.getByRole('region', { name: sky.title })).toContainText(/lightning [\d.]+ km away/);
    await page.goBack();

    const bishan = areaOf('bishan');
    await expect(page.locator('.plan-note')).toContainText(/lightning [\d.]+ km away/);
    const stamped = await stamp(page, words.addedWeatherPartly(bishan.name), 'Shift+A');
    const lines = await expectedWeather(page, bishan);
    assert.match(lines.join(' | '), /^Bishan, Singapore, .* \| Rain: not known \| Lightning [\d.]+ km away/);
    assertWritten(stamped, lines, INK);
  });
});
