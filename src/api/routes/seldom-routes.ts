/**
 * The routes that a person seldom asks for, and discovery. A device has them, the products and the sky beside them, in a script of their own,
 * which it loads with the first request for one.
 */
import { getDiscovery } from '../air/discovery.ts';
import { getGuide } from '../air/guide.ts';
import { emptyTrash, purgeDrawing } from '../drawings/purge.ts';
import { deleteUnderlay, getUnderlay, putUnderlay } from '../drawings/underlay/routes.ts';
import { getVersion, listVersions } from '../drawings/versions.ts';
import type { Route } from '../http/route.ts';
import { putProfile } from '../profile-changes.ts';
import { SERVICE_ROUTES } from '../service.ts';

export const SELDOM_ROUTES: readonly Route[] = [
  listVersions,
  getVersion,
  purgeDrawing,
  emptyTrash,
  putUnderlay,
  getUnderlay,
  deleteUnderlay,
  putProfile,
  ...SERVICE_ROUTES,
  getGuide,
  getDiscovery,
];
