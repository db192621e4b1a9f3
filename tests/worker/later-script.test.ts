import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Sky } from '../../src/core/sky/sky.ts';
import { workerScript } from '../run/sizes.ts';
import { dist } from '../support/build.ts';
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

/** Names of the scripts that the running worker has run; undefined until the test has seen that worker. */
async function scriptsRun(): Promise<string[] | undefined> {
  const worker = world.context.serviceWorkers().at(-1);
  const files = await worker
    ?.evaluate(() => Object.keys('scripts' in self ? Object(self.scripts) : {}))
    .catch(() => undefined);
  return files?.map((file) => file.replace(/-[\w-]{8}\.js$/, '')).sort();
}

describe('worker: its later scripts', () => {
  test('a cold worker shows drawings with its first script alone', async () => {
    await openApp();
    const { path, init } = create([STROKE]);
    expect((await ask(world.page, path, init)).status).toBe(201);
    // A page of the worker that asks for nothing by itself.
    await world.page.goto(`${world.proxy.url}/health`);
    await stopWorkers(world.page);
    expect((await ask(world.page, path)).status).toBe(200);
    expect((await ask(world.page, '/api/v1/drawings')).status).toBe(200);
    await expect.poll(scriptsRun).toEqual(['sw.js']);
  });

  test('a cold worker has the later script without a network', async () => {
    await openApp();
    await goOffline();
    await stopWorkers(world.page);
    const { path, init } = create([STROKE]);
    expect((await ask(world.page, path, init)).status).toBe(201);
    expect(await toldState({ type: 'SYNC', why: 'look' })).toMatchObject({ on: false, running: false });
    // Only sync itself can answer this.
    expect(await toldState({ type: 'SYNC_OFF' })).toMatchObject({ on: false, trouble: null });
    await expect.poll(scriptsRun).toEqual(['sw-later', 'sw.js']);
  });

  test('a cold worker answers for the air without the script of what is done seldom, and for the sky without a network', async () => {
    await openApp();
    const online = await ask(world.page, '/api/v1/sky?area=bishan');
    expect([online.status, JSON.parse(online.text).area]).toEqual([200, 'bishan']);
    await goOffline();
    await world.page.goto(`${world.proxy.url}/health`);
    await stopWorkers(world.page);
    expect((await ask(world.page, '/api/v1/readings')).status).toBe(200);
    await expect.poll(scriptsRun).toEqual(['sw-later', 'sw.js']);
    const { status, text } = await ask(world.page, '/api/v1/sky?area=tuas');
    const { area, region, sun }: Sky = JSON.parse(text);
    expect([status, area, region]).toEqual([200, 'tuas', 'west']);
    expect(sun.sunrise).toMatch(/T0[67]:\d\d:\d\d\+08:00$/);
    await expect.poll(scriptsRun).toEqual(['sw-later', 'sw-seldom', 'sw.js']);
  });

  test('a cold worker has what is seldom asked for without a network', async () => {
    await openApp();
    const { path, init } = create([STROKE]);
    expect((await ask(world.page, path, init)).status).toBe(201);
    await goOffline();
    await stopWorkers(world.page);
    const { status, text } = await ask(world.page, `${path}/versions`);
    expect([status, JSON.parse(text).versions]).toEqual([200, []]);
    await expect.poll(scriptsRun).toEqual(['sw-later', 'sw-seldom', 'sw.js']);
  });

  test.each(['later', 'seldom'] as const)(
    'a worker whose script sw-%s does not load is not installed',
    async (name) => {
      const path = `/assets/${basename(workerScript(dist, name))}`;
      world.proxy.change(path, () => 'throw new Error("not a script");');
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
    },
  );
});
