/** The endpoints of the air API, built from the routes themselves. */
import { discoveryBody, type Endpoint } from '../../core/air/discovery.ts';
import { CACHE_SECONDS } from '../../core/air/upstream/freshness.ts';
import type { Parameter } from '../http/query.ts';
import type { Route } from '../http/route.ts';
import { ARCHIVE_PATH, archiveQuery } from '../past/archive-query.ts';
import { getSky } from '../sky/sky.ts';
import { airRoute, prepare } from './air-route.ts';
import { getGuide } from './guide.ts';
import { getHistory } from './history.ts';
import { getProducts } from './products.ts';
import { getReadings } from './readings.ts';

export const getDiscovery: Route = airRoute({
  id: 'getDiscovery',
  path: '/api/v1',
  async prepared({ ports: { air, publicUrl, quotaPerMinute } }) {
    const body = discoveryBody(ENDPOINTS, { publicUrl, quotaPerMinute });
    return prepare(JSON.stringify(body), CACHE_SECONDS, air.now());
  },
});

const ENDPOINTS: readonly Endpoint[] = [
  endpoint(getDiscovery, 'This document.'),
  endpoint(getReadings, 'The newest 24-hour PSI and 1-hour PM2.5 of each region.'),
  endpoint(getHistory, 'Both measures hour by hour, for the last 24 hours.'),
  endpoint(getProducts, 'A page of masks or room air purifiers.'),
  endpoint(getGuide, 'Advice for each band; a reference of June 2026.'),
  endpoint(getSky, 'Rain, lightning, heat, UV, wind, forecasts and the sun, at one area or at all.'),
  // Only servers have the route: a device lists it, and passes its requests on.
  endpoint({ path: ARCHIVE_PATH, query: archiveQuery }, 'From one day to another: at most 31 of 90.'),
];

interface Listed {
  readonly path: string;
  readonly query?: Readonly<Record<string, Pick<Parameter<unknown>, 'description' | 'schema'>>>;
}

function endpoint({ path, query = {} }: Listed, summary: string): Endpoint {
  const parameters = Object.entries(query).map(([name, { description = '', schema }]) => ({
    name,
    description,
    schema,
  }));
  return { method: 'GET', path, summary, parameters };
}
