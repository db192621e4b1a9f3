/**
 * The routes of drawings and of the air. A device loads them with the first request that needs one, and the others
 * (`seldom-routes.ts`, the products and the sky) with the first one for those.
 */
import { getHistory } from '../air/history.ts';
import { getReadings } from '../air/readings.ts';
import { listDrawings } from '../drawings/list.ts';
import { patchDrawing } from '../drawings/patch.ts';
import { getDrawing, listChanges } from '../drawings/read.ts';
import { restoreDrawing, trashDrawing } from '../drawings/trash.ts';
import { createDrawing, replaceDrawing } from '../drawings/write.ts';
import { getHealth } from '../health.ts';
import type { Route } from '../http/route.ts';
import { getProfile } from '../profile.ts';

export const LATER_ROUTES: readonly Route[] = [
  getHealth,
  listDrawings,
  createDrawing,
  listChanges,
  getDrawing,
  replaceDrawing,
  patchDrawing,
  trashDrawing,
  restoreDrawing,
  getProfile,
  getReadings,
  getHistory,
];
