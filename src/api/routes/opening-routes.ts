/**
 * The routes that a page needs before it can show anything: the lists and a drawing. A worker starts with these
 * alone, so that it starts fast, and loads the others with the first request for one of them.
 */
import { listDrawings } from '../drawings/list.ts';
import { getDrawing, listChanges } from '../drawings/read.ts';
import { getHealth } from '../health.ts';
import type { Route } from '../http/route.ts';
import type { DrawingPorts } from '../ports.ts';

export const OPENING_ROUTES: readonly Route<DrawingPorts>[] = [
  getHealth,
  listDrawings,
  listChanges,
  getDrawing,
];
