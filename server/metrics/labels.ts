/**
 * Label values of metrics, from short and fixed lists. So no request can add a time series, and no title, id, address
 * or token gets into one.
 */
import { patchDrawing } from '../../src/api/drawings/patch.ts';
import { emptyTrash, purgeDrawing } from '../../src/api/drawings/purge.ts';
import { listChanges } from '../../src/api/drawings/read.ts';
import { restoreDrawing, trashDrawing } from '../../src/api/drawings/trash.ts';
import { createDrawing, replaceDrawing } from '../../src/api/drawings/write.ts';
import { ERROR_STATUS } from '../../src/api/errors.ts';
import { templateFinder } from '../../src/api/http/dispatch.ts';
import { StoreCorrupt, StoreFull, StoreUnavailable } from '../../src/api/ports.ts';
import { putProfile } from '../../src/api/profile-changes.ts';
import { SERVER_ROUTES } from '../../src/api/server-api.ts';
import { LIVE_PATH } from '../live/live.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const templateOf = templateFinder(SERVER_ROUTES);

export function methodLabel(method: string): string {
  return METHODS.has(method) ? method : 'other';
}

/**
 * The template of a route, `/api/v1/drawings/{id}`; `page` for the built app, `none` for what the API does not have.
 * @param target path and query, as the client sent them
 */
export function routeLabel(target: string): string {
  const path = target.split('?', 1)[0] ?? '';
  const template = templateOf(path);
  if (template !== undefined) return template;
  if (path === '/mcp' || path === LIVE_PATH) return path;
  return path.startsWith('/') && !/^\/api(?:\/|$)/.test(path) ? 'page' : 'none';
}

/**
 * What a server sees of sync. `asked`: a device read what changed. `restarted`: its cursor is of no history that is
 * known here, so it reads everything again. `stored`: a change was taken. `conflict`: somebody else's change came first.
 * `full`: there was no room for it.
 */
export const SYNC_EVENTS = ['asked', 'restarted', 'stored', 'conflict', 'full'] as const;
export type SyncEvent = (typeof SYNC_EVENTS)[number];

const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`;
const ASKS = nameOf(listChanges);
/** The routes by which devices send changes. Other clients of the API use them too. */
const SENDS = new Set(
  [
    createDrawing,
    replaceDrawing,
    patchDrawing,
    trashDrawing,
    restoreDrawing,
    purgeDrawing,
    emptyTrash,
    putProfile,
  ].map(nameOf),
);

/**
 * @param route its template
 * @param status null if the client left before its response was sent
 * @returns undefined for what has nothing to do with sync, or says nothing of it
 */
export function syncEvent(method: string, route: string, status: number | null): SyncEvent | undefined {
  const name = nameOf({ method, path: route });
  if (name === ASKS) {
    if (status === 200) return 'asked';
    return status === ERROR_STATUS.cursor_expired ? 'restarted' : undefined;
  }
  if (status === null || !SENDS.has(name)) return undefined;
  if (status < 300) return 'stored';
  if (status === ERROR_STATUS.conflict || status === ERROR_STATUS.precondition_failed) return 'conflict';
  return status === ERROR_STATUS.storage_full ? 'full' : undefined;
}

/** @param status null if the client left before its response was sent */
export function statusLabel(status: number | null): string {
  if (status === null) return 'gone';
  return status >= 100 && status <= 599 ? String(status) : 'other';
}

/** The kind of a store's error; undefined for other errors, and for one person's limit. */
export function storeErrorLabel(error: unknown): 'full' | 'unavailable' | 'corrupt' | undefined {
  if (error instanceof StoreFull) return error.limit === undefined ? 'full' : undefined;
  if (error instanceof StoreUnavailable) return 'unavailable';
  return error instanceof StoreCorrupt ? 'corrupt' : undefined;
}
