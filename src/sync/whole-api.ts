/** The whole application of the device: every route, with the cached air and products of its server. */
import { GUIDE_FILE, OPENAPI_FILE } from '../api/built-files.ts';
import { createApi } from '../api/index.ts';
import type { DrawingPorts, Handle, Store } from '../api/ports.ts';
import { cachedAir } from './cache/cached-air.ts';
import { cachedProducts } from './cache/cached-products.ts';
import type { CacheOptions } from './cache/cached-resource.ts';
import { withServerLinks } from './cache/server-links.ts';

export interface WholeApiOptions {
  readonly ports: DrawingPorts;
  readonly store: Store;
  /** Address of the server that the page came from. */
  readonly origin: string;
  /** Text of a file of this build. */
  readonly file: (path: string) => Promise<string>;
  readonly version: string;
  /** The token of Settings; `''` or undefined if sync is off. */
  readonly token: () => Promise<string | undefined>;
}

/** Builds the application. Asks the server for nothing before the first request. */
export function wholeApi({ ports, store, origin, file, version, token }: WholeApiOptions): Handle {
  const server: CacheOptions = {
    store,
    fetchServer: (path, signal) =>
      fetch(new URL(path, origin), { signal, cache: 'no-store', redirect: 'error' }),
    now: ports.now,
  };
  const api = createApi({
    ...ports,
    writable: store.writable,
    air: cachedAir(server),
    products: cachedProducts(server),
    openapi: () => file(OPENAPI_FILE),
    guide: () => file(GUIDE_FILE),
    publicUrl: origin,
    version,
  });
  return withServerLinks(api, { origin, token });
}
