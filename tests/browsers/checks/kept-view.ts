import assert from 'node:assert/strict';
import type { KeptView } from '../../../src/app/early/kept-view.ts';
import { papers } from '../../../src/app/words/en/studio/papers.ts';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import { assertDrawn } from '../../e2e/support/ink/samples.ts';
import { ask } from '../api.ts';
import { click, reads, until } from '../page.ts';
import { openApp, openSite } from '../site.ts';
import {
  draw,
  drawAndSave,
  drawingId,
  inked,
  newDrawing,
  openDrawing,
  SAVED,
  storesStrokes,
} from '../studio.ts';
import type { Check } from './check.ts';

declare global {
  /** Lets the strokes of drawings be read. */
  var letGo: () => void;
  /** Colour of the paper under the kept view, once that was shown before the studio. */
  var earlyOn: string | undefined;
}

const NIGHT = 'rgb(29, 35, 47)';

export const keptViewChecks: readonly Check[] = [
  {
    name: 'studio: a drawing on night paper that is opened by its address shows the picture of the last time, and takes ink before its strokes are read',
    async run(engine, kind) {
      await using site = await openSite(kind, { first: holdBoth });
      await openApp(engine, `${site.url}/`);
      await newDrawing(engine);
      const before = await drawAndSave(engine, 4);
      const id = await drawingId(engine);
      await click(engine, 'button', studio.more);
      await click(engine, 'choice', papers.names.night);
      await engine.press('Escape');
      await until('the paper is stored', async () => {
        const { text } = await ask(engine, 'GET', `/drawings/${id}`);
        return JSON.parse(text).paper?.color === '#1d232f';
      });
      await until('its pixels are kept on that paper', async () => {
        const view = await engine.run(readView, id);
        return view !== null && view.bytes > 0 && view.paper === '#1d232f';
      });
      await engine.run(() => sessionStorage.setItem('hold', 'yes'));

      await openDrawing(engine, site.url, id);
      assert.equal(await engine.run(() => globalThis.earlyOn ?? null), NIGHT);
      const state = () =>
        engine.run(() => {
          const canvas = document.querySelector('[role=application]')!;
          return [canvas.getAttribute('aria-busy'), getComputedStyle(canvas).backgroundColor];
        });
      assert.deepEqual(await state(), ['true', NIGHT]);
      await inked(engine, before);
      const samples = await draw(engine, 2, 'mouse');
      assert.deepEqual(await state(), ['true', NIGHT]);
      await engine.run(() => {
        sessionStorage.removeItem('hold');
        globalThis.letGo();
      });
      await until('it is open', async () => (await state())[0] === 'false');
      await reads(engine, 'status', SAVED);
      const after = await storesStrokes(engine, id, 6);
      assert.deepStrictEqual(after.slice(0, 4), before);
      assertDrawn(after, samples, 4);
      await inked(engine, after);
    },
  },
];

/**
 * Runs in each page before the app: where the session asks for it, no drawing can be read until `letGo`, and the studio,
 * which may be faster than the picture of the last time, waits for that.
 */
function holdBoth(): void {
  if (sessionStorage.getItem('hold') === null) return;
  const ask = globalThis.fetch;
  const held = new Promise<void>((resolve) => {
    globalThis.letGo = resolve;
  });
  globalThis.fetch = async (...args) => {
    const [input] = args;
    const url = input instanceof Request ? input.url : String(input);
    if (/drawings\/[0-9a-f-]{36}$/.test(url)) await held;
    return ask(...args);
  };
  const shown = Promise.withResolvers<void>();
  const append = Node.prototype.appendChild;
  // The studio's code waits for its style sheets.
  Node.prototype.appendChild = function <T extends Node>(this: Node, node: T): T {
    if (!(node instanceof HTMLLinkElement && node.rel === 'stylesheet')) return append.call(this, node) as T;
    void shown.promise.then(() => append.call(this, node));
    return node;
  };
  new MutationObserver(() => {
    const early = document.querySelector('.kept-view');
    if (!early || document.querySelector('.studio')) return;
    globalThis.earlyOn ??= getComputedStyle(early).backgroundColor;
    shown.resolve();
  }).observe(document, { childList: true, subtree: true });
}

/** Runs in the page: what is kept of a drawing's view. */
async function readView(
  id: string,
): Promise<(Pick<KeptView, 'bytes'> & { readonly paper: string | null }) | null> {
  const settled = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const known = await indexedDB.databases();
  if (!known.some(({ name }) => name === 'pleinair-views')) return null;
  const database = await settled(indexedDB.open('pleinair-views'));
  const view = database.objectStoreNames.contains('views')
    ? await settled<KeptView | undefined>(database.transaction('views').objectStore('views').get(id))
    : undefined;
  database.close();
  return view ? { bytes: view.bytes, paper: view.paper ?? null } : null;
}
