import assert from 'node:assert/strict';
import { gallery } from '../../../src/app/words/en/gallery/gallery.ts';
import type { Engine } from '../engine.ts';
import { click, until, visible } from '../page.ts';
import { openApp, openSite } from '../site.ts';
import {
  drawAndSave,
  drawingId,
  inked,
  newDrawing,
  openDrawing,
  storedIds,
  storedStrokes,
} from '../studio.ts';
import type { Check } from './check.ts';

export const studioChecks: readonly Check[] = [
  {
    name: 'studio: strokes are there after a reload with the server stopped, and drawing continues',
    async run(engine, kind) {
      await using site = await openSite(kind);
      await openApp(engine, `${site.url}/`);
      await newDrawing(engine);
      const first = await drawAndSave(engine, 8);
      const id = await drawingId(engine);
      await site.stop();

      await engine.reload();
      await visible(engine, 'application', 'Drawing canvas');
      assert.deepStrictEqual(await storedStrokes(engine, id), first);
      await inked(engine, first);
      const second = await drawAndSave(engine, 4);
      assert.deepStrictEqual(second.slice(0, first.length), first);

      await openDrawing(engine, site.url, id);
      assert.deepStrictEqual(await storedStrokes(engine, id), second);
      await inked(engine, second);
      await click(engine, 'link', 'Drawings');
      await listed(engine, [id]);
    },
  },
  {
    // Here scroll bars take room, as in most browsers on a desktop.
    name: 'studio: the paper reaches every edge of the window',
    async run(engine, kind) {
      await using site = await openSite(kind);
      await openApp(engine, `${site.url}/`);
      await newDrawing(engine);
      const { x, y, width, height } = await visible(engine, 'application', 'Drawing canvas');
      const window = await engine.run(() => [innerWidth, innerHeight]);
      assert.deepEqual([x, y, width, height], [0, 0, ...window]);
    },
  },
  {
    name: 'studio: every pointing device draws along its path',
    async run(engine, kind) {
      await using site = await openSite(kind);
      await openApp(engine, `${site.url}/`);
      await newDrawing(engine);
      for (const device of engine.devices) {
        const before = await count(engine);
        const strokes = await drawAndSave(engine, 2, device);
        assert.equal(strokes.length, before + 2, device);
        assert.equal(strokes.at(-1)?.pressure !== undefined, device === 'pen', `pressure of a ${device}`);
      }
    },
  },
  {
    name: 'studio: undone and redone strokes are stored as they are shown',
    async run(engine, kind) {
      await using site = await openSite(kind);
      await openApp(engine, `${site.url}/`);
      await newDrawing(engine);
      const all = await drawAndSave(engine, 3);
      const id = await drawingId(engine);
      const stores = async (n: number) => {
        await until(`${n} strokes are stored`, async () => (await storedStrokes(engine, id)).length === n);
        assert.deepStrictEqual(await storedStrokes(engine, id), all.slice(0, n));
      };
      await click(engine, 'button', 'Undo');
      await click(engine, 'button', 'Undo');
      await stores(1);
      await engine.reload();
      await click(engine, 'button', 'Redo');
      await stores(2);
    },
  },
  {
    name: 'studio: without a worker the page answers itself, on the same drawings',
    async run(engine, kind) {
      await using site = await openSite(kind);
      await engine.goto(`${site.url}/?transport=inline`);
      await newDrawing(engine);
      // The page stored it without a worker; the test reads it through one.
      await engine.run(async () => {
        await navigator.serviceWorker.register('/sw.js');
        await navigator.serviceWorker.ready;
      });
      const drawn = await drawAndSave(engine, 3);
      const id = await drawingId(engine);
      await openApp(engine, `${site.url}/`);
      await listed(engine, [id]);
      assert.deepStrictEqual(await storedStrokes(engine, id), drawn);
    },
  },
  {
    name: 'gallery: a drawing goes to the trash and comes back complete with the server stopped',
    async run(engine, kind) {
      await using site = await openSite(kind);
      await openApp(engine, `${site.url}/`);
      await newDrawing(engine);
      const drawn = await drawAndSave(engine, 4);
      const id = await drawingId(engine);
      await site.stop();
      await click(engine, 'link', 'Drawings');
      await listed(engine, [id]);
      await until('the gallery shows its picture', () => engine.run(picture));

      await click(engine, 'button', gallery.more);
      await click(engine, 'menuitem', 'Move to Trash');
      await until('it is in the trash', async () => (await storedIds(engine, true)).join() === id);
      assert.deepEqual(await storedIds(engine), []);
      await click(engine, 'tab', 'Trash');
      await engine.reload();
      await click(engine, 'button', 'Restore');
      await until('the gallery lists it', async () => (await storedIds(engine)).join() === id);
      assert.deepStrictEqual(await storedStrokes(engine, id), drawn);
      await engine.goto(`${site.url}/`);
      await listed(engine, [id]);
    },
  },
  {
    name: 'studio: strokes are there after the browser was closed, with the server stopped',
    closesBrowser: true,
    async run(engine, kind) {
      await using site = await openSite(kind);
      await openApp(engine, `${site.url}/`);
      await newDrawing(engine);
      const first = await drawAndSave(engine, 6);
      const id = await drawingId(engine);
      await site.stop();
      const second = await drawAndSave(engine, 3);
      await engine.restart?.();

      await engine.goto(`${site.url}/`);
      await listed(engine, [id]);
      assert.deepStrictEqual(await storedStrokes(engine, id), second);
      assert.deepStrictEqual(second.slice(0, first.length), first);
      await openDrawing(engine, site.url, id);
      assert.deepStrictEqual((await drawAndSave(engine, 2)).slice(0, second.length), second);
    },
  },
];

/** Waits until the gallery shows exactly these drawings. */
async function listed(engine: Engine, ids: readonly string[]): Promise<void> {
  await until(`the gallery lists ${ids.join(', ')}`, async () => {
    const { links } = await visible(engine, 'list', 'Drawings');
    return links.join() === ids.map((id) => `/drawings/${id}`).join();
  });
}

/** Runs in the page. */
function picture(): boolean {
  const image = document.querySelector<HTMLImageElement>('main li img');
  return image?.complete === true && image.naturalWidth > 0;
}

async function count(engine: Engine): Promise<number> {
  const path = await engine.run(() => location.pathname);
  return path.endsWith('/new') ? 0 : (await storedStrokes(engine, await drawingId(engine))).length;
}
