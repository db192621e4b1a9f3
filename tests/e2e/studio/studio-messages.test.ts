/**
 * Messages in the studio cover neither the dock, nor the bar of a selection, nor the dock's panels, nor a
 * stamp.
 */

import assert from 'node:assert/strict';
import { shell } from '../../../src/app/words/en/shell.ts';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import { tools } from '../../../src/app/words/en/studio/tools.ts';
import { strokesBounds } from '../../../src/ink/geometry/bounds.ts';
import { expect, test, WITH_MOTION } from '../support/site.ts';
import { assertNoOverlap, box, WINDOWS } from '../support/studio/overlap.ts';
import { acknowledged, drawingId, newDrawing } from '../support/studio/studio.ts';
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
