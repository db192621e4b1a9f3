/** Ways in for a photo to draw from, what is refused of them, and its way out into files. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { exporting } from '../../../../src/app/words/en/exporting.ts';
import { problems } from '../../../../src/app/words/en/problems.ts';
import { photo as words } from '../../../../src/app/words/en/studio/photo.ts';
import { studio } from '../../../../src/app/words/en/studio/studio.ts';
import { pngHead } from '../../../support/underlay/photo-heads.ts';
import { HEIC } from '../../../support/underlay/photos.ts';
import { ask } from '../../../support/worker.ts';
import { exportAs } from '../../support/files.ts';
import { smallDevice } from '../../support/quota.ts';
import { expect, openApp, test } from '../../support/site.ts';
import {
  addPhoto,
  type Chosen,
  choosePhoto,
  jpeg,
  madePhoto,
  openPhotoPanel,
  photoOnPaper,
} from '../../support/studio/photos.ts';
import { acknowledged, canvas, drawingId, drawReal, newDrawing } from '../../support/studio/studio.ts';
import { stroke } from '../../support/studio/tools.ts';

/** Sends the browser's own event with the browser's own file: only the gesture is simulated. */
async function bring(page: Page, how: 'drop' | 'paste', { name, mimeType, buffer }: Chosen): Promise<void> {
  await page.evaluate(
    ({ how, name, mimeType, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], name, { type: mimeType }));
      const at = { bubbles: true, cancelable: true, clientX: 600, clientY: 400 };
      const target = document.querySelector('.canvas')!;
      if (how === 'paste') target.dispatchEvent(new ClipboardEvent('paste', { ...at, clipboardData: data }));
      else {
        target.dispatchEvent(new DragEvent('dragover', { ...at, dataTransfer: data }));
        target.dispatchEvent(new DragEvent('drop', { ...at, dataTransfer: data }));
      }
    },
    { how, name, mimeType, base64: buffer.toString('base64') },
  );
}

async function underlayOf(page: Page, id: string) {
  return JSON.parse((await ask(page, `/api/v1/drawings/${id}`)).text).underlay;
}

test('underlay: keys open its panel and are in it, also when its code is there already', async ({ app }) => {
  await newDrawing(app);
  const panel = app.getByRole('region', { name: studio.menu.photo });
  for (const _ of ['loads', 'is there']) {
    await app.getByRole('button', { name: studio.more, exact: true }).press('Enter');
    await app.getByRole('button', { name: studio.menu.photo }).press('Enter');
    await expect(panel.locator('.photo-sheet')).toBeFocused();
    await app.keyboard.press('Tab');
    await expect(panel.getByRole('button', { name: words.close, exact: true })).toBeFocused();
    await app.keyboard.press('Enter');
    await expect(panel).toBeHidden();
    await expect(canvas(app)).toBeFocused();
  }
});

for (const how of ['drop', 'paste'] as const) {
  test(`underlay: a photo comes by ${how}, and takes the place of the one before`, async ({ app }) => {
    await newDrawing(app);
    await drawReal(app, 1);
    const id = await drawingId(app);
    await acknowledged(app, id);
    await bring(app, how, jpeg(await madePhoto(app)));
    await expect(photoOnPaper(app)).toBeVisible();
    await expect.poll(() => underlayOf(app, id)).toMatchObject({ width: 400, height: 300 });
    const first = await underlayOf(app, id);
    // What one sees through stays that.
    const png = { name: 'b.png', mimeType: 'image/png', buffer: await madePhoto(app, { type: 'image/png' }) };
    await bring(app, how, png);
    await expect(app.getByText(words.replaced)).toBeVisible();
    await expect
      .poll(() => underlayOf(app, id))
      .toMatchObject({ x: first.x, y: first.y, scale: first.scale });
    expect((await underlayOf(app, id)).sha256).not.toBe(first.sha256);
    expect(await acknowledged(app, id)).toHaveLength(1);
  });
}

