/**
 * A test finds nothing of the tests before it, though it uses the same place: one test leaves something of every
 * kind, the next one looks for it.
 */
import type { BrowserContext, Page } from 'playwright/test';
import { watchWorkers } from '../../../support/worker.ts';
import { expect, openApp, openSite, type Site, test } from '../site.ts';

const ID = '00000000-0000-4000-8000-0000000000ab';
/** A file that the worker leaves to the network, that a browser may keep, and that only this test asks for. */
const FILE = '/apple-touch-icon.png';

test.describe.configure({ mode: 'serial' });

/** Everything that is left, by kind. */
async function found(page: Page, site: Site): Promise<string[]> {
  const asked = () => site.asked.filter((line) => line === `GET ${FILE}`).length;
  const before = asked();
  const isThere = await page.evaluate(
    (file) =>
      fetch(file, { cache: 'force-cache' }).then(
        ({ ok }) => ok,
        () => false,
      ),
    `${FILE}?left`,
  );
  const kinds = await page.evaluate(look, ID);
  return isThere && asked() === before ? [...kinds, 'a file in the browser cache'] : kinds;
}

/** Runs in the page. */
async function look(id: string): Promise<string[]> {
  const directory = await navigator.storage.getDirectory();
  const left: Record<string, boolean> = {
    'a drawing': (await fetch(`/api/v1/drawings/${id}`)).status !== 404,
    'a drawing in the list': (await (await fetch('/api/v1/drawings')).json()).drawings.length > 0,
    'a database': (await indexedDB.databases()).some(({ name }) => name === 'left'),
    'a key in localStorage': localStorage.getItem('left') !== null,
    'a key in sessionStorage': sessionStorage.getItem('left') !== null,
    'a cookie': document.cookie !== '',
    // The app's files, and the mark of a sound log (src/store/new-log.ts).
    'a cache': (await caches.keys()).some((name) => name !== 'shell' && name !== '/log'),
    'a file': await directory.getFileHandle('left').then(
      () => true,
      () => false,
    ),
    'a lock': ((await navigator.locks.query()).held ?? []).some(({ name }) => name === 'left'),
    'a script': Reflect.get(globalThis, 'left') !== undefined,
    'a route': await fetch('/left.txt').then(
      ({ ok }) => ok,
      () => false,
    ),
    'a color scheme': matchMedia('(prefers-color-scheme: dark)').matches,
    'no network': !navigator.onLine,
    'a larger window': innerWidth !== 1280,
    'a step back': history.length > 2,
  };
  return Object.keys(left).filter((kind) => left[kind]);
}

/** Runs in the page: leaves everything that a page can leave. Returns the revision of the drawing. */
async function leave(id: string): Promise<number> {
  localStorage.setItem('left', '1');
  sessionStorage.setItem('left', '1');
  await cookieStore.set('left', '1');
  history.pushState(null, '', '/?left');
  await caches.open('left');
  await (await navigator.storage.getDirectory()).getFileHandle('left', { create: true });
  await new Promise((resolve) => {
    indexedDB.open('left').onsuccess = resolve;
  });
  await new Promise((resolve) => {
    void navigator.locks.request('left', () => {
      resolve(undefined);
      return new Promise(() => {});
    });
  });
  const headers = { 'Content-Type': 'application/json', 'If-None-Match': '*' };
  const body = JSON.stringify({ title: 'Left behind', strokes: [], thumb: '' });
  const response = await fetch(`/api/v1/drawings/${id}`, { method: 'PUT', headers, body });
  return (await response.json()).rev;
}

test.describe('places: between two tests', () => {
  let first: BrowserContext | undefined;
  let rev = 0;

  test('one leaves everything that a page and a test can leave', async ({ app, site }) => {
    first = app.context();
    expect(await found(app, site)).toEqual([]);
    await app.addInitScript(() => Reflect.set(globalThis, 'left', true));
    await app.reload();
    await app.emulateMedia({ colorScheme: 'dark' });
    await app.setViewportSize({ width: 1400, height: 800 });
    rev = await app.evaluate(leave, ID);
    expect(await found(app, site)).toEqual([
      'a drawing',
      'a drawing in the list',
      'a database',
      'a key in localStorage',
      'a key in sessionStorage',
      'a cookie',
      'a cache',
      'a file',
      'a lock',
      'a script',
      'a color scheme',
      'a larger window',
      'a step back',
      'a file in the browser cache',
    ]);
    await app.route('**/left.txt', (route) => route.fulfill({ body: '' }));
    await app.context().setOffline(true);
    expect(await found(app, site)).toEqual(expect.arrayContaining(['a route', 'no network']));
    site.watch(() => expect(site.url, 'nobody watches the next test').toBe(''));
    await site.down();
  });

  test('the next one finds nothing of it, in the same place', async ({ visitor, site }) => {
    expect(visitor.context()).toBe(first);
    // What the worker remembered is gone with it.
    const workers = await watchWorkers(await visitor.context().newCDPSession(visitor));
    expect(workers.states()).toEqual(['stopped']);
    await openApp(visitor, site.url);
    expect(await found(visitor, site)).toEqual([]);
    expect(await visitor.evaluate(leave, ID)).toBe(rev);
  });

  test('what cannot be undone costs the context, so that the next one finds nothing either', async ({
    browser,
    shared,
  }) => {
    const changes: readonly ((page: Page, site: Site) => unknown)[] = [
      (page) => page.context().addInitScript(() => Reflect.set(globalThis, 'left', true)),
      (page) => page.context().route('**/left.txt', (route) => route.fulfill({ body: '' })),
      (page) => page.clock.install(),
      (_, site) => site.change('/', (body) => body),
      (page) => page.evaluate(async () => (await navigator.serviceWorker.ready).unregister()),
      (page) => page.context().close(),
    ];
    const used: (readonly [string, BrowserContext])[] = [];
    for (const change of [...changes, () => {}]) {
      await using site = await openSite(shared);
      const page = await site.visitor(browser);
      used.push([site.url, page.context()]);
      await openApp(page, site.url);
      expect(await found(page, site)).toEqual([]);
      await change(page, site);
    }
    expect(new Set(used.map(([url]) => url)).size).toBe(1);
    expect(new Set(used.map(([, context]) => context)).size).toBe(changes.length + 1);
  });
});
