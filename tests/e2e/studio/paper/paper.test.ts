/** What a drawing is drawn on: chosen, kept, shown everywhere, sent to other devices and into files. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { PAPERS } from '../../../../src/app/paper/papers.ts';
import { exporting } from '../../../../src/app/words/en/exporting.ts';
import { papers as words } from '../../../../src/app/words/en/studio/papers.ts';
import { studio } from '../../../../src/app/words/en/studio/studio.ts';
import type { Drawing } from '../../../../src/core/drawing/types.ts';
import { realStrokes } from '../../../support/drawing/strokes.ts';
import { ask } from '../../../support/worker.ts';
import { exportAs } from '../../support/files.ts';
import { holdStrokes, holdStudio } from '../../support/ink/held.ts';
import { storeDrawing } from '../../support/ink/ink-compare.ts';
import { keptView, spoilView, untilKept } from '../../support/ink/kept-views.ts';
import { expect, openApp, test } from '../../support/site.ts';
import {
  acknowledged,
  canvas,
  drawingId,
  drawReal,
  newDrawing,
  openDrawing,
} from '../../support/studio/studio.ts';
import { drawNew, openSynced, syncNow } from '../../support/sync.ts';

declare global {
  /** Colour of the paper under the pixels that the page showed before the app had loaded. */
  var earlyPaper: string | undefined;
}

const { night, toned } = PAPERS;
const NIGHT = 'rgb(29, 35, 47)';
const TONED = 'rgb(200, 182, 152)';
const WHITE = 'rgb(255, 253, 248)';
const CHALK = '#f3ece0';
const INK = '#1f1b16';

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: studio.more, exact: true }).click();
  const choice = page.getByRole('radio', { name, exact: true });
  await choice.check({ force: true });
  await expect(choice).toBeChecked();
  await page.keyboard.press('Escape');
}

async function stored(page: Page, id: string): Promise<Drawing> {
  return JSON.parse((await ask(page, `/api/v1/drawings/${id}`)).text);
}

async function expectPaper(page: Page, color: string): Promise<void> {
  await expect(canvas(page)).toHaveCSS('background-color', color);
}

async function expectStored(page: Page, id: string, paper: Drawing['paper']): Promise<void> {
  await expect.poll(async () => (await stored(page, id)).paper).toEqual(paper);
}

function card(page: Page, id: string) {
  return page.locator(`[data-id="${id}"] .paper`);
}

test('paper: night stays with a drawing, in the studio and the gallery, offline and after a reload', async ({
  app,
  site,
}) => {
  await newDrawing(app);
  await drawReal(app, 1);
  const id = await drawingId(app);
  await acknowledged(app, id);
  await expectPaper(app, WHITE);
  await choose(app, words.names.night);
  await expectPaper(app, NIGHT);
  await expectStored(app, id, night);
  // A change of the paper is a step of its own, before the stroke.
  await app.keyboard.press('Control+z');
  await expectPaper(app, WHITE);
  expect(await acknowledged(app, id)).toHaveLength(1);
  await app.keyboard.press('Control+z');
  await expect.poll(async () => (await stored(app, id)).strokes.length).toBe(0);
  for (const _ of ['stroke', 'paper']) await app.keyboard.press('Control+Shift+z');
  await expectPaper(app, NIGHT);
  await expectStored(app, id, night);
  await site.offline(app.context());
  await app.reload();
  await expectPaper(app, NIGHT);
  await choose(app, words.names.toned);
  await expectPaper(app, TONED);
  await expectStored(app, id, toned);
  await app.goto(`${site.url}/`);
  await expect(card(app, id)).toHaveCSS('background-color', TONED);
});

test('paper: a paper alone is no drawing, and is that of the first stroke', async ({ app, site }) => {
  await newDrawing(app);
  await choose(app, words.names.night);
  await expectPaper(app, NIGHT);
  await drawReal(app, 1);
  const id = await drawingId(app);
  const [stroke] = await acknowledged(app, id);
  // On night paper one begins with chalk, which is seen.
  expect(stroke?.color).toBe(CHALK);
  expect((await stored(app, id)).paper).toEqual(night);
  await app.goto(`${site.url}/drawings/new`);
  await choose(app, words.names.toned);
  await app.goto(`${site.url}/`);
  await expect(card(app, id)).toBeVisible();
  await expect(app.locator('[data-id]')).toHaveCount(1);
});

