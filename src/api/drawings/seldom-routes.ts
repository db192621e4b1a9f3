/**
 * The routes of drawings that a person seldom asks for. A device has them in a script of their own, which it loads with the
 * first request for one.
 */
import type { Route } from '../http/route.ts';
import { emptyTrash, purgeDrawing } from './purge.ts';
import { deleteUnderlay, getUnderlay, putUnderlay } from './underlay/routes.ts';
import { getVersion, listVersions } from './versions.ts';

export const SELDOM_ROUTES: readonly Route[] = [
  listVersions,
  getVersion,
  purgeDrawing,
  emptyTrash,
  putUnderlay,
  getUnderlay,
  deleteUnderlay,
];
