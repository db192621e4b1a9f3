/** What the studio keeps of what is drawn before a drawing is read (src/app/early, src/app/studio/session/opening). */
import type { Page } from 'playwright/test';
import type { Stroke } from '../../../../src/core/drawing/types.ts';

/** How many strokes pages keep for a drawing that is not read yet. */
export async function keptEarly(page: Page, id: string): Promise<number> {
  return (await recordsOf(page, id)).reduce((sum, strokes) => sum + strokes, 0);
}

/** How many pages keep something that was drawn on a drawing, as strokes or before the app came. */
export async function pagesKept(page: Page, id: string): Promise<number> {
  return (await recordsOf(page, id)).length;
}

/** Of each record that pages keep of a drawing, how many strokes it has. */
function recordsOf(page: Page, id: string): Promise<readonly number[]> {
  return page.evaluate(
    (id) =>
      new Promise<readonly number[]>((resolve, reject) => {
        const opening = indexedDB.open('pleinair-studio');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const keys = IDBKeyRange.bound(id, `${id}!`);
          const asked = opening.result.transaction('early').objectStore('early').getAll(keys);
          asked.onsuccess = () => {
            opening.result.close();
            resolve(asked.result.map(({ strokes }) => strokes?.length ?? 0));
          };
        };
      }),
    id,
  );
}

/**
 * Keeps strokes for a drawing, as a page leaves them that ends while it opens.
 * @param key the drawing's id, and another word for each page; older apps have the id alone
 * @param had how many like each the drawing had when that page began to save them; absent if it did not
 */
export function leaveEarly(
  page: Page,
  key: string,
  strokes: readonly Stroke[],
  had?: readonly number[],
): Promise<void> {
  return page.evaluate(
    ({ key, strokes, had }) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('pleinair-studio');
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('early', 'readwrite');
          transaction.objectStore('early').put({ title: '', strokes, had }, key);
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    { key, strokes, had },
  );
}
