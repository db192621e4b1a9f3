/** The studio printed: the paper as it is in sight, on one sheet, and nothing of what floats over it. */
import type { Page } from 'playwright/test';
import { papers } from '../../../../src/app/words/en/studio/papers.ts';
import { studio } from '../../../../src/app/words/en/studio/studio.ts';
import { untilSharp } from '../../support/ink/ink-compare.ts';
import { expect, test } from '../../support/site.ts';
import { addPhoto, photoOnPaper } from '../../support/studio/photos.ts';
import { canvas, drawReal, newDrawing } from '../../support/studio/studio.ts';

/** What of the page would be printed beside the paper. */
function printedBeside(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((one) => !one.closest('.canvas') || one.matches('[class^=selection-]'))
      .filter((one) => !one.querySelector('.canvas'))
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .filter((one) => one.getClientRects().length > 0)
      .map((one) => one.outerHTML.slice(0, 80)),
  );
}

function pixelsOfInk(page: Page): Promise<string> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLCanvasElement>('.canvas canvas')].map((one) => one.toDataURL()).join(),
  );
}

test('print: the paper in sight with its photo, whole on one sheet that lies as it does, without dock and panels', async ({
  app,
}) => {
  await newDrawing(app);
  await drawReal(app, 2);
  await app.getByRole('button', { name: studio.more, exact: true }).click();
  await app.getByRole('radio', { name: papers.names.night, exact: true }).check({ force: true });
  await app.keyboard.press('Escape');
  await addPhoto(app);
  await app.keyboard.press('Escape');
  await app.keyboard.press('Control+a');
  await expect(app.locator('.selection-frame')).toBeVisible();
  expect((await printedBeside(app)).length).toBeGreaterThan(20);
  await untilSharp(app);
  let before = '';
  // The pictures of what is selected come after its frame.
  await expect
    .poll(async () => {
      const last = before;
      before = await pixelsOfInk(app);
      return before === last;
    })
    .toBe(true);

  await app.emulateMedia({ media: 'print' });
  expect(await printedBeside(app)).toEqual([]);
  await expect(canvas(app)).toBeVisible();
  await expect(photoOnPaper(app)).toBeVisible();
  await expect(canvas(app)).toHaveCSS('print-color-adjust', 'exact');
  await app.emulateMedia({ media: null });

  const sheet = (await app.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(sheet.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  const [, wide, high] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(sheet)!.map(Number);
  expect(wide).toBeGreaterThan(high!);
  // The screen is as it was.
  await expect.poll(async () => (await pixelsOfInk(app)) === before).toBe(true);
  await expect(app.getByRole('button', { name: studio.more, exact: true })).toBeVisible();
});

test('print: white paper is that of the sheet, also under a pattern, and lies in its middle', async ({
  app,
}) => {
  await newDrawing(app);
  await drawReal(app, 1);
  await app.getByRole('button', { name: studio.more, exact: true }).click();
  await app.getByRole('radio', { name: papers.patterns.grid, exact: true }).check({ force: true });
  await app.keyboard.press('Escape');
  const pattern = app.locator('.paper-pattern');
  await expect(pattern).toHaveCSS('opacity', '0.2');
  await app.emulateMedia({ media: 'print' });
  await app.evaluate(() => dispatchEvent(new Event('beforeprint')));
  for (const paper of [canvas(app), app.locator('.studio'), app.locator('html')]) {
    await expect(paper).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    await expect(paper).toHaveCSS('print-color-adjust', 'economy');
  }
  const { width, height, left, top } = await app.locator('.studio').evaluate((studio) => {
    const { left, top, right, bottom } = studio.getBoundingClientRect();
    return {
      width: right - left,
      height: bottom - top,
      left: left + right - innerWidth,
      top: top + bottom - innerHeight,
    };
  });
  expect(Math.max(width / 945, height / 680)).toBeCloseTo(1, 2);
  expect(Math.max(Math.abs(left), Math.abs(top))).toBeLessThan(2);
  await app.emulateMedia({ media: null });
  // A pattern is to measure a photo by, not to hide it.
  await app.getByRole('button', { name: studio.more, exact: true }).click();
  await app.getByRole('radio', { name: papers.names.toned, exact: true }).check({ force: true });
  await app.keyboard.press('Escape');
  await expect(pattern).toHaveCSS('opacity', '0.22');
  await addPhoto(app);
  await expect(pattern).toHaveCSS('opacity', '0.2');
});
