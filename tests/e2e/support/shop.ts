/** A server whose catalogue of masks and purifiers is what a test says, hostile or not. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { readConfig } from '../../../server/config.ts';
import { createLog } from '../../../server/log.ts';
import { startServer } from '../../../server/serve.ts';
import type { CatalogueState, Category, Product } from '../../../src/core/air/products.ts';

export interface Shop extends AsyncDisposable {
  /** Origin without a trailing slash. */
  readonly url: string;
}

/** An entry with a verified link and a dated price, unless told otherwise. */
export function product(id: string, more: Partial<Product> = {}): Product {
  return {
    id,
    name: `Mask ${id}`,
    image: `https://pictures.example/${id}.png`,
    price: 'S$ 12.90',
    priceCheckedAt: '2026-06-03T09:00:00+08:00',
    url: 'https://shop.example/category',
    catalogueUrl: 'https://shop.example/catalogue',
    affiliateUrl: `https://go.example/r/${id}`,
    productPageUrl: `https://shop.example/item/${id}`,
    ...more,
  };
}

/** What the server knows of a category. */
export function shelf(products: readonly Product[], more: Partial<CatalogueState> = {}): CatalogueState {
  return {
    products,
    source: 'Somebody who keeps a list',
    catalogueSource: null,
    fetchedAt: '2026-11-20T08:00:00+08:00',
    warning: null,
    ...more,
  };
}

/** Starts the server in this process; the app must be built. */
export async function startShop(shelves: Readonly<Record<Category, CatalogueState>>): Promise<Shop> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pleinair-shop-'));
  const config = readConfig(
    {
      PORT: '0',
      DATA_DIR: dataDir,
      DRAW_TOKEN: 'a-token-for-tests',
      DATA_GOV_SG_V2_URL: 'http://127.0.0.1:9/v2',
      DATA_GOV_SG_V1_URL: 'http://127.0.0.1:9/v1',
    },
    () => undefined,
  );
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const server = await startServer(config, {
    log: createLog({ secrets: [], destination: nowhere }),
    createProducts: () => ({ catalogue: async (category) => shelves[category], close() {} }),
  });
  return {
    url: server.url,
    async [Symbol.asyncDispose]() {
      await server.close(0);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
