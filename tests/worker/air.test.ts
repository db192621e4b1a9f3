import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { root } from '../../server/bin/bootstrap.js';
import { type Standin, startStandin } from '../../server/standin/standin.ts';
import type { History } from '../../src/core/air/history.ts';
import type { Products } from '../../src/core/air/products.ts';
import type { Readings } from '../../src/core/air/readings.ts';
import { startAppServer } from '../support/app-server.ts';
import { ask, stopWorkers } from '../support/worker.ts';
import { goOffline, openApp, useFreshSite, world } from './site.ts';

const TEN_MINUTES = 600_000;
const HISTORY = '/api/v1/history?region=all';

let upstream: Standin | undefined;

afterAll(() => upstream?.close());
useFreshSite(async () => {
  upstream = await startStandin();
  const CATALOGUE = join(root, 'docs', 'catalogue.example.json');
  return startAppServer({ env: { DATA_GOV_SG_V2_URL: upstream.v2Url, CATALOGUE } });
});
beforeEach(openApp);

/**
 * Makes a stored value look as if the worker had fetched it at another time, `ms` earlier; undefined deletes
 * it. The worker then restarts and reads it.
 */
async function fetchedEarlier(name: string, ms: number | undefined): Promise<void> {
  await world.page.evaluate(
    async ([key, back]) => {
      const settled = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const database = await settled(indexedDB.open('pleinair'));
      const values = database.transaction('values', 'readwrite').objectStore('values');
      if (back === undefined) await settled(values.delete(key));
      else {
        const kept = JSON.parse(await settled(values.get(key)));
        for (const member of ['asked', 'askAfter', 'notBefore']) kept[member] -= back;
        await settled(values.put(JSON.stringify(kept), key));
      }
      database.close();
    },
    [name, ms] as const,
  );
  // Only now: a request of the page itself would start the next one with what was stored before.
  await stopWorkers(world.page);
}

async function body<T>(path: string): Promise<T> {
  const { status, text } = await ask(world.page, path);
  expect(status, path).toBe(200);
  return JSON.parse(text);
}
const history = () => body<History>(HISTORY);
const readings = () => body<Readings>('/api/v1/readings');
const timesAsked = (path: string) => world.proxy.asked.filter((line) => line === `GET ${path}`).length;
const statuses = ({ sources }: History) => [sources.psi?.status, sources.pm25?.status];

describe('worker: the air', () => {
  test("history equals the server's, and is requested with the readings once in ten minutes", async () => {
    const [known] = await Promise.all([history(), history(), readings(), body('/api/v1/history?metric=psi')]);
    const fromServer: History = await (await fetch(`${world.server.url}${HISTORY}`)).json();
    expect(known.series).toEqual(fromServer.series);
    expect(known.sources).toEqual(fromServer.sources);
    expect(known.series.pm25?.some(({ values }) => values.central !== null)).toBe(true);
    await stopWorkers(world.page);
    expect(await history()).toEqual(known);
    expect([timesAsked('/api/v1/history'), timesAsked('/api/v1/readings')]).toEqual([1, 1]);
  });

  test('cached history and readings are delayed offline, with the same hours and figures', async () => {
    const known = await history();
    expect(statuses(known)).toEqual(['ok', 'ok']);
    await goOffline();
    await fetchedEarlier('air', TEN_MINUTES);
    const kept = await history();
    expect(statuses(kept)).toEqual(['stale', 'stale']);
    expect(kept.series).toEqual(known.series);
    expect(kept.fetchedAt).toBe(known.fetchedAt);
    expect(kept.warning).toMatch(/delayed/);
    const { sources, regions } = await readings();
    for (const metric of ['psi', 'pm25'] as const) {
      expect(sources[metric]).toEqual(kept.sources[metric]);
      const last = kept.series[metric]?.find(({ timestamp }) => timestamp === sources[metric].timestamp);
      expect(last?.values).toEqual(Object.fromEntries(regions.map((region) => [region.id, region[metric]])));
    }
  });

  test('without a cache, history is unavailable and products have a warning', async () => {
    await goOffline();
    // The page fetched the air when it opened.
    await fetchedEarlier('air', undefined);
    const known = await history();
    expect(statuses(known)).toEqual(['unavailable', 'unavailable']);
    expect([known.windowEnd, known.series.psi, known.series.pm25]).toEqual([null, [], []]);
    const { products, warning } = await body<Products>('/api/v1/products');
    expect(products).toEqual([]);
    expect(warning).toMatch(/nothing of this category is kept on this device/);
  });

  test('products and their dates stay offline, after ten minutes with a warning', async () => {
    const products = () => body<Products>('/api/v1/products?limit=3');
    const known = await products();
    expect(known.warning).toBeNull();
    expect(known.products.length).toBeGreaterThan(0);
    expect(await (await fetch(`${world.server.url}/api/v1/products?limit=3`)).json()).toMatchObject({
      products: known.products,
      fetchedAt: known.fetchedAt,
    });
    await goOffline();
    await stopWorkers(world.page);
    expect(await products()).toEqual(known);
    await fetchedEarlier('products-masks', TEN_MINUTES);
    expect(await products()).toEqual({ ...known, warning: expect.stringMatching(/from this device/) });
    expect(timesAsked('/api/v1/products')).toBe(1);
  });

  test('the guide and the discovery work offline', async () => {
    await goOffline();
    await stopWorkers(world.page);
    expect(await body('/api/v1/guide')).toMatchObject({ apiVersion: '1', isLiveForecast: false });
    expect(await body('/api/v1')).toMatchObject({ apiVersion: '1' });
  });
});
