/**
 * The application of the device with the cached air of its server. The others come later still,
 * with the first request that nothing here answers (`seldom-api.ts`).
 */
import { GUIDE_FILE, OPENAPI_FILE } from '../api/built-files.ts';
import { createHandle } from '../api/http/dispatch.ts';
import type { DrawingPorts, Handle, Ports, Store } from '../api/ports.ts';
import { LATER_ROUTES } from '../api/routes/later-routes.ts';
import { withBodyBudget } from './body-budget.ts';
import { cachedAir } from './cache/cached-air.ts';
import type { CacheOptions } from './cache/cached-resource.ts';
import { withServerLinks } from './cache/server-links.ts';
import { loadedOnce } from './loaded-once.ts';
import type { seldomApi } from './seldom-api.ts';

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
  /** Loads the one with every route. */
  readonly loadSeldomApi: () => Promise<typeof seldomApi>;
}

/** Builds the application. Asks the server for nothing before the first request. */
export function wholeApi(options: WholeApiOptions): Handle {
  const { ports, store, origin, file, version, token, loadSeldomApi } = options;
  const server: CacheOptions = {
    store,
    fetchServer: (path, signal) =>
      fetch(new URL(path, origin), { signal, cache: 'no-store', redirect: 'error' }),
    now: ports.now,
  };
  const whole: Ports = {
    ...ports,
    writable: store.writable,
    air: cachedAir(server),
    openapi: () => file(OPENAPI_FILE),
    guide: () => file(GUIDE_FILE),
    publicUrl: origin,
    version,
  };
  const others = loadedOnce(async () => (await loadSeldomApi())(whole, server));
  const api = createHandle(LATER_ROUTES, whole, others);
  return withBodyBudget(withServerLinks(api, { origin, token }));
}
