/** A database that somebody else keeps to themselves. */
import type { Page } from 'playwright/test';

declare global {
  /** Lets the database go that `holdDatabase` holds. */
  var letGo: () => void;
}

/** Keeps the database to itself, as another tab's long transaction does: nothing can be written to it meanwhile. */
export async function holdDatabase(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('pleinair');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    let held = true;
    globalThis.letGo = () => {
      held = false;
    };
    await new Promise<void>((started) => {
      const store = database.transaction([...database.objectStoreNames], 'readwrite').objectStore('meta');
      const again = () => {
        started();
        // A transaction lives as long as it is asked for something.
        if (held) store.get('counter').onsuccess = again;
        else database.close();
      };
      store.get('counter').onsuccess = again;
    });
  });
}
