import { describe, expect, test } from 'vitest';
import { ask, stopWorkers } from '../support/worker.ts';
import { create, goOffline, openApp, STROKE, useFreshSite, world } from './site.ts';

useFreshSite();

/** Asks the worker for the sync status, as a page does when it becomes visible. */
function toldState(message: object): Promise<unknown> {
  return world.page.evaluate(
    (said) =>
      new Promise((resolve) => {
        const channel = new BroadcastChannel('sync');
        channel.addEventListener('message', ({ data }) => resolve(data), { once: true });
        navigator.serviceWorker.controller?.postMessage(said);
      }),
    message,
  );
}

/** Whether the running worker has loaded its second script; undefined until the test has seen that worker. */
async function hasSyncScript(): Promise<boolean | undefined> {
  const worker = world.context.serviceWorkers().at(-1);
  return worker?.evaluate(() => 'pleinairSync' in self).catch(() => undefined);
}

describe('worker: sync as a script of its own', () => {
  test('a worker that starts cold does not run it while sync is off', async () => {
    await openApp();
    await stopWorkers(world.page);
    const { path, init } = create([STROKE]);
    expect((await ask(world.page, path, init)).status).toBe(201);
    expect(await toldState({ type: 'SYNC', why: 'look' })).toMatchObject({ on: false, running: false });
    await expect.poll(hasSyncScript).toBe(false);
  });

  test('a worker that starts cold without a network has it when it is asked for', async () => {
    await openApp();
    await goOffline();
    await stopWorkers(world.page);
    // Only the second script can answer this.
    expect(await toldState({ type: 'SYNC_OFF' })).toMatchObject({ on: false, trouble: null });
    await expect.poll(hasSyncScript).toBe(true);
  });

  test('a worker whose second script cannot be had is not installed', async () => {
    world.proxy.change('/sw-sync.js', () => 'throw new Error("not a script");');
    await world.page.goto(`${world.proxy.url}/`);
    const state = await world.page.evaluate(async () => {
      const registration = await navigator.serviceWorker.register('/sw.js');
      const worker = registration.installing ?? registration.waiting ?? registration.active;
      return new Promise((resolve) => {
        const look = () => {
          if (worker?.state !== 'installing') resolve(worker?.state);
        };
        worker?.addEventListener('statechange', look);
        look();
      });
    });
    expect(state).toBe('redundant');
  });
});
