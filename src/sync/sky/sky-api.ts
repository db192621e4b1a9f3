/** The application of the device with every route: discovery, and the sky from its cache. */
import { createApi } from '../../api/index.ts';
import type { Handle, Ports } from '../../api/ports.ts';
import type { CacheOptions } from '../cache/cached-resource.ts';
import { cachedSky } from './cached-sky.ts';

/** Asks the server for nothing before the first request for the sky. */
export function skyApi(ports: Ports, server: CacheOptions): Handle {
  return createApi({ ...ports, sky: cachedSky(server) });
}
