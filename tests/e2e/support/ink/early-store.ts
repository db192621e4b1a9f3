/** What the studio keeps of what is drawn before a drawing is read (src/app/early, src/app/studio/session/opening). */
import type { Page } from 'playwright/test';
import type { Stroke } from '../../../../src/core/drawing/types.ts';

/** How many strokes are kept for a drawing that is not read yet. */
export function keptEarly(page: Page, id: string): Promise<number> {
  return page.evaluate(
    (id) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('pleinair-studio');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const asked = opening.result.transaction('early').objectStore('early').get(id);
          asked.onsuccess = () => {
            opening.result.close();
            resolve(asked.result?.strokes.length ?? 0);
          };
        };
      }),
    id,
  );
}

/**
 * Keeps strokes for a drawing, as a page leaves them that ends while it opens.
 * @param had how many like each the drawing had when that page began to save them; absent if it did not
 */
export function leaveEarly(
  page: Page,
  id: string,
  strokes: readonly Stroke[],
  had?: readonly number[],
): Promise<void> {
  return page.evaluate(
    ({ id, strokes, had }) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('pleinair-studio');
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('early', 'readwrite');
          transaction.objectStore('early').put({ title: '', strokes, had }, id);
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    { id, strokes, had },
  );
}

/** How many pages keep something that was drawn on a drawing before the app came. */
export function pagesKept(page: Page, id: string): Promise<number> {
  return page.evaluate(
    (id) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('pleinair-studio');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const pages = IDBKeyRange.bound(`${id} `, `${id}!`);
          const asked = opening.result.transaction('early').objectStore('early').count(pages);
          asked.onsuccess = () => {
            opening.result.close();
            resolve(asked.result);
          };
        };
      }),
    id,
  );
}
