/** The whole way, by a pen: a drawing over a photo on three layers, taken back, replayed, saved as a film that plays. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { layers as layerWords } from '../../../../src/app/words/en/studio/layers.ts';
import { replay as words } from '../../../../src/app/words/en/studio/replay.ts';
import { studio } from '../../../../src/app/words/en/studio/studio.ts';
import { versions } from '../../../../src/app/words/en/studio/versions.ts';
import type { Drawing } from '../../../../src/core/drawing/types.ts';
import { ask } from '../../../support/worker.ts';
import { untilSharp } from '../../support/ink/ink-compare.ts';
import { expect, test } from '../../support/site.ts';
import { choosePhoto, jpeg, madePhoto, openPhotoPanel, photoOnPaper } from '../../support/studio/photos.ts';
import { drawingId, drawReal, newDrawing } from '../../support/studio/studio.ts';
import { layersButton } from '../../support/studio/tools.ts';

async function stored(page: Page, id: string): Promise<Drawing> {
  return JSON.parse((await ask(page, `/api/v1/drawings/${id}`)).text);
}

async function fromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: studio.more, exact: true }).click();
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
}

/** Pixels of the player's picture that are not its paper. */
function inked(page: Page): Promise<number> {
  return page.getByRole('img', { name: words.picture }).evaluate((stage: HTMLCanvasElement) => {
    const { data } = stage.getContext('2d')!.getImageData(0, 0, stage.width, stage.height);
    return new Uint32Array(data.buffer).filter((pixel, _, all) => pixel !== all[0]).length;
  });
}

/** A film in a player of its own: its length, s, and how many dark pixels it shows at a time. */
async function played(page: Page, film: Buffer) {
  // Our pages play no media, and their policy says so.
  const player = await page.context().newPage();
  const seconds = await player.evaluate(async (base64) => {
    const video = document.createElement('video');
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const loaded = new Promise<void>((resolve, reject) => {
      video.addEventListener('loadeddata', () => resolve(), { once: true });
      video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true });
    });
    video.src = URL.createObjectURL(new Blob([bytes]));
    document.body.append(video);
    await loaded;
    return video.duration;
  }, film.toString('base64'));
  const darkAt = (at: number) =>
    player.evaluate(async (at) => {
      const video = document.querySelector('video')!;
      const sought = new Promise<void>((resolve) => {
        video.addEventListener('seeked', () => resolve(), { once: true });
      });
      video.currentTime = at;
      await sought;
      const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
      const context = canvas.getContext('2d')!;
      context.drawImage(video, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      return data.filter((value, i) => i % 4 === 1 && data[i + 2] === 255 && value < 128).length;
    }, at);
  return { seconds, darkAt };
}

test('replay: a drawing over a photo on three layers is taken back to an earlier version, replayed, and a film that plays', async ({
  app,
}) => {
  test.slow();
  await newDrawing(app);
  await openPhotoPanel(app);
  await choosePhoto(app, jpeg(await madePhoto(app)));
  await expect(photoOnPaper(app)).toBeVisible();
  await app.keyboard.press('Escape');
  await drawReal(app, 2);
  const id = await drawingId(app);
  for (const count of [2, 3]) {
    await layersButton(app).click();
    await app.getByRole('button', { name: layerWords.add, exact: true }).click();
    await app.keyboard.press('Escape');
    await expect(app.getByRole('region', { name: layerWords.title, exact: true })).toBeHidden();
    await drawReal(app, 2);
    await expect.poll(async () => (await stored(app, id)).layers?.length).toBe(count);
  }
  await expect.poll(async () => (await stored(app, id)).strokes.length).toBe(6);
  const before = await stored(app, id);
  expect(new Set(before.strokes.map(({ layer = 'base' }) => layer)).size).toBe(3);

  await untilSharp(app);
  await app.keyboard.press('Control+a');
  await app.keyboard.press('Delete');
  await expect.poll(async () => (await stored(app, id)).strokes.length).toBeLessThan(6);
  await fromMenu(app, versions.title);
  const dialog = app.getByRole('dialog', { name: versions.title });
  await dialog.getByRole('listitem').getByRole('button').first().click();
  await dialog.getByRole('button', { name: versions.takeBack, exact: true }).click();
  await expect.poll(async () => (await stored(app, id)).strokes).toEqual(before.strokes);
  const after = await stored(app, id);
  expect([after.layers, after.underlay]).toEqual([before.layers, before.underlay]);
  await expect(photoOnPaper(app)).toBeVisible();

  await fromMenu(app, words.menu);
  const time = app.getByRole('slider', { name: words.time });
  const length = Number(await time.getAttribute('max'));
  await time.fill('0');
  await expect.poll(() => inked(app)).toBeLessThan(100);
  await time.fill(String(length));
  await expect.poll(() => inked(app)).toBeGreaterThan(300);
  const all = await inked(app);
  // How far the strokes are by then depends on how fast the pen was.
  await time.fill(String(0.2 * length));
  await expect.poll(() => inked(app)).toBeLessThan(all);
  await time.fill(String(length));
  await expect.poll(() => inked(app)).toBe(all);
  const [download] = await Promise.all([
    app.waitForEvent('download'),
    app.getByRole('button', { name: words.saveVideo }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.(mp4|webm)$/);
  const film = await played(app, await readFile(await download.path()));
  expect(film.seconds).toBeCloseTo(length / 1000, 0);
  const begin = await film.darkAt(0.01);
  // A player may say that it is there before it shows the picture.
  await expect.poll(() => film.darkAt(film.seconds - 0.1)).toBeGreaterThan(begin + 200);
});
