/** A photo to draw from: chosen, kept upright and without where it was taken, shown, hidden and taken away. */
import { crc32 } from 'node:zlib';
import type { Page } from 'playwright/test';
import { photo as words } from '../../../../src/app/words/en/studio/photo.ts';
import { studio } from '../../../../src/app/words/en/studio/studio.ts';
import { tools } from '../../../../src/app/words/en/studio/tools.ts';
import type { Drawing, Underlay } from '../../../../src/core/drawing/types.ts';
import { realStrokes } from '../../../support/drawing/strokes.ts';
import { CAMERA, webpWithExif, withExif } from '../../../support/underlay/exif.ts';
import { PNG_PHOTO, placed, sha256 } from '../../../support/underlay/photos.ts';
import { ask } from '../../../support/worker.ts';
import { storeDrawing } from '../../support/ink/ink-compare.ts';
import { expect, test } from '../../support/site.ts';
import {
  choosePhoto,
  jpeg,
  keptPhoto,
  madePhoto,
  newWithPhoto,
  openPhotoPanel,
  photoOnPaper,
  QUARTERS,
  replacePhoto,
} from '../../support/studio/photos.ts';
import {
  acknowledged,
  canvas,
  drawingId,
  drawReal,
  newDrawing,
  openDrawing,
} from '../../support/studio/studio.ts';

async function stored(page: Page, id: string): Promise<Drawing> {
  return JSON.parse((await ask(page, `/api/v1/drawings/${id}`)).text);
}

/** The colour that the eyedropper takes at a part of the photo, 0..1 of its width and height. */
async function colorAt(page: Page, right: number, down: number): Promise<string> {
  const box = (await photoOnPaper(page).boundingBox())!;
  await page.mouse.move(box.x + box.width * right, box.y + box.height * down);
  await page.keyboard.down('Alt');
  await page.mouse.down();
  await expect(page.locator('.eyedropper-name')).toBeVisible();
  const color = await page.locator('.eyedropper-name').textContent();
  await page.mouse.up();
  await page.keyboard.up('Alt');
  return color ?? '';
}

function isLike(color: string, expected: string): boolean {
  const parts = (hex: string) => [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16));
  return parts(color).every((part, i) => Math.abs(part - parts(expected)[i]!) < 12);
}

test('underlay: a photo lies upright under the ink of a new drawing, and says nothing of where it was taken', async ({
  app,
  site,
}) => {
  await newDrawing(app);
  const panel = await openPhotoPanel(app);
  // Held on its side: what the camera saw as upper left is the upper right.
  const photo = withExif(await madePhoto(app), 6);
  expect(Buffer.from(photo).includes(CAMERA)).toBe(true);
  await choosePhoto(app, jpeg(Buffer.from(photo)));
  await expect(photoOnPaper(app)).toBeVisible();
  await expect(panel.getByRole('slider', { name: words.opacity })).toHaveValue('60');
  const id = await drawingId(app);
  await expect.poll(async () => (await stored(app, id)).underlay).toMatchObject({ width: 300, height: 400 });
  const kept = await keptPhoto(app, id);
  expect(kept.type).toBe('image/jpeg');
  for (const trace of [CAMERA, 'Exif', 'GPS']) expect(kept.bytes.includes(trace), trace).toBe(false);
  await app.keyboard.press('Escape');
  const [upperLeft, upperRight, lowerLeft, lowerRight] = QUARTERS;
  const seen = [
    [0.25, 0.25, lowerLeft],
    [0.75, 0.25, upperLeft],
    [0.25, 0.75, lowerRight],
    [0.75, 0.75, upperRight],
  ] as const;
  for (const [right, down, expected] of seen) {
    const color = await colorAt(app, right, down);
    // Its own, although it lies there faded.
    expect(isLike(color, expected), `${color} at ${right}, ${down}`).toBe(true);
  }
  // Not every browser turns a WebP: all keep it upright.
  const size = { width: 400, height: 300 };
  const webp = webpWithExif(await madePhoto(app, { ...size, type: 'image/webp' }), size, 6);
  await openPhotoPanel(app);
  const choose = () =>
    app
      .getByLabel(words.replace, { exact: true })
      .and(app.locator('input'))
      .setInputFiles({ name: 'a.webp', mimeType: 'image/webp', buffer: Buffer.from(webp) });
  await choose();
  await expect(app.getByText(words.replaced)).toBeVisible();
  await expect.poll(async () => (await keptPhoto(app, id)).type).toBe('image/webp');
  await expect.poll(async () => (await stored(app, id)).underlay).toMatchObject({ width: 300, height: 400 });
  await expect(photoOnPaper(app)).toHaveClass(/seen/);
  await choose();
  await expect(app.getByText(words.same)).toBeVisible();
  await app.keyboard.press('Escape');
  await expect.poll(async () => isLike(await colorAt(app, 0.25, 0.25), lowerLeft)).toBe(true);
  await drawReal(app, 1);
  expect(await acknowledged(app, id)).toHaveLength(1);
  await site.offline(app.context());
  await app.reload();
  await expect(photoOnPaper(app)).toHaveClass(/seen/);
  expect(await photoOnPaper(app).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300);
});

