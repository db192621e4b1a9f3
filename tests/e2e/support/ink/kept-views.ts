/** The pixels that the studio keeps of a drawing (src/app/early). */
import type { Page } from 'playwright/test';
import { expect } from 'playwright/test';
import type { KeptView } from '../../../../src/app/early/kept-view.ts';
import { realStrokes } from '../../../support/drawing/strokes.ts';
import { openDrawing } from '../studio/studio.ts';
import { storeDrawing, untilSharp } from './ink-compare.ts';

/** What the tests look at. */
export type KeptFacts = Pick<KeptView, 'width' | 'height' | 'camera' | 'used' | 'bytes' | 'packed'>;

/** The kept view of a drawing, if its pixels are kept. */
export function keptView(page: Page, id: string): Promise<KeptFacts | undefined> {
  return page.evaluate(readView, id);
}

/** Opens a new drawing and waits until its pixels are kept. Returns its id. */
export async function kept(page: Page, url: string, strokes = 300): Promise<string> {
  const id = await storeDrawing(page, realStrokes(strokes));
  await openDrawing(page, url, id);
  await untilSharp(page);
  await untilKept(page, id);
  return id;
}

/** Waits until a view is kept that was stored after `before`, ms since the epoch. */
export async function untilKept(page: Page, id: string, before = 0): Promise<void> {
  await expect.poll(async () => (await keptView(page, id))?.used ?? 0).toBeGreaterThan(before);
}

/**
 * Changes the kept view of a drawing, as another version of the app or a damaged disk might.
 * @param bytes if given, this many zeros take the place of the pixels
 */
export function spoilView(
  page: Page,
  id: string,
  change: { readonly [name in keyof KeptView]?: unknown },
  bytes?: number,
): Promise<void> {
  return page.evaluate(changeView, [id, change, bytes] as const);
}

/** Runs in the page: deletes all kept views. */
export async function forgetViews(): Promise<void> {
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('pleinair-views').onsuccess = resolve;
  });
}

/** Runs in the page, and uses nothing from outside. */
async function readView(id: string): Promise<KeptFacts | undefined> {
  const settled = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const known = await indexedDB.databases();
  if (!known.some(({ name }) => name === 'pleinair-views')) return undefined;
  const database = await settled(indexedDB.open('pleinair-views'));
  const names = [...database.objectStoreNames];
  const view = names.includes('pixels')
    ? await settled<KeptView | undefined>(database.transaction('views').objectStore('views').get(id))
    : undefined;
  database.close();
  if (!view || view.bytes === 0) return undefined;
  const { width, height, camera, used, bytes, packed } = view;
  return { width, height, camera, used, bytes, packed };
}

/** Runs in the page, and uses nothing from outside. */
async function changeView([id, change, bytes]: readonly [string, object, number | undefined]): Promise<void> {
  const settled = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await settled(indexedDB.open('pleinair-views'));
  const transaction = database.transaction(['views', 'pixels'], 'readwrite');
  const store = transaction.objectStore('views');
  const view: KeptView = await settled(store.get(id));
  await settled(store.put({ ...view, ...change }, id));
  if (bytes !== undefined) await settled(transaction.objectStore('pixels').put(new ArrayBuffer(bytes), id));
  database.close();
}
