/** Photos to draw from: made in the page, and given as a person gives them. */
import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from 'playwright/test';
import { photo as words } from '../../../../src/app/words/en/studio/photo.ts';
import { studio } from '../../../../src/app/words/en/studio/studio.ts';
import type { Underlay } from '../../../../src/core/drawing/types.ts';
import { ask } from '../../../support/worker.ts';
import { storedRev } from '../ink/stored.ts';
import { drawingId, newDrawing } from './studio.ts';

/** Colours of the quarters of a photo, from the upper left in reading order. */
export const QUARTERS = ['#d03030', '#30a040', '#3050d0', '#e0c030'] as const;

/** A photo with a colour in each quarter. */
export async function madePhoto(
  page: Page,
  { width = 400, height = 300, type = 'image/jpeg' } = {},
): Promise<Buffer> {
  const base64 = await page.evaluate(
    ([width, height, type, colors]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const context = canvas.getContext('2d')!;
      for (const [i, color] of colors.entries()) {
        context.fillStyle = color;
        context.fillRect((i % 2) * (width / 2), i < 2 ? 0 : height / 2, width / 2, height / 2);
      }
      return canvas.toDataURL(type, 0.9).split(',')[1]!;
    },
    [width, height, type, QUARTERS] as const,
  );
  return Buffer.from(base64, 'base64');
}

/** Opens the panel of the photo from the menu. */
export async function openPhotoPanel(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: studio.more, exact: true }).click();
  await page.getByRole('button', { name: new RegExp(`^${studio.menu.photo}`) }).click();
  const panel = page.getByRole('region', { name: studio.menu.photo });
  await panel.waitFor();
  return panel;
}

export interface Chosen {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Chooses a file in the open panel. */
export async function choosePhoto(page: Page, file: Chosen): Promise<void> {
  await page.getByLabel(words.chosen, { exact: true }).setInputFiles(file);
}

/** Chooses a file in the place of the photo, in the open panel, and waits until the drawing names it. */
export async function replacePhoto(page: Page, size: Parameters<typeof madePhoto>[1]): Promise<void> {
  const id = await drawingId(page);
  const named = async () => JSON.parse((await ask(page, `/api/v1/drawings/${id}`)).text).underlay.sha256;
  const before = await named();
  const input = page.locator('input').and(page.getByLabel(words.replace, { exact: true }));
  await input.setInputFiles(jpeg(await madePhoto(page, size)));
  await expect.poll(named).not.toBe(before);
}

export function jpeg(buffer: Buffer, name = 'IMG_2034.jpg'): Chosen {
  return { name, mimeType: 'image/jpeg', buffer };
}

/**
 * Adds a photo to the open drawing, and leaves its panel open.
 * @param size 400 x 300 px if not given
 * @returns the drawing's id, once it is stored where the photo lies
 */
export async function addPhoto(page: Page, size?: Parameters<typeof madePhoto>[1]): Promise<string> {
  await openPhotoPanel(page);
  await choosePhoto(page, jpeg(await madePhoto(page, size)));
  await expect(photoOnPaper(page)).toHaveClass(/seen/);
  const id = await drawingId(page);
  await expect
    .poll(async () => JSON.parse((await ask(page, `/api/v1/drawings/${id}`)).text).underlay)
    .toBeTruthy();
  return id;
}

/** A new drawing with a photo alone. Returns its id. */
export async function newWithPhoto(page: Page, size?: Parameters<typeof madePhoto>[1]): Promise<string> {
  await newDrawing(page);
  return addPhoto(page, size);
}

/** Gives a stored drawing a photo through the API: first its bytes, then its place. */
export async function givePhoto(page: Page, id: string, photo: Buffer, underlay: Underlay): Promise<void> {
  const put = ({ id, base64 }: { readonly id: string; readonly base64: string }) =>
    fetch(`/api/v1/drawings/${id}/underlay`, {
      method: 'PUT',
      headers: { 'Content-Type': 'image/jpeg' },
      body: Uint8Array.from(atob(base64), (one) => one.charCodeAt(0)),
    }).then(({ ok }) => ok);
  expect(await page.evaluate(put, { id, base64: photo.toString('base64') })).toBe(true);
  const { status, text } = await ask(page, `/api/v1/drawings/${id}`, {
    method: 'PATCH',
    headers: {
      'Content-Type': 'application/json-patch+json',
      'If-Match': `"${await storedRev(page, id)}"`,
      'Idempotency-Key': randomUUID(),
    },
    body: JSON.stringify([{ op: 'replace', path: '/underlay', value: underlay }]),
  });
  expect(status, text).toBe(200);
}

/** What the device keeps as the photo of a drawing. */
export async function keptPhoto(page: Page, id: string) {
  const { status, type, base64 } = await page.evaluate(async (id) => {
    const response = await fetch(`/api/v1/drawings/${id}/underlay`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return { status: response.status, type: response.headers.get('Content-Type'), base64: btoa(text) };
  }, id);
  return { status, type, bytes: Buffer.from(base64, 'base64') };
}

/** The photo on the screen. */
export function photoOnPaper(page: Page): Locator {
  return page.locator('.photo-under');
}
