import assert from 'node:assert/strict';
import { layers } from '../../../src/app/words/en/studio/layers.ts';
import { photo } from '../../../src/app/words/en/studio/photo.ts';
import { replay } from '../../../src/app/words/en/studio/replay.ts';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import { versions } from '../../../src/app/words/en/studio/versions.ts';
import type { Drawing } from '../../../src/core/drawing/types.ts';
import { ask } from '../api.ts';
import type { Engine } from '../engine.ts';
import { click, until, visible } from '../page.ts';
import { openApp, openSite } from '../site.ts';
import { drawAndSave, drawingId, newDrawing, stores } from '../studio.ts';
import type { Check } from './check.ts';

/** First bytes of a film, in hex, and what the page says where a video was asked for. */
const FILMS: Readonly<Record<string, readonly [begins: RegExp, said: string]>> = {
  'video/mp4': [/^.{8}66747970/, replay.saved],
  'video/webm': [/^1a45dfa3/, replay.saved],
  'image/gif': [/^474946383961/, replay.savedAsGif],
};

export const wholeJobChecks: readonly Check[] = [
  {
    name: 'studio: a drawing over a photo on three layers is taken back, replayed, saved as a film, and there after a reload',
    async run(engine, kind) {
      await using site = await openSite(kind);
      await openApp(engine, `${site.url}/`);
      await newDrawing(engine);
      await clickStarting(engine, studio.more);
      await clickStarting(engine, studio.menu.photo);
      await visible(engine, 'button', photo.choose);
      await engine.run(choosePhoto, photo.chosen);
      await until('the photo is on the paper', () => engine.run(showsPhoto));
      await click(engine, 'slider', photo.opacity, [0.3, 0.5]);
      await click(engine, 'button', photo.close);
      await drawAndSave(engine, 2);
      const id = await drawingId(engine);
      for (const count of [2, 3]) {
        await clickStarting(engine, layers.now('').slice(0, 'Layers: '.length));
        await click(engine, 'button', layers.add);
        await engine.press('Escape');
        await until(
          `${count} layers are stored`,
          async () => (await stored(engine, id)).layers?.length === count,
        );
        await drawAndSave(engine, 2);
      }
      const before = await stored(engine, id);
      assert.equal(new Set(before.strokes.map(({ layer = 'base' }) => layer)).size, 3);
      assert.equal(before.strokes.length, 6);
      const { opacity = 1, visible: isVisible } = before.underlay ?? {};
      assert.ok(isVisible && opacity > 0.1 && opacity < 0.5, `the photo is faded to ${opacity}`);

      await engine.press('a', 'Control');
      await engine.press('Delete');
      await until('much is erased', async () => (await stored(engine, id)).strokes.length < 6);
      await clickStarting(engine, studio.more);
      await clickStarting(engine, versions.title);
      await clickStarting(engine, '', versions.strokes(6));
      await click(engine, 'button', versions.takeBack);
      await stores(engine, id, before.strokes);
      assertSame(await stored(engine, id), before);

      await clickStarting(engine, studio.more);
      await clickStarting(engine, replay.menu);
      // Played to its end, it stands still: what it then shows comes from seeking alone.
      await click(engine, 'slider', replay.time, [0.9, 0.5]);
      await visible(engine, 'button', replay.again);
      const whole = await engine.run(inkOf, replay.picture);
      assert.ok(whole > 0, 'its last picture has ink');
      await click(engine, 'slider', replay.time, [0.5, 0.5]);
      await until('its middle has some of the ink', async () => {
        const ink = await engine.run(inkOf, replay.picture);
        return ink > 0 && ink < whole;
      });
      await click(engine, 'slider', replay.time, [0.99, 0.5]);
      await until('its end has all of the ink', async () => {
        return (await engine.run(inkOf, replay.picture)) === whole;
      });
      await engine.run(keepFilm);
      // WebKitGTK 2.50 would end the page if it were asked for an encoder: it makes a GIF instead.
      await click(engine, 'button', replay.saveVideo);
      const film = await until('a film is saved', () => engine.run(keptFilm));
      const [begins, said] = FILMS[film.type] ?? assert.fail(`a film of type ${film.type}`);
      assert.match(film.begins, begins);
      assert.ok(film.size > 5_000, `${film.size} bytes`);
      await until(`it says ${said}`, () =>
        engine.run((said) => document.body.textContent.includes(said), said),
      );
      console.log(`     ${film.type}, ${film.size} bytes`);

      await engine.reload();
      await visible(engine, 'application', 'Drawing canvas');
      await until('the photo is on the paper again', () => engine.run(showsPhoto));
      assertSame(await stored(engine, id), before);
    },
  },
];

async function stored(engine: Engine, id: string): Promise<Drawing> {
  return JSON.parse((await ask(engine, 'GET', `/drawings/${id}`)).text);
}

function assertSame(now: Drawing, before: Drawing): void {
  assert.deepStrictEqual(
    [now.strokes, now.layers, now.underlay],
    [before.strokes, before.layers, before.underlay],
  );
}

/** Clicks on the first button whose name begins so, and has the other words. */
export async function clickStarting(engine: Engine, start: string, has = ''): Promise<void> {
  const name = await until(`a button ${start} ${has}`, () => engine.run(buttonName, start, has));
  await click(engine, 'button', name);
}

/** Runs in the page: the name as `page.ts` finds it. */
function buttonName(start: string, has: string): string | false {
  for (const button of document.querySelectorAll('button')) {
    const copy = document.importNode(button, true);
    for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove();
    const name = (button.getAttribute('aria-label') ?? copy.textContent).replace(/\s+/g, ' ').trim();
    if (name.startsWith(start) && name.includes(has) && button.checkVisibility()) return name;
  }
  return false;
}

/** Runs in the page: gives a photo to the field of this name, as the browser's own dialog does. */
async function choosePhoto(name: string): Promise<void> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 300 });
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#3050d0';
  context.fillRect(0, 0, 200, 300);
  const blob = await new Promise<Blob>((resolve) => canvas.toBlob((blob) => resolve(blob!), 'image/jpeg'));
  const files = new DataTransfer();
  files.items.add(new File([blob], 'photo.jpg', { type: 'image/jpeg' }));
  const field = [...document.querySelectorAll<HTMLInputElement>('input[type=file]')].find(
    (one) => (one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent) === name,
  )!;
  field.files = files.files;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Runs in the page. */
function showsPhoto(): boolean {
  return document.querySelector('.photo-under')?.checkVisibility() ?? false;
}

/** Runs in the page: pixels of the player's picture that are not its paper. */
function inkOf(name: string): number {
  const stage = document.querySelector<HTMLCanvasElement>(`canvas[aria-label='${name}']`);
  if (!stage) return 0;
  const { data } = stage.getContext('2d')!.getImageData(0, 0, stage.width, stage.height);
  return new Uint32Array(data.buffer).filter((pixel, _, all) => pixel !== all[0]).length;
}

/** Runs in the page: keeps the next film in place of a download, which would end the script of WebKit's driver. */
function keepFilm(): void {
  HTMLAnchorElement.prototype.click = () => {};
  const make = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (source) => {
    if (source instanceof Blob) Object.assign(window, { testFilm: source });
    return make(source);
  };
}

/** Runs in the page. */
async function keptFilm(): Promise<{ type: string; size: number; begins: string } | false> {
  const film = 'testFilm' in window && window.testFilm;
  if (!(film instanceof Blob)) return false;
  const first = new Uint8Array(await film.slice(0, 16).arrayBuffer());
  return {
    type: film.type,
    size: film.size,
    begins: [...first].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
  };
}
