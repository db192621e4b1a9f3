/**
 * The whole application of the device, with the products and the sky from its cache, for what is seldom asked for and what no route has; and
 * the sync of photos, for whoever wants that.
 */
import { createApi } from '../api/index.ts';
import type { Handle, Ports } from '../api/ports.ts';
import { cachedProducts } from './cache/cached-products.ts';
import type { CacheOptions } from './cache/cached-resource.ts';
import { cachedSky } from './sky/cached-sky.ts';

export { syncPhotos } from './photos/sync-photos.ts';

/** Asks the server for nothing before the first request for either. */
export function seldomApi(ports: Ports, server: CacheOptions): Handle {
  return createApi({ ...ports, products: cachedProducts(server), sky: cachedSky(server) });
}
