/**
 * The application: one `Request -> Response` function for every host. It depends neither on IndexedDB nor on
 * Node; ports.ts lists what it needs from its host. To add a route, see CONTRIBUTING.md.
 */
import { getProducts } from './air/products.ts';
import { createHandle } from './http/dispatch.ts';
import type { Route } from './http/route.ts';
import type { Handle, SkyPorts } from './ports.ts';
import { LATER_ROUTES } from './routes/later-routes.ts';
import { SELDOM_ROUTES } from './routes/seldom-routes.ts';
import { getSky } from './sky/sky.ts';

export const ROUTES: readonly Route<SkyPorts>[] = [...LATER_ROUTES, ...SELDOM_ROUTES, getProducts, getSky];

/** Builds the application for a host. */
export function createApi(ports: SkyPorts): Handle {
  return createHandle(ROUTES, ports);
}