/** Pixels of a picture that are not bare paper. */
async function inked(page: Page, png: Buffer): Promise<number> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return new Uint32Array(data.buffer).filter((pixel, _, all) => pixel !== all[0]).length;
  }, png.toString('base64'));
}

/** Pixels of the pattern that have its colour. */
async function printed(page: Page): Promise<number> {
  return page.locator('.paper-pattern').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((value, i) => i % 4 === 3 && value > 0).length;
  });
}

test('paper: a pattern is printed under the ink, stays with the drawing, and keeps its colour', async ({
  app,
}) => {
  await newDrawing(app);
  await drawReal(app, 1);
  const id = await drawingId(app);
  await acknowledged(app, id);
  await choose(app, words.names.night);
  await choose(app, words.patterns.grid);
  await expect.poll(() => printed(app)).toBeGreaterThan(1000);
  await expectStored(app, id, { ...night, pattern: 'grid' });
  const wide = await printed(app);
  await app.getByRole('button', { name: studio.more, exact: true }).click();
  const step = app.getByRole('slider', { name: words.step, exact: true });
  await step.fill('16');
  await expect.poll(() => printed(app)).toBeGreaterThan(1.5 * wide);
  await expectStored(app, id, { ...night, pattern: 'grid', step: 16 });
  await app.keyboard.press('Escape');
  await app.keyboard.press('Control+z');
  await expectStored(app, id, { ...night, pattern: 'grid' });
  await app.keyboard.press('Control+Shift+z');
  await expectStored(app, id, { ...night, pattern: 'grid', step: 16 });
  await choose(app, words.names.toned);
  await app.reload();
  await expectPaper(app, TONED);
  await expect.poll(() => printed(app)).toBeGreaterThan(1000);
  await choose(app, words.patterns.none);
  await expect(app.locator('.paper-pattern')).toHaveCount(0);
  await expectStored(app, id, { ...toned, step: 16 });
});

test('paper: the pixels of the last time stand on the paper of the drawing at once', async ({
  app,
  site,
}) => {
  const id = await storeDrawing(app, realStrokes(50));
  await openDrawing(app, site.url, id);
  await untilKept(app, id);
  const before = Date.now();
  await choose(app, words.names.night);
  await untilKept(app, id, before);
  await app.addInitScript(() => {
    new MutationObserver(() => {
      const early = document.querySelector('.kept-view');
      if (early) globalThis.earlyPaper ??= getComputedStyle(early).backgroundColor;
    }).observe(document, { childList: true, subtree: true });
  });
  await holdStudio(app);
  await app.goto(`${site.url}/drawings/${id}`);
  await expect.poll(() => app.evaluate(() => globalThis.earlyPaper)).toBe(NIGHT);
  await app.evaluate(() => globalThis.letGo());
  await expectPaper(app, NIGHT);
});

test('paper: of a drawing whose pixels are not kept is known before its strokes are read', async ({
  app,
  site,
}) => {
  const id = await storeDrawing(app, realStrokes(50));
  await openDrawing(app, site.url, id);
  await untilKept(app, id);
  const { used } = (await keptView(app, id))!;
  await choose(app, words.names.night);
  await untilKept(app, id, used);
  // As when the window has another size.
  await spoilView(app, id, { screen: '390 844 1' });
  await holdStrokes(app);
  await openDrawing(app, site.url, id);
  await expect(canvas(app)).toHaveAttribute('data-stands-in', 'false');
  await expect(canvas(app)).toHaveAttribute('aria-busy', 'true');
  await expectPaper(app, NIGHT);
  await app.evaluate(() => globalThis.letGo());
  await expect(canvas(app)).toHaveAttribute('aria-busy', 'false');
  await expectPaper(app, NIGHT);
});

