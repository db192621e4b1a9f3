/**
 * The application: one `Request -> Response` function for every host. It depends neither on IndexedDB nor on
 * Node; ports.ts lists what it needs from its host. To add a route, see CONTRIBUTING.md.
 */
import { getDiscovery } from './air/discovery.ts';
import { getGuide } from './air/guide.ts';
import { getHistory } from './air/history.ts';
import { getProducts } from './air/products.ts';
import { getReadings } from './air/readings.ts';
import { listDrawings } from './drawings/list.ts';
import { patchDrawing } from './drawings/patch.ts';
import { emptyTrash, purgeDrawing } from './drawings/purge.ts';
import { getDrawing, listChanges } from './drawings/read.ts';
import { restoreDrawing, trashDrawing } from './drawings/trash.ts';
import { createDrawing, replaceDrawing } from './drawings/write.ts';
import { getHealth } from './health.ts';
import { createHandle } from './http/dispatch.ts';
import type { Route } from './http/route.ts';
import type { Handle, Ports } from './ports.ts';
import { getProfile, putProfile } from './profile.ts';
import { checkAuth, getApp, getOpenapi, getStatus } from './service.ts';

export const ROUTES: readonly Route[] = [
  getHealth,
  getApp,
  getStatus,
  checkAuth,
  getOpenapi,
  listDrawings,
  createDrawing,
  listChanges,
  getDrawing,
  replaceDrawing,
  patchDrawing,
  trashDrawing,
  restoreDrawing,
  purgeDrawing,
  emptyTrash,
  getProfile,
  putProfile,
  getDiscovery,
  getReadings,
  getHistory,
  getProducts,
  getGuide,
];

/** Builds the application for a host. */
export function createApi(ports: Ports): Handle {
  return createHandle(ROUTES, ports);
}
