/** A database that somebody else has locked. */
import type { Page } from 'playwright/test';

declare global {
  /** Ends the transaction of `holdDatabase`. */
  var letGo: () => void;
}

/** Locks the database, like a long transaction of another tab: nothing can be written meanwhile. */
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
        // A transaction stays open while it has requests.
        if (held) store.get('counter').onsuccess = again;
        else database.close();
      };
      store.get('counter').onsuccess = again;
    });
  });
}
