/**
 * Addresses that a browser has visited before: opening the app there takes a third of what a first visit takes,
 * where the worker is installed and everything is fetched. Each is an origin with a browser context for each set
 * of options; tests use it one after another. Before each test everything that the app or a test left there is
 * removed, but the worker and the app's files. Whatever cannot be removed costs the context: the next test has
 * another.
 */
import assert from 'node:assert/strict';
import { type Browser, type BrowserContext, type Page, test } from 'playwright/test';
import { openTestProxy, type TestProxy } from '../../../support/test-proxy.ts';
import { controlled, stopWorkersOf } from '../../../support/worker.ts';

/** The worker's cache of the app's files (sw/shell.ts). */
const SHELL = 'shell';

/** Everything that the app or a test may have stored for an origin, but the worker and the caches. */
const STORED = 'cookies,file_systems,indexeddb,local_storage';

/** Methods of a context that change it for all later pages. `setOffline` does, too, and can be undone. */
const CHANGING = [
  'addCookies',
  'addInitScript',
  'addListener',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'on',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
] as const;
const CHANGING_TIME = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const;

/** A context that has visited a place, with an empty page for the next test. */
interface Ready {
  readonly context: BrowserContext;
  readonly page: Page;
}

interface Place {
  readonly proxy: TestProxy;
  /** By options. */
  readonly ready: Map<string, Ready>;
}

/** Places that no test uses now. */
const free: Place[] = [];
const kept = new Set<BrowserContext>();
/** Contexts that were changed for good. */
const spoiled = new WeakSet<BrowserContext>();
let options = '';

/** Sets the options of all contexts until the next test, as `test.use` gives them. */
export function wantContexts(wanted: object): void {
  options = JSON.stringify(wanted);
}

/** True for a context that later tests use. */
export function isKept(context: BrowserContext): boolean {
  return kept.has(context);
}

export interface TakenPlace extends TestProxy {
  /**
   * An empty page of a browser that has visited this place, and has nothing stored there but the worker and the
   * app's files. Call it once; `page.context().newPage()` makes more pages with the same storage.
   */
  visitor(browser: Browser): Promise<Page>;
}

/** Takes a place, before this server. Disposing it closes the visitor's pages. */
export async function takePlace(serverUrl: string): Promise<TakenPlace> {
  const place = free.pop() ?? { proxy: await openTestProxy(serverUrl), ready: new Map() };
  const { proxy, ready } = place;
  await proxy.renew(serverUrl);
  const wanted = options;
  let used: BrowserContext | undefined;
  return {
    ...proxy,
    change(path, change) {
      // It may have become a part of the kept app.
      if (used !== undefined) spoiled.add(used);
      proxy.change(path, change);
    },
    async visitor(browser) {
      assert.equal(used, undefined, 'a place has one visitor');
      const before = ready.get(wanted);
      ready.delete(wanted);
      const { context, page } = before ?? (await firstVisit(browser, proxy.url));
      used = context;
      return page;
    },
    async [Symbol.asyncDispose]() {
      await proxy.renew();
      if (used !== undefined) {
        const next = await cleaned(used, proxy.url);
        if (next !== undefined) ready.set(wanted, next);
      }
      free.push(place);
    },
  };
}

/** Ends everything, at the end of the process. */
export async function closePlaces(): Promise<void> {
  await Promise.all([...kept].map((context) => context.close()));
  await Promise.all(free.map(({ proxy }) => proxy.down()));
}

async function firstVisit(browser: Browser, url: string): Promise<Ready> {
  const context = await browser.newContext();
  kept.add(context);
  context.once('close', () => kept.delete(context));
  const page = await context.newPage();
  await page.goto(`${url}/`);
  await controlled(page);
  const ready = await cleaned(context, url);
  assert.ok(ready, 'the first visit leaves the app as it is');
  spoilWhenChanged(context);
  return ready;
}

/** Removes everything that is not the app from a context. Undefined if it cannot be: then the context is closed. */
async function cleaned(context: BrowserContext, url: string): Promise<Ready | undefined> {
  if (!kept.has(context)) return undefined;
  if (spoiled.has(context) || test.info().errors.length > 0) {
    await context.close();
    return undefined;
  }
  const before = context.pages();
  const page = await context.newPage();
  await Promise.all(before.map((page) => page.close()));
  await context.setOffline(false);
  // A request under way may start the worker again, which opens its database.
  for (let tries = 0; tries < 5; tries += 1) {
    const found = await within(CLEANING, emptied(page, url));
    if (found === 'nothing') return { context, page };
    if (found === 'another worker') break;
  }
  await context.close();
  return undefined;
}

/** A busy browser has let a command wait for a minute, ms. A new context costs less. */
const CLEANING = 10_000;

/** What is found, or another worker if that takes longer. */
async function within(ms: number, finding: Promise<Found>): Promise<Found> {
  const { promise: late, resolve } = Promise.withResolvers<Found>();
  const timer = setTimeout(resolve, ms, 'another worker');
  finding.catch(() => undefined);
  return Promise.race([finding, late]).finally(() => clearTimeout(timer));
}

type Found = 'nothing' | 'something' | 'another worker';

/** Stops the worker and removes everything but the app, then looks what is there. */
async function emptied(page: Page, url: string): Promise<Found> {
  const session = await page.context().newCDPSession(page);
  // Whatever the worker remembers goes with it.
  await stopWorkersOf(session);
  await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: STORED });
  await session.send('Network.clearBrowserCache');
  await session.send('Network.enable');
  await session.send('Network.setBypassServiceWorker', { bypass: true });
  await page.goto(`${url}/nothing.txt`);
  const found = await page.evaluate(removeCaches, SHELL);
  await session.send('Page.resetNavigationHistory');
  await session.detach();
  return found;
}

/** Runs in a page: deletes all caches but one, then looks whether anything is left but one active worker. */
async function removeCaches(but: string): Promise<Found> {
  for (const name of await caches.keys()) if (name !== but) await caches.delete(name);
  const [one, ...others] = await navigator.serviceWorker.getRegistrations();
  // A page's own check for a new version may still be under way, and would offer one to the next test: checks come one
  // after the other. This one finds no server.
  await one?.update().catch(() => undefined);
  if (one?.active?.state !== 'activated' || one.installing || one.waiting || others.length > 0) {
    return 'another worker';
  }
  const databases = await indexedDB.databases();
  return databases.length === 0 && localStorage.length === 0 ? 'nothing' : 'something';
}

function spoilWhenChanged(context: BrowserContext): void {
  const spoil = () => void spoiled.add(context);
  const hear = (object: object, names: readonly string[]) => {
    for (const name of names) {
      const method: unknown = Reflect.get(object, name);
      assert.ok(typeof method === 'function');
      const value = (...args: unknown[]) => {
        spoil();
        return Reflect.apply(method, object, args);
      };
      Object.defineProperty(object, name, { value });
    }
  };
  hear(context, CHANGING);
  hear(context.clock, CHANGING_TIME);
}