test('underlay: it is faded, hidden and locked, and each is one step of undo', async ({ app }) => {
  const id = await newWithPhoto(app);
  const expectStored = (part: Partial<Underlay>) =>
    expect.poll(async () => (await stored(app, id)).underlay).toMatchObject(part);
  const panel = app.getByRole('region', { name: studio.menu.photo });
  const frame = app.getByRole('application', { name: words.frame });
  await expect(frame).toBeVisible();
  await panel.getByRole('slider', { name: words.opacity }).fill('30');
  await expect(photoOnPaper(app)).toHaveCSS('opacity', '0.3');
  await expectStored({ opacity: 0.3 });
  await panel.getByRole('button', { name: words.lock, exact: true }).click();
  await expectStored({ locked: true });
  await expect(frame).toHaveCount(0);
  await panel.getByRole('button', { name: words.hide, exact: true }).click();
  await expectStored({ visible: false });
  await expect(photoOnPaper(app)).toBeHidden();
  await app.keyboard.press('Escape');
  for (const part of [{ visible: true }, { locked: false }, { opacity: 0.6 }]) {
    await app.keyboard.press('Control+z');
    await expectStored(part);
  }
  await expect(photoOnPaper(app)).toBeVisible();
});

test('underlay: one that is removed is gone from the drawing, and undo brings it back, also after a reload', async ({
  app,
}) => {
  const id = await newWithPhoto(app);
  const before = await stored(app, id);
  await app.getByRole('button', { name: words.remove, exact: true }).click();
  await expect(photoOnPaper(app)).toHaveCount(0);
  await expect.poll(async () => (await stored(app, id)).underlay ?? null).toBeNull();
  await expect.poll(async () => (await keptPhoto(app, id)).status).toBe(404);
  await app.getByText(words.removed).waitFor();
  await app.getByRole('button', { name: tools.undo, exact: true }).last().click();
  await expect(photoOnPaper(app)).toBeVisible();
  await expect.poll(async () => (await stored(app, id)).underlay).toEqual(before.underlay);
  await expect.poll(async () => (await keptPhoto(app, id)).status).toBe(200);
  await openPhotoPanel(app);
  await app.getByRole('button', { name: words.remove, exact: true }).click();
  await expect.poll(async () => (await stored(app, id)).underlay ?? null).toBeNull();
  await app.reload();
  await expect(canvas(app)).toBeVisible();
  // The steps of undo come after the canvas.
  await expect(app.getByRole('button', { name: tools.undo, exact: true }).last()).toBeEnabled();
  await app.keyboard.press('Control+z');
  await expect(photoOnPaper(app)).toHaveClass(/seen/);
});

