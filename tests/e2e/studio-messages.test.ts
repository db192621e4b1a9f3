/** Messages in the studio: over neither the dock, nor the bar of a selection, nor what the dock opens, nor a stamp. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright/test';
import { strokesBounds } from '../../src/ink/bounds.ts';
import { expect, test } from './support/site.ts';
import { acknowledged, drawingId, newDrawing } from './support/studio.ts';
import { stroke } from './support/tools.ts';

const WINDOWS = {
  'a phone': { width: 390, height: 844 },
  'a small phone': { width: 320, height: 568 },
  'a phone on its side': { width: 844, height: 390 },
  'a tablet': { width: 820, height: 1180 },
  'a small window': { width: 780, height: 700 },
  'a desktop': { width: 1440, height: 900 },
};

async function box(what: Locator) {
  await expect(what).toBeVisible();
  const found = await what.boundingBox();
  assert.ok(found);
  return found;
}

/** Fails when they share a pixel, or when the message is not wholly in the window. */
async function apart(page: Page, where: string, names: Readonly<Record<string, Locator>>): Promise<void> {
  const message = await box(page.getByRole('list', { name: 'Messages' }).getByRole('listitem').last());
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const inside = message.x >= 0 && message.x + message.width <= width && message.y >= 0;
  assert.ok(inside && message.y + message.height <= height, `the message lies within ${where}`);
  for (const [name, locator] of Object.entries(names)) {
    const other = await box(locator);
    const beside = message.x + message.width <= other.x || other.x + other.width <= message.x;
    const above = message.y + message.height <= other.y || other.y + other.height <= message.y;
    assert.ok(beside || above, `on ${where} the message lies over the ${name}`);
  }
}

test('studio: a message covers neither the dock, nor the bar of a selection, nor what the dock opens', async ({
  app,
}) => {
  await app.setViewportSize(WINDOWS['a phone']);
  await newDrawing(app);
  await stroke(app, [120, 240], [260, 260]);
  const id = await drawingId(app);
  await app.keyboard.press('a');
  const message = app.getByRole('list', { name: 'Messages' }).getByRole('listitem').last();
  const { y } = await box(message);
  const written = strokesBounds((await acknowledged(app, id)).slice(1));
  assert.ok(written && written.maxY < y, 'the message lies over the stamp that it is about');
  await app.keyboard.press('n');
  // Whoever has the focus in a message keeps it.
  await message.getByRole('button', { name: 'Dismiss' }).focus();
  await app.keyboard.press('Control+a');
  const dock = app.getByRole('toolbar', { name: 'Drawing tools' });
  const bar = app.getByRole('toolbar', { name: 'Selection' });
  const map = app.getByRole('region', { name: 'Where you are' });
  for (const [where, size] of Object.entries(WINDOWS)) {
    await app.setViewportSize(size);
    await apart(app, where, { dock, bar, map });
    const ink = app.getByRole('button', { name: /^Colour and size/ });
    if (!(await ink.isVisible())) continue;
    await ink.dispatchEvent('click');
    await apart(app, where, { dock, panel: app.locator('.dock .panel.open') });
    await ink.dispatchEvent('click');
  }
});
