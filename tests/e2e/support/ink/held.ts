/** Databases and drawings that cannot be read for a while, and responses that never come. */
import type { Page } from 'playwright/test';

declare global {
  /** Ends what `holdDatabase` or `holdStrokes` began. */
  var letGo: () => void;
  /** Ends what `holdStored` began. */
  var tellStored: () => void;
  /** Lets go the requests that `holdWrites` holds now. */
  var letWrite: (method: 'PATCH' | 'PUT') => void;
  /** Ends what `holdTiles` began. */
  var letTilesCome: () => void;
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

/** Pages opened from now on do not get the studio's code, until `letGo`: it waits for its style sheets. */
export async function holdStudio(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const held = new Promise<void>((resolve) => {
      globalThis.letGo = resolve;
    });
    const append = document.appendChild;
    Node.prototype.appendChild = function <T extends Node>(this: Node, node: T): T {
      if (!(node instanceof HTMLLinkElement && node.rel === 'stylesheet'))
        return append.call(this, node) as T;
      void held.then(() => append.call(this, node));
      return node;
    };
  });
}

/** Pages opened from now on get the studio's code only once early.ts has looked for a kept view, and shown one at once. */
export async function letEarlyBeFirst(page: Page): Promise<void> {
  await holdStudio(page);
  await page.addInitScript(() => {
    // The name may be taken over.
    const { letGo } = globalThis;
    const close = IDBDatabase.prototype.close;
    IDBDatabase.prototype.close = function () {
      close.call(this);
      // What it found is shown in the same task, unless it must be decoded.
      if (this.name === 'pleinair-views') setTimeout(letGo);
    };
  });
}

/** Pages opened from now on cannot read a drawing, until `letGo`. */
export async function holdStrokes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const ask = globalThis.fetch;
    const held = new Promise<void>((resolve) => {
      globalThis.letGo = resolve;
    });
    globalThis.fetch = async (...args: Parameters<typeof fetch>) => {
      const [input] = args;
      const url = input instanceof Request ? input.url : String(input);
      if (/drawings\/[0-9a-f-]{36}$/.test(url)) await held;
      return ask(...args);
    };
  });
}

/** Pages opened from now on get no tile, until `letTilesCome`: the workers that draw them are sent nothing. */
export async function holdTiles(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    const held: (() => void)[] = [];
    Worker.prototype.postMessage = function (...args: never[]) {
      held.push(() => Reflect.apply(post, this, args));
    };
    globalThis.letTilesCome = () => {
      Worker.prototype.postMessage = post;
      for (const send of held) send();
    };
  });
}

/** Changes and new drawings of pages opened from now on are not sent before `letWrite`. */
export async function holdWrites(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const ask = globalThis.fetch;
    const held = new Map<string, (() => void)[]>([
      ['PATCH', []],
      ['PUT', []],
    ]);
    globalThis.letWrite = (method) => {
      for (const send of held.get(method)?.splice(0) ?? []) send();
    };
    globalThis.fetch = async (...args: Parameters<typeof fetch>) => {
      const [input, init] = args;
      const waiting = held.get((input instanceof Request ? input.method : init?.method) ?? 'GET');
      if (waiting) await new Promise<void>((send) => waiting.push(send));
      return ask(...args);
    };
  });
}

/** Pages opened from now on do not learn that strokes are stored, until `tellStored`. */
export async function holdStored(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const ask = globalThis.fetch;
    const held = new Promise<void>((resolve) => {
      globalThis.tellStored = resolve;
    });
    globalThis.fetch = async (...args: Parameters<typeof fetch>) => {
      const request = new Request(...args);
      // Else the strokes would wait for the answer to a picture, or for that of another page's picture that came first.
      const isOfStrokes = request.method === 'PATCH' && (await request.clone().text()).includes('"/strokes');
      const response = await ask(request);
      if (isOfStrokes && response.ok) await held;
      return response;
    };
  });
}