test('paper: another device gets the paper, and a change of it', async ({ browser, server }) => {
  await using a = await openSynced(browser, server);
  await using b = await openSynced(browser, server);
  const { id } = await drawNew(a, 1);
  await choose(a.page, words.names.night);
  await expectStored(a.page, id, night);
  await syncNow(a.page);
  await syncNow(b.page);
  await openDrawing(b.page, b.site.url, id);
  await expectPaper(b.page, NIGHT);
  await choose(b.page, words.names.toned);
  await expectStored(b.page, id, toned);
  await syncNow(b.page);
  await syncNow(a.page);
  // The drawing is open there.
  await expectPaper(a.page, TONED);
});

test('paper: a file has the paper of the drawing', async ({ app, site }) => {
  const id = await storeDrawing(app, realStrokes(3));
  await openDrawing(app, site.url, id);
  await choose(app, words.names.toned);
  await expectStored(app, id, toned);
  const saved = async (format: string, ...choices: string[]) =>
    readFile(await (await exportAs(app, format, choices)).path(), 'utf8');
  const svg = await saved(exporting.formats.svg.label, exporting.grounds.paper);
  expect(svg).toMatch(/<rect data-paper=""[^>]* fill="#c8b698"/);
  expect(await saved(exporting.formats.svg.label, exporting.grounds.transparent)).not.toContain('#c8b698');
  expect(JSON.parse(await saved(exporting.formats.json.label)).paper).toEqual(toned);
  expect(JSON.parse(await saved(exporting.formats.excalidraw.label)).appState.viewBackgroundColor).toBe(
    '#c8b698',
  );
});

test('paper: a file has the pattern and the perspective only where somebody asks for them', async ({
  app,
  site,
}) => {
  const id = await storeDrawing(app, realStrokes(3));
  await openDrawing(app, site.url, id);
  const lines = app.getByRole('switch', { name: exporting.withLines.both, exact: true });
  const saved = async (format: string) => (await exportAs(app, format)).path();
  const { svg, png } = exporting.formats;
  const read = async () => readFile(await saved(svg.label), 'utf8');
  const plain = await read();
  const blank = await inked(app, await readFile(await saved(png.label)));
  await app.getByRole('button', { name: exporting.export, exact: true }).click();
  await expect(app.getByRole('switch')).toHaveCount(0);
  await app.keyboard.press('Escape');
  await choose(app, words.patterns.grid);
  await choose(app, words.guides.one);
  await app.keyboard.press('Escape');
  expect(await read()).toBe(plain);
  expect(await inked(app, await readFile(await saved(png.label)))).toBe(blank);
  await app.getByRole('button', { name: exporting.export, exact: true }).click();
  await lines.check({ force: true });
  await app.keyboard.press('Escape');
  expect((await read()).match(/<g data-paper/g)).toHaveLength(2);
  expect(await inked(app, await readFile(await saved(png.label)))).toBeGreaterThan(blank + 5_000);
});

test.describe('paper: in the dark theme', () => {
  test.use({ colorScheme: 'dark' });

  test('paper: a new drawing is on night, an old one as it was, and Settings choose otherwise', async ({
    app,
    site,
  }) => {
    const old = await storeDrawing(app, realStrokes(3));
    await newDrawing(app);
    await expectPaper(app, NIGHT);
    await drawReal(app, 1);
    const id = await drawingId(app);
    const [stroke] = await acknowledged(app, id);
    expect(stroke?.color).toBe(CHALK);
    expect((await stored(app, id)).paper).toEqual(night);
    await openDrawing(app, site.url, old);
    await expectPaper(app, WHITE);
    expect((await stored(app, old)).paper).toBeUndefined();
    await app.goto(`${site.url}/settings`);
    await app.getByLabel(words.newDrawings, { exact: true }).selectOption({ label: words.names.white });
    await openApp(app, site.url);
    await expect(card(app, id)).toHaveCSS('background-color', NIGHT);
    await expect(card(app, old)).toHaveCSS('background-color', WHITE);
    await newDrawing(app);
    await expectPaper(app, WHITE);
    await drawReal(app, 1);
    const white = await drawingId(app);
    expect((await acknowledged(app, white))[0]?.color).toBe(INK);
    expect((await stored(app, white)).paper).toBeUndefined();
  });
});
