/** Air, sky and catalogue for the hosts: ports in memory, and their counterparts for the Node server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../server/bin/bootstrap.js';
import { startStandin } from '../../server/standin/standin.ts';
import type { AirPort, ProductsPort, SkyPort } from '../../src/api/ports.ts';
import { FALLBACK_CENTRES } from '../../src/core/air/regions.ts';
import { HOUR, MINUTE, toSgt } from '../../src/core/air/time/time.ts';
import type { HourFigure, Metric } from '../../src/core/air/types.ts';
import { METRICS } from '../../src/core/air/types.ts';
import { type AppServer, startAppServer } from '../support/app-server.ts';
import { skyState } from '../support/sky/sky-state.ts';

/** Invented products, the same on every host: three masks and two purifiers. */
const CATALOGUE = join(root, 'docs', 'catalogue.example.json');

/** Air with thirty known hours of each metric. The last one began within the hour before this call. */
export function memoryAir(): AirPort {
  const now = Date.now();
  const last = Math.floor(now / HOUR) * HOUR;
  const hours = METRICS.flatMap((metric) =>
    Array.from({ length: 30 }, (_, ago) => figure(metric, last - ago * HOUR, 90 - ago)),
  );
  const source = (metric: Metric) => ({
    url: `https://example.org/${metric}`,
    refreshed: true,
    fetchedAt: toSgt(now - 2 * MINUTE),
    newest: hours.find((hour) => hour.metric === metric) ?? null,
  });
  const state = { sources: { psi: source('psi'), pm25: source('pm25') }, centres: FALLBACK_CENTRES };
  return { now: Date.now, state: async () => state, history: async () => ({ state, hours }) };
}

/** A sky of which all was known at this call. */
export function memorySky(): SkyPort {
  const state = skyState(Date.now());
  return { now: Date.now, state: async () => state };
}

function figure(metric: Metric, at: number, value: number): HourFigure {
  const values = { north: value, south: value + 1, east: value + 2, west: null, central: value + 4 };
  return { metric, hour: toSgt(at), values, updatedTimestamp: null };
}

interface ExampleShelf {
  readonly url: string;
  readonly catalogueUrl: string;
  readonly products: readonly { id: string; name: string; price?: string; priceCheckedAt?: string }[];
}

/** The example catalogue, with no verified link. */
export function memoryProducts(): ProductsPort {
  const example: { source: string; masks: ExampleShelf; purifiers: ExampleShelf } = JSON.parse(
    readFileSync(CATALOGUE, 'utf8'),
  );
  const fetchedAt = toSgt(Date.now());
  return {
    async catalogue(category) {
      const { url, catalogueUrl, products } = example[category];
      return {
        products: products.map(({ id, name, price = null, priceCheckedAt = null }) => ({
          id,
          name,
          image: null,
          price,
          priceCheckedAt,
          url,
          catalogueUrl,
          affiliateUrl: null,
          productPageUrl: null,
        })),
        source: example.source,
        catalogueSource: null,
        fetchedAt,
        warning: null,
      };
    },
  };
}

/** The real server with a working upstream and a catalogue. */
export async function startAirServer(
  options: { readonly token?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<AppServer> {
  const standin = await startStandin();
  const env = {
    DATA_GOV_SG_V2_URL: standin.v2Url,
    DATA_GOV_SG_V1_URL: standin.v1Url,
    CATALOGUE,
    ...options.env,
  };
  const server = await startAppServer({ ...options, env });
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await standin.close();
    },
  };
}
