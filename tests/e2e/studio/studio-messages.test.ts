/**
 * Messages in the studio cover neither the dock, nor the bar of a selection and its handles, nor panels, nor a stamp.
 */

import assert from 'node:assert/strict';
import { shell } from '../../../src/app/words/en/shell.ts';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import { tools } from '../../../src/app/words/en/studio/tools.ts';
import { strokesBounds } from '../../../src/ink/geometry/bounds.ts';
import { ask } from '../../support/worker.ts';
import { expect, openApp, test, WITH_MOTION } from '../support/site.ts';
import { assertNoOverlap, box, WINDOWS } from '../support/studio/overlap.ts';
import { acknowledged, canvas, drawingId, newDrawing } from '../support/studio/studio.ts';
import { brushButton, colorButton, markButton, stroke } from '../support/studio/tools.ts';

test.use(WITH_MOTION);

test('studio: a message covers neither the dock nor the selection bar nor a panel', async ({ app }) => {
  await app.setViewportSize(WINDOWS['a phone']);
  await newDrawing(app);
  await stroke(app, [120, 240], [260, 260]);
  const id = await drawingId(app);
  // Before the air is read there is nothing to stamp.
  await expect(app.getByRole('link', { name: /PSI/ })).toContainText('no figure');
  await app.keyboard.press('a');
  const message = app.getByRole('list', { name: shell.messages }).getByRole('listitem').last();
  const { y } = await box(message);
  const written = strokesBounds((await acknowledged(app, id)).slice(1));
  assert.ok(written && written.maxY < y, 'the message lies over the stamp that it is about');
  await app.keyboard.press('n');
  // A message that has the focus keeps it.
  await message.getByRole('button', { name: shell.dismiss }).focus();
  await app.keyboard.press('Control+a');
  const dock = app.getByRole('toolbar', { name: tools.dock });
  const bar = app.getByRole('toolbar', { name: tools.selection });
  const map = app.getByRole('region', { name: studio.menu.map });
  for (const [where, size] of Object.entries(WINDOWS)) {
    await app.setViewportSize(size);
    await assertNoOverlap(app, where, { dock, bar, map });
    for (const button of [colorButton(app), markButton(app)]) {
      await button.dispatchEvent('click');
      await assertNoOverlap(app, where, { dock, panel: app.locator('.dock-panel') });
      await button.dispatchEvent('click');
    }
    // In the bar of a wide window.
    const turn = app.locator('.turn-button');
    if (!(await turn.isVisible())) continue;
    await turn.dispatchEvent('click');
    await assertNoOverlap(app, where, { dock, bar, panel: app.locator('.turn-tools.open') });
    await turn.dispatchEvent('click');
  }
  // The brush is in hand again, which ends the selection.
  await brushButton(app).dispatchEvent('click');
  for (const [where, size] of Object.entries(WINDOWS)) {
    await app.setViewportSize(size);
    await brushButton(app).dispatchEvent('click');
    await assertNoOverlap(app, where, { dock, panel: app.locator('.dock-panel') });
    await brushButton(app).dispatchEvent('click');
  }
});

test('studio: a message or a notice below the header covers no handle of a selection', async ({ app }) => {
  await app.setViewportSize(WINDOWS['a phone']);
  await newDrawing(app);
  await stroke(app, [120, 200], [260, 420]);
  const id = await drawingId(app);
  await acknowledged(app, id);
  await canvas(app).focus();
  await app.keyboard.press('Control+a');
  const turn = app.locator('.selection-turn');
  const free = await box(turn);
  await app.getByRole('toolbar', { name: tools.selection }).getByRole('button', { name: tools.turn }).click();
  await app.keyboard.press('Control+c');
  const message = app.getByRole('list', { name: shell.messages }).getByRole('listitem').last();
  const { y, height } = await box(message);
  assert.ok(y < free.y && free.y < y + height, 'the message comes to where the handle was');
  await assertNoOverlap(app, 'a phone', { 'handle that turns': turn });
  await message.getByRole('button', { name: shell.dismiss }).click();
  await expect.poll(() => box(turn)).toEqual(free);

  // Deleted by another page.
  const other = await app.context().newPage();
  await openApp(other, new URL(app.url()).origin);
  await ask(other, `/api/v1/drawings/${id}`, { method: 'DELETE' });
  await other.close();
  const notice = app.getByRole('region', { name: studio.trashedNow });
  await expect(notice).toBeVisible();
  await expect
    .poll(async () => {
      const [one, handle] = [await box(notice), await box(turn)];
      return handle.y >= one.y + one.height || handle.y + handle.height <= one.y;
    })
    .toBe(true);
});