test('underlay: undo of a replaced photo shows the one before after a reload', async ({ app }) => {
  const id = await newWithPhoto(app);
  const { underlay } = await stored(app, id);
  await replacePhoto(app, { width: 300 });
  await app.reload();
  await expect(photoOnPaper(app)).toHaveClass(/seen/);
  await expect(app.getByRole('button', { name: tools.undo, exact: true }).last()).toBeEnabled();
  await app.keyboard.press('Control+z');
  await expect.poll(async () => (await stored(app, id)).underlay).toEqual(underlay);
  await expect(photoOnPaper(app)).toHaveAttribute('width', '400');
  await expect(photoOnPaper(app)).toHaveClass(/seen/);
});

test('underlay: a photo that is not on this device is said to be missing, and one chosen again lies where it lay', async ({
  app,
}) => {
  const id = await newWithPhoto(app);
  await app.getByRole('button', { name: words.turn, exact: true }).click();
  await expect.poll(async () => (await stored(app, id)).underlay?.angle).toBe(90);
  const { underlay } = await stored(app, id);
  await ask(app, `/api/v1/drawings/${id}/underlay`, { method: 'DELETE', headers: { 'If-Match': '*' } });
  await app.reload();
  await app
    .getByRole('region', { name: words.missing.gone })
    .getByRole('button', { name: words.chooseAgain })
    .click();
  await expect(canvas(app)).toBeVisible();
  const panel = app.getByRole('region', { name: studio.menu.photo });
  // Nothing there could be seen to change.
  await expect(panel.getByRole('button', { name: words.remove, exact: true })).toBeVisible();
  for (const name of [words.hide, words.lock, words.turn, words.fit])
    await expect(panel.getByRole('button', { name, exact: true })).toHaveCount(0);
  await choosePhoto(app, jpeg(await madePhoto(app, { width: 800, height: 600 })));
  await expect(photoOnPaper(app)).toBeVisible();
  const { x, y, scale, angle } = underlay!;
  await expect
    .poll(async () => (await stored(app, id)).underlay)
    .toMatchObject({ x, y, angle, scale: scale / 2, width: 800 });
  await expect(app.getByText(words.missing.gone)).toHaveCount(0);
});

test('underlay: a photo that the browser cannot read is said to be damaged, and another is chosen in its place', async ({
  app,
  site,
}) => {
  const id = await storeDrawing(app, realStrokes(2));
  const { rev } = await stored(app, id);
  // Of a colour type that there is not, with a sound checksum: the host decodes nothing.
  const unread = PNG_PHOTO.with(25, 1);
  new DataView(unread.buffer).setUint32(29, crc32(unread.subarray(12, 29)));
  await app.evaluate(
    async ([id, bytes]) => {
      const headers = { 'Content-Type': 'image/png' };
      await fetch(`/api/v1/drawings/${id}/underlay`, { method: 'PUT', headers, body: new Uint8Array(bytes) });
    },
    [id, [...unread]] as const,
  );
  const underlay = placed(sha256(unread), { x: 0, y: 0, scale: 40, opacity: 1, angle: 0 });
  await ask(app, `/api/v1/drawings/${id}`, {
    method: 'PATCH',
    headers: {
      'Content-Type': 'application/json-patch+json',
      'If-Match': `"${rev}"`,
      'Idempotency-Key': 'place',
    },
    body: JSON.stringify([{ op: 'replace', path: '/underlay', value: underlay }]),
  });
  await openDrawing(app, site.url, id);
  expect((await keptPhoto(app, id)).status).toBe(200);
  const notice = app.getByRole('region', { name: words.missing.damaged });
  await expect(notice.getByText(words.missingText.damaged)).toBeVisible();
  await expect(photoOnPaper(app)).toHaveCount(0);
  await notice.getByRole('button', { name: words.chooseAgain }).click();
  await choosePhoto(app, jpeg(await madePhoto(app)));
  await expect(photoOnPaper(app)).toHaveClass(/seen/);
  await expect(notice).toHaveCount(0);
});
