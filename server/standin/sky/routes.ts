/** The addresses of the feeds of the sky. */
import type { Feed } from '../../../src/core/sky/types.ts';
import type { Version } from '../../upstream/request.ts';
import { BASES } from '../reply.ts';
import type { Endpoint } from './schedule.ts';

export interface SkyRoute {
  readonly version: Version;
  readonly feed: Feed;
  readonly endpoint: Endpoint;
  /** Below the address of the version. */
  readonly path: string;
}

type Row = readonly [path: string, endpoint: Endpoint, feed: Feed];

const ROUTES: Readonly<Record<Version, readonly Row[]>> = {
  v2: [
    ['/two-hr-forecast', 'forecast2h', 'forecast2h'],
    ['/rainfall', 'rain', 'rain'],
    ['/weather?api=lightning', 'lightning', 'lightning'],
    ['/weather?api=wbgt', 'heat', 'heat'],
    ['/uv', 'uv', 'uv'],
    ['/wind-speed', 'wind_speed', 'wind'],
    ['/wind-direction', 'wind_direction', 'wind'],
    ['/twenty-four-hr-forecast', 'forecast24h', 'forecast24h'],
  ],
  v1: [
    ['/2-hour-weather-forecast', 'forecast2h', 'forecast2h'],
    ['/24-hour-weather-forecast', 'forecast24h', 'forecast24h'],
  ],
};

/** Undefined for whatever is no feed of the sky, such as `/weather` without its `api`. */
export function skyRouteOf({ pathname, searchParams }: URL): SkyRoute | undefined {
  for (const version of ['v2', 'v1'] as const) {
    for (const [address, endpoint, feed] of ROUTES[version]) {
      const [path = '', api] = address.split('?api=');
      if (pathname !== BASES[version] + path || (api ?? null) !== searchParams.get('api')) continue;
      return { version, feed, endpoint, path };
    }
  }
  return undefined;
}
