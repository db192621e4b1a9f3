/**
 * The routes of drawings and of the air. A device loads them with the first request that needs one; discovery, which
 * lists all routes, and the sky with the first one for those (`index.ts`).
 */
import { getGuide } from './air/guide.ts';
import { getHistory } from './air/history.ts';
import { getProducts } from './air/products.ts';
import { getReadings } from './air/readings.ts';
import { listDrawings } from './drawings/list.ts';
import { patchDrawing } from './drawings/patch.ts';
import { emptyTrash, purgeDrawing } from './drawings/purge.ts';
import { getDrawing, listChanges } from './drawings/read.ts';
import { restoreDrawing, trashDrawing } from './drawings/trash.ts';
import { getVersion, listVersions } from './drawings/versions.ts';
import { createDrawing, replaceDrawing } from './drawings/write.ts';
import { getHealth } from './health.ts';
import type { Route } from './http/route.ts';
import { getProfile, putProfile } from './profile.ts';
import { checkAuth, getApp, getOpenapi, getStatus } from './service.ts';

export const LATER_ROUTES: readonly Route[] = [
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
  listVersions,
  getVersion,
  purgeDrawing,
  emptyTrash,
  getProfile,
  putProfile,
  getReadings,
  getHistory,
  getProducts,
  getGuide,
];
