import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { root } from '../../server/bin/bootstrap.js';
import { serverCatalogue } from '../../server/catalogue/port.ts';
import { CATALOGUE_NAME } from '../../server/catalogue/stored-catalogue.ts';
import { readConfig } from '../../server/config/config.ts';
import { databaseFile } from '../../server/config/database-at.ts';
import { createLog } from '../../server/http/log.ts';
import { startServer } from '../../server/serve.ts';
import { sqliteDatabase } from '../../server/store/index.ts';
import { startAppServer } from '../support/app-server.ts';
import { NEVER_BUSY } from '../support/busy/never-busy.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { ALLOWED, openShops, page, redirect } from '../support/shops.ts';
import { LONG_TIMEOUT } from './program.ts';

const EXAMPLE = readFileSync(join(root, 'docs', 'catalogue.example.json'), 'utf8');

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(fastFolder(), 'pleinair-products-'));
  file = join(folder, 'catalogue.json');
  writeFileSync(file, EXAMPLE);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** True if the server has stored a catalogue. */
async function isKept(dataDir: string): Promise<boolean> {
  const database = sqliteDatabase({ file: databaseFile(dataDir) });
  const text = await database.storeOf('server').read((tx) => tx.value(CATALOGUE_NAME));
  await database.close();
  return text !== undefined;
}

async function ask(url: string, query = '') {
  const response = await fetch(`${url}/api/v1/products${query}`);
  expect(response.status).toBe(200);
  return response.json();
}

describe('server: products', () => {
  test('the catalogue is served in pages, and survives a restart with a broken file', async () => {
    const env = {
      CATALOGUE: file,
      AFFILIATE_REDIRECT_HOSTS: 'redirects.invalid',
      MARKETPLACE_HOSTS: 'market.invalid',
    };
    await using server = await startAppServer({ build: false, env });
    // A request that comes before the catalogue was read and kept is answered without it.
    await expect.poll(() => isKept(server.dataDir), LONG_TIMEOUT).toBe(true);
    expect(await ask(server.url)).toMatchObject({
      category: 'masks',
      products: [
        { id: 'paper-lantern-n95', price: 'S$ 18.50', affiliateUrl: null },
        { id: 'easel-n95-small' },
      ],
      total_count: 3,
      has_more: true,
      next_offset: 2,
      catalogueSource: null,
      warning: null,
    });
    expect(await ask(server.url, '?category=purifiers&limit=10')).toMatchObject({ total_count: 2 });

    await server.kill();
    writeFileSync(file, EXAMPLE.slice(0, 500));
    await server.start();
    const body = await ask(server.url);
    expect(body).toMatchObject({
      products: [{ price: 'S$ 18.50', priceCheckedAt: '2026-11-15T09:30:00+08:00' }, {}],
      total_count: 3,
      warning: expect.stringMatching(/^The catalogue is not as its format asks; what is shown was read at /),
    });
    expect(JSON.stringify(body)).not.toContain(folder);
    // Log lines are buffered before they are written.
    await expect.poll(() => server.output(), LONG_TIMEOUT).toContain('the catalogue cannot be used');

    writeFileSync(file, EXAMPLE);
    await expect
      .poll(async () => (await ask(server.url)).warning, { ...LONG_TIMEOUT, interval: 1_000 })
      .toBeNull();
  });

  test('without a catalogue there are no products, with a warning', async () => {
    await using server = await startAppServer({ build: false });
    expect(await ask(server.url)).toMatchObject({
      products: [],
      total_count: 0,
      has_more: false,
      next_offset: null,
      warning: 'No catalogue of masks and purifiers has been set up on this server.',
    });
  });

  test('an affiliate link is served once it was followed to a marketplace', async () => {
    const shops = await openShops();
    shops.pages.set('go.example/r/paper-lantern-n95', redirect('https://hop.example/'));
    shops.pages.set('hop.example/', redirect('https://market.example/item'));
    shops.pages.set('market.example/item', page());
    const env = {
      PORT: '0',
      DATA_DIR: folder,
      CATALOGUE: file,
      DATA_GOV_SG_V2_URL: 'http://127.0.0.1:9/v2',
      DATA_GOV_SG_V1_URL: 'http://127.0.0.1:9/v1',
    };
    const server = await startServer(
      readConfig(env, () => undefined),
      {
        log: createLog({ secrets: [], destination: { write() {} } }),
        loadLimits: NEVER_BUSY,
        distDir: folder,
        createProducts: (store, { catalogue: location }) =>
          serverCatalogue({
            store,
            location,
            allowed: ALLOWED,
            follow: (link) => shops.follow(link),
            pauseMs: 0,
          }),
      },
    );
    try {
      const links = async () =>
        (await ask(server.url)).products.map(
          (product: { affiliateUrl: string | null }) => product.affiliateUrl,
        );
      await expect.poll(links, LONG_TIMEOUT).toEqual(['https://go.example/r/paper-lantern-n95', null]);
    } finally {
      await server.close();
      await shops.close();
    }
  });
});
