/**
 * The application of the device with what is seldom asked for, which answers for no route, too; and the sync of photos, for
 * whoever wants that.
 */
import { SELDOM_ROUTES } from '../api/drawings/seldom-routes.ts';
import { createHandle } from '../api/http/dispatch.ts';
import type { Route } from '../api/http/route.ts';
import { LATER_ROUTES } from '../api/later-routes.ts';
import type { Handle, SkyPorts } from '../api/ports.ts';
import { SERVICE_ROUTES } from '../api/service.ts';

export { syncPhotos } from './photos/sync-photos.ts';

/** @param others the routes that another script has */
export function seldomApi(others: readonly Route<SkyPorts>[], ports: SkyPorts): Handle {
  return createHandle([...LATER_ROUTES, ...SELDOM_ROUTES, ...SERVICE_ROUTES, ...others], ports);
}
