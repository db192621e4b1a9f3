/** A database that somebody else has locked. */
import type { Page } from 'playwright/test';

declare global {
  /** Ends the transaction of `holdDatabase`. */
  var letGo: () => void;
}

/** Locks a database, like a long transaction of another tab: nothing can be read or written meanwhile. */
export async function holdDatabase(page: Page, name = 'pleinair'): Promise<void> {
  await page.evaluate(async (name) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    let held = true;
    globalThis.letGo = () => {
      held = false;
    };
    await new Promise<void>((started) => {
      const names = [...database.objectStoreNames];
      const store = database.transaction(names, 'readwrite').objectStore(names[0]!);
      const again = () => {
        started();
        // A transaction stays open while it has requests.
        if (held) store.get('').onsuccess = again;
        else database.close();
      };
      store.get('').onsuccess = again;
    });
  }, name);
}
