import { describe, expect, test } from 'vitest';
import { shell } from '../../src/app/words/en/shell.ts';
import { ask, controlled, inlineModule, stopWorkers } from '../support/worker.ts';
import { countLoads, create, goOffline, openApp, STROKE, useFreshSite, world } from './site.ts';

useFreshSite();

/** ms after which Workbox says that a worker waits: shorter waits are those of workers that skip them. */
const WORKBOX_WAITS = 200;

/** Runs before the worker's script: it waits for a message before it becomes active, as on a busy device. */
const SKIPS_WHEN_TOLD = `{
  const skipWaiting = self.skipWaiting.bind(self);
  self.skipWaiting = async () => undefined;
  self.addEventListener('message', ({ data }) => data === 'skip' && skipWaiting());
}`;

describe('worker', () => {
  test('a new version waits for consent', async () => {
    await openApp();
    const loads = countLoads();
    const controller = () => world.page.evaluate(() => navigator.serviceWorker.controller?.state);
    await offerUpdate((script) => `${script}\n// another build\n`);
    expect(await controller()).toBe('activated');
    await ask(world.page, '/api/v1/drawings');
    await stopWorkers(world.page);
    await ask(world.page, '/api/v1/drawings');
    const waits = await world.page.evaluate(async () => {
      return (await navigator.serviceWorker.getRegistration('/'))?.waiting?.state;
    });
    expect(waits).toBe('installed');
    expect(loads()).toBe(0);
  });

  test('a new version is offered, and activated with a reload after consent', async () => {
    await openApp();
    const before = await world.page.evaluate(() => performance.timeOrigin);
    await offerUpdate((script) => `${script}\n// another build\n`);
    const reloaded = world.page.waitForEvent('load');
    await world.page.getByRole('button', { name: shell.updateNow }).click();
    await reloaded;
    await controlled(world.page);
    expect(await world.page.evaluate(() => performance.timeOrigin)).toBeGreaterThan(before);
    const waits = await world.page.evaluate(async () => {
      return (await navigator.serviceWorker.getRegistration('/'))?.waiting ?? null;
    });
    expect(waits).toBe(null);
  });

  test('the first version is not offered, however long it waits before it is active', async () => {
    world.proxy.change('/sw.js', (script) => `${SKIPS_WHEN_TOLD}\n${script}`);
    await world.page.goto(`${world.proxy.url}/`);
    await world.page.waitForFunction(async () => {
      return (await navigator.serviceWorker.getRegistration('/'))?.waiting?.state === 'installed';
    });
    // The page has decided by then: it looks again this long after a worker is installed.
    await world.page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), WORKBOX_WAITS * 2);
    await world.page.evaluate(async () => {
      (await navigator.serviceWorker.getRegistration('/'))?.waiting?.postMessage('skip');
    });
    await controlled(world.page);
    expect(await world.page.getByText(shell.updateReady).count()).toBe(0);
  });

  // No page reloads here, which would end the half a minute that Chromium sometimes waits for the old worker.
  test('a new version keeps other pages and their files', { timeout: 90_000 }, async () => {
    await openApp();
    const { path, init } = create([STROKE]);
    await ask(world.page, path, init);
    const asset = await inlineModule(world.server.url);
    const other = await world.context.newPage();
    await other.goto(`${world.proxy.url}/`);
    await controlled(other);
    let reloads = 0;
    other.on('load', () => {
      reloads += 1;
    });
    // The next build does not have this file.
    await offerUpdate((script) => script.replaceAll(asset.slice(1), 'index.html?instead'));
    await agreeToUpdate();
    await controlled(other);
    await goOffline();
    // Asked for directly, because the browser's own HTTP cache may have it too, for as long as it likes.
    expect(await other.evaluate(async (path) => (await caches.match(path))?.status, asset)).toBe(200);
    expect((await ask(other, asset)).status).toBe(200);
    expect((await ask(other, path)).status).toBe(200);
    expect(reloads).toBe(0);
  });
});

/** Sends the waiting worker what the page sends when the person agrees. */
async function agreeToUpdate(): Promise<void> {
  await world.page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/');
    const taken = new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    });
    registration?.waiting?.postMessage({ type: 'SKIP_WAITING' });
    await taken;
  });
}

/** Publishes another worker, makes the browser look for it, and waits until it is installed. */
async function offerUpdate(change: (script: string) => string): Promise<void> {
  world.proxy.change('/sw.js', change);
  await world.page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/');
    await registration?.update();
    const next = registration?.installing;
    await new Promise<void>((resolve) => {
      if (next?.state !== 'installing') resolve();
      next?.addEventListener('statechange', () => resolve());
    });
    if (!registration?.waiting) throw new Error('No new version waits.');
  });
}