test('underlay: what is no photo, too large or not what it says is refused with its reason, and nothing is lost', async ({
  app,
}) => {
  await newDrawing(app);
  await drawReal(app, 1);
  const id = await drawingId(app);
  await openPhotoPanel(app);
  const page = Buffer.from('<!doctype html><script>document.title="run"</script>');
  const refused: readonly (readonly [file: Chosen, told: string])[] = [
    [
      { name: 'bomb.png', mimeType: 'image/png', buffer: Buffer.from(pngHead(10_000, 10_000)) },
      '100 megapixels',
    ],
    [jpeg(page), words.markup],
    [jpeg(await madePhoto(app, { type: 'image/png' })), words.other_kind('JPEG', 'PNG')],
    [jpeg(Buffer.alloc(0)), words.empty],
    [jpeg((await madePhoto(app)).subarray(0, 300)), words.damaged],
    // A part of its pixels is there.
    [jpeg((await madePhoto(app)).subarray(0, -100)), words.incomplete],
    [{ name: 'a.heic', mimeType: '', buffer: Buffer.from(HEIC) }, words.unknown_here('HEIC')],
  ];
  for (const [file, told] of refused) {
    await choosePhoto(app, file);
    await expect(app.getByText(told), file.name).toBeVisible();
    await expect(app.getByRole('button', { name: words.choose, exact: true })).toBeVisible();
  }
  expect(await underlayOf(app, id)).toBeUndefined();
  expect(await acknowledged(app, id)).toHaveLength(1);
  expect(await app.title()).not.toBe('run');
});

test('underlay: a file has the photo only if a person asks for it', async ({ app }) => {
  await newDrawing(app);
  // In the middle, where the photo will lie: the picture with both is the photo's size.
  await stroke(app, [620, 360], [660, 400]);
  await addPhoto(app);
  await app.keyboard.press('Escape');
  const saved = async (label: string, ...choices: string[]) =>
    readFile(await (await exportAs(app, label, choices)).path());
  const { png, svg } = exporting.formats;
  expect((await saved(svg.label)).includes('<image')).toBe(false);
  const without = await saved(png.label);
  const button = app.getByRole('button', { name: exporting.export, exact: true });
  await button.click();
  await app.getByRole('switch', { name: exporting.withPhoto }).check();
  await button.click();
  expect((await saved(svg.label)).includes('<image href="data:image/jpeg;base64,')).toBe(true);
  const colors = (file: Buffer) =>
    app.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d')!;
      context.drawImage(image, 0, 0);
      const [x, y] = [image.width / 4, image.height / 4];
      return { width: image.width, at: [...context.getImageData(x, y, 1, 1).data.subarray(0, 3)] };
    }, file.toString('base64'));
  const [plain, withPhoto] = [await colors(without), await colors(await saved(png.label))];
  expect(withPhoto.width).toBeGreaterThan(plain.width);
  // Its upper left quarter is red, faded onto the paper.
  const [red = 0, green = 0] = withPhoto.at;
  expect(red - green).toBeGreaterThan(60);
  await expect(canvas(app)).toBeVisible();
});

/** A picture that no format makes small. */
async function noisyPhoto(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const [width, height] = [1200, 900];
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d')!;
    const image = context.createImageData(width, height);
    for (let i = 0; i < image.data.length; i += 65_536) {
      crypto.getRandomValues(image.data.subarray(i, i + 65_536));
    }
    for (let i = 3; i < image.data.length; i += 4) image.data[i] = 255;
    context.putImageData(image, 0, 0);
    return canvas.toDataURL('image/jpeg', 0.9).split(',')[1]!;
  });
  return Buffer.from(base64, 'base64');
}

test('underlay: a full device says so, keeps the drawing as it is, and takes the photo once there is space', async ({
  page,
  site,
}) => {
  const quota = await smallDevice(page, site.url);
  await openApp(page, site.url);
  await newDrawing(page);
  await drawReal(page, 1);
  const id = await drawingId(page);
  await acknowledged(page, id);
  const photo = jpeg(await noisyPhoto(page));
  expect((await quota.fill()).status).toBe(507);
  await openPhotoPanel(page);
  await choosePhoto(page, photo);
  await expect(page.getByText(`${words.notAdded} ${problems.codes.storage_full}`)).toBeVisible();
  expect(await underlayOf(page, id)).toBeUndefined();
  expect(await acknowledged(page, id)).toHaveLength(1);
  await quota.free();
  await choosePhoto(page, photo);
  await expect(photoOnPaper(page)).toBeVisible();
  await expect.poll(() => underlayOf(page, id)).toMatchObject({ width: 1200 });
});
