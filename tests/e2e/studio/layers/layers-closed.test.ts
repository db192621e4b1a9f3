/** What is pasted, stamped or imported where no layer takes ink. */
import { imports } from '../../../../src/app/words/en/import.ts';
import { shell } from '../../../../src/app/words/en/shell.ts';
import { clipboard } from '../../../../src/app/words/en/studio/clipboard.ts';
import { layers as words } from '../../../../src/app/words/en/studio/layers.ts';
import { BASE } from '../../../../src/core/drawing/members/layers.ts';
import type { Layer } from '../../../../src/core/drawing/types.ts';
import { importCard, LINE, pickFiles, svgFile } from '../../support/files.ts';
import { storeDrawing, untilSharp } from '../../support/ink/ink-compare.ts';
import { storedStrokes } from '../../support/ink/stored.ts';
import { expect, test } from '../../support/site.ts';
import { canvas, openDrawing, savedDrawing } from '../../support/studio/studio.ts';

test('layer: a paste, a stamp and a file are refused in words where every layer is hidden or locked, and a paste goes on once one is open', async ({
  app,
  site,
}) => {
  await app.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await savedDrawing(app, 2);
  await canvas(app).press('Control+a');
  await app.keyboard.press('Control+c');
  await expect(app.getByText(clipboard.copied(2))).toBeVisible();
  const top: Layer = { ...BASE, id: 'top', name: 'top' };
  for (const [closed, why, opens] of [
    [{ locked: true }, words.isLockedNow('top'), words.unlock],
    [{ visible: false }, words.isHidden('top'), words.show],
  ] as const) {
    const id = await storeDrawing(
      app,
      [],
      [
        { ...BASE, ...closed },
        { ...top, ...closed },
      ],
    );
    await openDrawing(app, site.url, id);
    await untilSharp(app);
    // The highest is the active one.
    const message = app.getByText(why, { exact: true });
    for (const key of ['Control+v', 'a', 'Shift+A']) {
      await canvas(app).press(key);
      await expect(message).toBeVisible();
      await app.getByRole('button', { name: shell.dismiss, exact: true }).click();
      await expect(message).toHaveCount(0);
    }
    await pickFiles(app, [svgFile('leaf.svg', LINE)]);
    await expect(importCard(app).getByText(`${imports.notImported} ${why}`)).toBeVisible();
    expect(await storedStrokes(app, id)).toEqual([]);
    await canvas(app).press('Control+v');
    await app.getByRole('button', { name: opens, exact: true }).click();
    await expect(message).toHaveCount(0);
    await canvas(app).press('Control+v');
    await expect(app.getByText(clipboard.pasted(2))).toBeVisible();
    await expect
      .poll(async () => (await storedStrokes(app, id)).map(({ layer }) => layer))
      .toEqual(['top', 'top']);
  }
});
