/** The servers of the pictures: one with healthy air, and others without. */

import type { Fault } from '../../server/standin/fault-settings.ts';
import { startStandin } from '../../server/standin/standin.ts';
import type { Metric } from '../../src/core/air/types.ts';
import { catalogueOf, product, startShop } from '../e2e/support/air/shop.ts';
import { type AppServer, startAppServer } from '../support/app-server.ts';

export interface AirSite extends AsyncDisposable {
  readonly server: AppServer;
}

async function openAir(faults: Partial<Record<Metric, Fault>> = {}): Promise<AirSite> {
  const upstream = await startStandin({ faults });
  const server = await startAppServer({ env: { DATA_GOV_SG_V2_URL: upstream.v2Url } });
  return {
    server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await upstream.close();
    },
  };
}

/**
 * Invented entries: with date and link, without a price, without a link, and with a name as sellers write them.
 */
function openShop() {
  const masks = [
    product('lantern', { name: 'Paper Lantern N95 respirator, folding, box of 10', price: 'S$ 18.50' }),
    product('easel', { name: 'Easel N95 respirator, small, box of 5', price: 'S$ 11.20' }),
    product('kite', { name: 'Kite N95 respirator with valve', price: null, affiliateUrl: null }),
    product('loud', { name: `BEST!!! ${'N95 mask breathable adult child '.repeat(6)}`, price: 'S$ 4.99' }),
    product('canvas', { name: 'Canvas half-mask with two filters', price: 'S$ 39.00' }),
  ];
  const purifiers = [
    product('w12', { name: 'Watercolour 12 room air purifier, HEPA, to 20 m²', price: 'S$ 129.00' }),
    product('w30', { name: 'Watercolour 30 room air purifier, HEPA, to 45 m²', price: null }),
  ];
  const warning = 'The catalogue cannot be read; what is shown was read at 8 am SGT, 20 Nov.';
  return startShop({ masks: catalogueOf(masks), purifiers: catalogueOf(purifiers, { warning }) });
}

export interface Sites extends AsyncDisposable {
  /** Origins without a trailing slash. */
  readonly well: string;
  /** Token of `well`. */
  readonly token: string;
  /** Both feeds have figures of four hours ago. */
  readonly delayed: string;
  /** One feed is unavailable. */
  readonly oneDown: string;
  readonly bothDown: string;
  /** Has masks and purifiers, but no figures. */
  readonly shop: string;
}

export async function openSites(): Promise<Sites> {
  const [well, delayed, oneDown, bothDown, shop] = await Promise.all([
    openAir(),
    openAir({ psi: 'frozen', pm25: 'frozen' }),
    openAir({ psi: '500' }),
    openAir({ psi: 'down', pm25: 'down' }),
    openShop(),
  ]);
  return {
    well: well.server.url,
    token: well.server.token,
    delayed: delayed.server.url,
    oneDown: oneDown.server.url,
    bothDown: bothDown.server.url,
    shop: shop.url,
    async [Symbol.asyncDispose]() {
      await Promise.all([well, delayed, oneDown, bothDown, shop].map((site) => site[Symbol.asyncDispose]()));
    },
  };
}
