import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { crash } from '../support/crash.ts';
import { assertDrawn, realSamples } from '../support/ink/samples.ts';
import { storedStrokes } from '../support/ink/stored.ts';
import { expect, test } from '../support/site.ts';
import {
  acknowledged,
  canvas,
  draw,
  drawAndSave,
  drawingId,
  drawReal,
  newDrawing,
  paper,
} from '../support/studio/studio.ts';

declare global {
  /** Passes the description of the canvas to the test. */
  var heard: (words: string) => void;
}

/** Follows how many strokes the canvas reports as saved, in its description for screen readers. */
async function followSaved(page: Page): Promise<() => number> {
  let most = 0;
  await page.exposeFunction('heard', (words: string) => {
    const strokes = /^(\d+) strokes?\..*Saved on this device/.exec(words)?.[1];
    most = Math.max(most, Number(strokes ?? 0));
  });
  await canvas(page).evaluate((element) => {
    const words = document.getElementById(element.getAttribute('aria-describedby') ?? '');
    const tell = () => globalThis.heard(words?.textContent ?? '');
    if (words)
      new MutationObserver(tell).observe(words, { childList: true, characterData: true, subtree: true });
  });
  return () => most;
}

test.describe('studio: the page crashes', () => {
  test('during a stroke: only the stroke being drawn is missing', async ({ app }) => {
    await newDrawing(app);
    const saved = await drawAndSave(app, 6);
    const id = await drawingId(app);
    await drawReal(app, 1, { lift: false });

    const page = await crash(app);
    await expect(canvas(page)).toBeVisible();
    assert.deepStrictEqual(await storedStrokes(page, id), saved);
    const more = await drawAndSave(page, 2);
    assert.deepStrictEqual(more.slice(0, 6), saved);
  });

  test('repeatedly, when the pen lifts: at most the last stroke is missing', async ({ app }) => {
    await newDrawing(app);
    await drawReal(app, 1);
    const id = await drawingId(app);
    let page = app;
    let losses = 0;
    for (let round = 0; round < 4; round += 1) {
      await drawReal(page, 2);
      const kept = await acknowledged(page, id);
      const last = await drawReal(page, 1);
      page = await crash(page);
      await expect(canvas(page)).toBeVisible();
      const strokes = await storedStrokes(page, id);
      assert.deepStrictEqual(strokes.slice(0, kept.length), kept);
      if (strokes.length === kept.length) losses += 1;
      else assertDrawn(strokes, last, kept.length);
    }
    assert.equal((await storedStrokes(page, id)).length, 1 + 4 * 3 - losses);
  });

  test('during fast drawing: everything shown as saved is there, once and unchanged', async ({ app }) => {
    await newDrawing(app);
    const before = await drawAndSave(app, 1);
    const id = await drawingId(app);
    const saidSaved = await followSaved(app);
    const samples = realSamples(12, await paper(app));
    // Never resolves: the page is gone.
    void draw(app, samples).catch(() => {});
    await expect.poll(saidSaved, { intervals: [1] }).toBeGreaterThan(5);
    const page = await crash(app);
    await expect(canvas(page)).toBeVisible();
    const strokes = await storedStrokes(page, id);
    assert.ok(
      strokes.length >= saidSaved(),
      `${strokes.length} of ${saidSaved()} that were said to be saved`,
    );
    assert.deepStrictEqual(strokes.slice(0, 1), before);
    assertDrawn(strokes, samples.slice(0, strokes.length - 1), 1);
  });
});
