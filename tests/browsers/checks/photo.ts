import assert from 'node:assert/strict';
import { photo } from '../../../src/app/words/en/studio/photo.ts';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import type { Drawing } from '../../../src/core/drawing/types.ts';
import { CAMERA, withExif } from '../../support/underlay/exif.ts';
import { HEIC } from '../../support/underlay/photos.ts';
import { ask } from '../api.ts';
import type { Engine } from '../engine.ts';
import { until, visible } from '../page.ts';
import { openApp, openSite } from '../site.ts';
import { drawAndSave, drawingId, newDrawing, stores } from '../studio.ts';
import type { Check } from './check.ts';
import { clickStarting } from './whole-job.ts';

/** Colours of the upper half and the lower half of a photo, before it is turned. */
const UPPER = '#d03030';
const LOWER = '#3050d0';

export const photoChecks: readonly Check[] = [
  {
    name: 'studio: a photo held sideways lies upright without where it was taken, and a HEIC does too or is refused by name',
    async run(engine, kind) {
      await using site = await openSite(kind);
      const { id, strokes } = await openPhotoPanel(engine, site.url);
      await engine.run(choose, photo.chosen, 'IMG_2034.HEIC', base64(HEIC));
      const said = await until('the HEIC is placed or refused', () => engine.run(heard));
      console.log(`     HEIC: ${said}`);
      if (said === 'placed') {
        await until('its place is stored', async () => (await stored(engine, id)).underlay?.width === 128);
      } else {
        assert.ok(said.includes(photo.unknown_here('HEIC')), said);
        assert.equal((await stored(engine, id)).underlay, undefined);
      }

      const flat = await engine.run(halves, UPPER, LOWER, 'image/jpeg');
      const photoBytes = withExif(new Uint8Array(Buffer.from(flat, 'base64')), 6);
      assert.ok(Buffer.from(photoBytes).includes(CAMERA));
      const field = said === 'placed' ? photo.replace : photo.chosen;
      await engine.run(choose, field, 'IMG_2035.jpg', base64(photoBytes));
      await until('it lies on its side no more', async () => {
        const { width, height } = (await stored(engine, id)).underlay ?? {};
        return width === 90 && height === 120;
      });
      const kept = await engine.run(readKept, id);
      // Turned by a quarter, what was above is at the right.
      assert.ok(kept.left.startsWith('blue') && kept.right.startsWith('red'), JSON.stringify(kept));
      const bytes = Buffer.from(kept.base64, 'base64');
      for (const trace of [CAMERA, 'Exif', 'GPS']) assert.equal(bytes.includes(trace), false, trace);
      await stores(engine, id, strokes);
    },
  },
  {
    name: 'studio: a photo that is cut is refused as incomplete, whatever the browser shows of it',
    async run(engine, kind) {
      await using site = await openSite(kind);
      const { id, strokes } = await openPhotoPanel(engine, site.url);
      for (const type of ['image/jpeg', 'image/png']) {
        const whole = Buffer.from(await engine.run(halves, UPPER, LOWER, type), 'base64');
        const cut = whole.subarray(0, Math.floor(whole.length * 0.7)).toString('base64');
        console.log(`     cut ${type}: ${await engine.run(decoded, cut)}`);
        await engine.run(choose, photo.chosen, type.replace('image/', 'cut.'), cut);
        const said = await until('it is refused', () => engine.run(heard));
        assert.ok(said.includes(photo.incomplete), said);
      }
      assert.equal((await stored(engine, id)).underlay, undefined);
      await stores(engine, id, strokes);
    },
  },
];

/** Draws a stroke in a new drawing, and opens the panel of its photo. */
async function openPhotoPanel(engine: Engine, url: string) {
  await openApp(engine, `${url}/`);
  await newDrawing(engine);
  const strokes = await drawAndSave(engine, 1);
  const id = await drawingId(engine);
  await clickStarting(engine, studio.more);
  await clickStarting(engine, studio.menu.photo);
  await visible(engine, 'button', photo.choose);
  return { id, strokes };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

async function stored(engine: Engine, id: string): Promise<Drawing> {
  return JSON.parse((await ask(engine, 'GET', `/drawings/${id}`)).text);
}

/** Runs in the page: gives a file to the field of this name, as the browser's own dialog does. */
function choose(field: string, name: string, base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
  const files = new DataTransfer();
  files.items.add(new File([bytes], name));
  const input = [...document.querySelectorAll<HTMLInputElement>('input[type=file]')].find(
    (one) => one.getAttribute('aria-label') === field,
  )!;
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Runs in the page: what became of a photo. */
function heard(): string | false {
  if (document.querySelector('.photo-under.seen')) return 'placed';
  return document.querySelector('.toast')?.textContent ?? false;
}

/** Runs in the page: what the browser makes of a picture by itself, and the colour at its lower end. */
async function decoded(base64: string): Promise<string> {
  const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
  try {
    const picture = await createImageBitmap(new Blob([bytes]));
    const { width, height } = picture;
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d')!;
    context.drawImage(picture, 0, 0);
    const below = context.getImageData(width >> 1, height - 2, 1, 1).data;
    return `decoded as ${width} x ${height}, below ${[...below].join(' ')}`;
  } catch (error) {
    return `refused: ${String(error)}`;
  }
}

/** Runs in the page: a picture of 120 x 90 px, as base64. */
function halves(upper: string, lower: string, type: string): string {
  const canvas = Object.assign(document.createElement('canvas'), { width: 120, height: 90 });
  const context = canvas.getContext('2d')!;
  context.fillStyle = upper;
  context.fillRect(0, 0, 120, 45);
  context.fillStyle = lower;
  context.fillRect(0, 45, 120, 45);
  return canvas.toDataURL(type, 0.9).split(',')[1]!;
}

/** Runs in the page: the photo that is kept, and the colours of its left and right half. */
async function readKept(id: string): Promise<{ base64: string; left: string; right: string }> {
  const blob = await (await fetch(`/api/v1/drawings/${id}/underlay`)).blob();
  const picture = await createImageBitmap(blob);
  const { width, height } = picture;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d')!;
  context.drawImage(picture, 0, 0);
  const at = (x: number) => {
    const [red = 0, , blue = 0] = context.getImageData(x, height >> 1, 1, 1).data;
    return red > blue ? `red ${red}` : `blue ${blue}`;
  };
  let text = '';
  for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte);
  return { base64: btoa(text), left: at(width >> 2), right: at((3 * width) >> 2) };
}
